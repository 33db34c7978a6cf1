import { message, spoken, type Message } from './message.ts'

/** The day of an invoice’s entry is in a period that is closed. */
export const ENTRY_DAY_CLOSED = message<{ readonly why: Message | string }>({
  en: ({ why }, say) => `${spoken(why, say)} Give a day that is open in fecha.`,
  es: ({ why }, say) => `${spoken(why, say)} Da en ${say.field('fecha')} un día que esté abierto.`,
})
