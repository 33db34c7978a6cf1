import { REASON } from '../../../../messages/reasons.ts'
import {
  DEAR_SUPPLIER,
  PAID_AHEAD,
  PAID_DOCUMENT,
  PAID_FOR_DOCUMENTS,
  PAYMENT_CANCELLATION,
  PAYMENT_IS_CANCELLED,
  PAYMENT_NOTICE,
  SEND_THE_COMPLEMENT,
} from '../../../../messages/supplier-letters.ts'
import { amountText, cents } from '../../cents.ts'
import type { Letter } from '../../letters.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import type { PlannedPayment } from './plan-payment.ts'

/** Tells a supplier what was paid, and asks for the CFDI of it. */
export function paymentMail(
  { draft, lines, anticipo }: PlannedPayment,
  facts: { readonly payee: PayeeRow; readonly id: string; readonly folio: string },
): Letter {
  const { payee, id, folio } = facts
  const currency = draft['moneda.clave']
  const paid = lines.map(({ line, settlement }) => {
    const { invoice, saldo } = settlement.after
    return PAID_DOCUMENT({
      folio: invoice.folio,
      paid: line.importe,
      currency: invoice.moneda_clave,
      left: amountText(saldo),
    })
  })
  const ahead = PAID_AHEAD({ paid: amountText(anticipo.own), currency })
  const references = [draft.referencia, draft.clave_rastreo].filter(
    (reference) => reference !== null,
  )
  return {
    para: payee.correos,
    idioma: payee.idioma,
    asunto: PAYMENT_NOTICE({ folio }),
    texto: [
      DEAR_SUPPLIER({ name: payee.razon_social }),
      '',
      PAID_FOR_DOCUMENTS({
        folio,
        day: draft.fecha,
        paid: amountText(cents(draft.importe)),
        currency,
        reference: references.length === 0 ? null : references.join(', '),
      }),
      ...paid,
      ...(anticipo.own > 0n ? [ahead] : []),
      '',
      SEND_THE_COMPLEMENT(),
    ],
    modelo: 'PagoProveedor',
    registro: id,
  }
}

/** Tells a supplier that a payment was taken back. */
export function withdrawalMail(
  payment: { readonly id: string; readonly folio: string; readonly fecha: string },
  { payee, reason }: { readonly payee: PayeeRow; readonly reason: string },
): Letter {
  return {
    para: payee.correos,
    idioma: payee.idioma,
    asunto: PAYMENT_CANCELLATION(payment),
    texto: [
      DEAR_SUPPLIER({ name: payee.razon_social }),
      '',
      PAYMENT_IS_CANCELLED({ folio: payment.folio, day: payment.fecha }),
      REASON({ reason }),
    ],
    modelo: 'PagoProveedor',
    registro: payment.id,
  }
}
