import type { OutboxChat, OutboxMail } from '../../../../store/outbox-store.ts'
import { amountText } from '../../cents.ts'
import { literal } from '../../chat-text.ts'
import type { SupplierRow } from '../store/purchase-store.ts'
import type { Purchase } from './purchase.ts'

/** Sends the order to the supplier. */
export function orderMail(purchase: Purchase, supplier: SupplierRow, total: bigint): OutboxMail {
  const mail = mailAbout(purchase, supplier.correos, {
    asunto: `Orden de compra ${purchase.folio}`,
    texto: [
      `Estimado proveedor ${supplier.razon_social}:`,
      '',
      `Le confirmamos la orden de compra ${purchase.folio} del ${purchase.fecha}`,
      `por un total de ${amountText(total)} ${purchase['moneda.clave']}.`,
      '',
      'Favor de citar el folio en su remisión y en su factura.',
    ],
  })
  return { ...mail, formas: [{ modelo: 'Compra', registro: purchase.id }] }
}

/** Tells a supplier who has the order that it is cancelled. */
export function cancellationMail(
  purchase: Purchase,
  supplier: SupplierRow,
  reason: string,
): OutboxMail {
  return mailAbout(purchase, supplier.correos, {
    asunto: `Cancelación de la orden de compra ${purchase.folio}`,
    texto: [
      `Estimado proveedor ${supplier.razon_social}:`,
      '',
      `La orden de compra ${purchase.folio} del ${purchase.fecha} queda cancelada.`,
      `Motivo: ${reason}`,
      '',
      'Favor de no surtirla.',
    ],
  })
}

interface Waiting {
  readonly to: readonly string[]
  readonly total: bigint
  readonly supplier: string
}

/** Tells those who may sign next that a purchase is waiting. */
export function approvalMail(purchase: Purchase, { to, total, supplier }: Waiting): OutboxMail {
  return mailAbout(purchase, to, {
    asunto: `Por autorizar: orden de compra ${purchase.folio}`,
    texto: [
      `La orden de compra ${purchase.folio} del ${purchase.fecha} a ${supplier}`,
      `por ${amountText(total)} ${purchase['moneda.clave']} espera su autorización.`,
    ],
  })
}

/** Tells them in a chat too; in a channel only that it waits, since not everybody there may read purchases. */
export function approvalChat(purchase: Purchase, { to, total, supplier }: Waiting): OutboxChat {
  const order = `la orden de compra ${literal(purchase.folio)}`
  const amount = `${amountText(total)} ${purchase['moneda.clave']}`
  return {
    para: to,
    tema: `Compra ${purchase.folio}`,
    texto: `Por autorizar: ${order} del ${purchase.fecha} a ${literal(supplier)} por ${amount}.`,
    enCanal: `Por autorizar: ${order}.`,
    modelo: 'Compra',
    registro: purchase.id,
  }
}

function mailAbout(
  purchase: Purchase,
  to: readonly string[],
  { asunto, texto }: { readonly asunto: string; readonly texto: readonly string[] },
): OutboxMail {
  return {
    para: to,
    asunto,
    texto: `${texto.join('\n')}\n`,
    modelo: 'Compra',
    registro: purchase.id,
  }
}
