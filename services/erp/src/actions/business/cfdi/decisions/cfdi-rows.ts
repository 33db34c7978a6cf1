import type { Comprobante, Concepto } from '../../../../fiscal/cfdi/structure/comprobante.ts'
import { decimal, decimalText, sumOfDecimals } from '../../../../fiscal/decimal.ts'
import type { NewCfdi, NewConcepto, NewImpuesto, NewRelation } from '../store/cfdi-store.ts'

/** What the record of a CFDI says of it. */
export function cfdiRow(id: string, comprobante: Comprobante): NewCfdi {
  const { Emisor, Receptor } = comprobante
  return {
    id,
    tipo: comprobante.TipoDeComprobante,
    serie: comprobante.Serie,
    folio: comprobante.Folio,
    rfc_emisor: Emisor.Rfc,
    nombre_emisor: Emisor.Nombre,
    rfc_receptor: Receptor.Rfc,
    nombre_receptor: Receptor.Nombre,
    uso: Receptor.UsoCFDI,
    metodo_pago: comprobante.MetodoPago,
    forma_pago: comprobante.FormaPago,
    moneda: comprobante.Moneda,
    tipo_cambio: comprobante.TipoCambio ?? '1',
    subtotal: comprobante.SubTotal,
    descuento: comprobante.Descuento ?? '0',
    ...taxTotals(comprobante),
    total: comprobante.Total,
    exportacion: comprobante.Exportacion,
    lugar: comprobante.LugarExpedicion,
    regimen_emisor: Emisor.RegimenFiscal,
    regimen_receptor: Receptor.RegimenFiscalReceptor,
    cp_receptor: Receptor.DomicilioFiscalReceptor,
    residencia: Receptor.ResidenciaFiscal,
    identidad: Receptor.NumRegIdTrib,
    condiciones: comprobante.CondicionesDePago,
    ...globalOf(comprobante),
    certificado: comprobante.NoCertificado,
  }
}

function globalOf({ InformacionGlobal: global }: Comprobante) {
  return { periodicidad: global?.Periodicidad, mes: global?.Meses, anio: global?.['Año'] }
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

export function conceptRow(concepto: Concepto, partida: number): Omit<NewConcepto, 'id' | 'cfdi'> {
  return {
    partida,
    clave_prod_serv: concepto.ClaveProdServ,
    numero_identificacion: concepto.NoIdentificacion,
    cantidad: concepto.Cantidad,
    clave_unidad: concepto.ClaveUnidad,
    unidad: concepto.Unidad,
    descripcion: concepto.Descripcion,
    valor_unitario: concepto.ValorUnitario,
    importe: concepto.Importe,
    descuento: concepto.Descuento,
    objeto_impuesto: concepto.ObjetoImp,
  }
}

/** The taxes of lines, each with the index of its line. */
export function taxRows(
  conceptos: readonly Concepto[],
): readonly (Omit<NewImpuesto, 'id' | 'cfdi' | 'concepto'> & { readonly line: number })[] {
  return conceptos.flatMap(({ Impuestos }, line) => [
    ...(Impuestos?.Traslados ?? []).map((tax) => ({ line, tipo: 'traslado' as const, ...of(tax) })),
    ...(Impuestos?.Retenciones ?? []).map((tax) => ({
      line,
      tipo: 'retencion' as const,
      ...of(tax),
    })),
  ])
}

type LineTax = NonNullable<NonNullable<Concepto['Impuestos']>['Traslados']>[number]

function of({ Base, Impuesto, Importe, TasaOCuota, TipoFactor }: LineTax) {
  return {
    impuesto: Impuesto,
    factor: TipoFactor,
    tasa: TasaOCuota,
    base: Base,
    importe: Importe ?? '0',
  }
}

export function relationRows({
  CfdiRelacionados = [],
}: Comprobante): readonly Omit<NewRelation, 'id' | 'cfdi'>[] {
  return CfdiRelacionados.flatMap(({ TipoRelacion, CfdiRelacionado }) =>
    CfdiRelacionado.map(({ UUID }) => ({ tipo_relacion: TipoRelacion, uuid: UUID })),
  )
}
