import { message, type Message } from './message.ts'

// What is wrong with a row of a file, or with a record that is named in words.

interface Words {
  readonly field: string
  readonly model?: string | undefined
  readonly target: string
}

export const WORDS_UNREADABLE = message<Words>({
  en: ({ field, target }) =>
    `${field}: your profile may not read ${target}, so only its id can be given.`,
  es: ({ field, model, target }, say) =>
    `${say.field(field, model)}: tu perfil no puede leer ${say.model(target)}, así que sólo puedes dar su id.`,
})

export const WORDS_UNKNOWN = message<Words & { readonly shown: string }>({
  en: ({ field, target, shown }) =>
    `${field}: there is no ${target} ${shown}; use its id, its key or its _str.`,
  es: ({ field, model, target, shown }, say) =>
    `${say.field(field, model)}: no hay ningún registro ${shown} en ${say.model(target)}; usa su id, su clave o su descripción.`,
})

export const WORDS_NOT_SEEN = message<Words & { readonly shown: string }>({
  en: ({ field, target, shown }) => `${field}: there is no ${target} ${shown} that you may read.`,
  es: ({ field, model, target, shown }, say) =>
    `${say.field(field, model)}: no hay ningún registro ${shown} en ${say.model(target)} que puedas leer.`,
})

export const WORDS_AMBIGUOUS = message<Words & { readonly shown: string }>({
  en: ({ field, target, shown }) =>
    `${field}: several records of ${target} are written ${shown}; use the id.`,
  es: ({ field, model, target, shown }, say) =>
    `${say.field(field, model)}: varios registros de ${say.model(target)} se escriben ${shown}; usa el id.`,
})

export const ID_UNKNOWN_IN_ROW = message<Words & { readonly id: string }>({
  en: ({ field, target, id }) =>
    `${field}: there is no ${target} with id ${id}. A key that is a number goes into ${field}_str.`,
  es: ({ field, model, target, id }, say) =>
    `${say.field(field, model)}: no hay ningún registro de ${say.model(target)} con el id ${id}. Una clave que es número va en la columna ${field}_str.`,
})

export const UPSERT_UNIQUE = message<{
  readonly model: string
  readonly allowed: readonly string[]
}>({
  en: ({ model, allowed }) =>
    `upsert_by must be a unique field of ${model}: ${allowed.join(', ')}.`,
  es: ({ model, allowed }, say) =>
    `El parámetro upsert_by debe ser un campo único de ${say.model(model)}: ${allowed.join(', ')}.`,
})

/** What is wrong with the file as a whole. */
export const THE_FILE = message<{ readonly what: Message }>({
  en: ({ what }, say) => `The file: ${what.in(say)}.`,
  es: ({ what }, say) => `El archivo: ${what.in(say)}.`,
})

export const LINE_AN_OBJECT = message({
  en: () => 'The line must be a JSON object.',
  es: () => 'La línea debe ser un objeto JSON.',
})

export const ROW_TOO_WIDE = message<{ readonly width: number }>({
  en: ({ width }) => `The row has more cells than the header, which has ${width}.`,
  es: ({ width }) => `La fila tiene más celdas que el encabezado, que tiene ${width}.`,
})
