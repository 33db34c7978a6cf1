import type { Tx } from '@oficina/kit/database.ts'

import type { ErrorEntry } from '../../../errors.ts'
import { IN_SALE } from '../../../messages/sales.ts'
import { AUDIT_COUNTER, recordAudit } from '../../../store/audit-store.ts'
import { findOpenEntries } from '../../../store/journal-store.ts'
import { enqueueEvents } from '../../../store/outbox-store.ts'
import type { EmpresaId } from '../../../store/tenant-database.ts'
import type { ActionContext } from '../action.ts'
import type { CancelledRecord, CfdiKind, StampedRecord, StampEffects } from '../cfdi/cfdi-kind.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import type { Numbering } from '../contabilidad/effects/entry-folios.ts'
import { cancelReceivables } from '../cuentas-por-cobrar/store/receivable-store.ts'
import { invoiceEffects, planInvoices, type Invoiced } from './invoice-sales.ts'
import {
  changeGlobalInvoices,
  findSalesOfCfdis,
  invoiceGlobally,
  lockGlobalInvoices,
  releaseSales,
  type GlobalInvoiceRow,
} from './store/global-invoice-store.ts'
import { lockSalesToInvoice, type InvoiceSale } from './store/invoice-store.ts'

export const STAMP_GLOBAL = 'timbrar_factura_global'
export const CANCEL_GLOBAL = 'cancelar_factura_global'

const MODEL = 'FacturaGlobal'

/** What the stamp of a global invoice does: every sale that it names is invoiced, owed and booked by itself. */
export const GLOBAL_KIND: CfdiKind = { model: MODEL, lock, finish, cancel, reject }

async function lock(tx: Tx, empresa: EmpresaId, registros: readonly string[]): Promise<void> {
  const globals = await lockGlobalInvoices(tx, empresa, registros)
  const sales = await findSalesOfCfdis(tx, empresa, cfdisOf(globals))
  await lockSalesToInvoice(
    tx,
    empresa,
    sales.map(({ id }) => id),
  )
}

function cfdisOf(globals: ReadonlyMap<string, GlobalInvoiceRow>): readonly string[] {
  return [...globals.values()].flatMap(({ cfdi }) => cfdi ?? [])
}

async function finish(
  context: ActionContext,
  stamped: readonly StampedRecord[],
): Promise<StampEffects> {
  const { tx, caller } = context
  const ofCfdi = new Map(stamped.map((one) => [one.cfdi, one]))
  const sales = await findSalesOfCfdis(tx, caller.empresa, [...ofCfdi.keys()])
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
  const done = stamped.filter(({ registro }) => !refused.has(registro))
  const effects = await invoiceEffects(context, invoiced, {
    action: STAMP_GLOBAL,
    isShared: true,
  })
  return {
    refused,
    postings: effects.postings,
    counters: new Map([
      ...effects.counters,
      [AUDIT_COUNTER, (effects.counters.get(AUDIT_COUNTER) ?? 0) + done.length],
    ]),
    write: async (numbering) => {
      await effects.write(numbering)
      await writeStamped(context, { invoiced, done }, numbering)
    },
  }
}

/** The problem of a sale, told of its global invoice. */
export function inSale(id: string, { message, ...error }: ErrorEntry): ErrorEntry {
  return { ...error, message: IN_SALE({ id, what: message }) }
}

async function writeStamped(
  context: ActionContext,
  of: { readonly invoiced: readonly Invoiced[]; readonly done: readonly StampedRecord[] },
  numbering: Numbering,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  const ids = of.done.map(({ registro }) => registro)
  const globals = await lockGlobalInvoices(tx, empresa, ids)
  const uuids = new Map(of.done.map(({ registro, uuid }) => [registro, uuid]))
  await Promise.all([
    changeGlobalInvoices(tx, empresa, { ids, estado: 'timbrada', now }),
    invoiceGlobally(tx, empresa, {
      sales: of.invoiced.map(({ sale, stamped }) => ({
        id: sale.id,
        fecha_timbrado: stamped.fechaTimbrado,
      })),
      now,
    }),
    tell(context, { action: STAMP_GLOBAL, estado: 'timbrada', globals, uuids }, numbering),
  ])
}

