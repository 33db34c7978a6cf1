import { message } from './message.ts'

// What keeps a global invoice from being stamped.

interface OfGlobal {
  readonly id: string
}

export const GLOBAL_IN_PESOS = message<{ readonly currency: string }>({
  en: ({ currency }) => `moneda must be MXN: sales in ${currency} are stamped by themselves.`,
  es: ({ currency }, say) =>
    `${say.field('moneda')} debe ser MXN: las ventas en ${currency} se timbran una por una.`,
})

export const GLOBAL_OF_TICKETS = message<OfGlobal & { readonly action: string }>({
  en: ({ id, action }) =>
    `FacturaGlobal ${id} names tickets of a point of sale; ${action} invoices sales (Venta) alone.`,
  es: ({ id, action }, say) =>
    `${say.model('FacturaGlobal')} ${id} tiene tickets de punto de venta; ${say.field(action)} sólo factura ventas.`,
})

export const NO_PUBLIC_SALES = message<
  OfGlobal & { readonly rfc: string; readonly from: string; readonly to: string }
>({
  en: ({ id, rfc, from, to }) =>
    `FacturaGlobal ${id}: no sale to ${rfc} from ${from} to ${to} is confirmed, paid at once (PUE), in MXN and not invoiced.`,
  es: ({ id, rfc, from, to }, say) =>
    `${say.model('FacturaGlobal')} ${id}: del ${from} al ${to} no hay ninguna venta a ${rfc} ` +
    'confirmada, pagada en una sola exhibición (PUE), en MXN y sin facturar.',
})

export const FIRST_PUBLIC_SALES = message<OfGlobal & { readonly count: number }>({
  en: ({ id, count }) =>
    `FacturaGlobal ${id} invoices the first ${count} sales of its period; another one invoices the rest.`,
  es: ({ id, count }, say) =>
    count === 1
      ? `${say.model('FacturaGlobal')} ${id} factura sólo la primera venta de su periodo; haz otra para las demás.`
      : `${say.model('FacturaGlobal')} ${id} factura sólo las primeras ${count} ventas de su periodo; haz otra para las demás.`,
})

export const NO_FORM_OF_PAYMENT = message<OfGlobal>({
  en: ({ id }) =>
    `FacturaGlobal ${id}: none of its sales says how it was paid; enter forma_pago of one.`,
  es: ({ id }, say) =>
    `${say.model('FacturaGlobal')} ${id}: ninguna de sus ventas dice cómo se pagó; captura ${say.field('forma_pago')} en una de ellas.`,
})

export const GLOBAL_TOTAL_DIFFERS = message<{ readonly total: string; readonly made: string }>({
  en: ({ total, made }) =>
    `total of its sales is ${total}, but their amounts and taxes make ${made}.`,
  es: ({ total, made }, say) =>
    `El total de sus ventas es ${say.amount(total)}, pero sus importes e impuestos suman ${say.amount(made)}.`,
})

export const PERIOD_AHEAD = message<{ readonly day: string; readonly from: string }>({
  en: ({ day, from }) => `fecha is ${day}, in a period that begins on ${from}, after today.`,
  es: ({ day, from }, say) =>
    `${say.field('fecha')} es ${day}, en un periodo que empieza el ${from}, después de hoy.`,
})

export const NOT_OF_PERIOD = message<{
  readonly field: string
  readonly due: string
  readonly day: string
  readonly found: string
}>({
  en: ({ field, due, day, found }) =>
    `${field} must be ${due}, that of fecha (${day}), not ${found}.`,
  es: ({ field, due, day, found }, say) =>
    `${say.field(field, 'FacturaGlobal')} debe ser ${due}, como dice ${say.field('fecha')} (${day}), no ${found}.`,
})

/** Of a sale of it, after its name. */
export const NOTHING_TO_INVOICE = message({
  en: () => 'it has no lines to invoice.',
  es: () => 'no tiene renglones que facturar.',
})

export const NOT_FOR_GLOBAL = message({
  en: () =>
    'it has local taxes or withholdings, of which a global invoice has none; timbrar_venta stamps it by itself.',
  es: (_, say) =>
    `tiene impuestos locales o retenciones, que una factura global no lleva; tímbrala aparte con ${say.field('timbrar_venta')}.`,
})
