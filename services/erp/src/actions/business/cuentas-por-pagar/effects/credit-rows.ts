import { amountText } from '../../cents.ts'
import type { MadeFields } from '../../changes.ts'
import type { Later } from '../../later.ts'
import type { AppliedCredit } from '../decisions/apply-credit.ts'

/** What a credit note settles of an invoice, as a row. `poliza`: of what it books of taxes. */
export function creditApplication(
  one: AppliedCredit,
  of: {
    readonly nota: string | Later
    readonly fecha: string
    readonly poliza: Later | null
  },
): MadeFields<'NotaCreditoProveedorAplicacion'> {
  return {
    ...of,
    cuenta: one.cuenta,
    importe: amountText(one.importe),
    importe_base: amountText(one.base),
    iva: amountText(one.iva),
    ieps: amountText(one.ieps),
    retencion_iva: amountText(one.retencionIva),
    retencion_isr: amountText(one.retencionIsr),
  }
}
