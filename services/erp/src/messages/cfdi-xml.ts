import { message, type Message } from './message.ts'

// What is wrong with the XML of a CFDI, before any rule of the SAT is looked at.

interface Named {
  readonly name: string
}

export const XML = {
  tooLarge: message<{ readonly megabytes: number }>({
    en: ({ megabytes }) => `The XML is larger than ${megabytes} MB.`,
    es: ({ megabytes }) => `El XML pesa más de ${megabytes} MB.`,
  }),
  notUtf8: message({
    en: () => 'The XML is not written in UTF-8.',
    es: () => 'El XML no está escrito en UTF-8.',
  }),
  saysNotUtf8: message({
    en: () => 'The XML says that it is not written in UTF-8.',
    es: () => 'El XML dice que no está escrito en UTF-8.',
  }),
  tooManyElements: message<{ readonly most: number }>({
    en: ({ most }) => `The XML has more than ${most} elements.`,
    es: ({ most }) => `El XML tiene más de ${most} elementos.`,
  }),
  tooDeep: message<{ readonly most: number }>({
    en: ({ most }) => `The XML is nested deeper than ${most}.`,
    es: ({ most }) => `El XML tiene más de ${most} niveles.`,
  }),
  notWellFormed: message({
    en: () => 'The XML is not well formed.',
    es: () => 'El XML está mal formado.',
  }),
  documentType: message({
    en: () => 'The XML has a document type, which a CFDI must not have.',
    es: () => 'El XML tiene un DOCTYPE, que un CFDI no debe tener.',
  }),
  tooManyAttributes: message({
    en: () => 'An element of the XML has too many attributes.',
    es: () => 'Un elemento del XML tiene demasiados atributos.',
  }),
  notACfdi: message({
    en: () => 'The XML is not a CFDI of version 4.0 or 3.3.',
    es: () => 'El XML no es un CFDI de versión 4.0 o 3.3.',
  }),
  notAStamp: message({
    en: () => 'The XML is not a stamp of version 1.1.',
    es: () => 'El XML no es un timbre de versión 1.1.',
  }),
}

export const XML_NAME = {
  noElement: message<Named>({
    en: ({ name }) => `There is no element ${name} there.`,
    es: ({ name }) => `Ahí no va un elemento ${name}.`,
  }),
  noAttribute: message<Named>({
    en: ({ name }) => `There is no attribute ${name}.`,
    es: ({ name }) => `No existe el atributo ${name}.`,
  }),
  newIn40: message<Named>({
    en: ({ name }) => `${name} came with CFDI 4.0.`,
    es: ({ name }) => `${name} existe desde CFDI 4.0.`,
  }),
  once: message<Named>({
    en: ({ name }) => `${name} can be there only once.`,
    es: ({ name }) => `${name} sólo puede estar una vez.`,
  }),
  form: message<Named & { readonly what: Message }>({
    en: ({ name, what }, say) => `${name} must be ${what.in(say)}.`,
    es: ({ name, what }, say) => `${name} debe ser ${what.in(say)}.`,
  }),
}
