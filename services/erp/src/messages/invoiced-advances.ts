import { message } from './message.ts'
import { inState } from './states.ts'

// Advances of customers that have an invoice of their own, and the credit notes of what is applied of them.

interface OfAdvance {
  readonly folio: string
}

interface WithCfdi extends OfAdvance {
  readonly cfdi: string
  readonly state: string
}

const ofCfdi = (state: string) => ({ model: 'Cfdi', state })

export const VAT_OF_ADVANCE = message<{ readonly allowed: readonly string[] }>({
  en: ({ allowed }) => `tasa_iva must be one of ${allowed.join(', ')}.`,
  es: ({ allowed }, say) =>
    `${say.field('tasa_iva')} debe ser una de estas: ${allowed.join(', ')}.`,
})

export const NO_ADVANCE_WAS_PAID = message<OfAdvance & { readonly note: string }>({
  en: ({ folio, note }) =>
    `AnticipoVenta ${folio} is what NotaCreditoVenta ${note} left: no advance was paid, and the note has its CFDI.`,
  es: ({ folio, note }, say) =>
    `${say.model('AnticipoVenta')} ${folio} es lo que dejó ${say.model('NotaCreditoVenta')} ${note}: no se pagó ningún anticipo, y la nota ya tiene su CFDI.`,
})

export const ADVANCE_FORM_REQUIRED = message<OfAdvance>({
  en: ({ folio }) => `AnticipoVenta ${folio} needs forma_pago: how it was paid.`,
  es: ({ folio }, say) =>
    `A ${say.model('AnticipoVenta')} ${folio} le falta ${say.field('forma_pago')}: cómo se pagó.`,
})

export const ADVANCE_NOT_INVOICED = message<OfAdvance>({
  en: ({ folio }) => `AnticipoVenta ${folio} has no CFDI of timbrar_anticipo.`,
  es: ({ folio }, say) =>
    `${say.model('AnticipoVenta')} ${folio} no tiene un CFDI de ${say.field('timbrar_anticipo')}.`,
})

export const ADVANCE_INVOICED = message<WithCfdi>({
  en: ({ folio, cfdi, state }) =>
    `AnticipoVenta ${folio} has the invoice Cfdi ${cfdi}, which is ${state}: cancelar_cfdi first.`,
  es: ({ folio, cfdi, state }, say) =>
    `${say.model('AnticipoVenta')} ${folio} tiene la factura CFDI ${cfdi}, que está en ` +
    `${inState(say, ofCfdi(state))}: usa antes ${say.field('cancelar_cfdi')}.`,
})

export const ADVANCE_INVOICE_KEPT = message<{ readonly id: string }>({
  en: ({ id }) =>
    `AnticipoVenta ${id} was invoiced by timbrar_anticipo: cfdi cannot change; cancelar_cfdi takes it back.`,
  es: ({ id }, say) =>
    `${say.model('AnticipoVenta')} ${id} se facturó con ${say.field('timbrar_anticipo')}: ` +
    `${say.field('cfdi')} ya no se cambia; lo cancela ${say.field('cancelar_cfdi')}.`,
})

