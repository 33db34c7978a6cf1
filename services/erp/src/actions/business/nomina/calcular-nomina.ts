import type { ErrorEntry } from '../../../errors.ts'
import { decimal, decimalText, plus, type Decimal } from '../../../fiscal/decimal.ts'
import { CONCEPTS_MISSING } from '../../../messages/payroll-concepts.ts'
import { PERIOD_NOT_OPEN } from '../../../messages/payroll-runs.ts'
import type { ActionContext } from '../action.ts'
import type { Changes } from '../changes.ts'
import { documentAction } from '../document-action.ts'
import { computeRun, type ComputedRun } from './compute-run.ts'
import { conceptsOf, makeLines, missingConcepts, totalsOf } from './effects/write-receipts.ts'
import { stampedProblem } from './stamped-problem.ts'
import {
  deleteReceiptLines,
  deleteReceipts,
  lockReceipts,
  type ReceiptRow,
} from './store/receipt-store.ts'
import { findRuns, type RunRow } from './store/run-store.ts'

const MODEL = 'Nomina'

const OPEN: ReadonlySet<string> = new Set(['abierto', 'calculado'])

/**
 * Computes the receipts of a run: of everybody of its group who was employed in its period. Who has a receipt that was
 * computed from the same facts keeps it, who is no longer in the group loses his.
 * @source docs/decisions/0295-erp-payroll-run.md
 */
export const calcularNomina = documentAction(MODEL, {
  name: 'calcular_nomina',
  label: 'Calcular nómina',
  fields: ['periodo', 'periodo.estado', 'periodo.fecha_fin'],
  locksFirst: { reference: 'periodo', called: 'period' },
  // What one pays counts in those after it.
  oneByOne: (first, second) => (first['periodo.fecha_fin'] < second['periodo.fecha_fin'] ? -1 : 1),
  run: async ({ context, batch, changes, move }) => {
    const runs = await findRuns(
      context.tx,
      context.caller.empresa,
      batch.remaining.map(({ id }) => id),
    )
    for (const row of batch.remaining) {
      const state = row['periodo.estado'] ?? ''
      const run = runs.get(row.id)
      if (run === undefined || !OPEN.has(state)) {
        const message = PERIOD_NOT_OPEN({ run: row.folio, state })
        batch.refuse(row.id, { code: 'INVALID_STATE', field: 'periodo', message })
        continue
      }
      const stamped = await stampedProblem(context, row)
      if (stamped !== null) {
        batch.refuse(row.id, stamped)
        continue
      }
      const done = await compute(context, changes, run)
      if ('problems' in done) {
        batch.refuse(row.id, ...done.problems)
        continue
      }
      if (state !== 'calculado')
        changes.amend('PeriodoNomina', { id: row.periodo, estado: state }, { estado: 'calculado' })
      move(row, { fields: done.totals, told: done.told })
    }
  },
})

interface Done {
  readonly totals: Readonly<Record<(typeof TOTALS)[number], string>>
  readonly told: {
    readonly recibos: number
    readonly calculados: number
    readonly quitados: number
  }
}

async function compute(
  context: ActionContext,
  changes: Changes,
  run: RunRow,
): Promise<Done | { readonly problems: readonly ErrorEntry[] }> {
  const { tx, caller } = context
  const known = await lockReceipts(tx, caller.empresa, run.id)
  const computed = await computeRun(context, run, known)
  if ('problems' in computed) return computed
  const concepts = conceptsOf(computed.around.concepts.values())
  const missing = missingConcepts(concepts, computed.computed)
  if (missing.length > 0) {
    const message = CONCEPTS_MISSING({ missing })
    return { problems: [{ code: 'CONFIGURATION_INCOMPLETE', message }] }
  }
  const paid = new Set(computed.people.map(({ person }) => person.id))
  const gone = known.filter(({ empleado }) => !paid.has(empleado))
  await deleteReceipts(
    tx,
    caller.empresa,
    gone.map(({ id }) => id),
  )
  const byPerson = new Map(known.map((receipt) => [receipt.empleado, receipt]))
  const anew = computed.computed.flatMap(({ person }) => byPerson.get(person.id)?.id ?? [])
  await deleteReceiptLines(tx, caller.empresa, anew)
  for (const own of computed.computed) {
    const fields = totalsOf(own)
    const receipt = byPerson.get(own.person.id)
    if (receipt !== undefined) changes.change('ReciboNomina', receipt.id, fields)
    const recibo =
      receipt?.id ??
      changes.insert('ReciboNomina', {
        folio: changes.folio('recibo_nomina', 'RN-'),
        nomina: run.id,
        empleado: own.person.id,
        estado: 'calculado',
        ...fields,
      })
    makeLines(changes, concepts, { recibo, receipt: own.receipt })
  }
  return {
    totals: sumsOf(computed, byPerson),
    told: {
      recibos: computed.people.length,
      calculados: computed.computed.length,
      quitados: gone.length,
    },
  }
}

const TOTALS = ['total_percepciones', 'total_deducciones', 'total_otros_pagos', 'neto'] as const

/** Of those that were computed now and of those that stayed as they were. */
function sumsOf(
  { people, computed }: ComputedRun,
  known: ReadonlyMap<string, ReceiptRow>,
): Done['totals'] {
  const anew = new Map(computed.map((own) => [own.person.id, totalsOf(own)]))
  const sum = (name: (typeof TOTALS)[number]): string =>
    decimalText(
      people.reduce<Decimal>((all, { person }) => {
        const receipt = anew.get(person.id) ?? known.get(person.id)
        return receipt === undefined ? all : plus(all, decimal(receipt[name]))
      }, decimal('0.00')),
    )
  return {
    total_percepciones: sum('total_percepciones'),
    total_deducciones: sum('total_deducciones'),
    total_otros_pagos: sum('total_otros_pagos'),
    neto: sum('neto'),
  }
}
