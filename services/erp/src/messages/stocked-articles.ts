import { message } from './message.ts'

// What stock keeps as it is.

interface OfArticle {
  readonly id: string
  readonly field: string
}

export const ARTICLE_HAS_MOVED = message<OfArticle>({
  en: ({ id, field }) => `Articulo ${id} has moved: ${field} cannot change.`,
  es: ({ id, field }, say) =>
    `${say.model('Articulo')} ${id} ya tiene movimientos: ${say.field(field, 'Articulo')} no se puede cambiar.`,
})

export const ARTICLE_HAS_STOCK = message<OfArticle>({
  en: ({ id, field }) => `There is stock of Articulo ${id}: ${field} cannot change.`,
  es: ({ id, field }, say) =>
    `${say.model('Articulo')} ${id} tiene existencias: ${say.field(field, 'Articulo')} no se puede cambiar.`,
})

/** `id`: of an article of the category. */
export const CATEGORY_HAS_STOCK = message<OfArticle>({
  en: ({ id, field }) =>
    `There is stock of Articulo ${id}, which is of this category: ${field} cannot change.`,
  es: ({ id, field }, say) =>
    `${say.model('Articulo')} ${id}, que es de esta categoría, tiene existencias: ${say.field(field, 'CategoriaInventario')} no se puede cambiar.`,
})

// The value of a rate for which the law leaves a range.

interface OfValue {
  readonly model: string
  readonly field: string
  /** The field that names the rate. */
  readonly rate: string
}

interface Written extends OfValue {
  readonly written: string
}

export const VALUE_OF_NO_RATE = message<Written>({
  en: ({ field, rate, written }) =>
    `${field} is ${written}, but there is no ${rate} that it could be a value of.`,
  es: ({ field, model, rate, written }, say) =>
    `${say.field(field, model)} es ${written}, pero falta ${say.field(rate, model)}: sin ella ese valor no aplica.`,
})

export const VALUE_OF_FIXED_RATE = message<Written & { readonly most: string }>({
  en: ({ field, rate, written, most }) =>
    `${field} is ${written}, but ${rate} is ${most}; leave it out.`,
  es: ({ field, model, rate, written, most }, say) =>
    `${say.field(field, model)} es ${written}, pero ${say.field(rate, model)} es ${most}; déjalo vacío.`,
})

interface Range {
  readonly least: string
  readonly most: string
}

export const VALUE_REQUIRED = message<OfValue & Range>({
  en: ({ field, rate, least, most }) =>
    `${field} is required: ${rate} is a range, ${least} to ${most}.`,
  es: ({ field, model, rate, least, most }, say) =>
    `Falta ${say.field(field, model)}: ${say.field(rate, model)} es un rango, de ${least} a ${most}.`,
})

export const VALUE_OUTSIDE_RATE = message<Written & Range>({
  en: ({ field, rate, written, least, most }) =>
    `${field} is ${written}, but must be within ${rate}, ${least} to ${most}.`,
  es: ({ field, model, rate, written, least, most }, say) =>
    `${say.field(field, model)} es ${written}, pero debe estar dentro de ${say.field(rate, model)}, de ${least} a ${most}.`,
})
