import { message } from './message.ts'

// Why a file may not be attached.

export const FILE_EMPTY = message({
  en: () => 'archivo is empty.',
  es: () => 'El archivo está vacío.',
})

export const FILE_DECLARED_OTHERWISE = message<{
  readonly declared: string
  readonly file: string
  readonly mime: string
}>({
  en: ({ declared, file, mime }) =>
    `archivo: the request says ${declared}, but ${file} is ${mime}.`,
  es: ({ declared, file, mime }) =>
    `La petición dice que el archivo es ${declared}, pero ${file} es ${mime}.`,
})

export const KIND_AT_MOST = message<{ readonly kind: string; readonly mebibytes: number }>({
  en: ({ kind, mebibytes }) =>
    `archivo: a file of the type ${kind} may have ${mebibytes} MiB at most.`,
  es: ({ kind, mebibytes }) =>
    `Un archivo del tipo ${kind} puede tener ${mebibytes} MiB como máximo.`,
})

export const KIND_NOT_ALLOWED = message<{
  readonly file: string
  readonly allowed: readonly string[]
}>({
  en: ({ file, allowed }) =>
    `archivo: ${file} is of no allowed type; its name must end in one of ${allowed.join(', ')}.`,
  es: ({ file, allowed }) =>
    `${file} no es de un tipo permitido; su nombre debe terminar en ${allowed.join(', ')}.`,
})

/** Content of a known type, of a text, or of neither. */
export type ContentSeen = { readonly mime: string } | 'text' | 'unknown'

export const CONTENT_NOT_AS_NAMED = message<{ readonly file: string; readonly seen: ContentSeen }>({
  en: ({ file, seen }) => {
    if (seen === 'unknown') {
      return `archivo: ${file} does not hold what its name says; its content is of no known type.`
    }
    const kind = seen === 'text' ? 'text' : seen.mime
    return `archivo: ${file} does not hold what its name says; its content is ${kind}.`
  },
  es: ({ file, seen }) => {
    if (seen === 'unknown') {
      return `${file} no contiene lo que dice su nombre; su contenido no es de ningún tipo conocido.`
    }
    const kind = seen === 'text' ? 'texto' : seen.mime
    return `${file} no contiene lo que dice su nombre; su contenido es ${kind}.`
  },
})

export const FILE_INFECTED = message({
  en: () => 'archivo: the virus scan refuses this file.',
  es: () => 'El antivirus rechaza este archivo.',
})

export const SCAN_UNAVAILABLE = message({
  en: () => 'The virus scan gives no answer; try again.',
  es: () => 'El antivirus no responde; inténtalo de nuevo.',
})
