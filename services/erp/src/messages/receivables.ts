import { message } from './message.ts'
import { placeIn, type Place } from './places.ts'
import { inState } from './states.ts'

// What customers owe: what nothing can be taken of, and what stays as its invoice made it.

interface OfReceivable {
  readonly folio: string
}

const ofState = (state: string) => ({ model: 'CuentaPorCobrar', state })

/** What keeps money or a credit note from taking something of it. */
export const RECEIVABLE = {
  ofOther: message<OfReceivable & { readonly where: Place }>({
    en: ({ where, folio }, say) =>
      `${placeIn(say, where)}: CuentaPorCobrar ${folio} is of another customer.`,
    es: ({ where, folio }, say) =>
      `${placeIn(say, where)}: ${say.model('CuentaPorCobrar')} ${folio} es de otro cliente.`,
  }),
  notOwed: message<OfReceivable & { readonly state: string }>({
    en: ({ folio, state }) => `CuentaPorCobrar ${folio} is ${state}: it is not owed.`,
    es: ({ folio, state }, say) =>
      `${say.model('CuentaPorCobrar')} ${folio} está en ${inState(say, ofState(state))}: no se debe.`,
  }),
  closed: message<OfReceivable & { readonly state: string }>({
    en: ({ folio, state }) => `CuentaPorCobrar ${folio} is ${state}: nothing of it is owed again.`,
    es: ({ folio, state }, say) =>
      `${say.model('CuentaPorCobrar')} ${folio} está en ${inState(say, ofState(state))}: no puede volver a tener saldo.`,
  }),
  twice: message<OfReceivable & { readonly where: Place }>({
    en: ({ where, folio }, say) =>
      `${placeIn(say, where)}: CuentaPorCobrar ${folio} is named twice; make it one line.`,
    es: ({ where, folio }, say) =>
      `${placeIn(say, where)}: ${say.model('CuentaPorCobrar')} ${folio} está dos veces; déjala en un solo renglón.`,
  }),
}

interface OfInvoice {
  readonly id: string
}

/** What its invoice keeps of it. */
export const OF_INVOICE = {
  record: message<OfInvoice>({
    en: ({ id }) => `CuentaPorCobrar ${id} is of an invoice, and goes with it.`,
    es: ({ id }, say) =>
      `${say.model('CuentaPorCobrar')} ${id} es de una factura, y sólo se quita con ella.`,
  }),
  field: message<OfInvoice & { readonly field: string }>({
    en: ({ id, field }) => `CuentaPorCobrar ${id} is of an invoice: ${field} cannot change.`,
    es: ({ id, field }, say) =>
      `${say.model('CuentaPorCobrar')} ${id} es de una factura: ${say.field(field, 'CuentaPorCobrar')} ya no se cambia.`,
  }),
  cancelling: message<OfInvoice>({
    en: ({ id }) => `CuentaPorCobrar ${id} is of an invoice: cancelling that cancels it.`,
    es: ({ id }, say) =>
      `${say.model('CuentaPorCobrar')} ${id} es de una factura: se cancela al cancelar la factura.`,
  }),
  recognizing: message<OfInvoice & { readonly kind: string }>({
    en: ({ id, kind }) =>
      `CuentaPorCobrar ${id} is a ${kind}: its sale is invoiced by timbrar_venta, and what was owed before is a saldo_inicial.`,
    es: ({ id, kind }, say) => {
      const told = (value: string) =>
        `«${say.choice(value, { model: 'CuentaPorCobrar', field: 'tipo' })}»`
      return (
        `${say.model('CuentaPorCobrar')} ${id} es de tipo ${told(kind)}: su venta se factura con ` +
        `${say.field('timbrar_venta')}, y lo que se debía antes es de tipo ${told('saldo_inicial')}.`
      )
    },
  }),
}

export const OWED_BY_INVOICE = message<{ readonly id: string; readonly type: string }>({
  en: ({ id, type }) =>
    `CuentaPorCobrar ${id} is a ${type}: its sale is invoiced by timbrar_venta, and what was owed before is a saldo_inicial.`,
  es: ({ id, type }, say) => {
    const kind = say.choice(type, { model: 'CuentaPorCobrar', field: 'tipo' })
    const account = `${say.model('CuentaPorCobrar')} ${id}`
    return `${account} es de tipo ${kind}: su venta se factura con ${say.field('timbrar_venta')}, y lo que se debía de antes es un saldo inicial.`
  },
})
