import { message } from './message.ts'
import { inState } from './states.ts'

// Credit notes of suppliers.

const NOTE = 'NotaCreditoProveedor'
const INVOICE = 'CuentaPorPagar'

const PARTS = {
  neto: { en: 'before taxes', es: 'antes de impuestos' },
  iva: { en: 'of IVA', es: 'de IVA' },
  ieps: { en: 'of IEPS', es: 'de IEPS' },
  retenciones: { en: 'of what is withheld', es: 'de retenciones' },
} as const

interface OfInvoice {
  /** Of the invoice. */
  readonly folio: string
}

export const CREDITED_BEYOND = message<{
  readonly credited: keyof typeof PARTS
  readonly asked: string
  /** The folios of the invoices that it names. */
  readonly invoices: readonly string[]
  readonly charged: string
  readonly before: string
  readonly left: string
}>({
  en: ({ credited, asked, invoices, charged, before, left }) =>
    `The CFDI credits ${asked} ${PARTS[credited].en} of CuentaPorPagar ${invoices.join(', ')}, of whose ${charged} ` +
    `there ${before} was credited before: ${left} is left.`,
  es: ({ credited, asked, invoices, charged, before, left }, say) =>
    `El CFDI acredita ${say.amount(asked)} ${PARTS[credited].es} de ${say.model(INVOICE)} ${say.all(invoices)}; de ` +
    `${say.amount(charged)} que se cargaron ya se había acreditado ${say.amount(before)}: queda ${say.amount(left)}.`,
})

export const CREDIT_RATES_DIFFER = message<
  OfInvoice & { readonly rate: string; readonly credited: string }
>({
  en: ({ folio, rate, credited }) =>
    `CuentaPorPagar ${folio} was booked at ${rate}, the credit note at ${credited}; ask the supplier to pay it back instead.`,
  es: ({ folio, rate, credited }, say) =>
    `${say.model(INVOICE)} ${folio} se contabilizó a ${rate} y la nota de crédito a ${credited}; pide mejor al proveedor que te la reembolse.`,
})

/** `note`: its folio; what is left of it, and of the invoice. */
export const CREDITS_TOO_MUCH = message<
  OfInvoice & {
    readonly importe: string
    readonly note: string
    readonly left: string
    readonly owed: string
  }
>({
  en: ({ importe, note, left, folio, owed }) =>
    `importe is ${importe}; ${note} has ${left} left, and CuentaPorPagar ${folio} ${owed}.`,
  es: ({ importe, note, left, folio, owed }, say) =>
    `${say.field('importe')} es ${say.amount(importe)}; el saldo de ${note} es ${say.amount(left)} y el de ` +
    `${say.model(INVOICE)} ${folio}, ${say.amount(owed)}.`,
})

export const NO_SUCH_INVOICE = message({
  en: () => 'There is no such CuentaPorPagar.',
  es: (_, say) => `No existe ese registro de ${say.model(INVOICE)}.`,
})

// Why the CFDI of one is not taken.

export const CREDIT_KNOWN = message<{ readonly uuid: string; readonly note: string }>({
  en: ({ uuid, note }) => `The CFDI ${uuid} is NotaCreditoProveedor ${note} already.`,
  es: ({ uuid, note }, say) =>
    `El CFDI ${uuid} ya está registrado como ${say.model(NOTE)} ${note}.`,
})

export const CREDIT_OF_OTHER_CURRENCY = message<{ readonly currency: string }>({
  en: ({ currency }) => `The CFDI is in ${currency}, and an invoice that it names is not.`,
  es: ({ currency }) =>
    `El CFDI está en ${currency}, y una de las facturas que relaciona no lo está.`,
})

export const CREDIT_HAS_LOCAL_TAXES = message({
  en: () => 'Local taxes of a credit note have no account here; enter it by hand.',
  es: () => 'Los impuestos locales de una nota de crédito no tienen cuenta aquí; captúrala a mano.',
})

export const CREDIT_NAMES_NO_INVOICE = message({
  en: () => 'The CFDI names no invoice by the relations 01 or 03.',
  es: () => 'El CFDI no relaciona ninguna factura con el tipo de relación 01 o 03.',
})

