import { message, type Message } from './message.ts'
import { inState } from './states.ts'

// Why goods do not go back to a supplier, or not come again.

const RECEIPT = 'RecepcionCompra'

export const RETURN_OF_NO_RECEIPT = message<{ readonly line: number }>({
  en: ({ line }) =>
    `Line ${line}: recepcion_partida must name a line of a receipt; all lines are of one purchase.`,
  es: ({ line }, say) =>
    `Renglón ${line}: ${say.field('recepcion_partida')} debe indicar un renglón de una recepción; todos los renglones son de una misma compra.`,
})

export const RETURN_OF_OTHER_PURCHASE = message<{
  readonly purchase: string
  readonly given: string
}>({
  en: ({ purchase, given }) =>
    `compra must be that of what is returned, ${purchase}; it is ${given}.`,
  es: ({ purchase, given }, say) =>
    `${say.field('compra')} debe ser la de lo que se devuelve (${purchase}), no ${given}.`,
})

interface LineOfReceipt {
  readonly line: number
  /** Of the receipt. */
  readonly folio: string
}

export const RECEIPT_NOT_APPLIED = message<LineOfReceipt & { readonly state: string }>({
  en: ({ line, folio, state }) =>
    `Line ${line}: RecepcionCompra ${folio} is ${state}; only what was applied is returned.`,
  es: ({ line, folio, state }, say) =>
    `Renglón ${line}: ${say.model(RECEIPT)} ${folio} está en ${inState(say, { model: RECEIPT, state })}; sólo se devuelve lo aplicado.`,
})

export const RECEIPT_UNBOOKED = message<LineOfReceipt>({
  en: ({ line, folio }) =>
    `Line ${line}: RecepcionCompra ${folio} is from before receipts were booked.`,
  es: ({ line, folio }, say) =>
    `Renglón ${line}: ${say.model(RECEIPT)} ${folio} es de antes de que las recepciones se contabilizaran.`,
})

// What is wrong with a line: parts that `ON_LINE` puts behind its number.

export const LINE_OF_OTHER_RECEIPT = message<{ readonly receipt: string }>({
  en: ({ receipt }) => `it is not of RecepcionCompra ${receipt}`,
  es: ({ receipt }, say) => `no es de ${say.model(RECEIPT)} ${receipt}`,
})

export const RETURN_NEEDS_WAREHOUSE = message({
  en: () => 'the return needs an almacen',
  es: (_, say) => `a la devolución le falta ${say.field('almacen')}`,
})

export const DIFFERS_FROM_RECEIPT = message<{
  readonly field: string
  readonly received: string | null
  readonly given: string | null
}>({
  en: ({ field, received, given }) => `${field} must be the receipt's, ${received}; it is ${given}`,
  es: ({ field, received, given }, say) =>
    `${say.field(field)} debe ser igual que en la recepción (${received ?? 'vacío'}), no ${given ?? 'vacío'}`,
})

interface Quantities {
  readonly line: number
  readonly received: string
  readonly allowed: string
}

export const RETURNS_TOO_MUCH = message<{
  readonly line: number
  readonly folio: string
  readonly left: string
  readonly asked: string
}>({
  en: ({ line, folio, left, asked }) =>
    `Line ${line}: of RecepcionCompra ${folio} ${left} can be returned, not ${asked}.`,
  es: ({ line, folio, left, asked }, say) =>
    `Renglón ${line}: de ${say.model(RECEIPT)} ${folio} se puede devolver ${say.amount(left)}, no ${say.amount(asked)}.`,
})

export const OTHERS_CAME_INSTEAD = message<Quantities & { readonly ordered: string }>({
  en: ({ line, ordered, received, allowed }) =>
    `Line ${line}: other goods were received instead. ${ordered} were ordered; with what was returned ${received} ` +
    `would stand received, but ${allowed} are allowed.`,
  es: ({ line, ordered, received, allowed }, say) =>
    `Renglón ${line}: ya se recibió otra mercancía en su lugar. Pedido ${say.amount(ordered)}; con lo devuelto ` +
    `quedaría recibido ${say.amount(received)}, pero sólo se permite ${say.amount(allowed)}.`,
})

export const RETURN_CREDITED = message<{ readonly folio: string; readonly told: Message }>({
  en: ({ folio, told }, say) =>
    `DevolucionCompra ${folio} was credited: ${told.in(say)}. Cancel that first.`,
  es: ({ folio, told }, say) =>
    `El proveedor ya acreditó ${say.model('DevolucionCompra')} ${folio}: ${told.in(say)}. Cancela eso primero.`,
})
