import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { ErrorEntry } from '../../../../errors.ts'
import { NO_RATE_OF_INVOICE, PUBLIC_SALE_AHEAD } from '../../../../messages/invoiced-sales.ts'
import type { DayRates } from '../../exchange-rates.ts'
import type { InvoiceSale } from '../store/invoice-store.ts'
import { isForPublic } from './sale-cfdi.ts'

/**
 * A sale as it is invoiced on a day: of that day, at its rate. What is sold to the public at large keeps its own day,
 * which its global invoice names.
 * @source docs/decisions/0251-erp-stamping.md
 */
export function onDayOfIssue(
  sale: InvoiceSale,
  day: string,
  of: { readonly currency: string; readonly rates: DayRates },
): Result<InvoiceSale, ErrorEntry> {
  if (sale.fecha === day) return ok(sale)
  const isPublic = isForPublic(sale)
  if (isPublic && sale.fecha > day) {
    const message = PUBLIC_SALE_AHEAD({ day: sale.fecha, today: day })
    return fail({ code: 'VALIDATION', field: 'fecha', message })
  }
  const fecha = isPublic ? sale.fecha : day
  if (sale.moneda === of.currency) return ok({ ...sale, fecha })
  const rate = of.rates.of({ moneda: sale.moneda, fecha: day })
  if (rate === undefined) {
    const message = NO_RATE_OF_INVOICE({ currency: sale.moneda_clave, day })
    return fail({ code: 'VALIDATION', field: 'tipo_cambio', message })
  }
  return ok({ ...sale, fecha, tipo_cambio: rate.tipo_cambio })
}
