import type { ErrorEntry } from '../../../errors.ts'
import type { ActionContext, ActionOutcome, RecordAction } from '../action.ts'
import { DocumentBatch } from '../document-batch.ts'
import { releaseReservations } from '../inventario/reserve-stock.ts'
import { recordDeeds } from '../record-document-deeds.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import {
  changeSales,
  findSaleDependents,
  findSaleLines,
  lockSales,
  setReservations,
  type SaleDependents,
  type SaleRow,
} from './store/sale-store.ts'

/** What differs between the actions that take sales back. */
export interface SaleWithdrawal {
  readonly action: Pick<RecordAction, 'model' | 'name'>
  readonly from: readonly string[]
  readonly to: 'borrador' | 'cancelada'
  readonly reason: string
}

/**
 * Takes sales back that are not invoiced: what was put aside for them is free again. One with deliveries, invoices or
 * advances is refused.
 * @source docs/decisions/0250-erp-selling.md
 */
export async function withdrawSales(
  context: ActionContext,
  ids: readonly string[],
  { action, from, to, reason }: SaleWithdrawal,
): Promise<ActionOutcome> {
  const { tx, caller, moment } = context
  const { empresa } = caller
  const { now } = moment
  const batch = new DocumentBatch(ids, await lockSales(tx, empresa, ids), {
    model: action.model,
    states: from,
  })
  const known = batch.remaining.map(({ id }) => id)
  const dependents = Map.groupBy(await findSaleDependents(tx, empresa, known), ({ venta }) => venta)
  const isSeen = seenBy(context)
  for (const sale of batch.remaining) {
    const problem = problemOf(sale, dependents.get(sale.id) ?? [], isSeen)
    if (problem !== null) batch.refuse(sale.id, problem)
  }
  const done = batch.remaining
  const lines = await findSaleLines(
    tx,
    empresa,
    done.map(({ id }) => id),
  )
  const held = lines.filter(({ reserva }) => reserva !== null)
  await releaseReservations(
    context,
    held.flatMap(({ reserva }) => reserva ?? []),
  )
  await setReservations(tx, empresa, {
    lines: held.map(({ id }) => ({ id, reserva: null })),
    now,
  })
  const changes = done.map(({ id }) => ({ id, estado: to, importes: null }))
  await changeSales(tx, empresa, { changes, now })
  await recordDeeds(
    context,
    { ...action, reason },
    done.map(({ id, folio, estado, total }) => ({
      id,
      folio,
      before: estado,
      after: to,
      more: { total, motivo: reason },
    })),
  )
  return batch.outcome
}

function problemOf(
  { id, cfdi, cfdi_estado }: SaleRow,
  found: readonly SaleDependents[],
  isSeen: IsSeen,
): ErrorEntry | null {
  // One that the PAC refused was never issued.
  if (cfdi !== null && cfdi_estado !== 'rechazado') {
    const message = `Venta ${id} has a CFDI, which is cancelled first.`
    return { code: 'INVALID_STATE', field: 'cfdi', message }
  }
  if (found.length === 0) return null
  const { dependents, names } = toldDependents(found, isSeen)
  const message = `Venta ${id} has deliveries, returns, invoices or advances: ${names}; take these back first.`
  return { code: 'HAS_DEPENDENTS', message, dependents }
}
