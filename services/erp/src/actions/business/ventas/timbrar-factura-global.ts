import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { PUBLIC_RFC } from '../../../fiscal/cfdi/generic-parties.ts'
import {
  FIRST_PUBLIC_SALES,
  GLOBAL_IN_PESOS,
  GLOBAL_OF_TICKETS,
  GLOBAL_TOTAL_DIFFERS,
  NO_FORM_OF_PAYMENT,
  NO_PUBLIC_SALES,
} from '../../../messages/global-invoices.ts'
import { HAS_CFDI } from '../../../messages/stamping.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { BatchOutcome, inStates } from '../batch-outcome.ts'
import { checkRequest, type CheckedCfdi } from '../cfdi/cfdi-request.ts'
import { followIntents } from '../cfdi/follow-intents.ts'
import { sealIntents, writeIntents } from '../cfdi/intents.ts'
import type { Issuer } from '../cfdi/issuer.ts'
import { issuing } from '../cfdi/issuing-action.ts'
import { Changes } from '../changes.ts'
import { planSaleEntries } from '../contabilidad/plan-sale-entries.ts'
import {
  firstSales,
  globalAmounts,
  globalProblem,
  globalRequest,
  largestForm,
  saleProblem,
  type GlobalInvoice,
} from './decisions/global-cfdi.ts'
import { globalPeriod, periodProblems } from './decisions/global-period.ts'
import { saleEntry } from './decisions/sale-entry.ts'
import { GLOBAL_KIND, inSale, STAMP_GLOBAL } from './global-invoice-kind.ts'
import { STAMP_SALE } from './invoice-sales.ts'
import {
  findGlobalInvoices,
  lockPublicSales,
  type GlobalInvoiceRow,
} from './store/global-invoice-store.ts'
import { findSalesToInvoice } from './store/invoice-store.ts'
import { wholeSales } from './whole-sales.ts'

/**
 * Invoices all sales to the public at large of a period by one CFDI; each is owed and booked by itself.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const timbrarFacturaGlobal: RecordAction = {
  model: 'FacturaGlobal',
  name: STAMP_GLOBAL,
  label: 'Timbrar factura global',
  mode: 'grid_action',
  inputs: [],
  emits: ['timbrada'],
  ...issuing(intend),
  follow: (outside, ids) => followIntents(outside, GLOBAL_KIND, ids),
}

// The SAT names no limit; 5,000 sales are two megabytes, and are booked in one transaction. Taxes that stay one by one take
// a hundred bytes each, of the eight megabytes that are read back (MAX_CFDI_BYTES).
const LIMITS = { sales: 5_000, taxes: 40_000 } as const
/** Of the sales that keep a global invoice from being made. */
const MAX_TOLD = 10

interface Ready extends GlobalInvoice {
  readonly checked: CheckedCfdi
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller } = context
  const batch = new BatchOutcome()
  // Sent in this order, without a wait between them.
  const [, locked] = await Promise.all([
    lockRows(context, 'FacturaGlobal', { ids, fields: [] }),
    findGlobalInvoices(tx, caller.empresa, ids),
  ])
  const states = statesBefore('FacturaGlobal', STAMP_GLOBAL)
  const ready: Ready[] = []
  for (const global of inStates(ids, locked, { batch, model: 'FacturaGlobal', states })) {
    const found = await readyOf(context, issuer, { global, before: ready, batch })
    if ('checked' in found) ready.push(found)
    else refuseAll(batch, global.id, found)
  }
  await write(context, issuer, ready)
  return batch.outcome()
}

function refuseAll(batch: BatchOutcome, id: string, problems: readonly ErrorEntry[]): void {
  const [first, ...others] = problems
  if (first !== undefined) batch.refuse(id, first, ...others)
}

/** A global invoice that can be sealed, or everything that keeps it from being one. */
async function readyOf(
  context: ActionContext,
  issuer: Issuer,
  of: {
    readonly global: GlobalInvoiceRow
    /** Of the same batch: their sales are no others'. */
    readonly before: readonly Ready[]
    readonly batch: BatchOutcome
  },
): Promise<Ready | readonly ErrorEntry[]> {
  const { global, batch } = of
  const early = earlyProblems(global, context.moment.today)
  if (early.length > 0) return early
  const found = await publicSales(context, global, of.before)
  const { sales } = found
  if (sales.length === 0) return [nothingToInvoice(global)]
  const problems = sales.flatMap((one) => saleProblem(one) ?? [])
  if (problems.length > 0) return problems.slice(0, MAX_TOLD)
  const checked = check(issuer, { global, sales }, Date.parse(context.moment.now))
  if (!('comprobante' in checked)) return checked
  const unbookable = await unbookableSales(context, { global, sales, checked })
  if (unbookable.length > 0) return unbookable.slice(0, MAX_TOLD)
  if (found.hasMore) batch.warn(global.id, [more(global, sales.length)])
  return { global, sales, checked }
}

