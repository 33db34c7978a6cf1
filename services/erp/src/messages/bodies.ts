import { message } from './message.ts'

// What is wrong with the form of a body, of its lines and of the rows of a file.

export const A_LIST_OF_LINES = message({
  en: () => 'must be a list of lines',
  es: () => 'debe ser una lista de renglones',
})

export const AN_OBJECT = message({
  en: () => 'must be an object',
  es: () => 'debe ser un objeto JSON',
})

export const A_LINE_ID = message({
  en: () => 'must be the id of a line',
  es: () => 'debe ser el id de un renglón',
})

export const TOO_MANY_LINES = message<{ readonly most: number }>({
  en: ({ most }) => `A request takes ${most} lines at most; write the others in further requests.`,
  es: ({ most }) =>
    `Una petición admite ${most} renglones como máximo; escribe los demás en otras peticiones.`,
})

export const A_LIST_OF_IDS = message<{ readonly most: number }>({
  en: ({ most }) => `must be a list of 1 to ${most} ids`,
  es: ({ most }) => `debe ser una lista de 1 a ${most} ids`,
})

export const TOO_MANY_IDS = message<{ readonly count: number; readonly most: number }>({
  en: ({ count, most }) => `has ${count} ids; at most ${most} are allowed`,
  es: ({ count, most }) => `tiene ${count} ids; se admiten ${most} como máximo`,
})

export const HEADER_TWICE = message<{ readonly title: string }>({
  en: ({ title }) => `${title} stands in the header twice.`,
  es: ({ title }) => `${title} está dos veces en el encabezado.`,
})

export const HEADER_MISSING = message({
  en: () => 'The first row must hold the names of fields.',
  es: () => 'La primera fila debe llevar los nombres de los campos.',
})
