import { INVOICED_WITH_OTHERS } from '../../../messages/invoiced-sales.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import {
  CANCEL_INPUTS,
  cancelReason,
  requestCancellations,
  type CancelReason,
} from '../cfdi/request-cancellations.ts'
import { Changes } from '../changes.ts'
import { runLocked } from '../document-action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { CANCEL_SALE } from './cancel-invoices.ts'
import { keptInvoices } from './kept-invoices.ts'
import { WITHDRAWN, withdrawSales } from './regresar-venta.ts'
import { SALE_KIND } from './sale-kind.ts'
import {
  findDelivered,
  GOODS_INPUT,
  goodsProblem,
  settleGoods,
  type CancelledSale,
  type Goods,
} from './settle-goods.ts'
import { findGlobalsOf } from './store/global-invoice-store.ts'
import { findSaleOfCfdi } from './store/replaced-sale-store.ts'

/**
 * Cancels sales: those that are not invoiced at once, the others when the SAT has cancelled their CFDI.
 * @source docs/decisions/0250-erp-selling.md
 * @source docs/decisions/0251-erp-stamping.md
 */
export const cancelarVenta: RecordAction = {
  model: 'Venta',
  name: CANCEL_SALE,
  label: 'Cancelar venta',
  mode: 'grid_action',
  inputs: [reasonInput(), ...CANCEL_INPUTS, GOODS_INPUT],
  emits: ['cancelada'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, SALE_KIND, ids),
}

const INVOICED = 'facturada'

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, inputs } = context
  const why = await cancelReason(context, inputs)
  const replacing =
    'code' in why || why.sustituto === null
      ? null
      : await findSaleOfCfdi(tx, caller.empresa, why.sustituto.id)
  // In one statement, since sales are locked in the order of their ids.
  const locked = await lockRows(context, 'Venta', {
    ids: replacing === null ? ids : [...ids, replacing],
    fields: ['folio', 'estado', 'cfdi'],
  })
  const isInvoiced = (id: string) => locked.get(id)?.estado === INVOICED
  const reason = String(inputs.get('motivo')).trim()
  const invoiced = new DocumentBatch(ids.filter(isInvoiced), locked, {
    model: 'Venta',
    states: [INVOICED],
  })
  const substitute = locked.get(replacing ?? '') ?? null
  if ('code' in why) for (const { id } of invoiced.remaining) invoiced.refuse(id, why)
  else if (invoiced.remaining.length > 0)
    await request(context, invoiced, { reason, why, substitute })
  const others = ids.filter((id) => !isInvoiced(id))
  const rows = await lockRows(context, 'Venta', {
    ids: others,
    fields: ['folio', 'estado', ...WITHDRAWN],
  })
  const withdrawn = await runLocked(
    'Venta',
    { name: CANCEL_SALE, reason, run: withdrawSales },
    { context, ids: others, rows },
  )
  const asked = invoiced.outcome
  return {
    refused: new Map([...withdrawn.refused, ...asked.refused]),
    warnings: new Map([...withdrawn.warnings, ...asked.warnings]),
  }
}

/** Asks to cancel the CFDI of sales that nobody has paid. */
async function request(
  context: ActionContext,
  batch: DocumentBatch<CancelledSale>,
  of: {
    readonly reason: string
    readonly why: CancelReason
    readonly substitute: CancelledSale | null
  },
): Promise<void> {
  const { reason, why } = of
  const goods = goodsOf(context)
  await refuseGlobal(context, batch)
  const open = batch.remaining.map(({ id }) => id)
  for (const [id, problem] of await keptInvoices(context, open, why)) batch.refuse(id, problem)
  const asked = { goods, why, substitute: of.substitute }
  const delivered = await findDelivered(context, [
    ...batch.remaining.map(({ id }) => id),
    ...(of.substitute === null ? [] : [of.substitute.id]),
  ])
  for (const sale of batch.remaining) {
    const problem = goodsProblem(sale, delivered, asked)
    if (problem !== null) batch.refuse(sale.id, problem)
  }
  const wanted = batch.remaining.map(({ id, folio, estado, cfdi }) => ({
    modelo: 'Venta' as const,
    registro: id,
    folio,
    estado,
    cfdi: cfdi ?? '0',
    ...(goods !== null && delivered.delivered.has(id) ? { mercancia: goods } : {}),
  }))
  const changes = new Changes(context, { name: CANCEL_SALE, reason })
  for (const [id, problem] of await requestCancellations(context, changes, wanted, why))
    batch.refuse(id, problem)
  const out = batch.remaining.filter(({ id }) => delivered.delivered.has(id))
  await settleGoods(context, out, { goods, substitute: of.substitute, reason })
  await changes.write()
}

function goodsOf({ inputs }: ActionContext): Goods | null {
  const given = inputs.get('mercancia')
  // The input allows nothing else.
  return given === undefined || given === null ? null : (given as Goods)
}

/** A CFDI of many sales is not cancelled for one of them. */
async function refuseGlobal(
  { tx, caller }: ActionContext,
  batch: DocumentBatch<CancelledSale>,
): Promise<void> {
  const globals = await findGlobalsOf(
    tx,
    caller.empresa,
    batch.remaining.flatMap(({ cfdi }) => cfdi ?? []),
  )
  for (const { id, cfdi } of batch.remaining) {
    const global = globals.get(cfdi ?? '')
    if (global === undefined) continue
    const message = INVOICED_WITH_OTHERS({ id, global })
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
}
