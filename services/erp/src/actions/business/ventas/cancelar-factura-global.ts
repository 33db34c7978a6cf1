import type { ErrorEntry } from '../../../errors.ts'
import { BEING_STAMPED } from '../../../messages/stamping.ts'
import { lockRows } from '../../../store/records/model-rows.ts'
import { reasonInput } from '../action-inputs.ts'
import type { ActionContext, RecordAction } from '../action.ts'
import { followCancellations } from '../cfdi/follow-cancellations.ts'
import {
  CANCEL_INPUTS,
  cancelReason,
  requestCancellations,
  type CancelReason,
} from '../cfdi/request-cancellations.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { CANCEL_GLOBAL, GLOBAL_KIND, salesOf } from './global-invoice-kind.ts'
import { keptInvoices } from './kept-invoices.ts'

const FIELDS = ['cfdi', 'cfdi.estado'] as const
type Work = DocumentWork<'FacturaGlobal', (typeof FIELDS)[number]>
type Global = Work['batch']['remaining'][number]

/**
 * Cancels global invoices: drafts at once, the others when the SAT has cancelled their CFDI; their sales are then confirmed
 * again.
 * @source docs/decisions/0251-erp-stamping.md
 */
export const cancelarFacturaGlobal: RecordAction = {
  ...documentAction('FacturaGlobal', {
    name: CANCEL_GLOBAL,
    label: 'Cancelar factura global',
    hasReason: true,
    fields: FIELDS,
    run: cancel,
  }),
  inputs: [reasonInput(), ...CANCEL_INPUTS],
  follow: (outside, ids) => followCancellations(outside, GLOBAL_KIND, ids),
}

async function cancel(work: Work): Promise<void> {
  const { context, batch, move } = work
  for (const { id, cfdi, 'cfdi.estado': state } of batch.remaining) {
    if (state !== 'por_timbrar') continue
    const message = BEING_STAMPED({ model: 'FacturaGlobal', id, cfdi: cfdi ?? '' })
    batch.refuse(id, { code: 'INVALID_STATE', field: 'cfdi', message })
  }
  const why = await cancelReason(context, context.inputs)
  if ('code' in why) for (const { id } of batch.remaining.filter(isStamped)) batch.refuse(id, why)
  else await request(work, why)
  for (const row of batch.remaining) if (!isStamped(row)) move(row, {})
}

function isStamped({ estado }: Global): boolean {
  return estado === 'timbrada'
}

/** Asks to cancel the CFDI of global invoices of whose sales nothing was collected. */
async function request({ context, batch, changes }: Work, why: CancelReason): Promise<void> {
  const stamped = batch.remaining.filter(isStamped)
  for (const [id, problems] of await keptGlobals(context, stamped, why))
    batch.refuse(id, ...problems)
  const wanted = batch.remaining.filter(isStamped).map(({ id, folio, estado, cfdi }) => ({
    modelo: 'FacturaGlobal' as const,
    registro: id,
    folio,
    estado,
    cfdi: cfdi ?? '0',
  }))
  for (const [id, problem] of await requestCancellations(context, changes, wanted, why))
    batch.refuse(id, problem)
}

/** The sales that keep a global invoice, by its id. */
async function keptGlobals(
  context: ActionContext,
  stamped: readonly Global[],
  why: CancelReason,
): Promise<ReadonlyMap<string, readonly ErrorEntry[]>> {
  const sales = await salesOf(
    context,
    stamped.flatMap(({ cfdi }) => cfdi ?? []),
  )
  const ids = sales.map(({ id }) => id)
  await lockRows(context, 'Venta', { ids, fields: [] })
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
