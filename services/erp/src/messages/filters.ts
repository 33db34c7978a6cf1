import { fieldTypeWords, type FieldType } from './field-types.ts'
import { message, type Message } from './message.ts'

// What is wrong with the filters of a listing. Sentences without a subject are what `FILTER_IS` says of one.

/** A filter as it was written, of a field. */
export const FILTER_IS = message<{
  readonly filter: string
  readonly field: string
  readonly model: string
  readonly what: Message
}>({
  en: ({ filter, what }, say) => `${filter} ${what.in(say)}.`,
  es: ({ field, model, what }, say) => `El filtro de ${say.field(field, model)} ${what.in(say)}.`,
})

export const ONCE_USE_IN = message({
  en: () => 'may be given once; use __in for several values',
  es: () => 'se puede dar una sola vez; usa __in para varios valores',
})

export const NO_LONE_BACKSLASH = message({
  en: () => 'must not end in a single backslash',
  es: () => 'no debe terminar en una sola diagonal invertida',
})

export const NOT_OF_TYPE = message<{ readonly type: FieldType }>({
  en: ({ type }) => `does not apply to a ${type} field`,
  es: ({ type }) => `no se aplica a un campo de ${fieldTypeWords(type)}`,
})

export const AT_MOST_VALUES = message<{ readonly most: number }>({
  en: ({ most }) => `takes at most ${most} values`,
  es: ({ most }) => `admite como máximo ${most} valores`,
})

export const EACH_VALUE = message<{ readonly shown: string; readonly what: Message }>({
  en: ({ shown, what }, say) => `holds ${shown}, but each value ${what.in(say)}`,
  es: ({ shown, what }, say) => `tiene ${shown}, pero cada valor ${what.in(say)}`,
})

export const MASKED = message<{ readonly field: string; readonly model: string }>({
  en: ({ field }) => `${field} is masked for you: it cannot be filtered or sorted by.`,
  es: ({ field, model }, say) =>
    `${say.field(field, model)} se te muestra oculto: no puedes filtrar ni ordenar por él.`,
})

export const LOOKS_INTO = message<{ readonly filter: string; readonly target: string }>({
  en: ({ filter, target }) => `${filter} looks into ${target}, which cannot be read here.`,
  es: ({ filter, target }, say) =>
    `El filtro ${filter} mira en ${say.model(target)}, que aquí no se puede leer.`,
})

export const TOO_MANY_FILTERS = message<{ readonly most: number }>({
  en: ({ most }) => `A listing takes at most ${most} filters.`,
  es: ({ most }) => `Un listado admite como máximo ${most} filtros.`,
})

export const OR_FORM = message({
  en: () =>
    'or takes filters as a query string of its own, encoded: or=estado%3Dborrador%26total__gt%3D1000.',
  es: () =>
    'El parámetro or lleva filtros como una consulta propia, codificada: or=estado%3Dborrador%26total__gt%3D1000.',
})

export const NO_SUFFIX = message<{ readonly suffix: string; readonly allowed: readonly string[] }>({
  en: ({ suffix, allowed }) =>
    `There is no filter __${suffix}; allowed are ${allowed.join(', ')}, and a field of what one reference points to.`,
  es: ({ suffix, allowed }) =>
    `No hay ningún filtro __${suffix}; se admiten ${allowed.join(', ')}, y un campo de aquello a lo que apunta una referencia.`,
})
