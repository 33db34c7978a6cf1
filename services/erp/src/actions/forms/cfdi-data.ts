import { amountInWords } from '@oficina/words/amount-in-words.ts'

import type { PrintedForm } from '../../fiscal/cfdi/printed-form.ts'
import type { ReadComprobante, ReadConcepto } from '../../fiscal/cfdi/structure/comprobante.ts'
import { decimal, decimalText, rounded, times } from '../../fiscal/decimal.ts'
import type { SatCatalog } from '../../store/form-store.ts'
import { amountShown, isAmount } from './form-words.ts'
import type { FormIssuer } from './form.ts'

export interface SatKey {
  readonly catalog: SatCatalog
  readonly clave: string
}

/** A key of the SAT with its words, such as `G03 Gastos en general`; the key alone where it is not known. */
export type SatWords = (catalog: SatCatalog, clave: string | undefined) => string

type Pago = NonNullable<NonNullable<ReadComprobante['Complemento']>['Pagos']>['Pago'][number]

/** Every key that the form writes in words. */
export function satKeys({ comprobante }: PrintedForm): readonly SatKey[] {
  const { Emisor, Receptor, CfdiRelacionados = [] } = comprobante
  const keys: (readonly [SatCatalog, string | undefined])[] = [
    ['uso', Receptor.UsoCFDI],
    ['regimen', Emisor.RegimenFiscal],
    ['regimen', Receptor.RegimenFiscalReceptor],
    ['formaPago', comprobante.FormaPago],
    ['metodoPago', comprobante.MetodoPago],
    ['tipo', comprobante.TipoDeComprobante],
    ['exportacion', comprobante.Exportacion],
    ...CfdiRelacionados.map(({ TipoRelacion }) => ['relacion', TipoRelacion] as const),
    ...pagosOf(comprobante).map(({ FormaDePagoP }) => ['formaPago', FormaDePagoP] as const),
    ...['001', '002', '003'].map((clave) => ['impuesto', clave] as const),
  ]
  return keys.flatMap(([catalog, clave]) => (clave === undefined ? [] : [{ catalog, clave }]))
}

export function satWords(rows: readonly (SatKey & { readonly descripcion: string })[]): SatWords {
  const known = new Map(
    rows.map(({ catalog, clave, descripcion }) => [`${catalog} ${clave}`, descripcion]),
  )
  return (catalog, clave) => {
    if (clave === undefined) return ''
    const words = known.get(`${catalog} ${clave}`)
    return words === undefined ? clave : `${clave} ${words}`
  }
}

function pagosOf({ Complemento }: ReadComprobante): readonly Pago[] {
  return Complemento?.Pagos?.Pago ?? []
}

const TITLES: Readonly<Record<string, string>> = {
  I: 'FACTURA',
  E: 'NOTA DE CRÉDITO',
  P: 'RECIBO DE PAGO',
  T: 'TRASLADO',
  N: 'RECIBO DE NÓMINA',
}

/** What the printed form of a CFDI shows. @source docs/decisions/0254-erp-joined-services.md */
export function cfdiData(printed: PrintedForm, words: SatWords): object {
  const { comprobante, timbre } = printed
  const { Receptor, TipoDeComprobante, CfdiRelacionados = [] } = comprobante
  return {
    titulo: TITLES[TipoDeComprobante] ?? 'CFDI',
    serie: comprobante.Serie ?? '',
    folio: comprobante.Folio ?? '',
    uuid: timbre.UUID,
    fecha: instantShown(comprobante.Fecha),
    fecha_timbrado: instantShown(timbre.FechaTimbrado),
    leyenda: printed.leyenda ?? '',
    receptor: {
      nombre: Receptor.Nombre ?? '',
      rfc: Receptor.Rfc,
      regimen: words('regimen', Receptor.RegimenFiscalReceptor),
      codigo_postal: Receptor.DomicilioFiscalReceptor ?? '',
      uso: words('uso', Receptor.UsoCFDI),
    },
    tipo: words('tipo', TipoDeComprobante),
    lugar: comprobante.LugarExpedicion,
    exportacion: words('exportacion', comprobante.Exportacion),
    condiciones: comprobante.CondicionesDePago ?? '',
    global: globalOf(comprobante),
    relacionados: CfdiRelacionados.map(({ TipoRelacion, CfdiRelacionado }) => ({
      tipo: words('relacion', TipoRelacion),
      uuids: CfdiRelacionado.map(({ UUID }) => UUID).join(', '),
    })),
    ...amountsOf(comprobante, words),
    ...paymentsOf(comprobante, words),
    certificado: comprobante.NoCertificado,
    certificado_sat: timbre.NoCertificadoSAT,
    rfc_pac: timbre.RfcProvCertif,
    sello_cfdi: printed.selloCfdi,
    sello_sat: printed.selloSat,
    cadena: printed.cadenaTimbre,
  }
}

