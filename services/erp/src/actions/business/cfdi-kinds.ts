import type { CfdiKind } from './cfdi/cfdi-kind.ts'
import { ADVANCE_KIND } from './cuentas-por-cobrar/anticipo-cfdi.ts'
import { ADVANCE_USE_KIND } from './cuentas-por-cobrar/aplicacion-cfdi.ts'
import { COLLECTION_KIND } from './cuentas-por-cobrar/complemento-pago.ts'
import { RECEIPT_KIND } from './nomina/receipt-kind.ts'
import { CREDIT_NOTE_KIND } from './ventas/credit-note-kind.ts'
import { GLOBAL_KIND } from './ventas/global-invoice-kind.ts'
import { SALE_KIND } from './ventas/sale-kind.ts'

/** The records that have CFDI of their own, each with what its stamp does to it. */
export const CFDI_KINDS: readonly CfdiKind[] = [
  SALE_KIND,
  CREDIT_NOTE_KIND,
  COLLECTION_KIND,
  GLOBAL_KIND,
  ADVANCE_KIND,
  ADVANCE_USE_KIND,
  RECEIPT_KIND,
]
