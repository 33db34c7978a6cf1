import { message, type Message } from './message.ts'

// Why what was paid to a supplier stays as it is.

const PAYMENT = 'PagoProveedor'

interface OfPayment {
  /** Of the payment. */
  readonly folio: string
}

export const PAYMENT_HAS_COMPLEMENT = message<OfPayment>({
  en: ({ folio }) =>
    `PagoProveedor ${folio} has the CFDI of payment of its supplier; take it from complemento first.`,
  es: ({ folio }, say) =>
    `${say.model(PAYMENT)} ${folio} tiene el complemento de pago de su proveedor; quítalo primero del campo ${say.field('complemento', PAYMENT)}.`,
})

export const PAYMENT_RECONCILED = message<OfPayment>({
  en: ({ folio }) =>
    `PagoProveedor ${folio} is reconciled with the statement of the bank; undo that first.`,
  es: ({ folio }, say) =>
    `${say.model(PAYMENT)} ${folio} está conciliado con el estado de cuenta del banco; deshaz antes la conciliación.`,
})

export const PAYMENT_CASHED = message<OfPayment & { readonly cheque: string }>({
  en: ({ folio, cheque }) =>
    `PagoProveedor ${folio} was made with Cheque ${cheque}, which was cashed.`,
  es: ({ folio, cheque }, say) =>
    `${say.model(PAYMENT)} ${folio} se hizo con el cheque ${cheque}, que ya se cobró.`,
})

export const PAYMENT_ADVANCE_APPLIED = message<OfPayment & { readonly told: Message }>({
  en: ({ folio, told }, say) =>
    `The advance of PagoProveedor ${folio} was applied (${told.in(say)}); cancelar_aplicacion takes that back first.`,
  es: ({ folio, told }, say) =>
    `El anticipo de ${say.model(PAYMENT)} ${folio} ya se aplicó (${told.in(say)}); usa antes ${say.field('cancelar_aplicacion')}.`,
})

interface Made {
  readonly id: string
}

export const MOVEMENT_STAYS = message<Made & { readonly field: string }>({
  en: ({ id, field }) =>
    `MovimientoBancario ${id} was made by a document: ${field} cannot change unless the document is taken back.`,
  es: ({ id, field }, say) => {
    const model = 'MovimientoBancario'
    return `${say.model(model)} ${id} es de un documento: ${say.field(field, model)} no se puede cambiar sin cancelar antes el documento.`
  },
})

export const MOVEMENT_NOT_DELETED = message<Made>({
  en: ({ id }) => `MovimientoBancario ${id} was made by a document, and cannot be deleted.`,
  es: ({ id }, say) =>
    `${say.model('MovimientoBancario')} ${id} es de un documento, y no se puede eliminar.`,
})
