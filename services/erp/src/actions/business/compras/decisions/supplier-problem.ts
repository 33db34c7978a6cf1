import type { ErrorEntry } from '../../../../errors.ts'
import type { SupplierRow } from '../store/purchase-store.ts'

/** Why nothing is bought from a supplier, or null. @source docs/decisions/0211-erp-purchases.md */
export function supplierProblem(supplier: SupplierRow): ErrorEntry | null {
  const blocked = (reason: string): ErrorEntry => ({
    code: 'SUPPLIER_BLOCKED',
    message: `The supplier ${supplier.razon_social} ${reason}.`,
  })
  if (supplier.estado !== 'activo') return blocked(`is ${supplier.estado}`)
  if (supplier.lista_69b === null) return null
  return blocked(`is on the list of article 69-B of the SAT (${supplier.lista_69b})`)
}