/** Why it cannot pay a receivable; `receivable` is the folio of that. */
export const ADVANCE_UNUSABLE = {
  notInForce: message<WithCfdi>({
    en: ({ folio, cfdi, state }) =>
      `AnticipoVenta ${folio} cannot be applied while its Cfdi ${cfdi} is ${state}.`,
    es: ({ folio, cfdi, state }, say) =>
      `${say.model('AnticipoVenta')} ${folio} no se puede aplicar mientras su CFDI ${cfdi} esté en ${inState(say, ofCfdi(state))}.`,
  }),
  notNamed: message<OfAdvance & { readonly receivable: string }>({
    en: ({ folio, receivable }) =>
      `The CFDI of CuentaPorCobrar ${receivable} does not name that of AnticipoVenta ${folio} ` +
      '(relation 07): name the sale in its venta before the sale is stamped.',
    es: ({ folio, receivable }, say) =>
      `El CFDI de ${say.model('CuentaPorCobrar')} ${receivable} no relaciona el de ${say.model('AnticipoVenta')} ` +
      `${folio} (relación 07): indica la venta en ${say.field('venta')} del anticipo antes de timbrarla.`,
  }),
  ofOtherRfc: message<
    OfAdvance & { readonly rfc: string; readonly receivable: string; readonly other: string }
  >({
    en: ({ folio, rfc, receivable, other }) =>
      `AnticipoVenta ${folio} was invoiced to ${rfc}, CuentaPorCobrar ${receivable} to ${other}.`,
    es: ({ folio, rfc, receivable, other }, say) =>
      `${say.model('AnticipoVenta')} ${folio} se facturó a ${rfc}, y ${say.model('CuentaPorCobrar')} ${receivable} a ${other}.`,
  }),
  inOtherCurrency: message<
    OfAdvance & { readonly currency: string; readonly receivable: string; readonly other: string }
  >({
    en: ({ folio, currency, receivable, other }) =>
      `AnticipoVenta ${folio} was invoiced in ${currency}, CuentaPorCobrar ${receivable} is in ${other}.`,
    es: ({ folio, currency, receivable, other }, say) =>
      `${say.model('AnticipoVenta')} ${folio} se facturó en ${currency}, y ${say.model('CuentaPorCobrar')} ${receivable} está en ${other}.`,
  }),
}

export const CREDIT_OF_ADVANCE_DUE = message<OfAdvance>({
  en: ({ folio }) =>
    `AnticipoVenta ${folio} is applied, but the SAT does not know yet: call timbrar_aplicacion of its AplicacionNotaCredito.`,
  es: ({ folio }, say) =>
    `${say.model('AnticipoVenta')} ${folio} está aplicado, pero el SAT todavía no lo sabe: usa ` +
    `${say.field('timbrar_aplicacion')} en su ${say.model('AplicacionNotaCredito')}.`,
})

interface OfUse {
  readonly id: string
}

/** What of an advance, or of a credit note, was applied. */
export const ADVANCE_USE = {
  cancelled: message<OfUse>({
    en: ({ id }) => `AplicacionNotaCredito ${id} is cancelled already.`,
    es: ({ id }, say) => `${say.model('AplicacionNotaCredito')} ${id} ya está cancelada.`,
  }),
  ofNote: message<OfUse>({
    en: ({ id }) =>
      `AplicacionNotaCredito ${id} is of a credit note, whose own actions take it back.`,
    es: ({ id }, say) =>
      `${say.model('AplicacionNotaCredito')} ${id} es de una nota de crédito, que se cancela con sus propias acciones.`,
  }),
  credited: message<OfUse & { readonly cfdi: string; readonly state: string }>({
    en: ({ id, cfdi, state }) =>
      `AplicacionNotaCredito ${id} has the credit note Cfdi ${cfdi}, which is ${state}: cancelar_egreso first.`,
    es: ({ id, cfdi, state }, say) =>
      `${say.model('AplicacionNotaCredito')} ${id} tiene la nota de crédito CFDI ${cfdi}, que está en ` +
      `${inState(say, ofCfdi(state))}: usa antes ${say.field('cancelar_egreso')}.`,
  }),
  ofNoInvoice: message<OfUse>({
    en: ({ id }) =>
      `AplicacionNotaCredito ${id} is of no advance that timbrar_anticipo invoiced; nothing is told to the SAT of it.`,
    es: ({ id }, say) =>
      `${say.model('AplicacionNotaCredito')} ${id} no es de un anticipo facturado con ${say.field('timbrar_anticipo')}; no se informa al SAT.`,
  }),
  notTold: message<OfUse>({
    en: ({ id }) => `AplicacionNotaCredito ${id} has no CFDI of timbrar_aplicacion.`,
    es: ({ id }, say) =>
      `${say.model('AplicacionNotaCredito')} ${id} no tiene un CFDI de ${say.field('timbrar_aplicacion')}.`,
  }),
}
