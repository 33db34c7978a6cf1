import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { compare, decimal } from '../../../fiscal/decimal.ts'
import { ADVANCE_ON_ITS_WAY, SALE_TOTAL_DIFFERS } from '../../../messages/invoiced-sales.ts'
import { BEING_STAMPED_ALREADY, HAS_CFDI } from '../../../messages/stamping.ts'
import { NO_LINES_TO_INVOICE } from '../../../messages/without-lines.ts'
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
  holdAdvancesOfSales,
  type AdvanceOfSale,
} from '../cuentas-por-cobrar/store/advance-cfdi-store.ts'
import { datedSales, moveDay } from './dated-sales.ts'
import { replacedProblem } from './decisions/replaced-sale.ts'
import { mendable, saleRequest, type WholeSale } from './decisions/sale-cfdi.ts'
import { saleEntry, unbrokenTaxes } from './decisions/sale-entry.ts'
import { STAMP_SALE } from './invoice-sales.ts'
import { SALE_KIND } from './sale-kind.ts'
import { findSalesToInvoice, type InvoiceSale } from './store/invoice-store.ts'
import { findReplacedSales, type ReplacedSale } from './store/replaced-sale-store.ts'
import { wholeSales } from './whole-sales.ts'

/**
 * Invoices confirmed sales: a CFDI of each is sealed, stamped by the PAC, owed by the customer and booked.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const timbrarVenta: RecordAction = {
  model: 'Venta',
  name: STAMP_SALE,
  label: 'Timbrar venta',
  mode: 'grid_action',
  inputs: [],
  emits: ['facturada'],
  ...issuing(intend),
  follow: (outside, ids) => followIntents(outside, SALE_KIND, ids),
}

async function intend(
  context: ActionContext,
  issuer: Issuer,
  ids: readonly string[],
): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const batch = new BatchOutcome()
  // Sent in this order, without a wait between them.
  const [, locked] = await Promise.all([
    lockRows(context, 'Venta', { ids, fields: [] }),
    findSalesToInvoice(tx, empresa, ids),
  ])
  const states = statesBefore('Venta', STAMP_SALE)
  const sales = inStates(ids, locked, { batch, model: 'Venta', states })
  for (const sale of sales) {
    const problem = alreadyOnItsWay(sale)
    if (problem !== null) batch.refuse(sale.id, problem)
  }
  const { dated, moved } = await datedSales(context, issuer, {
    batch,
    sales: batch.remaining(sales),
  })
  const whole = await wholeSales(tx, empresa, dated)
  const advances = await advancesOf(context, batch.remaining(sales))
  const replaced = await findReplacedSales(
    tx,
    empresa,
    batch.remaining(sales).map(({ id }) => id),
  )
  const checked = new Map<string, CheckedCfdi>()
  for (const one of whole) {
    const found = check(issuer, one, {
      advances: advances.get(one.sale.id) ?? [],
      replaced: replaced.get(one.sale.id) ?? null,
      nowMs: Date.parse(moment.now),
    })
    if ('comprobante' in found) checked.set(one.sale.id, found)
    else refuseAll(batch, one.sale.id, found)
  }
  await refuseUnbookable(context, batch, { whole, checked })
  const ready = batch.remaining(sales).flatMap(({ id }) => checked.get(id) ?? [])
  const sealed = await sealIntents(context, issuer, ready)
  const kept = new Set(ready.map(({ request }) => request.registro))
  const changes = new Changes(context, { name: STAMP_SALE, reason: null })
  for (const [id, cfdi] of await writeIntents(context, changes, sealed))
    changes.change('Venta', id, { cfdi })
  for (const one of moved) if (kept.has(one.after.id)) moveDay(changes, one)
  await changes.write()
  return batch.outcome()
}

/** The invoiced advances of sales. */
async function advancesOf(
  { tx, caller }: ActionContext,
  sales: readonly InvoiceSale[],
): Promise<ReadonlyMap<string, readonly AdvanceOfSale[]>> {
  const ids = sales.map(({ id }) => id)
  const rows = await holdAdvancesOfSales(tx, caller.empresa, ids)
  return Map.groupBy(rows, ({ venta }) => venta)
}

function refuseAll(batch: BatchOutcome, id: string, problems: readonly ErrorEntry[]): void {
  const [first, ...more] = problems
  if (first !== undefined) batch.refuse(id, first, ...more)
}

function alreadyOnItsWay({ id, cfdi, cfdi_estado }: InvoiceSale): ErrorEntry | null {
  if (cfdi === null || cfdi_estado === 'rechazado') return null
  const message =
    cfdi_estado === 'por_timbrar'
      ? BEING_STAMPED_ALREADY({ model: 'Venta', id, cfdi })
      : HAS_CFDI({ model: 'Venta', id, cfdi, state: String(cfdi_estado) })
  return { code: 'INVALID_STATE', field: 'cfdi', message }
}

/** The CFDI of a sale, or everything that keeps it from being one. */
function check(
  issuer: Issuer,
  whole: WholeSale,
  {
    advances,
    nowMs,
    replaced,
  }: {
    readonly advances: readonly AdvanceOfSale[]
    readonly replaced: ReplacedSale | null
    readonly nowMs: number
  },
): CheckedCfdi | readonly ErrorEntry[] {
  const { sale, lines } = whole
  if (lines.length === 0)
    return [{ code: 'NO_LINES', message: NO_LINES_TO_INVOICE({ model: 'Venta', id: sale.id }) }]
  const unbroken = unbrokenTaxes(whole)
  if (unbroken !== null) return [{ code: 'VALIDATION', field: 'impuestos', message: unbroken }]
  const moving = advances.find(({ estado }) => estado !== 'vigente')
  if (moving !== undefined) {
    const { folio: advance, estado: state } = moving
    const message = ADVANCE_ON_ITS_WAY({ id: sale.id, advance, state })
    return [{ code: 'INVALID_STATE', field: 'cfdi', message }]
  }
  const other = replaced === null ? null : replacedProblem(whole.sale, replaced)
  if (other !== null) return [other]
  const request = saleRequest(whole, {
    replaced: replaced?.uuid ?? null,
    place: issuer.placeOf(sale.sucursal),
    advances: advances.flatMap(({ uuid }) => uuid ?? []),
  })
  const checked = checkRequest(issuer, request, nowMs)
  if (!checked.ok) {
    const partidas = lines.map(({ partida }) => partida)
    return checked.error.map((problem) => mendable(problem, partidas))
  }
  const { Total } = checked.value.comprobante
  if (compare(decimal(Total), decimal(sale.total)) === 0) return checked.value
  const message = SALE_TOTAL_DIFFERS({ total: sale.total, made: Total })
  return [{ code: 'VALIDATION', field: 'total', message }]
}

/** What cannot be booked now is not stamped: a stamp would have to wait for it. */
async function refuseUnbookable(
  context: ActionContext,
  batch: BatchOutcome,
  of: {
    readonly whole: readonly WholeSale[]
    readonly checked: ReadonlyMap<string, CheckedCfdi>
  },
): Promise<void> {
  const sources = of.whole.flatMap((one) => {
    const fecha = of.checked.get(one.sale.id)?.comprobante.Fecha.slice(0, 10)
    return fecha === undefined ? [] : [saleEntry(one, fecha)]
  })
  const entries = await planSaleEntries(context, { model: 'Venta', event: STAMP_SALE, sources })
  for (const [id, entry] of entries) if (!entry.ok) batch.refuse(id, entry.error)
}