/** The issuer as it was sealed, which a CFDI that was received has too. */
export function cfdiIssuer({ comprobante }: PrintedForm, words: SatWords): FormIssuer {
  const { Nombre = '', RegimenFiscal, Rfc } = comprobante.Emisor
  return { nombre: Nombre, rfc: Rfc, regimen: words('regimen', RegimenFiscal) }
}

/** `2026-11-22T12:30:00` as people read it. */
function instantShown(text: string): string {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)/.exec(text) ?? []
  return year === undefined ? text : `${day}/${month}/${year} ${time}`
}

function globalOf({ InformacionGlobal }: ReadComprobante): string {
  if (InformacionGlobal === undefined) return ''
  const { Año: year, Meses, Periodicidad } = InformacionGlobal
  return `periodicidad ${Periodicidad}, meses ${Meses} de ${year}`
}

/** A tax of the SAT by its key, without the key. */
type NamedTax = (clave: string) => string

function amountsOf(comprobante: ReadComprobante, words: SatWords): object {
  const { Descuento = '0', Moneda, TipoCambio, Total } = comprobante
  const named: NamedTax = (clave) => words('impuesto', clave).replace(/^\d+ /, '')
  return {
    forma_pago: words('formaPago', comprobante.FormaPago),
    metodo_pago: words('metodoPago', comprobante.MetodoPago),
    moneda: Moneda,
    tipo_cambio: rateShown(Moneda, TipoCambio),
    conceptos: comprobante.Conceptos.map((concepto) => conceptOf(concepto, named)),
    subtotal: comprobante.SubTotal,
    descuento: Descuento,
    hay_descuento: isAmount(Descuento),
    impuestos: [...federalTaxes(comprobante, named), ...localTaxes(comprobante)],
    total: Total,
    letra: amountInWords(Total, Moneda) ?? '',
  }
}

function rateShown(currency: string, rate: string | undefined): string {
  return rate === undefined || currency === 'MXN' ? '' : amountShown(rate)
}

interface Tax {
  readonly nombre: string
  readonly importe: string
}

function federalTaxes({ Impuestos }: ReadComprobante, named: NamedTax): readonly Tax[] {
  const { Retenciones = [], Traslados = [] } = Impuestos ?? {}
  return [
    ...Traslados.map(({ Importe = '0', Impuesto, TasaOCuota, TipoFactor }) => ({
      nombre: taxName(named(Impuesto), TipoFactor, TasaOCuota),
      importe: Importe,
    })),
    ...Retenciones.map(({ Importe, Impuesto }) => ({
      nombre: `Retención de ${named(Impuesto)}`,
      importe: `-${Importe}`,
    })),
  ]
}

function localTaxes({ Complemento }: ReadComprobante): readonly Tax[] {
  const { RetencionesLocales = [], TrasladosLocales = [] } = Complemento?.ImpuestosLocales ?? {}
  return [
    ...TrasladosLocales.map(({ Importe, ImpLocTrasladado }) => ({
      nombre: ImpLocTrasladado,
      importe: Importe,
    })),
    ...RetencionesLocales.map(({ Importe, ImpLocRetenido }) => ({
      nombre: `Retención de ${ImpLocRetenido}`,
      importe: `-${Importe}`,
    })),
  ]
}

