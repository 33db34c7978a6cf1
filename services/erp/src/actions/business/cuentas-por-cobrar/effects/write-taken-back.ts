import { AUDIT_COUNTER, recordAudit } from '../../../../store/audit-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'
import { takeNumbering } from '../../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type ReversalPosting,
} from '../../contabilidad/effects/write-entries.ts'
import {
  bankNumbersNeeded,
  bookBankMovements,
  type BankMovement,
} from '../../tesoreria/effects/book-movements.ts'
import { cancelBankMovements } from '../../tesoreria/store/bank-movement-store.ts'
import type { OpenReceivable } from '../decisions/receivable-state.ts'
import { endAdvances, type AdvanceOfCollection } from '../store/advance-store.ts'
import { changeCollections, type CollectionRow } from '../store/collection-store.ts'
import { changeReceivables } from '../store/open-receivable-store.ts'
import {
  auditEntries,
  createdRow,
  receivableRows,
  saleRows,
  type AuditedRow,
} from './write-collections.ts'

/** A collection that is taken back, with what it undoes. */
export interface TakenBack {
  readonly row: CollectionRow
  readonly receivables: readonly OpenReceivable[]
  readonly advance: AdvanceOfCollection | null
  readonly entries: readonly ReversalPosting[]
}

interface TakingBack {
  readonly name: string
  readonly to: 'cancelado' | 'devuelto'
  readonly motivo: string
}

/** Writes everything that taking collections back causes; numbers are taken last, and all at once. */
export async function writeTakenBack(
  context: ActionContext,
  action: TakingBack,
  taken: readonly TakenBack[],
): Promise<void> {
  if (taken.length === 0) return
  const { tx, caller, moment } = context
  const { now, today } = moment
  const { empresa } = caller
  const { name, to, motivo } = action
  const touched = [...new Set(taken.flatMap(({ receivables }) => receivables))]
  const changes = touched.map(({ change }) => change)
  const sales = await changeReceivables(tx, empresa, { changes, today, now })
  const advances = taken.flatMap(({ advance }) => advance ?? [])
  await endAdvances(tx, empresa, { ids: advances.map(({ id }) => id), estado: to, now })
  await changeCollections(tx, empresa, {
    changes: taken.map(({ row }) => ({ ...UNCHANGED, id: row.id, estado: to, motivo })),
    now,
  })
  const records = taken.length + touched.length + sales.length + advances.length
  const { moved, numbering } = await writeBooks(context, taken, { to, records })
  await enqueueEvents(tx, empresa, {
    events: taken.map(({ row }) => ({
      modelo: 'CobroCliente',
      evento: to,
      registro: row.id,
      datos: { folio: row.folio, estado: to, importe: row.importe, motivo },
    })),
    now,
  })
  const rows = [
    ...taken.map((one) => takenRow(one, to)),
    ...receivableRows(touched),
    ...saleRows(sales),
    ...advances.map(({ id, estado }) => stateRow('AnticipoVenta', id, [estado, to])),
    ...moved,
  ]
  await recordAudit(tx, caller, {
    entries: auditEntries(rows, { action: name, numbering, reason: motivo }),
    now,
  })
}

const UNCHANGED = { por_aplicar: null, cuenta_bancaria: null, poliza: null, movimiento: null }

/** Counter-entries, and what becomes of the movements of the bank. */
async function writeBooks(
  context: ActionContext,
  taken: readonly TakenBack[],
  { to, records }: { readonly to: TakingBack['to']; readonly records: number },
) {
  const { tx, caller, moment } = context
  const banked = taken.filter(({ row }) => row.movimiento !== null)
  const returned = to === 'devuelto' ? banked : []
  const cancelled = to === 'devuelto' ? [] : banked.flatMap(({ row }) => row.movimiento ?? [])
  await cancelBankMovements(tx, caller.empresa, { ids: cancelled, now: moment.now })
  const postings = { entries: [], reversals: taken.flatMap(({ entries }) => entries) }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(tx, caller.empresa, {
    counters: new Map([
      ...needed.counters,
      ...bankNumbersNeeded(returned.length),
      [AUDIT_COUNTER, records + banked.length],
    ]),
    series: needed.series,
  })
  const written = await writeEntries(context, postings, numbering)
  const entryOf = new Map(written.map(({ id, registro }) => [registro, id]))
  const movements = await bookBankMovements(
    context,
    returned.map((one) => {
      return returnedMovement(one, {
        today: moment.today,
        poliza: entryOf.get(one.row.id) ?? null,
      })
    }),
    numbering,
  )
  const moved = [
    ...cancelled.map((id) => stateRow('MovimientoBancario', id, ['aplicado', 'cancelado'])),
    ...movements.map(({ id, folio }) => createdRow('MovimientoBancario', id, folio)),
  ]
  return { moved, numbering }
}

function takenRow({ row, entries }: TakenBack, to: string): AuditedRow {
  return {
    model: 'CobroCliente',
    recordId: row.id,
    before: { estado: row.estado },
    after: { estado: to, reversadas: entries.map(({ open }) => open.folio) },
  }
}

function stateRow(
  model: string,
  recordId: string,
  [before, after]: readonly [string, string],
): AuditedRow {
  return { model, recordId, before: { estado: before }, after: { estado: after } }
}

function returnedMovement(
  { row }: TakenBack,
  of: { readonly today: string; readonly poliza: number | null },
): BankMovement {
  return {
    fecha: of.today,
    cuenta_bancaria: row.cuenta_bancaria ?? '',
    tipo: 'retiro',
    naturaleza: 'cargo',
    forma_pago: row.forma_pago,
    importe: row.importe,
    moneda: row.moneda,
    tipo_cambio: row.tipo_cambio,
    referencia: row.folio,
    clave_rastreo: null,
    beneficiario: row.cliente_nombre,
    cliente: row.cliente,
    proveedor: null,
    poliza: of.poliza,
    modelo: 'CobroCliente',
    registro: row.id,
  }
}