function earlyProblems(global: GlobalInvoiceRow, today: string): readonly ErrorEntry[] {
  const { id, cfdi, cfdi_estado, moneda, tickets } = global
  if (cfdi !== null && cfdi_estado !== 'rechazado') {
    const message = HAS_CFDI({ model: 'FacturaGlobal', id, cfdi, state: cfdi_estado ?? '' })
    return [{ code: 'INVALID_STATE', field: 'cfdi', message }]
  }
  const problems = [...periodProblems(global, today)]
  if (moneda !== 'MXN') {
    const message = GLOBAL_IN_PESOS({ currency: moneda })
    problems.push({ code: 'VALIDATION', field: 'moneda', message })
  }
  if (tickets > 0) {
    const message = GLOBAL_OF_TICKETS({ id, action: STAMP_GLOBAL })
    problems.push({ code: 'VALIDATION', field: 'tickets', message })
  }
  return problems
}

/** The sales of a global invoice, locked, the first ones where they are more than a CFDI takes. */
async function publicSales(
  { tx, caller: { empresa } }: ActionContext,
  { fecha, periodicidad, sucursal }: GlobalInvoiceRow,
  before: readonly Ready[],
): Promise<Pick<GlobalInvoice, 'sales'> & { readonly hasMore: boolean }> {
  const { desde, hasta } = globalPeriod(fecha, periodicidad)
  const ids = await lockPublicSales(tx, empresa, {
    sucursal,
    desde,
    hasta,
    rfc: PUBLIC_RFC,
    taken: before.flatMap(({ sales }) => sales.map(({ sale }) => sale.id)),
    limit: LIMITS.sales + 1,
  })
  const rows = await findSalesToInvoice(tx, empresa, ids)
  const sales = firstSales(await wholeSales(tx, empresa, [...rows.values()]), LIMITS)
  return { sales, hasMore: sales.length < ids.length }
}

function nothingToInvoice({ id, fecha, periodicidad }: GlobalInvoiceRow): ErrorEntry {
  const { desde, hasta } = globalPeriod(fecha, periodicidad)
  const message = NO_PUBLIC_SALES({ id, rfc: PUBLIC_RFC, from: desde, to: hasta })
  return { code: 'NO_LINES', message }
}

function more({ id }: GlobalInvoiceRow, count: number): ErrorEntry {
  return { code: 'PENDING_DOCUMENTS', message: FIRST_PUBLIC_SALES({ id, count }) }
}

function check(
  issuer: Issuer,
  invoice: GlobalInvoice,
  nowMs: number,
): CheckedCfdi | readonly ErrorEntry[] {
  const { global, sales } = invoice
  const formaPago = largestForm(sales)
  if (formaPago === undefined) {
    return [{ code: 'VALIDATION', message: NO_FORM_OF_PAYMENT({ id: global.id }) }]
  }
  const place = issuer.placeOf(global.sucursal)
  const checked = checkRequest(issuer, globalRequest(invoice, { place, formaPago }), nowMs)
  if (!checked.ok)
    return checked.error.slice(0, MAX_TOLD).map((problem) => globalProblem(problem, sales))
  const { Total } = checked.value.comprobante
  const { total } = globalAmounts(sales)
  if (Total === total) return checked.value
  const message = GLOBAL_TOTAL_DIFFERS({ total, made: Total })
  return [{ code: 'VALIDATION', field: 'total', message }]
}

/** What cannot be booked now is not stamped: a stamp would have to wait for it. */
async function unbookableSales(
  context: ActionContext,
  { sales, checked }: Ready,
): Promise<readonly ErrorEntry[]> {
  const fecha = checked.comprobante.Fecha.slice(0, 10)
  const entries = await planSaleEntries(context, {
    model: 'Venta',
    event: STAMP_SALE,
    sources: sales.map((one) => saleEntry(one, fecha)),
  })
  return [...entries].flatMap(([id, entry]) => (entry.ok ? [] : [inSale(id, entry.error)]))
}

async function write(
  context: ActionContext,
  issuer: Issuer,
  ready: readonly Ready[],
): Promise<void> {
  const sealed = await sealIntents(
    context,
    issuer,
    ready.map(({ checked }) => checked),
  )
  const changes = new Changes(context, { name: STAMP_GLOBAL, reason: null })
  const links = await writeIntents(context, changes, sealed)
  for (const { global, sales } of ready) {
    const cfdi = links.get(global.id)
    if (cfdi === undefined) continue
    changes.change('FacturaGlobal', global.id, { cfdi, ...globalAmounts(sales) })
    for (const { sale } of sales) changes.change('Venta', sale.id, { cfdi })
  }
  await changes.write()
}
