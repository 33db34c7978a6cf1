import { message } from './message.ts'

// What keeps a sale from being confirmed, but for its credit and its prices.

export const DAY_OF_SALE = message<{
  readonly id: string
  readonly day: string
  readonly first: string
  readonly today: string
}>({
  en: ({ id, day, first, today }) =>
    `fecha of Venta ${id} is ${day}; it may be from ${first} to today, ${today}.`,
  es: ({ id, day, first, today }, say) =>
    `${say.field('fecha')} de ${say.model('Venta')} ${id} es ${day}; puede ser del ${first} a hoy, ${today}.`,
})

export const CUSTOMER_NOT_ACTIVE = message<{ readonly customer: string; readonly state: string }>({
  en: ({ customer, state }) =>
    `The customer ${customer} is ${state}; only one that is activo is sold to.`,
  es: ({ customer, state }, say) =>
    `El cliente ${customer} está en «${say.choice(state, { model: 'Cliente', field: 'estado' })}»; sólo se vende a clientes activos.`,
})

export const CUSTOMER_ORDER_REQUIRED = message<{ readonly customer: string }>({
  en: ({ customer }) =>
    `orden_compra_cliente is required: the group of the customer ${customer} wants it.`,
  es: ({ customer }, say) =>
    `Falta ${say.field('orden_compra_cliente', 'Venta')}: el grupo del cliente ${customer} la pide.`,
})

interface OfArticle {
  readonly line: number
  readonly article: string
}

export const ARTICLE_STATE = message<OfArticle & { readonly state: string }>({
  en: ({ line, article, state }) => `Line ${line}: Articulo ${article} is ${state}.`,
  es: ({ line, article, state }, say) =>
    `Renglón ${line}: el artículo ${article} está en «${say.choice(state, { model: 'Articulo', field: 'estado' })}».`,
})

export const NOT_FOR_SALE = message<OfArticle>({
  en: ({ line, article }) => `Line ${line}: Articulo ${article} is not for sale.`,
  es: ({ line, article }) => `Renglón ${line}: el artículo ${article} no es de venta.`,
})

export const SALE_WAREHOUSE_REQUIRED = message<OfArticle>({
  en: ({ line, article }) => `almacen is required: Line ${line}: Articulo ${article} leaves stock.`,
  es: ({ line, article }, say) =>
    `Falta ${say.field('almacen')}: el artículo ${article} del renglón ${line} sale de existencias.`,
})

/** Of a decision on an exception. */
export const SALE_NOT_DRAFT = message<{ readonly sale: string; readonly state: string }>({
  en: ({ sale, state }) =>
    `Venta ${sale} is ${state}; only for one that is borrador is an exception decided.`,
  es: ({ sale, state }, say) => {
    const told = (value: string) => `«${say.choice(value, { model: 'Venta', field: 'estado' })}»`
    return `${say.model('Venta')} ${sale} está en ${told(state)}; una excepción sólo se decide para una venta en ${told('borrador')}.`
  },
})
