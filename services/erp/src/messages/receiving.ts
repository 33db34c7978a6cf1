import { message, type Message } from './message.ts'

// Why goods or services of a purchase are not received, or not taken back.

interface OfPurchase {
  /** Of the purchase. */
  readonly folio: string
}

interface OfLine extends OfPurchase {
  readonly line: string | number
}

export const RECEIPT_STRAY_LINE = message<OfLine>({
  en: ({ line, folio }) => `Line ${line} of the receipt is of another purchase than ${folio}.`,
  es: ({ line, folio }) => `El renglón ${line} de la recepción es de otra compra, no de ${folio}.`,
})

export const RECEIPT_STAYS = message<{ readonly id: string }>({
  en: ({ id }) => `RecepcionCompra ${id} is of another purchase: compra cannot change.`,
  es: ({ id }, say) => {
    const model = 'RecepcionCompra'
    return `${say.model(model)} ${id} es de otra compra: ${say.field('compra', model)} no se puede cambiar.`
  },
})

// What is wrong with a line of a receipt: parts that `ON_LINE` puts behind its number.

export const DIFFERS_FROM_ORDER = message<{
  readonly field: string
  readonly ordered: string
  readonly given: string
}>({
  en: ({ field, ordered, given }) => `${field} must be the order's, ${ordered}; it is ${given}`,
  es: ({ field, ordered, given }, say) =>
    `${say.field(field)} debe ser igual que en la orden (${ordered}), no ${given}`,
})

interface Computed {
  readonly made: string
  readonly given: string
}

export const COST_NOT_OF_ORDER = message<Computed>({
  en: ({ made, given }) =>
    `costo must be the order's price less its discount, ${made}, not ${given}`,
  es: ({ made, given }, say) =>
    `${say.field('costo')} debe ser el precio de la orden menos su descuento, ${say.amount(made)}, no ${say.amount(given)}`,
})

export const RECEIVED_IS_SUM = message<Computed>({
  en: ({ made, given }) =>
    `cantidad_recibida must be what was accepted and rejected, ${made}; it is ${given}`,
  es: ({ made, given }, say) =>
    `${say.field('cantidad_recibida')} debe ser lo aceptado más lo rechazado, ${say.amount(made)}, no ${say.amount(given)}`,
})

export const RECEIPT_NEEDS_WAREHOUSE = message({
  en: () => 'its article is kept in stock: the receipt needs an almacen',
  es: (_, say) => `su artículo es inventariable: a la recepción le falta ${say.field('almacen')}`,
})

// What an order says of what arrived.

export const RECEIVED_TOO_MUCH = message<{
  readonly line: number
  readonly ordered: string
  readonly already: string
  readonly now: string
  readonly received: string
  readonly allowed: string
}>({
  en: ({ line, ordered, already, now, received, allowed }) =>
    `Line ${line}: ${ordered} were ordered; ${already} received and ${now} now make ${received}, but ${allowed} are ` +
    'allowed. Receive less, or raise tolerancia_recepcion of the article or the supplier.',
  es: ({ line, ordered, already, now, received, allowed }, say) =>
    `Renglón ${line}: pedido ${say.amount(ordered)}, ya recibido ${say.amount(already)} y ahora ${say.amount(now)}; ` +
    `en total ${say.amount(received)}, pero sólo se permite ${say.amount(allowed)}. Recibe menos, o aumenta ` +
    `${say.field('tolerancia_recepcion')} del artículo o del proveedor.`,
})

export const WANTED_LINE = message<{ readonly place: string; readonly most: number }>({
  en: ({ place, most }) =>
    `${place} must be {"partida": number, "cantidad": quantity}, with rechazada, motivo_rechazo (up to ${most} ` +
    'characters), and the ids lote, serie and ubicacion where they are needed.',
  es: ({ place, most }, say) =>
    `${say.field(place)} debe ser {"partida": número, "cantidad": cantidad}, con rechazada, motivo_rechazo (hasta ` +
    `${most} caracteres) y los ids lote, serie y ubicacion donde hagan falta.`,
})

