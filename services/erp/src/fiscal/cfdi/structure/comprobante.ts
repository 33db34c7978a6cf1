import { ALLOWED } from '../../../messages/cfdi-forms.ts'
import {
  child,
  children,
  element,
  list,
  optional,
  optionalChild,
  outsideCadena,
  required,
  since40,
  someChildren,
  someList,
  unsealedChild,
  type Shape,
} from './declaration.ts'
import {
  amount,
  anyText,
  base64,
  dateTime,
  digits,
  key,
  oneOf,
  pattern,
  pedimento,
  positive,
  rate,
  rfc,
  text,
  uuid,
  impuesto,
  tipoFactor,
  objetoImp,
  formaPago,
  moneda,
} from './forms.ts'
import { IMPUESTOS_LOCALES } from './locales.ts'
import { NOMINA } from './nomina.ts'
import { PAGOS } from './pagos.ts'
import { TIMBRE } from './timbre.ts'

const REGIMEN = key(/^6\d{2}$/, 'c_RegimenFiscal')
const CLAVE_PROD_SERV = key(/^\d{8}$/, 'c_ClaveProdServ')
const CODIGO_POSTAL = digits(5)

const TRASLADO = element('cfdi:Traslado', {
  Base: required(positive(6)),
  Impuesto: required(impuesto),
  TipoFactor: required(tipoFactor),
  TasaOCuota: optional(rate),
  Importe: optional(amount),
})

const RETENCION = element('cfdi:Retencion', {
  Base: required(positive(6)),
  Impuesto: required(impuesto),
  TipoFactor: required(tipoFactor),
  TasaOCuota: required(rate),
  Importe: required(amount),
})

const INFORMACION_ADUANERA = element('cfdi:InformacionAduanera', {
  NumeroPedimento: required(pedimento),
})

const PARTE = element('cfdi:Parte', {
  ClaveProdServ: required(CLAVE_PROD_SERV),
  NoIdentificacion: optional(text(100)),
  Cantidad: required(positive(6)),
  Unidad: optional(text(20)),
  Descripcion: required(text(1_000)),
  ValorUnitario: optional(amount),
  Importe: optional(amount),
  InformacionAduanera: children(INFORMACION_ADUANERA),
})

const CONCEPTO = element('cfdi:Concepto', {
  ClaveProdServ: required(CLAVE_PROD_SERV),
  NoIdentificacion: optional(text(100)),
  Cantidad: required(positive(6)),
  ClaveUnidad: required(key(/^[A-Z\d]{2,3}$/, 'c_ClaveUnidad')),
  Unidad: optional(text(20)),
  Descripcion: required(text(1_000)),
  ValorUnitario: required(amount),
  Importe: required(amount),
  Descuento: optional(amount),
  ObjetoImp: since40(objetoImp),
  Impuestos: optionalChild(
    element('cfdi:Impuestos', {
      Traslados: list('cfdi:Traslados', TRASLADO),
      Retenciones: list('cfdi:Retenciones', RETENCION),
    }),
  ),
  ACuentaTerceros: optionalChild(
    element('cfdi:ACuentaTerceros', {
      RfcACuentaTerceros: required(rfc),
      NombreACuentaTerceros: required(text(300)),
      RegimenFiscalACuentaTerceros: required(REGIMEN),
      DomicilioFiscalACuentaTerceros: required(CODIGO_POSTAL),
    }),
  ),
  InformacionAduanera: children(INFORMACION_ADUANERA),
  CuentaPredial: children(
    element('cfdi:CuentaPredial', {
      Numero: required(pattern(/^[\dA-Za-z]{1,150}$/, ALLOWED.someLettersAndDigits({ most: 150 }))),
    }),
  ),
  Parte: children(PARTE),
})

// The groups of the whole document; 3.3 did not write their base.
const TRASLADO_GROUP = element('cfdi:Traslado', {
  Base: since40(amount),
  Impuesto: required(impuesto),
  TipoFactor: required(tipoFactor),
  TasaOCuota: optional(rate),
  Importe: optional(amount),
})

const RETENCION_GROUP = element('cfdi:Retencion', {
  Impuesto: required(impuesto),
  Importe: required(amount),
})

const IMPUESTOS = element('cfdi:Impuestos', {
  Retenciones: list('cfdi:Retenciones', RETENCION_GROUP),
  TotalImpuestosRetenidos: optional(amount),
  Traslados: list('cfdi:Traslados', TRASLADO_GROUP),
  TotalImpuestosTrasladados: optional(amount),
})

