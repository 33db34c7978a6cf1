import { amountText } from '../../cents.ts'
import type { MadeFields } from '../../changes.ts'
import type { Later } from '../../later.ts'
import type { AppliedCredit } from '../decisions/apply-credit.ts'

/** What a credit note settles of an invoice, as a row. `poliza`: of what it books of taxes. */
export function creditApplication(
  appliedCredit: AppliedCredit,
  details: {
    readonly nota: string | Later
    readonly fecha: string
    readonly poliza: Later | null
  },
): MadeFields<'NotaCreditoProveedorAplicacion'> {
  return {
    ...details,
    cuenta: appliedCredit.cuenta,
    importe: amountText(appliedCredit.importe),
    importe_base: amountText(appliedCredit.base),
    iva: amountText(appliedCredit.iva),
    ieps: amountText(appliedCredit.ieps),
    retencion_iva: amountText(appliedCredit.retencionIva),
    retencion_isr: amountText(appliedCredit.retencionIsr),
  }
}
