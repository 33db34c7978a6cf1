import { message, spoken, type Message } from './message.ts'
import { OR_MEANT, type UnknownName } from './or-meant.ts'

/** A problem of a part of the request, such as a line of a document. */
export const AT_PLACE = message<{ readonly place: string; readonly what: Message | string }>({
  en: ({ place, what }, say) => `${place}: ${spoken(what, say)}`,
  es: ({ place, what }, say) => `${say.field(place)}: ${spoken(what, say)}`,
})

export const NO_RECORD = message<{ readonly model: string; readonly id: string }>({
  en: ({ model, id }) => `There is no ${model} with id ${id}.`,
  es: ({ model, id }, say) => `No hay ningún registro de ${say.model(model)} con el id ${id}.`,
})

export const IS_REQUIRED = message<{ readonly field: string; readonly model?: string }>({
  en: ({ field }) => `${field} is required.`,
  es: ({ field, model }, say) => `Falta ${say.field(field, model)}.`,
})

export const LANGUAGE_UNKNOWN = message({
  en: () => 'The preference idioma must be a language of the service: es-MX or en.',
  es: () => 'La preferencia idioma debe ser una de las lenguas del servicio: es-MX o en.',
})

/** A text that fits into a field of a body that is no model's. */
export const TEXT_OF_AT_MOST = message<{ readonly most: number }>({
  en: ({ most }) => `must be a text of at most ${most} characters`,
  es: ({ most }) => `debe ser un texto de ${most} caracteres como máximo`,
})

export const NO_MODEL = message<UnknownName>({
  en: ({ name, nearest }) => OR_MEANT.en(`There is no model ${name}.`, nearest),
  es: ({ name, nearest }) => OR_MEANT.es(`No hay ningún modelo ${name}.`, nearest),
})

interface OfAction {
  readonly action: string
  readonly path: string
}

export const ACTION_OF_ONE = message<OfAction>({
  en: ({ action, path }) => `${action} works on one record: POST ${path}.`,
  es: ({ action, path }, say) => `${say.field(action)} trabaja sobre un registro: POST ${path}.`,
})

export const ACTION_OF_NONE = message<OfAction>({
  en: ({ action, path }) => `${action} works on no record: POST ${path}.`,
  es: ({ action, path }, say) =>
    `${say.field(action)} no trabaja sobre ningún registro: POST ${path}.`,
})

export const NO_ACTIONS = message<{ readonly model: string; readonly action: string }>({
  en: ({ model, action }) => `${model} has no action ${action}; ${model} has no actions.`,
  es: ({ model, action }, say) =>
    `${say.model(model)} no tiene la acción ${action}; no tiene ninguna.`,
})

export const NO_ACTION = message<{
  readonly model: string
  readonly action: string
  readonly known: readonly string[]
}>({
  en: ({ model, action, known }) =>
    `${model} has no action ${action}; its actions are ${known.join(', ')}.`,
  es: ({ model, action, known }, say) =>
    `${say.model(model)} no tiene la acción ${action}; tiene ${known.join(', ')}.`,
})
