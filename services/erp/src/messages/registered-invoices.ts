import { message, type Message } from './message.ts'

// Why an invoice of a supplier is not registered or not authorized.

const INVOICE = 'CuentaPorPagar'

interface OfInvoice {
  /** Of the invoice. */
  readonly folio: string
}

// What is there already.

export const CFDI_IS_INVOICE = message<OfInvoice & { readonly uuid: string }>({
  en: ({ uuid, folio }) => `The CFDI ${uuid} is registered as CuentaPorPagar ${folio}.`,
  es: ({ uuid, folio }, say) =>
    `El CFDI ${uuid} ya está registrado como ${say.model(INVOICE)} ${folio}.`,
})

export const INVOICE_KNOWN = message<
  OfInvoice & { readonly number: string; readonly supplier: string }
>({
  en: ({ folio, number, supplier }) =>
    `CuentaPorPagar ${folio} is the invoice ${number} of ${supplier} already.`,
  es: ({ folio, number, supplier }, say) =>
    `La factura ${number} de ${supplier} ya está registrada como ${say.model(INVOICE)} ${folio}.`,
})

export const CFDI_ISSUED_HERE = message<{ readonly uuid: string }>({
  en: ({ uuid }) => `The CFDI ${uuid} is one that the company issued.`,
  es: ({ uuid }) => `El CFDI ${uuid} lo emitió la propia empresa.`,
})

// What it says.

export const TYPED_OTHERWISE = message<
  OfInvoice & { readonly field: string; readonly typed: string; readonly declared: string }
>({
  en: ({ field, folio, typed, declared }) =>
    `${field} of CuentaPorPagar ${folio} is ${typed}, but the CFDI says ${declared}.`,
  es: ({ field, folio, typed, declared }, say) => {
    const shown = (text: string) => (field === 'total' ? say.amount(text) : text)
    return `${say.field(field, INVOICE)} de ${say.model(INVOICE)} ${folio} es ${shown(typed)}, pero el CFDI dice ${shown(declared)}.`
  },
})

export const TOTAL_NOT_OF_AMOUNTS = message<{ readonly total: string; readonly made: string }>({
  en: ({ total, made }) => `Total is ${total}, but the amounts of the invoice make ${made}.`,
  es: ({ total, made }, say) =>
    `El total es ${say.amount(total)}, pero los importes de la factura dan ${say.amount(made)}.`,
})

export const LOCAL_TAXES_WITHHELD = message({
  en: () => 'Local taxes that are withheld have no account here; enter the invoice by hand.',
  es: () =>
    'Las retenciones de impuestos locales no tienen cuenta aquí; captura la factura a mano.',
})

export const IEPS_WITHHELD = message({
  en: () => 'IEPS that is withheld has no account here; enter the invoice by hand.',
  es: () => 'La retención de IEPS no tiene cuenta aquí; captura la factura a mano.',
})

export const NO_CURRENCY = message<{ readonly currency: string }>({
  en: ({ currency }) => `There is no Moneda ${currency}.`,
  es: ({ currency }) => `No hay ninguna moneda ${currency}.`,
})

export const CFDI_WITHOUT_RATE = message<{ readonly currency: string; readonly own: string }>({
  en: ({ currency, own }) =>
    `The CFDI is in ${currency} without a rate in ${own}, the currency of the company.`,
  es: ({ currency, own }) =>
    `El CFDI está en ${currency} y no dice su tipo de cambio a ${own}, la moneda de la empresa.`,
})

export const INVOICE_ENTRY_DAY = message<{
  readonly fecha: string
  readonly issued: string
  readonly today: string
}>({
  en: ({ fecha, issued, today }) =>
    `fecha is ${fecha}; the day of the entry lies between that of the invoice, ${issued}, and today, ${today}.`,
  es: ({ fecha, issued, today }, say) =>
    `${say.field('fecha')} es ${fecha}; el día de la póliza va del día de la factura, ${issued}, a hoy, ${today}.`,
})

// The orders and expenses that it is of.

export const ORDER_OF_OTHER_SUPPLIER = message<{
  /** Of the order. */
  readonly folio: string
  readonly supplier: string
}>({
  en: ({ folio, supplier }) =>
    `Compra ${folio} is of another supplier than ${supplier}, who issued the invoice.`,
  es: ({ folio, supplier }, say) =>
    `${say.model('Compra')} ${folio} es de otro proveedor, no de ${supplier}, que emitió la factura.`,
})

export const ORDER_OF_OTHER_CURRENCY = message<{
  readonly currency: string
  /** Of the order. */
  readonly folio: string
  readonly ordered: string
}>({
  en: ({ currency, folio, ordered }) =>
    `The invoice is in ${currency}, Compra ${folio} in ${ordered}.`,
  es: ({ currency, folio, ordered }, say) =>
    `La factura está en ${currency} y ${say.model('Compra')} ${folio} en ${ordered}.`,
})

export const EXPENSE_INACTIVE = message<{ readonly expense: string }>({
  en: ({ expense }) => `CatalogoGasto ${expense} is not active.`,
  es: ({ expense }) => `El concepto de gasto ${expense} no está activo.`,
})

export const INVOICE_HAS_EXPENSES = message<{ readonly right: string }>({
  en: ({ right }) =>
    `The invoice has expenses that no order has; it waits for somebody with the right CuentaPorPagar.${right}.`,
  es: ({ right }, say) =>
    `La factura tiene gastos que ninguna orden tiene; espera a quien tenga el permiso ${say.field(right)}.`,
})

// Why one stays as it is.

export const NO_OPENING_BALANCE = message<{ readonly id: string; readonly type: string }>({
  en: ({ id, type }) =>
    `CuentaPorPagar ${id} is a ${type}, not a saldo_inicial; autorizar_factura authorizes it.`,
  es: ({ id, type }, say) => {
    const of = { model: INVOICE, field: 'tipo' }
    const opening = say.choice('saldo_inicial', of)
    return `${say.model(INVOICE)} ${id} es de tipo «${say.choice(type, of)}», no «${opening}»; usa ${say.field('autorizar_factura')}.`
  },
})

export const INVOICE_IN_USE = message<OfInvoice & { readonly told: Message }>({
  en: ({ folio, told }, say) =>
    `CuentaPorPagar ${folio} has ${told.in(say)}; take them back first.`,
  es: ({ folio, told }, say) =>
    `${say.model(INVOICE)} ${folio} tiene ${told.in(say)}; cancela eso primero.`,
})

export const INVOICE_CHANGED = message({
  en: () => 'The CuentaPorPagar was changed meanwhile; try again.',
  es: () => 'Mientras tanto alguien cambió la cuenta por pagar; inténtalo de nuevo.',
})
