import { message, spoken, type Message } from './message.ts'

// What every action on a document says.

/** A document as sentences call it, by its folio or its id. */
export const DOCUMENT = message<{ readonly model: string; readonly folio: string }>({
  en: ({ model, folio }) => `${model} ${folio}`,
  es: ({ model, folio }, say) => `${say.model(model)} ${folio}`,
})

interface OfDocument {
  readonly document: Message
}

interface OfField {
  readonly field: string
  readonly model: string
}

/** What is wrong with a line of a document, by its number. */
export const ON_LINE = message<{ readonly line: string | number; readonly what: Message }>({
  en: ({ line, what }, say) => `Line ${line}: ${what.in(say)}.`,
  es: ({ line, what }, say) => `Renglón ${line}: ${what.in(say)}.`,
})

export const HAS_NO_LINES = message<OfDocument>({
  en: ({ document }, say) => `${document.in(say)} has no lines.`,
  es: ({ document }, say) => `${document.in(say)} no tiene renglones.`,
})

export const REFERS_ANEW = message<OfField & { readonly id: string; readonly called: string }>({
  en: ({ model, id, called }) => `${model} ${id} was given another ${called} meanwhile; try again.`,
  es: ({ field, model, id }, say) =>
    `Mientras tanto alguien cambió ${say.field(field, model)} de ${say.model(model)} ${id}; inténtalo de nuevo.`,
})

export const LIST_OF_LINES = message<{ readonly field: string; readonly most: number }>({
  en: ({ field, most }) => `${field} must be a list of 1 to ${most}.`,
  es: ({ field, most }, say) => `${say.field(field)} debe ser una lista de 1 a ${most} elementos.`,
})

export const AFTER_TODAY = message<{ readonly fecha: string; readonly today: string }>({
  en: ({ fecha, today }) => `fecha must not be after today, ${today}; it is ${fecha}.`,
  es: ({ fecha, today }, say) =>
    `${say.field('fecha')} no debe ser posterior a hoy, ${today}; es ${fecha}.`,
})

/** What is settled, such as an invoice, and from when on it may be. */
export const NOT_SETTLED_BEFORE = message<{
  readonly fecha: string
  readonly day: string
  readonly document: Message | string
}>({
  en: ({ fecha, day, document }, say) =>
    `fecha is ${fecha}, but ${spoken(document, say)} is of ${day}: that is the first day on which it is settled.`,
  es: ({ fecha, day, document }, say) =>
    `${say.field('fecha')} es ${fecha}, pero ${spoken(document, say)} es del ${day}: se liquida a partir de ese día.`,
})

// What its amounts must be.

export const TOTAL_NOT_OF_LINES = message<
  OfDocument & { readonly model: string; readonly total: string; readonly made: string }
>({
  en: ({ document, total, made }, say) =>
    `total is ${total}, but the lines of ${document.in(say)} make ${made}.`,
  es: ({ document, model, total, made }, say) =>
    `${say.field('total', model)} es ${say.amount(total)}, pero los renglones de ${document.in(say)} suman ${say.amount(made)}.`,
})

export const LINE_MISFITS = message<OfDocument & { readonly line: string | number }>({
  en: ({ document, line }, say) =>
    `Line ${line} of ${document.in(say)}: its importe must be cantidad × precio, both above zero, and its descuento, impuestos and retenciones must fit it.`,
  es: ({ document, line }, say) => {
    const product = `${say.field('cantidad')} × ${say.field('precio')}`
    const parts = say.all(['descuento', 'impuestos', 'retenciones'].map((name) => say.field(name)))
    return (
      `Renglón ${line} de ${document.in(say)}: ${say.field('importe')} debe ser ${product}, ambos mayores que cero, y ` +
      `${parts} deben corresponder a ese importe.`
    )
  },
})

interface WrongPart extends OfDocument, OfField {
  readonly amount: string
}

export const PART_BELOW_ZERO = message<WrongPart>({
  en: ({ document, field, amount }, say) =>
    `${field} of ${document.in(say)} is ${amount}, but must not be below zero.`,
  es: ({ document, field, model, amount }, say) =>
    `${say.field(field, model)} de ${document.in(say)} es ${say.amount(amount)}, pero no debe ser menor que cero.`,
})

export const PART_OUTSIDE = message<WrongPart & { readonly most: string }>({
  en: ({ document, field, amount, most }, say) =>
    `${field} of ${document.in(say)} is ${amount}, but must lie between 0 and ${most}.`,
  es: ({ document, field, model, amount, most }, say) =>
    `${say.field(field, model)} de ${document.in(say)} es ${say.amount(amount)}, pero debe estar entre 0 y ${say.amount(most)}.`,
})
