import type { ErrorEntry } from '../../../../errors.ts'

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
  razon_social: name,
}: Standing): ErrorEntry | null {
  if (estado !== 'activo')
    return blocked(`The supplier ${name} is ${estado}; it must be activo to be dealt with.`)
  if (listed === null) return null
  return blocked(
    `The supplier ${name} is on the list of article 69-B of the SAT (${listed}).` +
      ' Where that is mistaken, its ListaNegraProveedor is made aclarada.',
  )
}

function blocked(message: string): ErrorEntry {
  return { code: 'SUPPLIER_BLOCKED', field: 'proveedor', message }
}
