import { ALLOWED } from '../../../messages/cfdi-forms.ts'
import {
  child,
  element,
  list,
  optional,
  optionalChild,
  required,
  someChildren,
  type Shape,
} from './declaration.ts'
import {
  amount,
  anyText,
  base64,
  companyRfc,
  dateTime,
  oneOf,
  pattern,
  pesos,
  positive,
  rate,
  text,
  impuesto,
  tipoFactor,
  objetoImp,
  formaPago,
  moneda,
} from './forms.ts'

const ACCOUNT = pattern(/^[A-Z\d_]{10,50}$/, ALLOWED.account())
const DOCUMENTO = pattern(
  /^(?:[a-f\dA-F]{8}-[a-f\dA-F]{4}-[a-f\dA-F]{4}-[a-f\dA-F]{4}-[a-f\dA-F]{12}|\d{3}-\d{2}-\d{9})$/,
  ALLOWED.uuidOrNumber(),
)

const DOCTO_RELACIONADO = element('pago20:DoctoRelacionado', {
  IdDocumento: required(DOCUMENTO),
  Serie: optional(text(25)),
  Folio: optional(text(40)),
  MonedaDR: required(moneda),
  EquivalenciaDR: optional(positive(10)),
  NumParcialidad: required(pattern(/^[1-9]\d{0,2}$/, ALLOWED.partNumber())),
  ImpSaldoAnt: required(amount),
  ImpPagado: required(amount),
  ImpSaldoInsoluto: required(amount),
  ObjetoImpDR: required(objetoImp),
  ImpuestosDR: optionalChild(
    element('pago20:ImpuestosDR', {
      RetencionesDR: list(
        'pago20:RetencionesDR',
        element('pago20:RetencionDR', {
          BaseDR: required(positive(6)),
          ImpuestoDR: required(impuesto),
          TipoFactorDR: required(tipoFactor),
          TasaOCuotaDR: required(rate),
          ImporteDR: required(amount),
        }),
      ),
      TrasladosDR: list(
        'pago20:TrasladosDR',
        element('pago20:TrasladoDR', {
          BaseDR: required(positive(6)),
          ImpuestoDR: required(impuesto),
          TipoFactorDR: required(tipoFactor),
          TasaOCuotaDR: optional(rate),
          ImporteDR: optional(amount),
        }),
      ),
    }),
  ),
})

const PAGO = element('pago20:Pago', {
  FechaPago: required(dateTime),
  FormaDePagoP: required(formaPago),
  MonedaP: required(moneda),
  TipoCambioP: optional(positive(6)),
  Monto: required(amount),
  NumOperacion: optional(text(100)),
  RfcEmisorCtaOrd: optional(
    pattern(
      /^(?:XEXX010101000|[A-Z&Ñ]{3}\d{2}(?:0[1-9]|1[012])(?:0[1-9]|[12]\d|3[01])[A-Z\d]{2}[\dA])$/,
      ALLOWED.rfcOfBank(),
    ),
  ),
  NomBancoOrdExt: optional(text(300)),
  CtaOrdenante: optional(ACCOUNT),
  RfcEmisorCtaBen: optional(companyRfc),
  CtaBeneficiario: optional(ACCOUNT),
  TipoCadPago: optional(oneOf('01')),
  CertPago: optional(base64),
  CadPago: optional(anyText(8_192)),
  SelloPago: optional(base64),
  DoctoRelacionado: someChildren(DOCTO_RELACIONADO),
  ImpuestosP: optionalChild(
    element('pago20:ImpuestosP', {
      RetencionesP: list(
        'pago20:RetencionesP',
        element('pago20:RetencionP', { ImpuestoP: required(impuesto), ImporteP: required(amount) }),
      ),
      TrasladosP: list(
        'pago20:TrasladosP',
        element('pago20:TrasladoP', {
          BaseP: required(amount),
          ImpuestoP: required(impuesto),
          TipoFactorP: required(tipoFactor),
          TasaOCuotaP: optional(rate),
          ImporteP: optional(amount),
        }),
      ),
    }),
  ),
})

/**
 * The complement of payments, 2.0: which documents a payment pays, and the taxes that are due with it.
 * @source docs/decisions/0241-erp-cfdi.md
 */
export const PAGOS = element('pago20:Pagos', {
  Version: required(oneOf('2.0')),
  Totales: child(
    element('pago20:Totales', {
      TotalRetencionesIVA: optional(pesos),
      TotalRetencionesISR: optional(pesos),
      TotalRetencionesIEPS: optional(pesos),
      TotalTrasladosBaseIVA16: optional(pesos),
      TotalTrasladosImpuestoIVA16: optional(pesos),
      TotalTrasladosBaseIVA8: optional(pesos),
      TotalTrasladosImpuestoIVA8: optional(pesos),
      TotalTrasladosBaseIVA0: optional(pesos),
      TotalTrasladosImpuestoIVA0: optional(pesos),
      TotalTrasladosBaseIVAExento: optional(pesos),
      MontoTotalPagos: required(pesos),
    }),
  ),
  Pago: someChildren(PAGO),
})

export type Pagos = Shape<typeof PAGOS.parts>
export type Pago = Shape<typeof PAGO.parts>
export type DoctoRelacionado = Shape<typeof DOCTO_RELACIONADO.parts>
