import type { Comprobante, Concepto } from '../../../../fiscal/cfdi/structure/comprobante.ts'
import { decimal, decimalText, sumOfDecimals } from '../../../../fiscal/decimal.ts'
import type { CatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import type { MadeFields } from '../../changes.ts'
import type { Later } from '../../later.ts'

type Referred = string | Later

/** The keys of the SAT's catalogs that CFDI name, by catalog. */
export function cfdiKeys(all: readonly Comprobante[]) {
  const concepts = all.flatMap(({ Conceptos }) => Conceptos)
  const taxes = concepts.flatMap(taxesOf)
  return {
    TipoComprobante: all.map((one) => one.TipoDeComprobante),
    UsoCfdi: all.map(({ Receptor }) => Receptor.UsoCFDI),
    MetodoPago: all.map((one) => one.MetodoPago),
    FormaPagoSat: all.map((one) => one.FormaPago),
    Moneda: all.map((one) => one.Moneda),
    Exportacion: all.map((one) => one.Exportacion),
    CodigoPostal: all.flatMap((one) => [one.LugarExpedicion, one.Receptor.DomicilioFiscalReceptor]),
    RegimenFiscal: all.flatMap(({ Emisor, Receptor }) => [
      Emisor.RegimenFiscal,
      Receptor.RegimenFiscalReceptor,
    ]),
    Pais: all.map(({ Receptor }) => Receptor.ResidenciaFiscal),
    PeriodicidadGlobal: all.map((one) => one.InformacionGlobal?.Periodicidad),
    MesSat: all.map((one) => one.InformacionGlobal?.Meses),
    ClaveProdServ: concepts.map((one) => one.ClaveProdServ),
    ClaveUnidad: concepts.map((one) => one.ClaveUnidad),
    ObjetoImpuesto: concepts.map((one) => one.ObjetoImp),
    Impuesto: taxes.map(({ tax }) => tax.Impuesto),
    TipoFactor: taxes.map(({ tax }) => tax.TipoFactor),
    TipoRelacionCfdi: all.flatMap((one) => relationsOf(one).map(({ tipo }) => tipo)),
  }
}

/** What the record of a CFDI says of it that is on its way to the PAC. */
export function cfdiRow(
  comprobante: Comprobante,
  { catalogs, now }: { readonly catalogs: CatalogIds; readonly now: string },
): MadeFields<'Cfdi'> {
  const { Emisor, Receptor, InformacionGlobal: global } = comprobante
  return {
    sentido: 'emitido',
    version_cfdi: '4.0',
    tipo: catalogs.get('TipoComprobante', comprobante.TipoDeComprobante),
    serie: comprobante.Serie ?? null,
    folio: comprobante.Folio ?? null,
    fecha: now,
    rfc_emisor: Emisor.Rfc,
    nombre_emisor: Emisor.Nombre,
    rfc_receptor: Receptor.Rfc,
    nombre_receptor: Receptor.Nombre,
    uso: catalogs.find('UsoCfdi', Receptor.UsoCFDI),
    metodo_pago: catalogs.find('MetodoPago', comprobante.MetodoPago),
    forma_pago: catalogs.find('FormaPagoSat', comprobante.FormaPago),
    moneda: catalogs.get('Moneda', comprobante.Moneda),
    tipo_cambio: comprobante.TipoCambio ?? '1',
    subtotal: comprobante.SubTotal,
    descuento: comprobante.Descuento ?? '0',
    ...taxTotals(comprobante),
    total: comprobante.Total,
    exportacion: catalogs.find('Exportacion', comprobante.Exportacion),
    lugar_expedicion: catalogs.find('CodigoPostal', comprobante.LugarExpedicion),
    regimen_emisor: catalogs.find('RegimenFiscal', Emisor.RegimenFiscal),
    regimen_receptor: catalogs.find('RegimenFiscal', Receptor.RegimenFiscalReceptor),
    codigo_postal_receptor: catalogs.find('CodigoPostal', Receptor.DomicilioFiscalReceptor),
    residencia_fiscal: catalogs.find('Pais', Receptor.ResidenciaFiscal),
    identidad_tributaria: Receptor.NumRegIdTrib ?? null,
    condiciones_pago: comprobante.CondicionesDePago ?? null,
    periodicidad: catalogs.find('PeriodicidadGlobal', global?.Periodicidad),
    mes_global: catalogs.find('MesSat', global?.Meses),
    anio_global: global === undefined ? null : Number(global['Año']),
    numero_certificado: comprobante.NoCertificado,
    estado: 'por_timbrar',
  }
}

function taxTotals({ Complemento, Impuestos }: Comprobante) {
  const locales = Complemento?.ImpuestosLocales
  return {
    traslados: sum(Impuestos?.TotalImpuestosTrasladados, locales?.TotaldeTraslados),
    retenciones: sum(Impuestos?.TotalImpuestosRetenidos, locales?.TotaldeRetenciones),
  }
}

function sum(...amounts: readonly (string | undefined)[]): string {
  return decimalText(sumOfDecimals(amounts.map((amount) => decimal(amount ?? '0'))))
}

export function conceptRow(
  concepto: Concepto,
  of: { readonly cfdi: Referred; readonly partida: number; readonly catalogs: CatalogIds },
): MadeFields<'CfdiConcepto'> {
  return {
    cfdi: of.cfdi,
    partida: of.partida,
    clave_prod_serv: of.catalogs.find('ClaveProdServ', concepto.ClaveProdServ),
    numero_identificacion: concepto.NoIdentificacion ?? null,
    cantidad: concepto.Cantidad,
    clave_unidad: of.catalogs.find('ClaveUnidad', concepto.ClaveUnidad),
    unidad: concepto.Unidad ?? null,
    descripcion: concepto.Descripcion,
    valor_unitario: concepto.ValorUnitario,
    importe: concepto.Importe,
    descuento: concepto.Descuento ?? null,
    objeto_impuesto: of.catalogs.find('ObjetoImpuesto', concepto.ObjetoImp),
  }
}

export function taxRows(
  concepto: Concepto,
  of: { readonly cfdi: Referred; readonly concepto: Later; readonly catalogs: CatalogIds },
): readonly MadeFields<'CfdiImpuesto'>[] {
  return taxesOf(concepto).map(({ tipo, tax }) => ({
    cfdi: of.cfdi,
    concepto: of.concepto,
    impuesto: of.catalogs.get('Impuesto', tax.Impuesto),
    tipo,
    factor: of.catalogs.get('TipoFactor', tax.TipoFactor),
    tasa: tax.TasaOCuota ?? null,
    base: tax.Base,
    importe: tax.Importe ?? '0',
  }))
}

type LineTax = NonNullable<NonNullable<Concepto['Impuestos']>['Traslados']>[number]

function taxesOf({ Impuestos }: Concepto): readonly {
  readonly tipo: 'traslado' | 'retencion'
  readonly tax: LineTax
}[] {
  return [
    ...(Impuestos?.Traslados ?? []).map((tax) => ({ tipo: 'traslado' as const, tax })),
    ...(Impuestos?.Retenciones ?? []).map((tax) => ({ tipo: 'retencion' as const, tax })),
  ]
}

/** The CFDI to which one is related. */
export function relationsOf({
  CfdiRelacionados = [],
}: Comprobante): readonly { readonly tipo: string; readonly uuid: string }[] {
  return CfdiRelacionados.flatMap(({ TipoRelacion, CfdiRelacionado }) =>
    CfdiRelacionado.map(({ UUID }) => ({ tipo: TipoRelacion, uuid: UUID })),
  )
}
