import { message } from './message.ts'

// What a person keeps for himself: preferences and saved views, sessions, what he searches.

export const PREFERENCE_NAME = message({
  en: () => 'clave must be 1 to 100 letters, digits, points, lines and underscores.',
  es: (_, say) =>
    `${say.field('clave')} debe tener de 1 a 100 letras, cifras, puntos, guiones y guiones bajos.`,
})

// Of a preference or a part of a view: sentences without their subject.

export const JSON_OF_AT_MOST = message<{ readonly bytes: number }>({
  en: ({ bytes }) => `must be JSON of at most ${bytes} bytes`,
  es: ({ bytes }) => `debe ser JSON de ${bytes} bytes como máximo`,
})

export const TEXT_OF_ONE_TO = message<{ readonly most: number }>({
  en: ({ most }) => `must be a text of 1 to ${most} characters`,
  es: ({ most }) => `debe ser un texto de 1 a ${most} caracteres`,
})

export const NO_PART_OF_VIEW = message<{ readonly known: readonly string[] }>({
  en: ({ known }) => `is unknown; a view has ${known.join(', ')}`,
  es: ({ known }) => `no se conoce; una vista tiene ${known.join(', ')}`,
})

export const PREFERENCES_AT_MOST = message<{ readonly most: number }>({
  en: ({ most }) => `A user keeps at most ${most} preferences.`,
  es: ({ most }) => `Un usuario guarda como máximo ${most} preferencias.`,
})

export const VIEWS_AT_MOST = message<{ readonly most: number }>({
  en: ({ most }) => `A user has at most ${most} views of a model.`,
  es: ({ most }) => `Un usuario tiene como máximo ${most} vistas de un modelo.`,
})

export const VIEW_OF_OTHERS = message<{ readonly id: string }>({
  en: ({ id }) => `The view ${id} is somebody else’s.`,
  es: ({ id }) => `La vista ${id} es de otra persona.`,
})

export const NO_VIEW = message<{ readonly id: string }>({
  en: ({ id }) => `There is no view ${id}.`,
  es: ({ id }) => `No hay ninguna vista ${id}.`,
})

export const NO_FACTOR = message<{ readonly id: string }>({
  en: ({ id }) => `There is no factor ${id}.`,
  es: ({ id }) => `No hay ningún factor ${id}.`,
})

export const NO_SESSION = message<{ readonly id: string }>({
  en: ({ id }) => `There is no open session ${id}.`,
  es: ({ id }) => `No hay ninguna sesión abierta ${id}.`,
})

export const NO_OUTBOX_MESSAGE = message<{ readonly id: string }>({
  en: ({ id }) => `There is no message ${id} in the outbox.`,
  es: ({ id }) => `No hay ningún mensaje ${id} en la bandeja de salida.`,
})

export const MESSAGE_NOT_GIVEN_UP = message<{ readonly id: string }>({
  en: ({ id }) => `The message ${id} was not given up.`,
  es: ({ id }) => `El mensaje ${id} no se ha dado por perdido.`,
})

export const SEARCH_AT_MOST = message<{ readonly most: number }>({
  en: ({ most }) => `q has at most ${most} characters.`,
  es: ({ most }) => `La búsqueda tiene como máximo ${most} caracteres.`,
})

export const SEARCH_OR_IDS = message({
  en: () => 'Give either q or ids.',
  es: () => 'Da q o ids, uno de los dos.',
})

export const MODELS_AT_MOST = message<{ readonly most: number }>({
  en: ({ most }) => `modelos names at most ${most} models.`,
  es: ({ most }) => `El parámetro modelos nombra como máximo ${most} modelos.`,
})

export const IDS_OF_ONE_MODEL = message({
  en: () => 'ids are of one model.',
  es: () => 'Los ids deben ser de un solo modelo.',
})

export const IDS_WITH_COMMAS = message<{ readonly most: number }>({
  en: ({ most }) => `ids are at most ${most} ids with commas.`,
  es: ({ most }) => `El parámetro ids lleva como máximo ${most} ids separados por comas.`,
})
