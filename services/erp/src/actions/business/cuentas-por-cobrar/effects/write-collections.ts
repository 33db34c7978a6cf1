import type { ErrorEntry } from '../../../../errors.ts'
import { AUDIT_COUNTER, recordAudit, type AuditEntry } from '../../../../store/audit-store.ts'
import { enqueueEvents } from '../../../../store/outbox-store.ts'
import type { ActionContext } from '../../action.ts'
import { amountText } from '../../cents.ts'
import type { Issuer } from '../../cfdi/issuer.ts'
import { takeNumbering, type Numbering } from '../../contabilidad/effects/entry-folios.ts'
import {
  numbersNeeded,
  writeEntries,
  type EntryPosting,
} from '../../contabilidad/effects/write-entries.ts'
import { freeFolios } from '../../free-folios.ts'
import {
  bankNumbersNeeded,
  bookBankMovements,
  type BankMovement,
} from '../../tesoreria/effects/book-movements.ts'
import { bookedApplication, type Collection } from '../decisions/collection.ts'
import type { OpenReceivable } from '../decisions/receivable-state.ts'
import { insertAdvances } from '../store/advance-store.ts'
import { bookApplications, changeCollections } from '../store/collection-store.ts'
import { changeReceivables, type ChangedSale } from '../store/open-receivable-store.ts'
import {
  complementNumbers,
  sealComplements,
  writeComplements,
  type SealedComplements,
} from './complements.ts'

/** A collection with the entry that books it. */
export interface BookedCollection extends Collection {
  readonly entry: EntryPosting
}

const ADVANCE = 'anticipo_venta'
const ADVANCE_FOLIO = 'folio:anticipo_venta'

interface WritingCollections {
  readonly action: string
  /** Null: nothing is told to the SAT now. */
  readonly issuer: Issuer | null
}

/** Writes everything that collections cause; numbers are taken last, and all at once. Answers what the SAT cannot be told. */
export async function writeCollections(
  context: ActionContext,
  { action, issuer }: WritingCollections,
  collections: readonly BookedCollection[],
): Promise<ReadonlyMap<string, readonly ErrorEntry[]>> {
  if (collections.length === 0) return new Map()
  const { tx, caller, moment } = context
  const { now, today } = moment
  const { empresa } = caller
  const touched = [
    ...new Set(
      collections.flatMap(({ applications }) => applications.map(({ receivable }) => receivable)),
    ),
  ]
  await bookApplications(tx, empresa, {
    lines: collections.flatMap(({ row, applications }) =>
      applications.map((one) => bookedApplication(row, one)),
    ),
    now,
  })
  const changes = touched.map(({ change }) => change)
  const sales = await changeReceivables(tx, empresa, { changes, today, now })
  const ids = collections.map(({ row }) => row.id)
  const complements = issuer === null ? NO_COMPLEMENTS : await sealComplements(context, issuer, ids)
  const records = touched.length + sales.length
  const { deeds, created, numbering } = await writeBooks(context, collections, {
    records,
    complements,
  })
  await changeCollections(tx, empresa, {
    changes: deeds.map(({ one, poliza, movimiento }) => ({
      id: one.row.id,
      estado: 'aplicado',
      por_aplicar: amountText(one.rest),
      cuenta_bancaria: one.row.cuenta_bancaria,
      poliza,
      movimiento: movimiento?.id ?? null,
      motivo: null,
    })),
    now,
  })
  await enqueueEvents(tx, empresa, { events: collections.map(appliedEvent), now })
  const rows = [...deeds.map(deedRow), ...receivableRows(touched), ...saleRows(sales), ...created]
  await recordAudit(tx, caller, { entries: auditEntries(rows, { action, numbering }), now })
  await writeComplements(context, complements, numbering.numbers)
  return complements.problems
}

const NO_COMPLEMENTS: SealedComplements = { sealed: [], problems: new Map(), parts: new Map() }

/** What a collection caused. */
interface Deed {
  readonly one: BookedCollection
  readonly poliza: number | null
  readonly movimiento: { readonly id: number; readonly folio: string } | null
}