function taxName(name: string, factor: string, rate: string | undefined): string {
  if (factor === 'Exento' || rate === undefined) return `${name} exento`
  if (factor === 'Cuota') return `${name} cuota ${rate}`
  const percent = decimalText(rounded(times(decimal(rate), decimal('100')), 4))
  return `${name} ${percent.replace(/\.?0+$/, '')} %`
}

function conceptOf(concepto: ReadConcepto, named: NamedTax): object {
  const { ClaveUnidad, Descuento = '0', Unidad } = concepto
  return {
    cantidad: concepto.Cantidad,
    unidad: Unidad ?? ClaveUnidad,
    clave_unidad: Unidad === undefined ? '' : ClaveUnidad,
    descripcion: concepto.Descripcion,
    clave: concepto.ClaveProdServ,
    identificacion: concepto.NoIdentificacion ?? '',
    objeto: concepto.ObjetoImp ?? '',
    impuestos: remarksOf(concepto, named),
    precio: amountShown(concepto.ValorUnitario),
    descuento: isAmount(Descuento) ? amountShown(Descuento) : '',
    importe: amountShown(concepto.Importe),
  }
}

/** The taxes of a line, and where it was imported or which land it is. */
function remarksOf(
  { CuentaPredial = [], Impuestos, InformacionAduanera = [] }: ReadConcepto,
  named: NamedTax,
): readonly string[] {
  const { Retenciones = [], Traslados = [] } = Impuestos ?? {}
  return [
    ...Traslados.map(
      ({ Importe = '0', Impuesto, TasaOCuota, TipoFactor }) =>
        `${taxName(named(Impuesto), TipoFactor, TasaOCuota)} ${amountShown(Importe)}`,
    ),
    ...Retenciones.map(
      ({ Importe, Impuesto }) => `Retención de ${named(Impuesto)} ${amountShown(Importe)}`,
    ),
    ...InformacionAduanera.map(({ NumeroPedimento }) => `Pedimento ${NumeroPedimento}`),
    ...CuentaPredial.map(({ Numero }) => `Cuenta predial ${Numero}`),
  ]
}

function paymentsOf(comprobante: ReadComprobante, words: SatWords): object {
  const totals = comprobante.Complemento?.Pagos?.Totales
  return {
    es_pago: comprobante.TipoDeComprobante === 'P',
    pagos: pagosOf(comprobante).map((pago) => ({
      fecha: instantShown(pago.FechaPago).split(' ')[0],
      forma: words('formaPago', pago.FormaDePagoP),
      monto: amountShown(pago.Monto),
      moneda: pago.MonedaP,
      tipo_cambio: rateShown(pago.MonedaP, pago.TipoCambioP),
      operacion: pago.NumOperacion ?? '',
      documentos: pago.DoctoRelacionado.map((paid) => ({
        serie: paid.Serie ?? '',
        folio: paid.Folio ?? '',
        uuid: paid.IdDocumento,
        parcialidad: paid.NumParcialidad,
        moneda: paid.MonedaDR,
        equivalencia: paid.EquivalenciaDR === '1' ? '' : (paid.EquivalenciaDR ?? ''),
        anterior: amountShown(paid.ImpSaldoAnt),
        pagado: amountShown(paid.ImpPagado),
        insoluto: amountShown(paid.ImpSaldoInsoluto),
      })),
    })),
    impuestos_pago: Object.entries(totals ?? {}).flatMap(([name, importe]) => {
      const nombre = TOTALS[name]
      return nombre === undefined || typeof importe !== 'string' ? [] : [{ nombre, importe }]
    }),
    total_pagos: totals?.MontoTotalPagos ?? '0',
  }
}

const TOTALS: Readonly<Record<string, string>> = {
  TotalRetencionesIVA: 'IVA retenido',
  TotalRetencionesISR: 'ISR retenido',
  TotalRetencionesIEPS: 'IEPS retenido',
  TotalTrasladosImpuestoIVA16: 'IVA 16 %',
  TotalTrasladosImpuestoIVA8: 'IVA 8 %',
  TotalTrasladosImpuestoIVA0: 'IVA 0 %',
}
