import { message } from './message.ts'
import { inState } from './states.ts'

// What keeps goods from being delivered, or a delivery from being taken back.

interface OfDelivery {
  readonly id: string
}

interface OfSale {
  readonly sale: string
}

export const DELIVERED_AHEAD = message<OfDelivery & { readonly at: string }>({
  en: ({ id, at }) => `fecha of RemisionVenta ${id} is ${at}; nothing is delivered in the future.`,
  es: ({ id, at }, say) =>
    `${say.field('fecha')} de ${say.model('RemisionVenta')} ${id} es ${at}; no se entrega nada en el futuro.`,
})

export const SALE_NOT_CONFIRMED = message<OfSale & { readonly state: string }>({
  en: ({ sale, state }) => `Venta ${sale} is ${state}; confirm it before it is delivered.`,
  es: ({ sale, state }, say) =>
    `${say.model('Venta')} ${sale} está en ${inState(say, { model: 'Venta', state })}; confírmala antes de entregarla.`,
})

export const REPLACED_GOODS_OUT = message<OfSale & { readonly replaced: string }>({
  en: ({ sale, replaced }) =>
    `Venta ${sale} replaces Venta ${replaced}, whose goods were delivered: cancel that first, saying in mercancia what becomes of them.`,
  es: ({ sale, replaced }, say) =>
    `${say.model('Venta')} ${sale} sustituye a ${say.model('Venta')} ${replaced}, cuya mercancía se ` +
    `entregó: cancela antes esa y di en ${say.field('mercancia')} qué pasa con ella.`,
})

/** Of a delivery or a return. */
export const OF_OTHER_CUSTOMER = message<OfSale & { readonly model: string; readonly id: string }>({
  en: ({ model, id, sale }) => `cliente of ${model} ${id} is not the customer of Venta ${sale}.`,
  es: ({ model, id, sale }, say) =>
    `${say.field('cliente')} de ${say.model(model)} ${id} no es el de ${say.model('Venta')} ${sale}.`,
})

export const LINES_RETURNED = message<{
  readonly line: number
  readonly quantity: string
  readonly article: string
}>({
  en: ({ line, quantity, article }) =>
    `Line ${line}: ${quantity} of Articulo ${article} were returned; cancel the DevolucionVenta first.`,
  es: ({ line, quantity, article }, say) =>
    quantity === '1'
      ? `Renglón ${line}: se devolvió ${quantity} del artículo ${article}; cancela antes la devolución de venta.`
      : `Renglón ${line}: se devolvieron ${say.amount(quantity)} del artículo ${article}; cancela antes la devolución de venta.`,
})

export const NOTHING_TO_DELIVER = message<OfSale>({
  en: ({ sale }) => `Nothing of Venta ${sale} is left to be delivered.`,
  es: ({ sale }, say) => `De ${say.model('Venta')} ${sale} ya no queda nada por entregar.`,
})

export const DELIVERY_WAREHOUSE_REQUIRED = message<OfSale>({
  en: ({ sale }) => `almacen is required: Venta ${sale} has none.`,
  es: ({ sale }, say) =>
    `Falta ${say.field('almacen')}: ${say.model('Venta')} ${sale} no tiene ninguno.`,
})

export const DELIVERED_PARTS = message<{ readonly most: number }>({
  en: ({ most }) => `partidas must be a list of 1 to ${most}.`,
  es: ({ most }, say) => `${say.field('partidas')} debe ser una lista de 1 a ${most} renglones.`,
})

export const DELIVERED_PART = message<{ readonly place: string }>({
  en: ({ place }) =>
    `${place} must be {"partida": number, "cantidad": quantity above zero}, with "lote" and "ubicacion" (ids) or "numero_serie" where they apply.`,
  es: ({ place }, say) =>
    `${say.field(place)} debe tener la forma {"partida": número, "cantidad": cantidad mayor que ` +
    'cero}, con "lote" y "ubicacion" (ids) o "numero_serie" donde apliquen.',
})
