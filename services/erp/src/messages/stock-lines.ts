import { message } from './message.ts'

// Why a line of a movement of stock cannot move at all, whatever the stock is.

interface OfLine {
  readonly line: number
}

interface OfArticle extends OfLine {
  /** The key of the article. */
  readonly article: string
}

interface OfWarehouse extends OfLine {
  /** The key of the warehouse. */
  readonly warehouse: string
}

export const LINE_OF_NO_ARTICLE = message<OfLine & { readonly id: string }>({
  en: ({ line, id }) => `Line ${line}: there is no Articulo with id ${id}.`,
  es: ({ line, id }) => `Renglón ${line}: no hay ningún artículo con el id ${id}.`,
})

export const LINE_KEEPS_NO_STOCK = message<OfArticle>({
  en: ({ line, article }) => `Line ${line}: Articulo ${article} keeps no stock.`,
  es: ({ line, article }) => `Renglón ${line}: el artículo ${article} no lleva existencias.`,
})

export const LINE_OF_OTHER_UNIT = message<OfArticle & { readonly unit: string }>({
  en: ({ line, unit, article }) =>
    `Line ${line}: UnidadMedida ${unit} is no unit of Articulo ${article}: no ArticuloUnidad converts it.`,
  es: ({ line, unit, article }, say) =>
    `Renglón ${line}: ${say.model('UnidadMedida')} ${unit} no es del artículo ${article}: ninguna de sus unidades la convierte.`,
})

interface Given extends OfLine {
  readonly given: string
}

export const LINE_ABOVE_ZERO = message<Given>({
  en: ({ line, given }) => `Line ${line}: must be above zero, not ${given}.`,
  es: ({ line, given }, say) =>
    `Renglón ${line}: ${say.field('cantidad')} debe ser mayor que cero, no ${say.amount(given)}.`,
})

export const LINE_COSTS_BELOW_ZERO = message<OfLine>({
  en: ({ line }) => `Line ${line}: the cost must not be below zero.`,
  es: ({ line }) => `Renglón ${line}: el costo no debe ser menor que cero.`,
})

export const LINE_SERIAL_IS_ONE = message<Given>({
  en: ({ line, given }) => `Line ${line}: a serial number is one, not ${given}.`,
  es: ({ line, given }, say) =>
    `Renglón ${line}: un número de serie es una sola pieza, no ${say.amount(given)}.`,
})

export const LINE_NEEDS_LOT = message<OfArticle>({
  en: ({ line, article }) => `Line ${line}: Articulo ${article} moves by lot: say which.`,
  es: ({ line, article }) =>
    `Renglón ${line}: el artículo ${article} se lleva por lote: indica cuál.`,
})

export const LINE_NEEDS_SERIAL = message<OfArticle>({
  en: ({ line, article }) => `Line ${line}: Articulo ${article} moves by serial number: say which.`,
  es: ({ line, article }) =>
    `Renglón ${line}: el artículo ${article} se lleva por número de serie: indica cuál.`,
})

/** `field`: lote or serie. */
export const LINE_PART_OF_OTHER = message<
  OfArticle & { readonly field: string; readonly id: string }
>({
  en: ({ line, field, id, article }) =>
    `Line ${line}: ${field} ${id} is not of Articulo ${article}.`,
  es: ({ line, field, id, article }, say) =>
    `Renglón ${line}: ${say.field(field)} ${id} no es del artículo ${article}.`,
})

export const LINE_IS_THERE = message<OfLine>({
  en: ({ line }) => `Line ${line}: it is already there.`,
  es: ({ line }) => `Renglón ${line}: ya está ahí.`,
})

export const LINE_OF_NO_WAREHOUSE = message<OfLine & { readonly id: string }>({
  en: ({ line, id }) => `Line ${line}: there is no Almacen with id ${id}.`,
  es: ({ line, id }) => `Renglón ${line}: no hay ningún almacén con el id ${id}.`,
})

export const LINE_WAREHOUSE_INACTIVE = message<OfWarehouse>({
  en: ({ line, warehouse }) => `Line ${line}: Almacen ${warehouse} is not active.`,
  es: ({ line, warehouse }) => `Renglón ${line}: el almacén ${warehouse} no está activo.`,
})

export const LINE_PLACE_OF_OTHER = message<OfWarehouse & { readonly id: string }>({
  en: ({ line, id, warehouse }) => `Line ${line}: ubicacion ${id} is not of Almacen ${warehouse}.`,
  es: ({ line, id, warehouse }, say) =>
    `Renglón ${line}: ${say.field('ubicacion')} ${id} no es del almacén ${warehouse}.`,
})
