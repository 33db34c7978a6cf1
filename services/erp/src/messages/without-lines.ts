import { message } from './message.ts'

// Documents that have nothing to be done with.

interface OfDocument {
  readonly model: string
  readonly id: string
}

export const HAS_NO_LINES = message<OfDocument>({
  en: ({ model, id }) => `${model} ${id} has no lines.`,
  es: ({ model, id }, say) => `${say.model(model)} ${id} no tiene renglones.`,
})

export const NO_LINES_TO_INVOICE = message<OfDocument>({
  en: ({ model, id }) => `${model} ${id} has no lines to invoice.`,
  es: ({ model, id }, say) => `${say.model(model)} ${id} no tiene renglones que facturar.`,
})

export const NO_FIRM_LINES = message<OfDocument>({
  en: ({ model, id }) => `${model} ${id} has no lines that are not optional.`,
  es: ({ model, id }, say) =>
    `${say.model(model)} ${id} no tiene renglones que no sean opcionales.`,
})
