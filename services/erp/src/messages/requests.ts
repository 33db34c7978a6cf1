import { message, spoken, type Message } from './message.ts'

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