/**
 * THE structure of a CFDI: from it come the XML, the cadena original, what is read and which form every value has. The
 * order of the parts is that of the SAT's transformation, which the schema's order of elements agrees with.
 * @source docs/decisions/0241-erp-cfdi.md
 */
export const COMPROBANTE = element('cfdi:Comprobante', {
  Version: required(oneOf('3.3', '4.0')),
  Serie: optional(text(25)),
  Folio: optional(text(40)),
  Fecha: required(dateTime),
  Sello: outsideCadena(base64),
  FormaPago: optional(formaPago),
  NoCertificado: required(digits(20)),
  Certificado: outsideCadena(base64),
  CondicionesDePago: optional(text(1_000)),
  SubTotal: required(amount),
  Descuento: optional(amount),
  Moneda: required(moneda),
  TipoCambio: optional(positive(6)),
  Total: required(amount),
  TipoDeComprobante: required(oneOf('I', 'E', 'T', 'N', 'P')),
  Exportacion: since40(oneOf('01', '02', '03', '04')),
  MetodoPago: optional(oneOf('PUE', 'PPD')),
  LugarExpedicion: required(CODIGO_POSTAL),
  Confirmacion: optional(pattern(/^[\dA-Za-z]{5}$/, ALLOWED.lettersAndDigits({ count: 5 }))),
  InformacionGlobal: optionalChild(
    element('cfdi:InformacionGlobal', {
      Periodicidad: required(oneOf('01', '02', '03', '04', '05')),
      Meses: required(
        pattern(
          /^(?:0[1-9]|1[0-8])$/,
          ALLOWED.keyBetween({ catalog: 'c_Meses', first: '01', last: '18' }),
        ),
      ),
      Año: required(pattern(/^(?:2019|20[2-9]\d)$/, ALLOWED.year())),
    }),
  ),
  CfdiRelacionados: children(
    element('cfdi:CfdiRelacionados', {
      TipoRelacion: required(
        pattern(
          /^0[1-9]$/,
          ALLOWED.keyBetween({ catalog: 'c_TipoRelacion', first: '01', last: '07' }),
        ),
      ),
      CfdiRelacionado: someChildren(element('cfdi:CfdiRelacionado', { UUID: required(uuid) })),
    }),
  ),
  Emisor: child(
    element('cfdi:Emisor', {
      Rfc: required(rfc),
      Nombre: since40(text(300)),
      RegimenFiscal: required(REGIMEN),
      FacAtrAdquirente: optional(digits(10)),
    }),
  ),
  Receptor: child(
    element('cfdi:Receptor', {
      Rfc: required(rfc),
      Nombre: since40(text(300)),
      DomicilioFiscalReceptor: since40(CODIGO_POSTAL),
      ResidenciaFiscal: optional(key(/^[A-Z]{3}$/, 'c_Pais')),
      NumRegIdTrib: optional(anyText(40)),
      RegimenFiscalReceptor: since40(REGIMEN),
      UsoCFDI: required(key(/^[A-Z]{1,2}\d{2}$/, 'c_UsoCFDI')),
    }),
  ),
  Conceptos: someList('cfdi:Conceptos', CONCEPTO),
  Impuestos: optionalChild(IMPUESTOS),
  Complemento: optionalChild(
    element('cfdi:Complemento', {
      ImpuestosLocales: optionalChild(IMPUESTOS_LOCALES),
      Nomina: optionalChild(NOMINA),
      Pagos: optionalChild(PAGOS),
      TimbreFiscalDigital: unsealedChild(TIMBRE),
    }),
  ),
})

/** A CFDI 4.0 with its seal. */
export type Comprobante = Shape<typeof COMPROBANTE.parts>
/** What sealing adds. */
type Seal = Pick<Comprobante, 'Sello' | 'NoCertificado' | 'Certificado'>
/** A CFDI 4.0 before it is sealed. */
export type UnsealedComprobante = Omit<Comprobante, keyof Seal>
/** A CFDI that was read: of 3.3 too, which lacks what came with 4.0, and may lack a name. */
export type ReadComprobante = Shape<typeof COMPROBANTE.parts, '3.3'>
export type Concepto = Comprobante['Conceptos'][number]
export type ReadConcepto = ReadComprobante['Conceptos'][number]
export type Traslado = Shape<typeof TRASLADO.parts>
export type Retencion = Shape<typeof RETENCION.parts>
export type TrasladoGroup = Shape<typeof TRASLADO_GROUP.parts>
export type RetencionGroup = Shape<typeof RETENCION_GROUP.parts>
