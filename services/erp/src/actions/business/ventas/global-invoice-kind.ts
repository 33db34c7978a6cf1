import type { ErrorEntry } from '../../../errors.ts'
import { IN_SALE } from '../../../messages/sales.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { lockRows, readRows, rowsBelow } from '../../../store/records/model-rows.ts'
import type { ActionContext } from '../action.ts'
import type { CancelledRecord, CfdiKind, StampedRecord, Unfinished } from '../cfdi/cfdi-kind.ts'
import type { Changes } from '../changes.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { reversalOf } from '../contabilidad/reversal-of.ts'
import { cancelReceivables } from '../cuentas-por-cobrar/store/receivable-store.ts'
import { invoiceSales, planInvoices } from './invoice-sales.ts'

export const STAMP_GLOBAL = 'timbrar_factura_global'
export const CANCEL_GLOBAL = 'cancelar_factura_global'

const MODEL = 'FacturaGlobal'

/** What the stamp of a global invoice does: every sale that it names is invoiced, owed and booked by itself. */
export const GLOBAL_KIND: CfdiKind = {
  model: MODEL,
  actions: { stamp: STAMP_GLOBAL, cancel: CANCEL_GLOBAL },
  lock,
  finish,
  cancel,
  reject,
}

async function lock(context: ActionContext, registros: readonly string[]): Promise<void> {
  const rows = await lockRows(context, MODEL, { ids: registros, fields: ['cfdi'] })
  const sales = await salesOf(
    context,
    [...rows.values()].flatMap(({ cfdi }) => cfdi ?? []),
  )
  const ids = sales.map(({ id }) => id)
  await lockRows(context, 'Venta', { ids, fields: [] })
}

/** The sales that CFDI of global invoices invoice. */
export async function salesOf(context: ActionContext, cfdis: readonly string[]) {
  const sales = await rowsBelow(context, 'Venta', {
    parent: 'cfdi',
    ids: cfdis,
    fields: ['folio', 'estado', 'fecha_timbrado'],
  })
  return [...sales].flatMap(([cfdi, some]) => some.map((sale) => ({ ...sale, cfdi })))
}

async function finish(
  context: ActionContext,
  changes: Changes,
  stamped: readonly StampedRecord[],
): Promise<Unfinished> {
  const ofCfdi = new Map(stamped.map((one) => [one.cfdi, one]))
  const sales = await salesOf(context, [...ofCfdi.keys()])
  const stamps = new Map(
    sales.flatMap(({ id, cfdi }) => {
      const stamp = ofCfdi.get(cfdi)
      return stamp === undefined ? [] : [[id, stamp] as const]
    }),
  )
  const planned = await planInvoices(context, stamps)
  // All of its sales, or none: one that cannot be booked keeps the whole invoice waiting.
  const refused = new Map<string, ErrorEntry>()
  for (const [id, error] of planned.refused)
    refused.set(stamps.get(id)?.registro ?? '', inSale(id, error))
  const invoiced = planned.invoiced.filter((one) => !refused.has(one.stamped.registro))
  await invoiceSales(context, changes, { invoiced, isShared: true })
  const records = stamped.filter(({ registro }) => !refused.has(registro))
  await moveGlobals(context, changes, { records, to: 'timbrada' })
  return refused
}

/** The problem of a sale, told of its global invoice. */
export function inSale(id: string, { message, ...error }: ErrorEntry): ErrorEntry {
  return { ...error, message: IN_SALE({ id, what: message }) }
}

async function moveGlobals(
  context: ActionContext,
  changes: Changes,
  {
    records,
    to,
  }: {
    readonly records: readonly Pick<StampedRecord, 'registro' | 'cfdi' | 'uuid'>[]
    readonly to: 'timbrada' | 'cancelada'
  },
): Promise<void> {
  const ids = records.map(({ registro }) => registro)
  const rows = await readRows(context, MODEL, { ids, fields: ['folio', 'estado', 'total'] })
  for (const { registro, cfdi, uuid } of records) {
    const row = rows.get(registro)
    if (row === undefined) continue
    const told = { total: row.total, uuid }
    changes.move(MODEL, row, to, { fields: {}, told, noted: { cfdi } })
  }
}

/** Its sales are confirmed again, as if nobody had invoiced them: owed no more, and booked the other way round. */
async function cancel(
  context: ActionContext,
  changes: Changes,
  cancelled: readonly CancelledRecord[],
): Promise<Unfinished> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now, today } = moment
  const cfdis = cancelled.map(({ cfdi }) => cfdi)
  const periods = await loadPeriods(tx, empresa, { days: [today], module: 'ventas' })
  const closed = periods.problemOf(today)
  if (closed !== null) return new Map(cancelled.map(({ registro }) => [registro, closed]))
  const sales = await salesOf(context, cfdis)
  const open = await findOpenEntries(tx, empresa, {
    model: 'Venta',
    ids: sales.map(({ id }) => id),
  })
  await moveGlobals(context, changes, { records: cancelled, to: 'cancelada' })
  for (const sale of sales) changes.amend('Venta', sale, RELEASED)
  changes.also({ write: () => cancelReceivables(tx, empresa, { cfdis, now }) })
  const folios = new Map(sales.map(({ id, folio }) => [id, folio]))
  changes.post({
    reversals: open.map((entry) =>
      reversalOf(entry, { folio: folios.get(entry.registro ?? '') ?? '', day: today, periods }),
    ),
  })
  return new Map()
}

/** What CFDI of global invoices were to invoice is not invoiced. */
const RELEASED = { estado: 'confirmada', cfdi: null, fecha_timbrado: null } as const

/** A global invoice that the PAC refuses keeps no sale from another invoice. */
async function reject(
  context: ActionContext,
  changes: Changes,
  registros: readonly string[],
): Promise<void> {
  const rows = await readRows(context, MODEL, { ids: registros, fields: ['cfdi'] })
  const cfdis = [...rows.values()].flatMap(({ cfdi }) => cfdi ?? [])
  for (const { id } of await salesOf(context, cfdis)) changes.change('Venta', id, RELEASED)
}
