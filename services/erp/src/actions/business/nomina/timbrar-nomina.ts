import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { ALL_ON_THEIR_WAY, NOTHING_TO_STAMP } from '../../../messages/payroll-cfdi.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { writeAs } from '../../../store/tenant-database.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import type { CheckedCfdi } from '../cfdi/cfdi-request.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { Changes } from '../changes.ts'
import { DocumentBatch } from '../document-batch.ts'
import type { Outside } from '../outside.ts'
import { checkReceipt, refusedBefore } from './check-receipts.ts'
import { lockReceiptsOfRuns, RECEIPT_KIND } from './receipt-kind.ts'
import { findReceiptsToStamp } from './store/receipt-cfdi-store.ts'
import { findReceiptsOfRuns, isTold, type ReceiptOfRun } from './store/stamped-receipt-store.ts'
import { writeReceiptIntents } from './timbrar-recibo.ts'

const MODEL = 'Nomina'
const NAME = 'timbrar_nomina'
/** What is told of a run at once. */
const MAX_PROBLEMS = 50

/**
 * Stamps all receipts of a run, which is stamped when the last of them is; what keeps one from being a CFDI keeps the
 * others, so that somebody mends it first.
 * @source docs/decisions/0297-erp-payroll-cfdi.md
 */
export const timbrarNomina: RecordAction = {
  model: MODEL,
  name: NAME,
  label: 'Timbrar nómina',
  mode: 'grid_action',
  inputs: [],
  emits: ['timbrada'],
  ...issuing(intend),
  follow,
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller } = context
  const rows = await lockRows(context, MODEL, { ids, fields: ['folio', 'estado'] })
  const batch = new DocumentBatch(ids, rows, { model: MODEL, states: statesBefore(MODEL, NAME) })
  const receipts = await findReceiptsOfRuns(
    tx,
    caller.empresa,
    batch.remaining.map(({ id }) => id),
  )
  const ofRun = Map.groupBy(receipts, ({ nomina }) => nomina)
  const ready: CheckedCfdi[] = []
  const changes = new Changes(context, { name: NAME, reason: null })
  for (const row of batch.remaining) {
    const own = ofRun.get(row.id) ?? []
    if (own.length === 0) {
      batch.refuse(row.id, { code: 'NO_LINES', message: NOTHING_TO_STAMP({ run: row.folio }) })
      continue
    }
    const open = own.filter((receipt) => !isTold(receipt))
    if (open.length === 0 && own.some(({ estado }) => estado !== 'timbrado')) {
      const message = ALL_ON_THEIR_WAY({ run: row.folio })
      batch.refuse(row.id, { code: 'INVALID_STATE', message })
      continue
    }
    const found = await checkAll(context, issuer, open)
    if ('problems' in found) batch.refuse(row.id, ...found.problems.slice(0, MAX_PROBLEMS))
    else ready.push(...found.ready)
    if ('problems' in found) continue
    const told = { recibos: own.length }
    // Somebody took the last one away that was not stamped.
    if (own.every(({ estado }) => estado === 'timbrado'))
      changes.move(MODEL, row, 'timbrada', { fields: {}, told })
    else
      changes.record({
        model: MODEL,
        id: row.id,
        before: null,
        after: { por_timbrar: found.ready.length, ...told },
        event: null,
      })
  }
  await changes.write()
  await writeReceiptIntents(context, issuer, { ready, action: NAME })
  return batch.outcome
}

async function checkAll(
  context: ActionContext,
  issuer: Issuer,
  open: readonly ReceiptOfRun[],
): Promise<
  { readonly ready: readonly CheckedCfdi[] } | { readonly problems: readonly ErrorEntry[] }
> {
  const { tx, caller, moment } = context
  const ids = open.map(({ id }) => id)
  await lockReceiptsOfRuns(context, ids)
  const receipts = await findReceiptsToStamp(tx, caller.empresa, ids)
  const found = [...receipts.values()].map((receipt) =>
    checkReceipt(issuer, receipt, {
      previous: refusedBefore(receipt.cfdi, receipt.cfdi_estado),
      replaced: null,
      nowMs: Date.parse(moment.now),
    }),
  )
  const problems = found.flatMap((one) => ('comprobante' in one ? [] : one))
  if (problems.length > 0) return { problems }
  return { ready: found.flatMap((one) => ('comprobante' in one ? [one] : [])) }
}

/** What became of the receipts is told of their run. */
async function follow(outside: Outside, ids: readonly string[]): Promise<ActionOutcome> {
  const { empresa } = outside.caller
  const receipts = await writeAs(outside.database, empresa, (tx) =>
    findReceiptsOfRuns(tx, empresa, ids),
  )
  const runOf = new Map(receipts.map(({ id, nomina }) => [id, nomina]))
  const { refused, warnings } = await followIntents(outside, RECEIPT_KIND, [...runOf.keys()])
  return { refused: byRun(refused, runOf), warnings: byRun(warnings, runOf) }
}

function byRun(
  told: ReadonlyMap<string, readonly ErrorEntry[]>,
  runOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly ErrorEntry[]> {
  const grouped = Map.groupBy([...told], ([id]) => runOf.get(id) ?? '')
  return new Map(
    [...grouped].map(([run, entries]) => [
      run,
      entries.flatMap(([, some]) => some).slice(0, MAX_PROBLEMS),
    ]),
  )
}
