import type { Message } from '../../../../messages/message.ts'
import { REASON } from '../../../../messages/reasons.ts'
import {
  DEAR_SUPPLIER,
  DO_NOT_DELIVER,
  ORDER,
  ORDER_CANCELLATION,
  ORDER_CONFIRMED,
  ORDER_IS_CANCELLED,
  QUOTE_THE_FOLIO,
} from '../../../../messages/supplier-letters.ts'
import {
  ORDER_TO_APPROVE,
  ORDER_TOPIC,
  ORDER_WAITS,
  ORDER_WAITS_IN_CHANNEL,
  ORDER_WAITS_IN_CHAT,
} from '../../../../messages/waiting-notices.ts'
import { amountText } from '../../cents.ts'
import { literal } from '../../chat-text.ts'
import type { Letter, Notice } from '../../letters.ts'
import type { SupplierRow } from '../store/purchase-store.ts'
import type { Purchase } from './purchase.ts'

/** Sends the order to the supplier. */
export function orderMail(purchase: Purchase, supplier: SupplierRow, total: bigint): Letter {
  const mail = mailAbout(purchase, supplier.correos, {
    asunto: ORDER(purchase),
    texto: [
      DEAR_SUPPLIER({ name: supplier.razon_social }),
      '',
      ORDER_CONFIRMED({
        folio: purchase.folio,
        day: purchase.fecha,
        total: amountText(total),
        currency: purchase['moneda.clave'],
      }),
      '',
      QUOTE_THE_FOLIO(),
    ],
  })
  const { idioma } = supplier
  return { ...mail, idioma, formas: [{ modelo: 'Compra', registro: purchase.id }] }
}

/** Tells a supplier who has the order that it is cancelled. */
export function cancellationMail(
  purchase: Purchase,
  supplier: SupplierRow,
  reason: string,
): Letter {
  const mail = mailAbout(purchase, supplier.correos, {
    asunto: ORDER_CANCELLATION(purchase),
    texto: [
      DEAR_SUPPLIER({ name: supplier.razon_social }),
      '',
      ORDER_IS_CANCELLED({ folio: purchase.folio, day: purchase.fecha }),
      REASON({ reason }),
      '',
      DO_NOT_DELIVER(),
    ],
  })
  return { ...mail, idioma: supplier.idioma }
}

interface Waiting {
  readonly to: readonly string[]
  readonly total: bigint
  readonly supplier: string
}

/** Tells those who may sign next that a purchase is waiting. */
export function approvalMail(purchase: Purchase, { to, total, supplier }: Waiting): Letter {
  const waiting = ORDER_WAITS({
    folio: purchase.folio,
    day: purchase.fecha,
    supplier,
    total: amountText(total),
    currency: purchase['moneda.clave'],
  })
  return mailAbout(purchase, to, { asunto: ORDER_TO_APPROVE(purchase), texto: [waiting] })
}

/** Tells them in a chat too; in a channel only that it waits, since not everybody there may read purchases. */
export function approvalChat(purchase: Purchase, { to, total, supplier }: Waiting): Notice {
  const folio = literal(purchase.folio)
  return {
    para: to,
    tema: ORDER_TOPIC(purchase),
    texto: ORDER_WAITS_IN_CHAT({
      folio,
      day: purchase.fecha,
      supplier: literal(supplier),
      total: amountText(total),
      currency: purchase['moneda.clave'],
    }),
    enCanal: ORDER_WAITS_IN_CHANNEL({ folio }),
    modelo: 'Compra',
    registro: purchase.id,
  }
}

function mailAbout(
  purchase: Purchase,
  to: readonly string[],
  { asunto, texto }: { readonly asunto: Message; readonly texto: readonly (Message | string)[] },
): Letter {
  return { para: to, asunto, texto, modelo: 'Compra', registro: purchase.id }
}