export const NOTHING_PENDING = message<OfPurchase>({
  en: ({ folio }) => `Nothing of Compra ${folio} is pending.`,
  es: ({ folio }, say) => `${say.model('Compra')} ${folio} ya no tiene nada por recibir.`,
})

export const ORDER_NEEDS_WAREHOUSE = message<OfPurchase>({
  en: ({ folio }) =>
    `Compra ${folio} names no almacen, and its articles are kept in stock: say into which almacen they go.`,
  es: ({ folio }, say) =>
    `${say.model('Compra')} ${folio} no tiene ${say.field('almacen', 'Compra')} y sus artículos son inventariables: indica a qué almacén entran.`,
})

// Of services.

export const SERVICE_LINE_UNCLEAR = message<OfPurchase>({
  en: ({ folio }) =>
    `Compra ${folio} has not exactly one line of services that is pending: say which by compra_partida.`,
  es: ({ folio }, say) =>
    `${say.model('Compra')} ${folio} no tiene exactamente un renglón de servicios pendiente: indica cuál en ${say.field('compra_partida')}.`,
})

export const LINE_OF_OTHER_PURCHASE = message<OfPurchase>({
  en: ({ folio }) => `compra_partida must be a line of Compra ${folio}.`,
  es: ({ folio }, say) =>
    `${say.field('compra_partida')} debe ser un renglón de ${say.model('Compra')} ${folio}.`,
})

export const LINE_OF_GOODS = message<OfLine>({
  en: ({ line, folio }) =>
    `Line ${line} of Compra ${folio} is kept in stock: it is received by a RecepcionCompra.`,
  es: ({ line, folio }, say) =>
    `El renglón ${line} de ${say.model('Compra')} ${folio} es inventariable: recíbelo con una recepción de compra.`,
})

export const LINE_COSTS_NOTHING = message<OfLine>({
  en: ({ line, folio }) => `Line ${line} of Compra ${folio} costs nothing.`,
  es: ({ line, folio }, say) =>
    `El renglón ${line} de ${say.model('Compra')} ${folio} no tiene costo.`,
})

// Why what was received stays so.

interface OfReceipt {
  readonly model: string
  readonly folio: string
}

export const RECEIPT_INVOICED = message<OfReceipt>({
  en: ({ model, folio }) => `${model} ${folio} was invoiced or returned. Cancel that first.`,
  es: ({ model, folio }, say) =>
    `${say.model(model)} ${folio} ya se facturó o se devolvió. Cancela eso primero.`,
})

export const RECEIPT_IN_USE = message<OfReceipt & { readonly told: Message }>({
  en: ({ model, folio, told }, say) =>
    `${model} ${folio} was invoiced or returned: ${told.in(say)}. Cancel that first.`,
  es: ({ model, folio, told }, say) =>
    `${say.model(model)} ${folio} ya se facturó o se devolvió: ${told.in(say)}. Cancela eso primero.`,
})

export const SERVICE_INVOICED = message<OfReceipt>({
  en: ({ model, folio }) => `${model} ${folio} was invoiced. Cancel the invoice first.`,
  es: ({ model, folio }, say) =>
    `${say.model(model)} ${folio} ya se facturó. Cancela primero la factura.`,
})

export const NOT_WHOLE_IN_STOCK = message<{ readonly id: string }>({
  en: ({ id }) =>
    `What ${id} moved is not in stock at its own cost any more, and cannot be taken back whole: return what is left of a receipt with a DevolucionCompra.`,
  es: ({ id }) =>
    `Lo que movió el documento ${id} ya no está en existencias a su propio costo y no se puede regresar completo: ` +
    'devuelve lo que quede de la recepción con una devolución de compra.',
})