/** Entries, movements of the bank and advances, with numbers for so many other records in the audit log. */
async function writeBooks(
  context: ActionContext,
  collections: readonly BookedCollection[],
  of: { readonly records: number; readonly complements: SealedComplements },
) {
  const advances = collections.filter(({ rest }) => rest > 0n)
  const banked = collections.filter(({ row }) => row.cuenta_bancaria !== null)
  const postings = { entries: collections.map(({ entry }) => entry), reversals: [] }
  const needed = numbersNeeded(postings)
  const numbering = await takeNumbering(context.tx, context.caller.empresa, {
    counters: new Map([
      ...needed.counters,
      ...bankNumbersNeeded(banked.length),
      [ADVANCE, advances.length],
      [ADVANCE_FOLIO, advances.length],
      ...complementNumbers(of.complements),
      [AUDIT_COUNTER, of.records + collections.length + advances.length + banked.length],
    ]),
    series: needed.series,
  })
  const entries = await writeEntries(context, postings, numbering)
  const entryOf = new Map(entries.map(({ id, registro }) => [registro, id]))
  const movements = await bookBankMovements(
    context,
    banked.map((one) => bankMovement(one, entryOf.get(one.row.id) ?? null)),
    numbering,
  )
  const movementOf = new Map(banked.map(({ row }, i) => [row.id, movements[i]]))
  const made = await writeAdvances(context, advances, numbering)
  const deeds = collections.map((one): Deed => {
    const { id } = one.row
    return { one, poliza: entryOf.get(id) ?? null, movimiento: movementOf.get(id) ?? null }
  })
  const created = [
    ...movements.map(({ id, folio }) => createdRow('MovimientoBancario', id, folio)),
    ...made.map(({ id, folio }) => createdRow('AnticipoVenta', id, folio)),
  ]
  return { deeds, created, numbering }
}

function appliedEvent({ row, rest }: BookedCollection) {
  const { id, folio, importe } = row
  const datos = { folio, estado: 'aplicado', importe, anticipo: amountText(rest) }
  return { modelo: 'CobroCliente', evento: 'aplicado', registro: id, datos }
}

function deedRow({ one, poliza, movimiento }: Deed): AuditedRow {
  const { row, rest } = one
  return {
    model: 'CobroCliente',
    recordId: row.id,
    before: { estado: row.estado },
    after: {
      estado: 'aplicado',
      poliza,
      movimiento: movimiento?.folio ?? null,
      anticipo: amountText(rest),
    },
  }
}

export type AuditedRow = Pick<AuditEntry, 'model' | 'recordId' | 'before' | 'after'>

export function createdRow(model: string, id: number, folio: string): AuditedRow {
  return { model, recordId: String(id), before: null, after: { folio } }
}

export function receivableRows(receivables: readonly OpenReceivable[]): readonly AuditedRow[] {
  return receivables.map(({ row, change }) => ({
    model: 'CuentaPorCobrar',
    recordId: row.id,
    before: { saldo: row.saldo, estado: row.estado },
    after: { saldo: change.saldo, estado: change.estado },
  }))
}

export function saleRows(sales: readonly ChangedSale[]): readonly AuditedRow[] {
  return sales.map(({ id, antes, despues }) => ({
    model: 'Venta',
    recordId: id,
    before: { estado: antes },
    after: { estado: despues },
  }))
}

export function auditEntries(
  rows: readonly AuditedRow[],
  of: {
    readonly action: string
    readonly numbering: Pick<Numbering, 'numbers'>
    readonly reason?: string
  },
): readonly AuditEntry[] {
  return rows.map((row) => ({
    ...row,
    id: of.numbering.numbers(AUDIT_COUNTER),
    operation: 'accion',
    action: of.action,
    reason: of.reason ?? null,
  }))
}

function bankMovement({ row }: BookedCollection, poliza: number | null): BankMovement {
  return {
    fecha: row.fecha,
    cuenta_bancaria: row.cuenta_bancaria ?? '',
    tipo: 'deposito',
    naturaleza: 'abono',
    forma_pago: row.forma_pago,
    importe: row.importe,
    moneda: row.moneda,
    tipo_cambio: row.tipo_cambio,
    referencia: row.referencia ?? row.folio,
    clave_rastreo: null,
    beneficiario: row.cliente_nombre,
    cliente: row.cliente,
    proveedor: null,
    poliza,
    modelo: 'CobroCliente',
    registro: row.id,
  }
}

async function writeAdvances(
  context: ActionContext,
  collections: readonly BookedCollection[],
  { numbers }: Numbering,
): Promise<readonly { readonly id: number; readonly folio: string }[]> {
  if (collections.length === 0) return []
  const folios = await freeFolios(context, {
    table: 'anticipo_venta',
    prefix: 'AV-',
    numbers: collections.map(() => numbers(ADVANCE_FOLIO)),
  })
  const advances = collections.map(({ row, rest }, index) => ({
    id: numbers(ADVANCE),
    folio: folios[index] ?? '',
    fecha: row.fecha,
    cliente: row.cliente,
    moneda: row.moneda,
    tipo_cambio: row.tipo_cambio,
    forma_pago: row.forma_pago,
    importe: amountText(rest),
    cobro: row.id,
    nota_credito: null,
  }))
  await insertAdvances(context.tx, context.caller.empresa, { advances, now: context.moment.now })
  return advances
}
