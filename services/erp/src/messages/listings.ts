import { fieldTypeWords, type FieldType } from './field-types.ts'
import { message, type Message } from './message.ts'
import { OR_MEANT } from './or-meant.ts'

// What is wrong with how a listing, its groups or a record are asked for.

export const WHOLE_NUMBER_WITHIN = message<{
  readonly min: number
  readonly max: number | null
  readonly given: string
}>({
  en: ({ min, max, given }) =>
    max === null
      ? `must be a whole number from ${min}, not ${JSON.stringify(given)}`
      : `must be a whole number from ${min} to ${max}, not ${JSON.stringify(given)}`,
  es: ({ min, max, given }) =>
    max === null
      ? `debe ser un número entero desde ${min}, no ${JSON.stringify(given)}`
      : `debe ser un número entero de ${min} a ${max}, no ${JSON.stringify(given)}`,
})

export const AN_ID = message({
  en: () => 'must be an id',
  es: () => 'debe ser un id',
})

export const GIVEN_ONCE = message({
  en: () => 'may be given once',
  es: () => 'se puede dar una sola vez',
})

export const SORT_TAKES = message<{ readonly most: number }>({
  en: ({ most }) => `sort takes at most ${most} fields.`,
  es: ({ most }) => `Un listado se ordena como máximo por ${most} campos.`,
})

export const SEARCH_TAKES = message<{ readonly most: number }>({
  en: ({ most }) => `q takes at most ${most} characters.`,
  es: ({ most }) => `La búsqueda admite como máximo ${most} caracteres.`,
})

export const SEARCH_WITHOUT_NULL_BYTES = message({
  en: () => 'q must not contain null bytes.',
  es: () => 'La búsqueda no debe contener caracteres nulos.',
})

export const NOTHING_TO_SEARCH = message<{ readonly model: string }>({
  en: ({ model }) => `${model} has no text to search; filter by its fields.`,
  es: ({ model }, say) => `${say.model(model)} no tiene texto que buscar; filtra por sus campos.`,
})

export const AFTER_WITHOUT_PAGE = message({
  en: () => 'after continues a listing and cannot be combined with page.',
  es: () => 'El parámetro after continúa un listado y no se combina con page.',
})

export const AFTER_OF_SAME_SORT = message({
  en: () => 'after must be the meta.after of a page with the same sort.',
  es: () => 'El parámetro after debe ser el meta.after de una página con el mismo orden.',
})

interface OfField {
  readonly field: string
  readonly model: string
}

export const JSON_NOT_SORTED = message<OfField>({
  en: ({ field }) => `${field} holds JSON and cannot be sorted by.`,
  es: ({ field, model }, say) =>
    `${say.field(field, model)} contiene JSON y no sirve para ordenar.`,
})

export const NOT_OF_GROUPS = message<{ readonly name: string }>({
  en: ({ name }) => `${name} does not apply to group_by and sum.`,
  es: ({ name }) => `El parámetro ${name} no se aplica a group_by ni a sum.`,
})

export const GROUP_BY_TAKES = message<{ readonly most: number }>({
  en: ({ most }) => `group_by takes at most ${most} fields.`,
  es: ({ most }) => `Se agrupa como máximo por ${most} campos.`,
})

export const SUM_TAKES = message<{ readonly most: number }>({
  en: ({ most }) => `sum takes at most ${most} fields.`,
  es: ({ most }) => `Se suman como máximo ${most} campos.`,
})

/** What is grouped by, as it was written, of a field. */
export const GROUP_IS = message<OfField & { readonly group: string; readonly what: Message }>({
  en: ({ group, what }, say) => `${group} ${what.in(say)}.`,
  es: ({ field, model, what }, say) => `${say.field(field, model)} ${what.in(say)}.`,
})

export const TEXT_NOT_GROUPED = message({
  en: () => 'holds texts of any length and cannot be grouped by',
  es: () => 'contiene textos de cualquier longitud y no sirve para agrupar',
})

export const CALENDAR_ENDING = message({
  en: () => 'must end in __year, __month or __day',
  es: () => 'debe terminar en __year, __month o __day',
})

const UNITS = { year: 'año', month: 'mes', day: 'día' } as const

export const WITHOUT_CALENDAR = message<{
  readonly type: FieldType
  readonly unit: keyof typeof UNITS
}>({
  en: ({ type, unit }) => `is a ${type} field, which has no ${unit}`,
  es: ({ type, unit }) => `es un campo de ${fieldTypeWords(type)}, que no tiene ${UNITS[unit]}`,
})

export const NOT_ADDED_UP = message<OfField & { readonly type: FieldType }>({
  en: ({ field, type }) => `${field} is a ${type} field and cannot be added up.`,
  es: ({ field, model, type }, say) =>
    `${say.field(field, model)} es un campo de ${fieldTypeWords(type)} y no se puede sumar.`,
})

export const GROUPS_SORTED_BY = message<{
  readonly allowed: readonly string[]
  readonly name: string
}>({
  en: ({ allowed, name }) => `Groups are sorted by ${allowed.join(', ')}, not ${name}.`,
  es: ({ allowed, name }) => `Los grupos se ordenan por ${allowed.join(', ')}, no por ${name}.`,
})

export const NO_RECORD_PARAMETER = message<{
  readonly name: string
  readonly nearest: string | null
  readonly known: readonly string[]
}>({
  en: ({ name, nearest, known }) =>
    OR_MEANT.en(`There is no parameter ${name}; one record takes ${known.join(', ')}.`, nearest),
  es: ({ name, nearest, known }) =>
    OR_MEANT.es(
      `No hay ningún parámetro ${name}; un registro admite ${known.join(', ')}.`,
      nearest,
    ),
})
