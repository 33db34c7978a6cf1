import { message } from './message.ts'
import { inState } from './states.ts'

// Advances of customers: what keeps them from being used, taken back or given back. `folio` is that of the advance.

interface OfAdvance {
  readonly folio: string
}

const told = (state: string) => ({ model: 'AnticipoVenta', state })

export const FAVOR_USED = message<OfAdvance & { readonly state: string }>({
  en: ({ folio, state }) =>
    `AnticipoVenta ${folio}, which the note left the customer to his credit, is ${state}: take that back first.`,
  es: ({ folio, state }, say) =>
    `${say.model('AnticipoVenta')} ${folio}, el saldo a favor que la nota dejó al cliente, ` +
    `está en ${inState(say, told(state))}: deshaz antes lo que se hizo con él.`,
})

export const FAVOR_LEAVING = message<
  OfAdvance & { readonly note: string; readonly state: string | null }
>({
  en: ({ folio, note, state }) =>
    `AnticipoVenta ${folio} cannot be used while the Cfdi of NotaCreditoVenta ${note} is ${state ?? 'not there'}.`,
  es: ({ folio, note, state }, say) => {
    const name = `${say.model('AnticipoVenta')} ${folio}`
    const of = `${say.model('NotaCreditoVenta')} ${note}`
    return state === null
      ? `${name} no se puede usar mientras ${of} no tenga CFDI.`
      : `${name} no se puede usar mientras el CFDI de ${of} esté en ${inState(say, { model: 'Cfdi', state })}.`
  },
})

export const PAID_WAS_CREDITED = message<{ readonly note: string; readonly receivable: string }>({
  en: ({ note, receivable }) =>
    `NotaCreditoVenta ${note} credits what was paid of CuentaPorCobrar ${receivable}: cancel that first.`,
  es: ({ note, receivable }, say) =>
    `${say.model('NotaCreditoVenta')} ${note} acredita lo pagado de ${say.model('CuentaPorCobrar')} ${receivable}: cancélala antes.`,
})

export const LEFT_BY_COLLECTION = message<OfAdvance & { readonly collection: string }>({
  en: ({ folio, collection }) =>
    `AnticipoVenta ${folio} is what CobroCliente ${collection} left: cancelar_cobro takes both back.`,
  es: ({ folio, collection }, say) =>
    `${say.model('AnticipoVenta')} ${folio} es lo que dejó ${say.model('CobroCliente')} ${collection}: ${say.field('cancelar_cobro')} cancela los dos.`,
})

export const LEFT_BY_NOTE = message<OfAdvance & { readonly note: string }>({
  en: ({ folio, note }) =>
    `AnticipoVenta ${folio} is what NotaCreditoVenta ${note} credited of what was paid: cancelar_nota_credito takes both back.`,
  es: ({ folio, note }, say) =>
    `${say.model('AnticipoVenta')} ${folio} es lo que ${say.model('NotaCreditoVenta')} ${note} ` +
    `acreditó de lo pagado: ${say.field('cancelar_nota_credito')} cancela los dos.`,
})

export const ADVANCE_BEYOND = message<
  OfAdvance & { readonly taken: string; readonly left: string }
>({
  en: ({ folio, taken, left }) =>
    `importe takes ${taken} of AnticipoVenta ${folio}, of which ${left} is left.`,
  es: ({ folio, taken, left }, say) =>
    `${say.field('importe')} toma ${say.amount(taken)} de ${say.model('AnticipoVenta')} ${folio}, al que le queda ${say.amount(left)}.`,
})

/** Of an advance that goes back to the customer, or comes back from there. */
export const REFUND = {
  noAccount: message<{ readonly id: string }>({
    en: ({ id }) => `There is no CuentaBancaria with id ${id}.`,
    es: ({ id }, say) => `No existe ${say.model('CuentaBancaria')} con id ${id}.`,
  }),
  noRate: message<{ readonly currency: string; readonly day: string }>({
    en: ({ currency, day }) => `There is no TipoCambio of ${currency} for ${day}; add it.`,
    es: ({ currency, day }) => `No hay tipo de cambio de ${currency} para el ${day}; agrégalo.`,
  }),
  accountNotActive: message<{ readonly account: string }>({
    en: ({ account }) => `cuenta_bancaria: CuentaBancaria ${account} is not active.`,
    es: ({ account }, say) =>
      `${say.field('cuenta_bancaria')}: la cuenta bancaria ${account} no está activa.`,
  }),
  accountInOther: message<
    OfAdvance & { readonly account: string; readonly kept: string; readonly currency: string }
  >({
    en: ({ folio, account, kept, currency }) =>
      `cuenta_bancaria: CuentaBancaria ${account} is in ${kept}, AnticipoVenta ${folio} in ${currency}.`,
    es: ({ folio, account, kept, currency }, say) =>
      `${say.field('cuenta_bancaria')}: la cuenta bancaria ${account} está en ${kept}, y ${say.model('AnticipoVenta')} ${folio} en ${currency}.`,
  }),
  byCollection: message<OfAdvance>({
    en: ({ folio }) =>
      `AnticipoVenta ${folio} went back with the collection that it came from, and not by reembolsar_anticipo.`,
    es: ({ folio }, say) =>
      `${say.model('AnticipoVenta')} ${folio} se devolvió con el cobro del que vino, no con ${say.field('reembolsar_anticipo')}.`,
  }),
  reconciled: message<OfAdvance & { readonly movement: string }>({
    en: ({ folio, movement }) =>
      `AnticipoVenta ${folio} left the bank: its movement ${movement} is reconciled.`,
    es: ({ folio, movement }, say) =>
      `${say.model('AnticipoVenta')} ${folio} salió del banco: su movimiento ${movement} está conciliado.`,
  }),
}

export const NO_RECEIVABLE = message<{ readonly id: string }>({
  en: ({ id }) => `There is no CuentaPorCobrar with id ${id}.`,
  es: ({ id }, say) => `No existe ${say.model('CuentaPorCobrar')} con id ${id}.`,
})
