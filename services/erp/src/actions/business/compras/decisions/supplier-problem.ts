import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import { SUPPLIER_INACTIVE, SUPPLIER_LISTED } from '../../../../messages/suppliers.ts'

/** What decides whether one deals with a supplier. */
interface Standing {
  readonly razon_social: string
  readonly estado: string
  /** The publication that blocks the supplier, such as `DEFINITIVO`; null when none does. */
  readonly lista_69b: string | null
}

/** Why nothing is bought from a supplier and nothing paid to it, or null. @source docs/decisions/0211-erp-purchases.md */
export function supplierProblem({
  estado,
  lista_69b: listed,
  razon_social: supplier,
}: Standing): ErrorEntry | null {
  if (estado !== 'activo') return blocked(SUPPLIER_INACTIVE({ supplier, state: estado }))
  return listed === null ? null : blocked(SUPPLIER_LISTED({ supplier, listed }))
}

function blocked(message: Message): ErrorEntry {
  return { code: 'SUPPLIER_BLOCKED', field: 'proveedor', message }
}
