import type { OutboxMail } from '../../../../store/outbox-store.ts'
import { amountText, cents } from '../../cents.ts'
import type { PayeeRow } from '../store/payment-facts-store.ts'
import type { PlannedPayment } from './plan-payment.ts'

/** Tells a supplier what was paid, and asks for the CFDI of it. */
export function paymentMail(
  { draft, lines, anticipo }: PlannedPayment,
  facts: { readonly payee: PayeeRow; readonly id: string; readonly folio: string },
): OutboxMail {
  const { payee, id, folio } = facts
  const paid = lines.map(({ line, settlement }) => {
    const { invoice } = settlement.after
    const left = amountText(settlement.after.saldo)
    return `- ${invoice.folio}: ${line.importe} ${invoice.moneda_clave}; saldo ${left}`
  })
  const advance = `- anticipo: ${amountText(anticipo.own)} ${draft['moneda.clave']}`
  const reference = [draft.referencia, draft.clave_rastreo].filter(
    (reference) => reference !== null,
  )
  const texto = [
    `Estimado proveedor ${payee.razon_social}:`,
    '',
    `El ${draft.fecha} le pagamos ${amountText(cents(draft.importe))} ${draft['moneda.clave']} (pago ${folio})`,
    ...(reference.length === 0 ? [] : [`con referencia ${reference.join(', ')}`]),
    'por los documentos siguientes:',
    ...paid,
    ...(anticipo.own > 0n ? [advance] : []),
    '',
    'Favor de enviarnos el comprobante de recepción de pago que corresponda.',
  ]
  return {
    para: payee.correos,
    asunto: `Aviso de pago ${folio}`,
    texto: `${texto.join('\n')}\n`,
    modelo: 'PagoProveedor',
    registro: id,
  }
}

/** Tells a supplier that a payment was taken back. */
export function withdrawalMail(
  payment: { readonly id: string; readonly folio: string; readonly fecha: string },
  { payee, reason }: { readonly payee: PayeeRow; readonly reason: string },
): OutboxMail {
  const texto = [
    `Estimado proveedor ${payee.razon_social}:`,
    '',
    `El pago ${payment.folio} del ${payment.fecha} queda cancelado.`,
    `Motivo: ${reason}`,
  ]
  return {
    para: payee.correos,
    asunto: `Cancelación del pago ${payment.folio}`,
    texto: `${texto.join('\n')}\n`,
    modelo: 'PagoProveedor',
    registro: payment.id,
  }
}