/** Subscribers and the audit log. */
async function tell(
  { tx, caller, moment: { now } }: ActionContext,
  of: {
    readonly action: string
    readonly estado: 'timbrada' | 'cancelada'
    readonly globals: ReadonlyMap<string, GlobalInvoiceRow>
    readonly uuids: ReadonlyMap<string, string>
  },
  { numbers }: Numbering,
): Promise<void> {
  const rows = [...of.globals.values()]
  const uuidOf = (id: string) => of.uuids.get(id) ?? null
  await Promise.all([
    enqueueEvents(tx, caller.empresa, {
      events: rows.map(({ id, folio, total }) => ({
        modelo: MODEL,
        evento: of.estado,
        registro: id,
        datos: { folio, estado: of.estado, total, uuid: uuidOf(id) },
      })),
      now,
    }),
    recordAudit(tx, caller, {
      entries: rows.map(({ id, cfdi, estado }) => ({
        id: numbers(AUDIT_COUNTER),
        model: MODEL,
        recordId: id,
        operation: 'accion' as const,
        action: of.action,
        reason: null,
        before: { estado },
        after: { estado: of.estado, uuid: uuidOf(id), cfdi },
      })),
      now,
    }),
  ])
}

/** Its sales are confirmed again, as if nobody had invoiced them: owed no more, and booked the other way round. */
async function cancel(
  context: ActionContext,
  cancelled: readonly CancelledRecord[],
): Promise<StampEffects> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const cfdis = cancelled.map(({ cfdi }) => cfdi)
  const periods = await loadPeriods(tx, empresa, { days: [moment.today], module: 'ventas' })
  const closed = periods.problemOf(moment.today)
  if (closed !== null) {
    return {
      refused: new Map(cancelled.map(({ registro }) => [registro, closed])),
      postings: { entries: [], reversals: [] },
      counters: new Map(),
      write: () => Promise.resolve(),
    }
  }
  const ids = (await findSalesOfCfdis(tx, empresa, cfdis)).map(({ id }) => id)
  const sales = await lockSalesToInvoice(tx, empresa, ids)
  const open = await findOpenEntries(tx, empresa, { model: 'Venta', ids })
  return {
    refused: new Map(),
    postings: {
      entries: [],
      reversals: open.map((entry) => ({
        open: entry,
        fecha: moment.today,
        periodo: periods.idOf(moment.today),
        concepto: `Reversa de ${entry.folio}: ${sales.get(entry.registro ?? '')?.folio ?? ''}`,
      })),
    },
    counters: new Map([[AUDIT_COUNTER, sales.size + cancelled.length]]),
    write: (numbering) =>
      writeCancelled(context, { cancelled, sales: [...sales.values()] }, numbering),
  }
}

async function writeCancelled(
  context: ActionContext,
  {
    cancelled,
    sales,
  }: { readonly cancelled: readonly CancelledRecord[]; readonly sales: readonly InvoiceSale[] },
  numbering: Numbering,
): Promise<void> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  const ids = cancelled.map(({ registro }) => registro)
  const cfdis = cancelled.map(({ cfdi }) => cfdi)
  const globals = await lockGlobalInvoices(tx, empresa, ids)
  const uuids = new Map(cancelled.map(({ registro, uuid }) => [registro, uuid]))
  await Promise.all([
    changeGlobalInvoices(tx, empresa, { ids, estado: 'cancelada', now }),
    cancelReceivables(tx, empresa, { cfdis, now }),
    releaseSales(tx, empresa, { cfdis, now }),
    tell(context, { action: CANCEL_GLOBAL, estado: 'cancelada', globals, uuids }, numbering),
    recordAudit(tx, caller, {
      entries: sales.map(({ id, cfdi, estado }) => ({
        id: numbering.numbers(AUDIT_COUNTER),
        model: 'Venta',
        recordId: id,
        operation: 'accion' as const,
        action: CANCEL_GLOBAL,
        reason: null,
        before: { estado, cfdi },
        after: { estado: 'confirmada', cfdi: null },
      })),
      now,
    }),
  ])
}

/** A global invoice that the PAC refuses keeps no sale from another invoice. */
async function reject(
  { tx, caller, moment }: ActionContext,
  registros: readonly string[],
): Promise<void> {
  const globals = await lockGlobalInvoices(tx, caller.empresa, registros)
  await releaseSales(tx, caller.empresa, { cfdis: cfdisOf(globals), now: moment.now })
}
