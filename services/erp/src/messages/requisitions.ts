import { message } from './message.ts'

// Why a requisition does not become purchases.

const REQUISITION = 'RequisicionCompra'

interface OfRequisition {
  readonly id: string
}

export const NOTHING_LEFT_TO_BUY = message<OfRequisition>({
  en: ({ id }) => `RequisicionCompra ${id} has no line of which anything is left to buy.`,
  es: ({ id }, say) => `${say.model(REQUISITION)} ${id} ya no tiene ningún renglón por comprar.`,
})

/** `numbers`: of the lines. */
export const NO_SUPPLIER_SUGGESTED = message<{ readonly numbers: readonly string[] }>({
  en: ({ numbers }) =>
    `proveedor: lines ${numbers.join(', ')} suggest no supplier; say from whom they are bought.`,
  es: ({ numbers }, say) =>
    numbers.length === 1
      ? `Falta ${say.field('proveedor')}: el renglón ${say.all(numbers)} no sugiere ninguno; indica a quién se le compra.`
      : `Falta ${say.field('proveedor')}: los renglones ${say.all(numbers)} no sugieren ninguno; indica a quién se le compran.`,
})

export const LINE_UNPRICED = message<{ readonly line: number }>({
  en: ({ line }) => `Line ${line} has no precio_estimado, with which its purchase begins.`,
  es: ({ line }, say) =>
    `Al renglón ${line} le falta ${say.field('precio_estimado')}, con el que empieza su compra.`,
})

export const NO_TERMS_OF_PAYMENT = message<{ readonly supplier: string }>({
  en: ({ supplier }) =>
    `condicion_pago: neither ${supplier} nor the request says the terms of payment.`,
  es: ({ supplier }, say) =>
    `Falta ${say.field('condicion_pago')}: ${supplier} no tiene la suya y no la indicaste.`,
})

export const NO_RATE_TODAY = message<OfRequisition>({
  en: ({ id }) =>
    `RequisicionCompra ${id}: there is no TipoCambio of its currency for today; add it.`,
  es: ({ id }, say) =>
    `${say.model(REQUISITION)} ${id}: no hay tipo de cambio de su moneda para hoy; agrégalo.`,
})

/** `folios`: of its purchases, where there are any. */
export const BOUGHT_IN_FULL = message<OfRequisition & { readonly folios: readonly string[] }>({
  en: ({ id, folios }) =>
    folios.length === 0
      ? `RequisicionCompra ${id} is bought in full; what is to be bought again is cancelled first.`
      : `RequisicionCompra ${id} is bought in full by ${folios.join(', ')}; what is to be bought again is cancelled first.`,
  es: ({ id, folios }, say) =>
    folios.length === 0
      ? `${say.model(REQUISITION)} ${id} ya se compró completa; cancela antes lo que se vaya a comprar de nuevo.`
      : `${say.model(REQUISITION)} ${id} ya se compró completa con ${say.all(folios)}; cancela antes lo que se vaya a comprar de nuevo.`,
})
