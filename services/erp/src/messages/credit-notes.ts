import { message } from './message.ts'
import { inState } from './states.ts'

// What keeps a credit note from being stamped.

export const NOTHING_OWED = message<{
  readonly place: string
  readonly line: number
  readonly sale: string
}>({
  en: ({ place, sale }) => `${place}: nothing is owed of Venta ${sale}.`,
  es: ({ line, sale }, say) => `Renglón ${line}: de ${say.model('Venta')} ${sale} no se debe nada.`,
})

interface OfNote {
  readonly id: string
}

export const OTHER_NOTE_ON_ITS_WAY = message<OfNote & { readonly sale: string }>({
  en: ({ id, sale }) =>
    `NotaCreditoVenta ${id}: another credit note of Venta ${sale} is being stamped; what is left is known after that.`,
  es: ({ id, sale }, say) =>
    `${say.model('NotaCreditoVenta')} ${id}: se está timbrando otra nota de crédito de ` +
    `${say.model('Venta')} ${sale}; después se sabrá cuánto queda por acreditar.`,
})

export const RETURN_NOT_RECEIVED = message<
  OfNote & { readonly goods: string; readonly state: string | null }
>({
  en: ({ id, goods, state }) =>
    `NotaCreditoVenta ${id}: DevolucionVenta ${goods} is ${state ?? 'not there'}; it is credited when it was received.`,
  es: ({ id, goods, state }, say) => {
    const note = `${say.model('NotaCreditoVenta')} ${id}`
    const name = `${say.model('DevolucionVenta')} ${goods}`
    return state === null
      ? `${note}: no existe ${name}; se acredita cuando se recibe la mercancía.`
      : `${note}: ${name} está en ${inState(say, { model: 'DevolucionVenta', state })}; se acredita cuando se recibe la mercancía.`
  },
})

export const CREDITED_TAX_DIFFERS = message<{
  readonly place: string
  /** Of the line; null: of the note as a whole. */
  readonly line: number | null
  readonly field: 'impuestos' | 'retenciones'
  readonly wrote: string
  readonly due: string
}>({
  en: ({ place, wrote, due }) =>
    `${place} is ${wrote}, but what is credited has ${due}; leave it out.`,
  es: ({ line, field, wrote, due }, say) =>
    line === null
      ? `${say.field(field)} es ${say.amount(wrote)}, pero a lo acreditado le tocan ${say.amount(due)}; déjalo vacío.`
      : `Renglón ${line}: ${say.field(field)} es ${say.amount(wrote)}, pero a lo acreditado le tocan ${say.amount(due)}; déjalo vacío.`,
})

interface CreditedSale {
  readonly place: string
  readonly line: number
  readonly sale: string
}

export const CREDITED_SALE = {
  notInForce: message<CreditedSale>({
    en: ({ place, sale }) => `${place}: Venta ${sale} has no CFDI in force.`,
    es: ({ line, sale }, say) =>
      `Renglón ${line}: ${say.model('Venta')} ${sale} no tiene un CFDI vigente.`,
  }),
  ofOtherCustomer: message<CreditedSale>({
    en: ({ place, sale }) => `${place}: Venta ${sale} is of another customer.`,
    es: ({ line, sale }, say) =>
      `Renglón ${line}: ${say.model('Venta')} ${sale} es de otro cliente.`,
  }),
  inOtherCurrency: message<CreditedSale & { readonly currency: string }>({
    en: ({ place, sale, currency }) => `${place}: Venta ${sale} is in ${currency}.`,
    es: ({ line, sale, currency }, say) =>
      `Renglón ${line}: ${say.model('Venta')} ${sale} está en ${currency}.`,
  }),
  atOtherRate: message<CreditedSale>({
    en: ({ place, sale }) =>
      `${place}: Venta ${sale} has another tipo_cambio than the other sales.`,
    es: ({ line, sale }, say) =>
      `Renglón ${line}: ${say.model('Venta')} ${sale} tiene otro ${say.field('tipo_cambio')} que las demás ventas.`,
  }),
  /** `sold` is an id. */
  withoutLine: message<CreditedSale & { readonly sold: string }>({
    en: ({ place, sale, sold }) => `${place}: Venta ${sale} has no line ${sold}.`,
    es: ({ line, sale, sold }, say) =>
      `Renglón ${line}: ${say.model('Venta')} ${sale} no tiene el renglón con id ${sold}.`,
  }),
}

interface Credited {
  readonly place: string
  /** Of the note. */
  readonly line: number
  readonly sale: string
  readonly before: string
  readonly left: string
  readonly asked: string
}

export const CREDITS_MORE_THAN_LINE = message<
  Credited & { readonly sold: number; readonly charged: string }
>({
  en: ({ place, sale, sold, charged, before, left, asked }) =>
    `${place}: Partida ${sold} of Venta ${sale} was charged ${charged}, of which ${before} was credited before: ${left} is left, and ${asked} is asked.`,
  es: ({ line, sale, sold, charged, before, left, asked }, say) =>
    `Renglón ${line}: la partida ${sold} de ${say.model('Venta')} ${sale} se facturó por ${say.amount(charged)} y ` +
    `ya se acreditó ${say.amount(before)}: queda ${say.amount(left)}, y pides ${say.amount(asked)}.`,
})

export const CREDITS_MORE_PIECES = message<
  Credited & { readonly sold: number; readonly quantity: string }
>({
  en: ({ place, sale, sold, quantity, before, left, asked }) =>
    `${place}: Partida ${sold} of Venta ${sale} sold ${quantity}, of which ${before} was credited before: ${left} is left, and ${asked} is asked.`,
  es: ({ line, sale, sold, quantity, before, left, asked }, say) =>
    `Renglón ${line}: en la partida ${sold} de ${say.model('Venta')} ${sale} se vendió ${say.amount(quantity)} y ya ` +
    `se acreditó ${say.amount(before)}: queda ${say.amount(left)}, y pides ${say.amount(asked)}.`,
})

export const CREDITS_MORE_THAN_SALE = message<Credited & { readonly charged: string }>({
  en: ({ place, sale, charged, before, left, asked }) =>
    `${place}: Venta ${sale} was charged ${charged}, of which ${before} was credited before: ${left} is left, and ${asked} is asked.`,
  es: ({ line, sale, charged, before, left, asked }, say) =>
    `Renglón ${line}: ${say.model('Venta')} ${sale} se facturó por ${say.amount(charged)} y ya se acreditó ` +
    `${say.amount(before)}: queda ${say.amount(left)}, y pides ${say.amount(asked)}.`,
})

export const PART_OF_LINE_TOO_LARGE = message<Omit<Credited, 'before'> & { readonly sold: number }>(
  {
    en: ({ place, sale, sold, left, asked }) =>
      `${place}: Partida ${sold} of Venta ${sale} has only ${left} left to credit, less than its part of ${asked}; name the lines in venta_partida.`,
    es: ({ line, sale, sold, left, asked }, say) =>
      `Renglón ${line}: a la partida ${sold} de ${say.model('Venta')} ${sale} sólo le queda ${say.amount(left)} por ` +
      `acreditar, menos que su parte de ${say.amount(asked)}; indica los renglones en ${say.field('venta_partida')}.`,
  },
)

export const NOTE_NOT_APPLIED = message({
  en: () => 'It cannot be applied.',
  es: () => 'No se puede aplicar.',
})
