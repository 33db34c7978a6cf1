import { message, spoken, type Message } from './message.ts'

/** A complement of payments that is still to come, and why. */
export const COMPLEMENT_LATER = message<{ readonly why: Message | string }>({
  en: ({ why }, say) =>
    `The money is collected, but its complement of payments is not made: ${spoken(why, say)} Mend it and call timbrar_complemento.`,
  es: ({ why }, say) =>
    `El dinero está cobrado, pero su complemento de pagos no se hizo: ${spoken(why, say)} Corrígelo y usa ${say.field('timbrar_complemento')}.`,
})
