import { message, type Message } from './message.ts'
import { inAnyState, inState } from './states.ts'

// What the state of a purchase forbids.

interface OfPurchase {
  /** The id of the purchase. */
  readonly id: string
}

interface InState extends OfPurchase {
  readonly state: string
}

export const PURCHASE_NOT_RECEIVABLE = message<InState>({
  en: ({ id, state }) =>
    `Compra ${id} is ${state}; only what is autorizada or recibida_parcial is received.`,
  es: ({ id, state }, say) => {
    const open = inAnyState(say, 'Compra', ['autorizada', 'recibida_parcial'])
    return `${say.model('Compra')} ${id} está en ${inState(say, { model: 'Compra', state })}; sólo se recibe lo que está en ${open}.`
  },
})

export const PURCHASE_UNAUTHORIZED = message<InState>({
  en: ({ id, state }) => `Compra ${id} is ${state}; only an authorized one is received.`,
  es: ({ id, state }, say) =>
    `${say.model('Compra')} ${id} está en ${inState(say, { model: 'Compra', state })}; sólo se recibe una compra autorizada.`,
})

export const NEEDS_AUTHORIZED_PURCHASE = message<InState & { readonly model: string }>({
  en: ({ id, state, model }) => `Compra ${id} is ${state}; a ${model} needs an authorized one.`,
  es: ({ id, state, model }, say) =>
    `${say.model('Compra')} ${id} está en ${inState(say, { model: 'Compra', state })}; para un registro de ` +
    `${say.model(model)} se necesita una compra autorizada.`,
})

export const NOTHING_RECEIVED = message<OfPurchase>({
  en: ({ id }) => `Nothing of Compra ${id} was received: cancelar_compra takes it back.`,
  es: ({ id }, say) =>
    `De ${say.model('Compra')} ${id} no se ha recibido nada: en lugar de cerrarla, usa ${say.field('cancelar_compra')}.`,
})

export const PURCHASE_IN_USE = message<OfPurchase & { readonly told: Message }>({
  en: ({ id, told }, say) => `Compra ${id} has receipts, invoices or payments: ${told.in(say)}.`,
  es: ({ id, told }, say) =>
    `${say.model('Compra')} ${id} tiene recepciones, facturas o pagos: ${told.in(say)}.`,
})

// What a document that belongs to a purchase must have of it.

export const NOT_AS_IN_PURCHASE = message<{
  readonly field: string
  readonly model: string
  readonly folio: string
  readonly ordered: string
  readonly given: string
}>({
  en: ({ field, folio, ordered, given }) =>
    `${field} must be that of Compra ${folio}, ${ordered}; it is ${given}.`,
  es: ({ field, model, folio, ordered, given }, say) =>
    `${say.field(field, model)} debe ser igual que en ${say.model('Compra')} ${folio} (${ordered}), no ${given}.`,
})
