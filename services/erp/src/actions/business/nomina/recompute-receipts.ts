import type { ErrorEntry } from '../../../errors.ts'
import { decimal, decimalText, minus, plus } from '../../../fiscal/decimal.ts'
import { CONCEPTS_MISSING } from '../../../messages/payroll-concepts.ts'
import { readRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import { Changes } from '../changes.ts'
import { computeRun, type ComputedReceipt } from './compute-run.ts'
import { conceptsOf, makeLines, missingConcepts, totalsOf } from './effects/write-receipts.ts'
import { deleteReceiptLines, lockReceipts, type ReceiptRow } from './store/receipt-store.ts'
import { findRuns, type RunRow } from './store/run-store.ts'

const TOTALS = ['total_percepciones', 'total_deducciones', 'total_otros_pagos', 'neto'] as const

/**
 * Computes receipts anew from what is known of their people now, and nobody else's of their runs. What somebody wrote by
 * hand, and what would come out the same, stays. Their runs are locked.
 * @returns what keeps some from it, by receipt
 */
export async function recomputeReceipts(
  context: ActionContext,
  name: string,
  receipts: Iterable<{ readonly id: string; readonly nomina: string }>,
): Promise<ReadonlyMap<string, readonly ErrorEntry[]>> {
  const { tx, caller } = context
  const wanted = Map.groupBy(receipts, ({ nomina }) => nomina)
  const runs = await findRuns(tx, caller.empresa, [...wanted.keys()])
  const refused = new Map<string, readonly ErrorEntry[]>()
  for (const [nomina, own] of wanted) {
    const run = runs.get(nomina)
    if (run === undefined) continue
    const ids = new Set(own.map(({ id }) => id))
    const problems = await recomputeOfRun(context, name, { run, ids })
    if (problems.length > 0) for (const id of ids) refused.set(id, problems)
  }
  return refused
}

async function recomputeOfRun(
  context: ActionContext,
  name: string,
  { run, ids }: { readonly run: RunRow; readonly ids: ReadonlySet<string> },
): Promise<readonly ErrorEntry[]> {
  const { tx, caller } = context
  const all = await lockReceipts(tx, caller.empresa, run.id)
  const computed = await computeRun(context, run, all)
  if ('problems' in computed) return computed.problems
  const byPerson = new Map(
    all
      .filter(({ id, huella }) => ids.has(id) && huella !== null)
      .map((one) => [one.empleado, one]),
  )
  const anew = computed.computed.filter(({ person }) => byPerson.has(person.id))
  const concepts = conceptsOf(computed.around.concepts.values())
  const missing = missingConcepts(concepts, anew)
  if (missing.length > 0) {
    return [{ code: 'CONFIGURATION_INCOMPLETE', message: CONCEPTS_MISSING({ missing }) }]
  }
  const changes = new Changes(context, { name, reason: null })
  const changed = anew.flatMap((own) => {
    const before = byPerson.get(own.person.id)
    return before === undefined ? [] : [{ own, before }]
  })
  await deleteReceiptLines(
    tx,
    caller.empresa,
    changed.map(({ before }) => before.id),
  )
  for (const { own, before } of changed) {
    changes.amend('ReciboNomina', { ...before }, totalsOf(own))
    makeLines(changes, concepts, { recibo: before.id, receipt: own.receipt })
  }
  await addToRun(context, changes, { run, changed })
  await changes.write()
  return []
}

/** The totals of a run change by as much as those of its receipts. */
async function addToRun(
  context: ActionContext,
  changes: Changes,
  of: {
    readonly run: RunRow
    readonly changed: readonly { readonly own: ComputedReceipt; readonly before: ReceiptRow }[]
  },
): Promise<void> {
  const rows = await readRows(context, 'Nomina', { ids: [of.run.id], fields: TOTALS })
  const row = rows.get(of.run.id)
  if (row === undefined || of.changed.length === 0) return
  const totalOf = (name: (typeof TOTALS)[number]) =>
    decimalText(
      of.changed.reduce(
        (sum, { own, before }) =>
          plus(sum, minus(decimal(totalsOf(own)[name]), decimal(before[name]))),
        decimal(row[name] ?? '0.00'),
      ),
    )
  changes.amend(
    'Nomina',
    { ...row },
    {
      total_percepciones: totalOf('total_percepciones'),
      total_deducciones: totalOf('total_deducciones'),
      total_otros_pagos: totalOf('total_otros_pagos'),
      neto: totalOf('neto'),
    },
  )
}
