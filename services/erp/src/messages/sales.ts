import { message, spoken, type Message } from './message.ts'

/** What is wrong with one of the sales of a global invoice. */
export const IN_SALE = message<{ readonly id: string; readonly what: Message | string }>({
  en: ({ id, what }, say) => `Venta ${id}: ${spoken(what, say)}`,
  es: ({ id, what }, say) => `${say.model('Venta')} ${id}: ${spoken(what, say)}`,
})
