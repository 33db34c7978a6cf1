import { message } from './message.ts'

// What is wrong with the form that an attachment arrives in.

export const ONE_FILE = message({
  en: () => 'archivo must be one file.',
  es: () => '«Archivo» debe ser un solo archivo.',
})

export const A_FILE = message({
  en: () => 'archivo must be a file.',
  es: () => '«Archivo» debe ser un archivo.',
})

export const FILE_REQUIRED = message({
  en: () => 'archivo is required: a file.',
  es: () => 'Falta «Archivo»: elige un archivo.',
})

export const TOO_MANY_PARTS = message({
  en: () => 'The form has too many parts.',
  es: () => 'El formulario tiene demasiadas partes.',
})

export const FORM_CUT_OFF = message({
  en: () => 'The form cannot be read to its end.',
  es: () => 'El formulario no se puede leer hasta el final.',
})
