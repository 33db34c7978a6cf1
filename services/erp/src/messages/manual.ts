import { message } from './message.ts'

export const NO_PICTURE = message<{ readonly name: string }>({
  en: ({ name }) => `The manual has no picture ${name}.`,
  es: ({ name }) => `El manual no tiene la imagen ${name}.`,
})
