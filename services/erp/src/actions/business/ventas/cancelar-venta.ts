import type { ErrorEntry } from '../../../errors.ts'
import { statesBefore } from '../../documents/state-table.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import {
  CANCEL_INPUTS,
  cancelReason,
  requestCancellations,
  type CancelReason,
} from '../cfdi/request-cancellations.ts'
import { loadPeriods } from '../contabilidad/accounting-periods.ts'
import { reasonInput } from '../inventario/action-inputs.ts'
import { DocumentBatch } from '../inventario/document-batch.ts'
import { recordDeeds } from '../inventario/effects/document-effects.ts'
import { seenBy, toldDependents } from '../told-dependents.ts'
import { CANCEL_SALE } from './cancel-invoices.ts'
import { SALE_KIND } from './sale-kind.ts'
import { findCollected } from './store/invoice-store.ts'
import { findSaleDependents, lockSales, type SaleRow } from './store/sale-store.ts'
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
  await refuseKept(context, batch, why)
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

/** What keeps invoices: money, goods that were delivered where nothing is said to have been, and closed books. */
async function refuseKept(
  context: ActionContext,
  batch: DocumentBatch<SaleRow>,
  { motivo }: CancelReason,
): Promise<void> {
  const { tx, caller, moment } = context
  const ids = batch.remaining.map(({ id }) => id)
  const [collected, dependents, periods] = await Promise.all([
    findCollected(tx, caller.empresa, ids),
    findSaleDependents(tx, caller.empresa, ids),
    loadPeriods(tx, caller.empresa, { days: [moment.today], module: 'ventas' }),
  ])
  const closed = periods.problemOf(moment.today)
  const isSeen = seenBy(context)
  for (const { id } of batch.remaining) {
    const taken = collected.get(id)
    const kept = dependents.filter(
      ({ venta, modelo }) => venta === id && KEEPING[modelo]?.includes(motivo) === true,
    )
    if (taken !== undefined) batch.refuse(id, paid(id, taken))
    else if (kept.length > 0) {
      const { dependents: told, names } = toldDependents(kept, isSeen)
      const message = `Venta ${id} has ${names}; take these back first.`
      batch.refuse(id, { code: 'HAS_DEPENDENTS', message, dependents: told })
    } else if (closed !== null) batch.refuse(id, closed)
  }
}

/** The reasons for which records of a model keep an invoice. */
const KEEPING: Readonly<Record<string, readonly string[]>> = {
  // What was delivered did take place.
  RemisionVenta: ['03'],
  AnticipoVenta: ['01', '02', '03', '04'],
}

function paid(
  id: string,
  { total, saldo }: { readonly total: string; readonly saldo: string },
): ErrorEntry {
  const message = `Venta ${id} was collected or credited: of ${total} only ${saldo} is owed. Take the collection back, or write a credit note.`
  return { code: 'INVALID_STATE', field: 'estado', message }
}
