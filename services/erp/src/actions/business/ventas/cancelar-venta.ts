import { statesBefore } from '../../documents/state-table.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import { CANCEL_INPUTS, cancelReason, requestCancellations } from '../cfdi/request-cancellations.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { CANCEL_SALE } from './cancel-invoices.ts'
import { keptInvoices } from './kept-invoices.ts'
import { SALE_KIND } from './sale-kind.ts'
import { findGlobalsOf } from './store/global-invoice-store.ts'
import { lockSales, type SaleRow } from './store/sale-store.ts'
import { VENTA_STATES } from './venta-states.ts'
import { withdrawSales } from './withdraw-sales.ts'

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
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: ['cancelada'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, SALE_KIND, ids),
}

const INVOICED = 'facturada'

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, inputs } = context
  const locked = await lockSales(tx, caller.empresa, ids)
  const isInvoiced = (id: string) => locked.get(id)?.estado === INVOICED
  const states = statesBefore(VENTA_STATES, CANCEL_SALE)
  const reason = String(inputs.get('motivo')).trim()
  const invoiced = new DocumentBatch(ids.filter(isInvoiced), locked, {
    model: 'Venta',
    states: [INVOICED],
  })
  if (invoiced.remaining.length > 0) await request(context, invoiced, reason)
  const withdrawn = await withdrawSales(
    context,
    ids.filter((id) => !isInvoiced(id)),
    { action: cancelarVenta, from: states, to: 'cancelada', reason },
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
  batch: DocumentBatch<SaleRow>,
  reason: string,
): Promise<void> {
  const { inputs } = context
  const why = await cancelReason(context, inputs)
  if ('code' in why) {
    for (const { id } of batch.remaining) batch.refuse(id, why)
    return
  }
  await refuseGlobal(context, batch)
  const open = batch.remaining.map(({ id }) => id)
  for (const [id, problem] of await keptInvoices(context, open, why)) batch.refuse(id, problem)
  const wanted = batch.remaining.map(({ id, cfdi }) => ({
    modelo: 'Venta',
    registro: id,
    cfdi: cfdi ?? '0',
  }))
  for (const [id, problem] of await requestCancellations(context, wanted, why))
    batch.refuse(id, problem)
  await recordDeeds(
    context,
    { model: 'Venta', name: CANCEL_SALE, reason },
    batch.remaining.map(({ id, folio, estado }) => ({
      id,
      folio,
      before: estado,
      after: estado,
      more: { cfdi: 'por_cancelar', motivo_sat: why.motivo },
    })),
  )
}

/** A CFDI of many sales is not cancelled for one of them. */
async function refuseGlobal(
  { tx, caller }: ActionContext,
  batch: DocumentBatch<SaleRow>,
): Promise<void> {
  const globals = await findGlobalsOf(
    tx,
    caller.empresa,
    batch.remaining.flatMap(({ cfdi }) => cfdi ?? []),
  )
  for (const { id, cfdi } of batch.remaining) {
    const global = globals.get(cfdi ?? '')
    if (global === undefined) continue
    const message = `Venta ${id} is invoiced by FacturaGlobal ${global} with others; cancelar_factura_global cancels that, or write a credit note.`
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
}
