import { lockReferred, lockRows, readRows } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { CancelledRecord, CfdiKind, StampedRecord, Unfinished } from '../cfdi/cfdi-kind.ts'
import { requestCancellations } from '../cfdi/request-cancellations.ts'
import type { Changes } from '../changes.ts'
import { findReceiptsOfRuns } from './store/stamped-receipt-store.ts'

export const STAMP_RECEIPT = 'timbrar_recibo'
export const CANCEL_RECEIPT = 'cancelar_recibo'
export const REPLACED = 'recibo_sustituido'
const MODEL = 'ReciboNomina'
const STAMPED_STATES: ReadonlySet<string> = new Set(['timbrado', 'pagado'])

/**
 * What the stamp of a receipt does: it is stamped, and its run when it was the last; a substitute takes the place of the
 * CFDI before it, which is then cancelled.
 * @source docs/decisions/0297-erp-payroll-cfdi.md
 */
export const RECEIPT_KIND: CfdiKind = {
  model: MODEL,
  actions: { stamp: STAMP_RECEIPT, cancel: CANCEL_RECEIPT },
  lock: lockReceiptsOfRuns,
  finish,
  cancel,
}

/** Locks the runs of receipts before the receipts, as computing a run does. */
export async function lockReceiptsOfRuns(
  context: ActionContext,
  ids: readonly string[],
): Promise<void> {
  // Sent in this order, without a wait between them.
  await Promise.all([
    lockReferred(context, MODEL, { reference: 'nomina', ids }),
    lockRows(context, MODEL, { ids, fields: [] }),
  ])
}

const FIELDS = [
  'folio',
  'estado',
  'nomina',
  'cfdi',
  'cfdi.uuid',
  'cfdi.rfc_receptor',
  'cfdi_sustituto',
] as const

async function finish(
  context: ActionContext,
  changes: Changes,
  stamped: readonly StampedRecord[],
): Promise<Unfinished> {
  const ids = stamped.map(({ registro }) => registro)
  const rows = await readRows(context, MODEL, { ids, fields: FIELDS })
  const runs = new Set<string>()
  for (const one of stamped) {
    const row = rows.get(one.registro)
    if (row === undefined) continue
    if (row.cfdi_sustituto === one.cfdi) {
      await replace(context, changes, { row, stamped: one })
      continue
    }
    runs.add(row.nomina)
    const told = { uuid: one.uuid }
    changes.move(MODEL, row, 'timbrado', { fields: {}, told, noted: { cfdi: one.cfdi } })
  }
  await moveRuns(context, changes, { runs: [...runs], stamped: new Set(ids) })
  return new Map()
}

interface StampedRow {
  readonly id: string
  readonly folio: string
  readonly estado: string
  readonly cfdi: string | null
  readonly 'cfdi.uuid': string | null
  readonly 'cfdi.rfc_receptor': string | null
}

/** The receipt has the new CFDI, and the old one is asked to be cancelled in the same moment. */
async function replace(
  context: ActionContext,
  changes: Changes,
  { row, stamped }: { readonly row: StampedRow; readonly stamped: StampedRecord },
): Promise<void> {
  const { cfdi: before, estado, folio, id } = row
  changes.change(MODEL, id, { cfdi: stamped.cfdi, cfdi_sustituto: null })
  changes.record({
    model: MODEL,
    id,
    operation: 'cambio',
    before: { cfdi: Number(before) },
    after: { cfdi: Number(stamped.cfdi), uuid: stamped.uuid },
    event: REPLACED,
    told: { folio, uuid: stamped.uuid },
  })
  const wanted = { modelo: MODEL, registro: id, folio, estado, cfdi: before ?? '0' } as const
  await requestCancellations(context, changes, [wanted], {
    motivo: '01',
    sustituto: {
      id: stamped.cfdi,
      uuid: stamped.uuid,
      rfc_receptor: row['cfdi.rfc_receptor'] ?? '',
      reemplaza: [(row['cfdi.uuid'] ?? '').toUpperCase()],
    },
  })
}

/** Moves the runs of which no receipt is left to stamp. */
async function moveRuns(
  context: ActionContext,
  changes: Changes,
  { runs, stamped }: { readonly runs: readonly string[]; readonly stamped: ReadonlySet<string> },
): Promise<void> {
  const { tx, caller } = context
  const [rows, receipts] = await Promise.all([
    readRows(context, 'Nomina', { ids: runs, fields: ['folio', 'estado'] }),
    findReceiptsOfRuns(tx, caller.empresa, runs),
  ])
  const open = new Set(
    receipts
      .filter(({ id, estado }) => !stamped.has(id) && !STAMPED_STATES.has(estado))
      .map(({ nomina }) => nomina),
  )
  for (const row of rows.values()) {
    if (open.has(row.id) || !BEFORE_STAMPED.has(row.estado)) continue
    const count = receipts.filter(({ nomina }) => nomina === row.id).length
    changes.change('Nomina', row.id, { estado: STAMPED_RUN })
    changes.record({
      model: 'Nomina',
      id: row.id,
      operation: 'cambio',
      before: { estado: row.estado },
      after: { estado: STAMPED_RUN },
      event: STAMPED_RUN,
      told: { folio: row.folio, estado: STAMPED_RUN, recibos: count },
    })
  }
}

const STAMPED_RUN = 'timbrada'
const BEFORE_STAMPED: ReadonlySet<string> = new Set(['autorizada'])

/** A receipt whose CFDI in force is cancelled is cancelled; one that has a substitute stays as it is. */
async function cancel(
  context: ActionContext,
  changes: Changes,
  cancelled: readonly CancelledRecord[],
): Promise<Unfinished> {
  const ids = cancelled.map(({ registro }) => registro)
  const rows = await readRows(context, MODEL, { ids, fields: ['folio', 'estado', 'cfdi'] })
  for (const { registro, cfdi, uuid, motivo } of cancelled) {
    const row = rows.get(registro)
    if (row === undefined) continue
    const noted = { cfdi, motivo_sat: motivo }
    if (row.cfdi === cfdi)
      changes.move(MODEL, row, 'cancelado', { fields: {}, told: { uuid }, noted })
    else
      changes.record({
        model: MODEL,
        id: registro,
        operation: 'cambio',
        before: { cfdi },
        after: { ...noted, uuid },
        event: null,
      })
  }
  return new Map()
}
