import { message } from './message.ts'
import { placeIn, type Place } from './places.ts'

// What keeps money from paying a receivable.

interface At {
  readonly where: Place
}

export const MORE_THAN_OWED = message<
  At & { readonly taken: string; readonly folio: string; readonly owed: string }
>({
  en: ({ where, taken, folio, owed }, say) =>
    `${placeIn(say, where)}: importe and descuento are ${taken}, but of CuentaPorCobrar ${folio} only ${owed} is owed.`,
  es: ({ where, taken, folio, owed }, say) =>
    `${placeIn(say, where)}: importe y descuento suman ${say.amount(taken)}, pero de ` +
    `${say.model('CuentaPorCobrar')} ${folio} sólo se debe ${say.amount(owed)}.`,
})

export const DISCOUNT_OF_PPD = message<At & { readonly folio: string }>({
  en: ({ where, folio }, say) =>
    `${placeIn(say, where)}: of CuentaPorCobrar ${folio}, whose payments the SAT is told (PPD), something is forgiven by a credit note (pronto_pago) alone.`,
  es: ({ where, folio }, say) =>
    `${placeIn(say, where)}: los pagos de ${say.model('CuentaPorCobrar')} ${folio} se informan al SAT (PPD); su ` +
    `descuento se da sólo con una nota de crédito («${say.choice('pronto_pago', { model: 'NotaCreditoVenta', field: 'tipo' })}»).`,
})

/** A currency, of which the other is the money's. */
interface Currencies extends At {
  readonly currency: string
  readonly money: string
}

interface Asked extends Currencies {
  readonly asked: string
  readonly stood: string
}

/** How many of the money's currency one of the receivable's is worth. */
export const EQUIVALENCE = {
  one: message<At & { readonly currency: string }>({
    en: ({ where, currency }, say) => `${placeIn(say, where)} must be 1: both are in ${currency}.`,
    es: ({ where, currency }, say) =>
      `${placeIn(say, where)} debe ser 1: los dos están en ${currency}.`,
  }),
  notOne: message<Currencies & { readonly folio: string }>({
    en: ({ where, folio, currency, money }, say) =>
      `${placeIn(say, where)} is 1, but CuentaPorCobrar ${folio} is in ${currency}: say how many ${money} one ${currency} is worth.`,
    es: ({ where, folio, currency, money }, say) =>
      `${placeIn(say, where)} es 1, pero ${say.model('CuentaPorCobrar')} ${folio} está en ${currency}: di cuántos ${money} vale un ${currency}.`,
  }),
  upsideDown: message<Asked>({
    en: ({ where, asked, money, currency, stood }, say) =>
      `${placeIn(say, where)} is ${asked}, which is upside down: it says how many ${money} one ${currency} is worth, and ${currency} stood at ${stood}.`,
    es: ({ where, asked, money, currency, stood }, say) =>
      `${placeIn(say, where)} es ${asked}, que está al revés: dice cuántos ${money} vale un ${currency}, y el ${currency} estaba en ${stood}.`,
  }),
  tooFar: message<Asked>({
    en: ({ where, asked, money, currency, stood }, say) =>
      `${placeIn(say, where)} is ${asked}, more than twice or less than half of what ${currency} ` +
      `stood at, ${stood}: it says how many ${money} one ${currency} is worth.`,
    es: ({ where, asked, money, currency, stood }, say) =>
      `${placeIn(say, where)} es ${asked}, más del doble o menos de la mitad de lo que estaba ` +
      `el ${currency}, ${stood}: dice cuántos ${money} vale un ${currency}.`,
  }),
  otherWorth: message<
    At & {
      readonly amount: string
      readonly rate: string
      readonly worth: string
      readonly asked: string
    }
  >({
    en: ({ where, amount, rate, worth, asked }, say) =>
      `${placeIn(say, where)}: ${amount} at tipo_cambio ${rate} is ${worth}, not ${asked}.`,
    es: ({ where, amount, rate, worth, asked }, say) =>
      `${placeIn(say, where)}: ${say.amount(amount)} al tipo de cambio ${rate} son ${say.amount(worth)}, no ${say.amount(asked)}.`,
  }),
}
