import { message } from './message.ts'

// What is wrong with the lines and the number of a document.

export const NO_LINE = message<{
  readonly model: string
  readonly id: string
  readonly line: string
}>({
  en: ({ model, id, line }) => `${model} ${id} has no line ${line}.`,
  es: ({ model, id, line }, say) => `${say.model(model)} ${id} no tiene el renglón ${line}.`,
})

export const LINE_TWICE = message<{ readonly line: string }>({
  en: ({ line }) => `line ${line} stands twice.`,
  es: ({ line }) => `El renglón ${line} está dos veces.`,
})

interface OfField {
  readonly field: string
  readonly model: string
}

export const NUMBER_TWICE = message<OfField & { readonly value: string; readonly other: string }>({
  en: ({ field, value, other }) => `${field} ${value} stands in ${other} too.`,
  es: ({ field, model, value, other }, say) =>
    `${say.field(field, model)} ${value} está también en ${say.field(other)}.`,
})

export const NO_LIST_PRICE = message<OfField>({
  en: ({ field }) => `${field} is required: no list of prices has one for the line.`,
  es: ({ field, model }, say) =>
    `Falta ${say.field(field, model)}: ninguna lista de precios lo tiene para el renglón.`,
})

export const DELETION_OF_NO_LINE = message({
  en: () => '_delete needs the id of a line that is there.',
  es: () => '_delete necesita el id de un renglón que exista.',
})

export const HEAD_IN_LINE = message<OfField & { readonly head: string }>({
  en: ({ field, head }) => `${field} is the ${head} that the line stands in; leave it out.`,
  es: ({ field, model, head }, say) =>
    `${say.field(field, model)} es el registro de ${say.model(head)} en que está el renglón; no lo envíes.`,
})

export const TOO_MANY_BELOW = message<{ readonly model: string; readonly most: number }>({
  en: ({ model, most }) =>
    `It has more than ${most} records of ${model}; delete some of them first.`,
  es: ({ model, most }, say) =>
    `Tiene más de ${most} registros de ${say.model(model)}; elimina antes algunos.`,
})

export const FOLIO_TOO_LONG = message<{
  readonly model: string
  readonly folio: string
  readonly most: number
}>({
  en: ({ model, folio, most }) =>
    `The folio ${folio} of the next ${model} has more than ${most} characters; shorten its series.`,
  es: ({ model, folio, most }, say) =>
    `El folio ${folio} que sigue en ${say.model(model)} tiene más de ${most} caracteres; acorta su serie.`,
})

export const NOT_A_SERIES = message<{ readonly model: string; readonly id: string }>({
  en: ({ model, id }) => `serie: Serie ${id} is not an active series of ${model}.`,
  es: ({ model, id }, say) =>
    `${say.field('serie')}: la serie ${id} no es una serie activa de ${say.model(model)}.`,
})

export const SERIES_USED_UP = message<{
  readonly model: string
  readonly series: string
  readonly last: string | null
}>({
  en: ({ model, series, last }) =>
    `Serie ${series} has not so many folios left for ${model}: its last is ${last}. Raise its folio_final, or use another series.`,
  es: ({ model, series, last }, say) => {
    const end = say.field('folio_final', 'Serie')
    return `A la serie ${series} no le quedan tantos folios para ${say.model(model)}: el último es ${last}. Aumenta su ${end}, o usa otra serie.`
  },
})
