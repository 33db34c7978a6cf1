import type { ErrorEntry } from '../../../errors.ts'
import { SALE_HAS_CFDI, SALE_HAS_DEPENDENTS } from '../../../messages/invoiced-sales.ts'
import { documentAction, type DocumentWork } from '../document-action.ts'
import { seenBy, toldDependents, type IsSeen } from '../told-dependents.ts'
import { freeSaleStock } from './free-sale-stock.ts'
import { findSaleDependents, type SaleDependents } from './store/sale-store.ts'

/** What is read of a sale that is taken back. */
export const WITHDRAWN = ['total', 'cfdi', 'cfdi.estado'] as const

type Work = DocumentWork<'Venta', (typeof WITHDRAWN)[number]>
type Sale = Work['batch']['remaining'][number]

/**
 * Takes confirmed sales back to where they can be changed.
 * @source docs/decisions/0250-erp-selling.md
 */
export const regresarVenta = documentAction('Venta', {
  name: 'regresar_venta',
  label: 'Regresar a borrador',
  hasReason: true,
  fields: WITHDRAWN,
  run: withdrawSales,
})

/**
 * Takes sales back that are not invoiced: what was put aside for them is free again. One with deliveries, invoices or
 * advances is refused.
 * @source docs/decisions/0250-erp-selling.md
 */
export async function withdrawSales({
  context,
  batch,
  changes,
  move,
  reason,
}: Work): Promise<void> {
  const { tx, caller } = context
  const known = batch.remaining.map(({ id }) => id)
  const found = await findSaleDependents(tx, caller.empresa, known)
  const dependents = Map.groupBy(found, ({ venta }) => venta)
  const isSeen = seenBy(context)
  for (const sale of batch.remaining) {
    const problem = problemOf(sale, dependents.get(sale.id) ?? [], isSeen)
    if (problem !== null) batch.refuse(sale.id, problem)
  }
  await freeSaleStock(
    context,
    changes,
    batch.remaining.map(({ id }) => id),
  )
  for (const row of batch.remaining) move(row, { told: { total: row.total, motivo: reason } })
}

function problemOf(
  { id, cfdi, 'cfdi.estado': state }: Sale,
  found: readonly SaleDependents[],
  isSeen: IsSeen,
): ErrorEntry | null {
  // One that the PAC refused was never issued.
  if (cfdi !== null && state !== 'rechazado') {
    return { code: 'INVALID_STATE', field: 'cfdi', message: SALE_HAS_CFDI({ id }) }
  }
  if (found.length === 0) return null
  const { dependents, told: what } = toldDependents(found, isSeen)
  const message = SALE_HAS_DEPENDENTS({ id, what })
  return { code: 'HAS_DEPENDENTS', message, dependents }
}