export const CREDIT_OF_UNKNOWN_INVOICE = message<{ readonly uuid: string }>({
  en: ({ uuid }) => `The invoice ${uuid} that it names is not registered; register it first.`,
  es: ({ uuid }) => `La factura ${uuid} que relaciona no está registrada; regístrala primero.`,
})

export const CREDIT_WITHOUT_RETURN = message<{ readonly supplier: string }>({
  en: ({ supplier }) =>
    `${supplier} has no DevolucionCompra that was sent; a credit note without a return has another motivo.`,
  es: ({ supplier }, say) =>
    `${supplier} no tiene ninguna devolución de compra enviada; una nota de crédito sin devolución lleva otro ${say.field('motivo')}.`,
})

export const CREDIT_OF_SEVERAL_RETURNS = message<{ readonly waiting: readonly string[] }>({
  en: ({ waiting }) =>
    `Several returns wait for a credit note: ${waiting.join(', ')}; name one in devolucion.`,
  es: ({ waiting }, say) =>
    `Varias devoluciones esperan nota de crédito: ${say.all(waiting)}; indica una en ${say.field('devolucion')}.`,
})

export const CREDIT_OF_RETURN_NOT_SENT = message<{
  /** Of the return. */
  readonly folio: string
  readonly state: string
  readonly supplier: string
}>({
  en: ({ folio, state, supplier }) =>
    `DevolucionCompra ${folio} is ${state}; it must be one that was sent (enviada) to ${supplier}.`,
  es: ({ folio, state, supplier }, say) => {
    const model = 'DevolucionCompra'
    const [now, sent] = [state, 'enviada'].map((one) => inState(say, { model, state: one }))
    return `${say.model(model)} ${folio} está en ${now}; debe ser una devolución a ${supplier} que esté en ${sent}.`
  },
})

export const CREDIT_ENTRY_DAY = message<{
  readonly fecha: string
  readonly issued: string
  readonly today: string
}>({
  en: ({ fecha, issued, today }) =>
    `fecha is ${fecha}; the day of the entry lies between that of the CFDI, ${issued}, and today, ${today}.`,
  es: ({ fecha, issued, today }, say) =>
    `${say.field('fecha')} es ${fecha}; el día de la póliza va del día del CFDI, ${issued}, a hoy, ${today}.`,
})

// Of what is paid back instead.

interface OfNote {
  /** Of the note. */
  readonly folio: string
}

export const CREDIT_PAID_BACK = message<OfNote & { readonly importe: string }>({
  en: ({ folio, importe }) =>
    `NotaCreditoProveedor ${folio} was paid back with ${importe}: cancelar_reembolso first.`,
  es: ({ folio, importe }, say) =>
    `${say.model(NOTE)} ${folio} ya se reembolsó con ${say.amount(importe)}: usa antes ${say.field('cancelar_reembolso')}.`,
})

export const CREDIT_NOT_PAID_BACK = message<OfNote>({
  en: ({ folio }) => `NotaCreditoProveedor ${folio} was not paid back by cobrar_reembolso.`,
  es: ({ folio }, say) =>
    `${say.model(NOTE)} ${folio} no se reembolsó con ${say.field('cobrar_reembolso')}.`,
})

export const REFUND_RECONCILED = message<OfNote & { readonly movement: string }>({
  en: ({ folio, movement }) =>
    `NotaCreditoProveedor ${folio} came in at the bank: its movement ${movement} is reconciled.`,
  es: ({ folio, movement }, say) =>
    `El reembolso de ${say.model(NOTE)} ${folio} ya entró al banco: su movimiento ${movement} está conciliado.`,
})

export const REFUND_ACCOUNT = message<OfNote & { readonly account: string }>({
  en: ({ folio, account }) =>
    `cuenta_bancaria: CuentaBancaria ${account} must be active and in the currency of ${folio}.`,
  es: ({ folio, account }, say) =>
    `${say.field('cuenta_bancaria')}: la cuenta ${account} debe estar activa y en la moneda de ${folio}.`,
})

export const REFUND_HAS_NO_RATE = message<OfNote & { readonly today: string }>({
  en: ({ folio, today }) =>
    `There is no TipoCambio of the currency of ${folio} for ${today}; add it.`,
  es: ({ folio, today }) =>
    `No hay tipo de cambio de la moneda de ${folio} para hoy, ${today}; agrégalo.`,
})
