import type { Bilingual } from '@oficina/words/bilingual.ts'

import { message } from './message.ts'
import type { Speech } from './speech.ts'

// What people of the company are told by mail and in the chat: what waits for them, and what became of what they asked.

interface OfOrder {
  readonly folio: string
  readonly day: string
  readonly supplier: string
  readonly total: string
  readonly currency: string
}

export const ORDER_TO_APPROVE = message<Pick<OfOrder, 'folio'>>({
  en: ({ folio }) => `To approve: purchase order ${folio}`,
  es: ({ folio }) => `Por autorizar: orden de compra ${folio}`,
})

export const ORDER_WAITS = message<OfOrder>({
  en: ({ folio, day, supplier, total, currency }) =>
    `The purchase order ${folio} of ${day} to ${supplier} for ${total} ${currency} waits for your approval.`,
  es: ({ folio, day, supplier, total, currency }, say) =>
    `La orden de compra ${folio} del ${day} a ${supplier} por ${say.amount(total)} ${currency} espera tu autorización.`,
})

export const ORDER_TOPIC = message<Pick<OfOrder, 'folio'>>({
  en: ({ folio }) => `Purchase ${folio}`,
  es: ({ folio }) => `Compra ${folio}`,
})

/** In a chat, where what is in a value is no format. */
export const ORDER_WAITS_IN_CHAT = message<OfOrder>({
  en: ({ folio, day, supplier, total, currency }) =>
    `To approve: the purchase order ${folio} of ${day} to ${supplier} for ${total} ${currency}.`,
  es: ({ folio, day, supplier, total, currency }, say) =>
    `Por autorizar: la orden de compra ${folio} del ${day} a ${supplier} por ${say.amount(total)} ${currency}.`,
})

export const ORDER_WAITS_IN_CHANNEL = message<Pick<OfOrder, 'folio'>>({
  en: ({ folio }) => `To approve: the purchase order ${folio}.`,
  es: ({ folio }) => `Por autorizar: la orden de compra ${folio}.`,
})

type OfProgram = Omit<OfOrder, 'supplier'>

export const PROGRAM_TO_APPROVE = message<Pick<OfProgram, 'folio'>>({
  en: ({ folio }) => `To approve: payment programme ${folio}`,
  es: ({ folio }) => `Por autorizar: programación de pago ${folio}`,
})

export const PROGRAM_WAITS = message<OfProgram>({
  en: ({ folio, day, total, currency }) =>
    `The payment programme ${folio} for ${day}, of ${total} ${currency}, waits for your approval.`,
  es: ({ folio, day, total, currency }, say) =>
    `La programación de pago ${folio}, para el ${day}, por ${say.amount(total)} ${currency} espera tu autorización.`,
})

export const PROGRAM_TOPIC = message<Pick<OfProgram, 'folio'>>({
  en: ({ folio }) => `Payment programme ${folio}`,
  es: ({ folio }) => `Programación de pago ${folio}`,
})

export const PROGRAM_WAITS_IN_CHAT = message<OfProgram>({
  en: ({ folio, day, total, currency }) =>
    `To approve: the payment programme ${folio} for ${day}, of ${total} ${currency}.`,
  es: ({ folio, day, total, currency }, say) =>
    `Por autorizar: la programación de pago ${folio}, para el ${day}, por ${say.amount(total)} ${currency}.`,
})

export const PROGRAM_WAITS_IN_CHANNEL = message<Pick<OfProgram, 'folio'>>({
  en: ({ folio }) => `To approve: the payment programme ${folio}.`,
  es: ({ folio }) => `Por autorizar: la programación de pago ${folio}.`,
})

/** Why a sale needs an exception, as its state says it. */
const EXCEPTIONS = {
  credito_excedido: { es: 'crédito excedido', en: 'credit exceeded' },
  saldo_vencido: { es: 'saldo vencido', en: 'balance overdue' },
  precio_bajo_minimo: { es: 'precio bajo el mínimo', en: 'price below the minimum' },
  margen_bajo: { es: 'margen bajo', en: 'low margin' },
  descuento_excedido: { es: 'descuento excedido', en: 'discount exceeded' },
} as const satisfies Readonly<Record<string, Bilingual>>

const ANSWERS = {
  autorizada: { es: 'autorizada', en: 'authorized' },
  rechazada: { es: 'rechazada', en: 'rejected' },
} as const satisfies Readonly<Record<string, Bilingual>>

interface OfException {
  readonly folio: string
  readonly answer: keyof typeof ANSWERS
}

function answered(answer: keyof typeof ANSWERS, { language }: Speech): string {
  return ANSWERS[answer][language]
}

export const EXCEPTION_ANSWERED = message<OfException>({
  en: ({ folio, answer }, say) => `Exception ${answered(answer, say)}: sale ${folio}`,
  es: ({ folio, answer }, say) => `Venta ${folio}: excepción ${answered(answer, say)}`,
})

export const EXCEPTION_IS = message<OfException & { readonly exception: keyof typeof EXCEPTIONS }>({
  en: ({ folio, answer, exception }, say) =>
    `The exception of sale ${folio} (${EXCEPTIONS[exception].en}) is ${answered(answer, say)}.`,
  es: ({ folio, answer, exception }, say) =>
    `La excepción de la venta ${folio} (${EXCEPTIONS[exception].es}) queda ${answered(answer, say)}.`,
})
