import { message } from './message.ts'

// Why stock does not move as a document says.

/** The keys of the article and of the warehouse, and quantities in the article's unit. */
interface Shortage {
  readonly article: string
  readonly warehouse: string
  readonly asked: string
  readonly available: string
}

export const OUT_OF_STOCK = message<Shortage>({
  en: ({ article, warehouse, asked, available }) =>
    `Almacen ${warehouse} has ${available} available of Articulo ${article}; ${asked} were asked for.`,
  es: ({ article, warehouse, asked, available }, say) =>
    `El almacén ${warehouse} tiene una existencia disponible de ${say.amount(available)} del artículo ${article}; se pide ${say.amount(asked)}.`,
})

export const LINE_OUT_OF_STOCK = message<Shortage & { readonly line: number }>({
  en: ({ line, article, warehouse, asked, available }) =>
    `Line ${line}: Almacen ${warehouse} has ${available} available of Articulo ${article}; ${asked} were asked for.`,
  es: ({ line, article, warehouse, asked, available }, say) =>
    `Renglón ${line}: el almacén ${warehouse} tiene una existencia disponible de ${say.amount(available)} del ` +
    `artículo ${article}; se pide ${say.amount(asked)}.`,
})

/** `last`: the last day that is closed. */
export const WAREHOUSE_CLOSED = message<{
  readonly warehouse: string
  readonly last: string
  readonly period: string
  readonly day: string
}>({
  en: ({ warehouse, last, period, day }) =>
    `Almacen ${warehouse} is closed up to ${last} (${period}); ${day} is not after it.`,
  es: ({ warehouse, last, period, day }) =>
    `El inventario del almacén ${warehouse} está cerrado hasta el ${last} (${period}); el ${day} no es posterior.`,
})

export const WORTH_TOO_LITTLE = message<{
  readonly line: number
  readonly article: string
  readonly worth: string
  readonly fall: string
}>({
  en: ({ line, article, worth, fall }) =>
    `Line ${line}: Articulo ${article} is worth ${worth} there, which cannot fall by ${fall}.`,
  es: ({ line, article, worth, fall }, say) =>
    `Renglón ${line}: el artículo ${article} vale ahí ${say.amount(worth)}, y no puede bajar ${say.amount(fall)}.`,
})

interface OfSerial {
  readonly line: number
  /** The id of the serial number. */
  readonly serial: string
}

export const SERIAL_NOT_IN_STOCK = message<OfSerial>({
  en: ({ line, serial }) => `Line ${line}: serial number ${serial} is not in stock.`,
  es: ({ line, serial }) => `Renglón ${line}: el número de serie ${serial} no está en existencias.`,
})

export const SERIAL_ELSEWHERE = message<OfSerial & { readonly warehouse: string }>({
  en: ({ line, serial, warehouse }) =>
    `Line ${line}: serial number ${serial} is in Almacen ${warehouse}.`,
  es: ({ line, serial, warehouse }) =>
    `Renglón ${line}: el número de serie ${serial} está en el almacén ${warehouse}.`,
})

export const RESERVATION_HOLDS_NOTHING = message<{
  readonly line: number
  readonly reservation: string
}>({
  en: ({ line, reservation }) =>
    `Line ${line}: ReservaInventario ${reservation} holds nothing of it.`,
  es: ({ line, reservation }, say) =>
    `Renglón ${line}: ${say.model('ReservaInventario')} ${reservation} no aparta nada de eso.`,
})

export const MOVED_BEFORE_STOCK = message<{ readonly id: string }>({
  en: ({ id }) => `MovimientoInventario ${id} is from before stock was kept: it moved nothing.`,
  es: ({ id }, say) =>
    `${say.model('MovimientoInventario')} ${id} es de antes de que se llevaran existencias: no movió nada.`,
})
