import type { Tx } from '@oficina/kit/database.ts'

import type { EmpresaId } from '../../../store/tenant-database.ts'
import type { WholeSale } from './decisions/sale-cfdi.ts'
import { findInvoiceLines, findInvoiceTaxes, type InvoiceSale } from './store/invoice-store.ts'

/** Locked sales with their lines and taxes. */
export async function wholeSales(
  tx: Tx,
  empresa: EmpresaId,
  sales: readonly InvoiceSale[],
): Promise<readonly WholeSale[]> {
  if (sales.length === 0) return []
  const ids = sales.map(({ id }) => id)
  const [lines, taxes] = await Promise.all([
    findInvoiceLines(tx, empresa, ids),
    findInvoiceTaxes(tx, empresa, ids),
  ])
  const linesOf = Map.groupBy(lines, ({ venta }) => venta)
  const taxesOf = Map.groupBy(taxes, ({ venta }) => venta)
  return sales.map((sale) => ({
    sale,
    lines: linesOf.get(sale.id) ?? [],
    taxes: taxesOf.get(sale.id) ?? [],
  }))
}
