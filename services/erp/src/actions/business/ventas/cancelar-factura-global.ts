import { statesBefore } from '../../../dictionary/document-moves.ts'
import type { ErrorEntry } from '../../../errors.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import {
  CANCEL_INPUTS,
  cancelReason,
  requestCancellations,
  type CancelReason,
} from '../cfdi/request-cancellations.ts'
import { DocumentBatch } from '../document-batch.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { CANCEL_GLOBAL, GLOBAL_KIND } from './global-invoice-kind.ts'
import { keptInvoices } from './kept-invoices.ts'
import {
  changeGlobalInvoices,
  findSalesOfCfdis,
  lockGlobalInvoices,
  type GlobalInvoiceRow,
} from './store/global-invoice-store.ts'
import { lockSalesToInvoice } from './store/invoice-store.ts'

/**
 * Cancels global invoices: drafts at once, the others when the SAT has cancelled their CFDI; their sales are then confirmed
 * again.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const cancelarFacturaGlobal: RecordAction = {
  model: 'FacturaGlobal',
  name: CANCEL_GLOBAL,
  label: 'Cancelar factura global',
  mode: 'grid_action',
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  emits: ['cancelada'],
  run: cancel,
  follow: (outside, ids) => followCancellations(outside, GLOBAL_KIND, ids),
}

async function cancel(context: ActionContext, ids: readonly string[]): Promise<ActionOutcome> {
  const { tx, caller, inputs, moment } = context
  const batch = new DocumentBatch(ids, await lockGlobalInvoices(tx, caller.empresa, ids), {
    model: cancelarFacturaGlobal.model,
    states: statesBefore('FacturaGlobal', CANCEL_GLOBAL),
  })
  for (const { id, cfdi, cfdi_estado } of batch.remaining) {
    if (cfdi_estado !== 'por_timbrar') continue
    const message = `FacturaGlobal ${id} is being stamped, as Cfdi ${cfdi ?? ''}.`
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  const stamped = batch.remaining.filter(isStamped)
  const why = await cancelReason(context, inputs)
  if ('code' in why) for (const { id } of stamped) batch.refuse(id, why)
  else await request(context, { batch, stamped, why })
  const drafts = batch.remaining.filter((one) => !isStamped(one)).map(({ id }) => id)
  await changeGlobalInvoices(tx, caller.empresa, {
    ids: drafts,
    estado: 'cancelada',
    now: moment.now,
  })
  await recordDeeds(
    context,
    { ...cancelarFacturaGlobal, reason: String(inputs.get('motivo')).trim() },
    batch.remaining.map((one) => ({
      id: one.id,
      folio: one.folio,
      before: one.estado,
      after: isStamped(one) ? one.estado : 'cancelada',
      ...(isStamped(one) ? { more: { cfdi: 'por_cancelar' } } : {}),
    })),
  )
  return batch.outcome
}

function isStamped({ estado }: GlobalInvoiceRow): boolean {
  return estado === 'timbrada'
}

/** Asks to cancel the CFDI of global invoices of whose sales nothing was collected. */
async function request(
  context: ActionContext,
  {
    batch,
    stamped,
    why,
  }: {
    readonly batch: DocumentBatch<GlobalInvoiceRow>
    readonly stamped: readonly GlobalInvoiceRow[]
    readonly why: CancelReason
  },
): Promise<void> {
  for (const [id, problems] of await keptGlobals(context, stamped, why))
    batch.refuse(id, ...problems)
  const wanted = batch.remaining.filter(isStamped).map(({ id, cfdi }) => ({
    modelo: cancelarFacturaGlobal.model,
    registro: id,
    cfdi: cfdi ?? '0',
  }))
  for (const [id, problem] of await requestCancellations(context, wanted, why))
    batch.refuse(id, problem)
}

/** The sales that keep a global invoice, by its id. */
async function keptGlobals(
  context: ActionContext,
  stamped: readonly GlobalInvoiceRow[],
  why: CancelReason,
): Promise<ReadonlyMap<string, readonly ErrorEntry[]>> {
  const { tx, caller } = context
  const sales = await findSalesOfCfdis(
    tx,
    caller.empresa,
    stamped.flatMap(({ cfdi }) => cfdi ?? []),
  )
  const ids = sales.map(({ id }) => id)
  await lockSalesToInvoice(tx, caller.empresa, ids)
  const kept = await keptInvoices(context, ids, why)
  const byCfdi = Map.groupBy(sales, ({ cfdi }) => cfdi)
  return new Map(
    stamped.map(({ id, cfdi }) => {
      const problems = (byCfdi.get(cfdi ?? '') ?? []).flatMap((sale) => kept.get(sale.id) ?? [])
      return [id, problems.slice(0, MAX_TOLD)] as const
    }),
  )
}

const MAX_TOLD = 10
