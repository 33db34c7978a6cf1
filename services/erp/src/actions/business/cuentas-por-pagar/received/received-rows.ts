import type { LineTax } from '../../../../fiscal/cfdi/compose/tax-groups.ts'
import { decimal, decimalText, rounded } from '../../../../fiscal/decimal.ts'
import { amountText } from '../../cents.ts'
import { inCents, invoiceAmounts } from '../decisions/invoice-amounts.ts'
import type {
  NewCfdi,
  NewCfdiTax,
  NewConcept,
  NewRelation,
  NewValidation,
  ReceivedRows,
} from '../store/received-store.ts'
import type { VerifiedCfdi } from './verify-received.ts'

/** How many numbers the rows of a received CFDI take, by table. */
export function receivedNumbers({ comprobante, file }: VerifiedCfdi): ReadonlyMap<string, number> {
  const taxes = comprobante.Conceptos.flatMap(taxesOf)
  return new Map([
    ['cfdi', 1],
    ['cfdi_concepto', comprobante.Conceptos.length],
    ['cfdi_impuesto', taxes.length],
    ['cfdi_relacionado', relationsOf(comprobante).length],
    ['cfdi_validacion', 1],
    ['adjunto', file.adjunto === null ? 1 : 0],
  ])
}

type Numbers = (counter: string) => number

/** A received CFDI as rows; `xml` is the Adjunto that holds it. */
export function receivedRows(
  verified: VerifiedCfdi,
  { id, xml, numbers }: { readonly id: number; readonly xml: string; readonly numbers: Numbers },
): ReceivedRows {
  const { comprobante } = verified
  const concepts = comprobante.Conceptos.map((concepto, index): NewConcept => ({
    id: numbers('cfdi_concepto'),
    cfdi: id,
    partida: index + 1,
    clave_prod_serv: concepto.ClaveProdServ,
    numero_identificacion: concepto.NoIdentificacion ?? null,
    cantidad: concepto.Cantidad,
    clave_unidad: concepto.ClaveUnidad,
    unidad: concepto.Unidad ?? null,
    descripcion: concepto.Descripcion,
    valor_unitario: concepto.ValorUnitario,
    importe: money(concepto.Importe),
    descuento: concepto.Descuento === undefined ? null : money(concepto.Descuento),
    objeto_impuesto: concepto.ObjetoImp ?? null,
  }))
  const taxes = comprobante.Conceptos.flatMap((concepto, index) =>
    taxesOf(concepto).map(({ tipo, tax }): NewCfdiTax => ({
      id: numbers('cfdi_impuesto'),
      cfdi: id,
      concepto: concepts[index]?.id ?? null,
      impuesto: tax.Impuesto,
      tipo,
      factor: tax.TipoFactor,
      tasa: tax.TasaOCuota ?? null,
      base: money(tax.Base),
      importe: money(tax.Importe ?? '0'),
    })),
  )
  const relations = relationsOf(comprobante).map((relation): NewRelation => ({
    id: numbers('cfdi_relacionado'),
    cfdi: id,
    ...relation,
  }))
  return {
    cfdis: [headOf(verified, { id, xml })],
    concepts,
    taxes,
    relations,
    validations: [validationOf(verified, { id: numbers('cfdi_validacion'), cfdi: id })],
  }
}

function headOf(
  { comprobante, timbre, uuid, issuedAt, stampedAt }: VerifiedCfdi,
  { id, xml }: { readonly id: number; readonly xml: string },
): NewCfdi {
  const { Emisor, Receptor } = comprobante
  const amounts = invoiceAmounts(comprobante)
  return {
    id,
    uuid,
    tipo: comprobante.TipoDeComprobante,
    version_cfdi: comprobante.Version,
    serie: comprobante.Serie ?? null,
    folio: comprobante.Folio ?? null,
    fecha: issuedAt,
    fecha_timbrado: stampedAt,
    rfc_emisor: Emisor.Rfc,
    nombre_emisor: Emisor.Nombre ?? Emisor.Rfc,
    rfc_receptor: Receptor.Rfc,
    nombre_receptor: Receptor.Nombre ?? Receptor.Rfc,
    uso: Receptor.UsoCFDI,
    metodo_pago: comprobante.MetodoPago ?? null,
    forma_pago: comprobante.FormaPago ?? null,
    moneda: comprobante.Moneda,
    tipo_cambio: comprobante.TipoCambio ?? '1',
    subtotal: amountText(amounts.subtotal),
    descuento: amountText(amounts.descuento),
    traslados: amountText(amounts.traslados),
    retenciones: amountText(amounts.retenciones),
    total: amountText(amounts.total),
    exportacion: comprobante.Exportacion ?? null,
    lugar_expedicion: comprobante.LugarExpedicion,
    regimen_emisor: Emisor.RegimenFiscal,
    regimen_receptor: Receptor.RegimenFiscalReceptor ?? null,
    codigo_postal_receptor: Receptor.DomicilioFiscalReceptor ?? null,
    condiciones_pago: comprobante.CondicionesDePago ?? null,
    numero_certificado: comprobante.NoCertificado,
    numero_certificado_sat: timbre.NoCertificadoSAT,
    rfc_certificador: timbre.RfcProvCertif,
    xml,
  }
}

/** What the SAT answered about it. */
export function validationOf(
  { status, isSealVerified, warnings }: VerifiedCfdi,
  { id, cfdi }: { readonly id: number; readonly cfdi: number },
): NewValidation {
  return {
    id,
    cfdi,
    codigo_estatus: status.codigo,
    estatus: 'vigente',
    es_cancelable: status.esCancelable,
    estatus_cancelacion: status.estatusCancelacion,
    validacion_efos: status.validacionEfos,
    sello_valido: isSealVerified,
    mensaje: warnings[0]?.message ?? null,
  }
}

function taxesOf({ Impuestos }: VerifiedCfdi['comprobante']['Conceptos'][number]): readonly {
  readonly tipo: 'traslado' | 'retencion'
  readonly tax: LineTax
}[] {
  return [
    ...(Impuestos?.Traslados ?? []).map((tax) => ({ tipo: 'traslado' as const, tax })),
    ...(Impuestos?.Retenciones ?? []).map((tax) => ({ tipo: 'retencion' as const, tax })),
  ]
}

/** The CFDI to which one is related, each once a kind. */
export function relationsOf({
  CfdiRelacionados = [],
}: VerifiedCfdi['comprobante']): readonly { readonly tipo: string; readonly uuid: string }[] {
  const all = CfdiRelacionados.flatMap(({ TipoRelacion, CfdiRelacionado }) =>
    CfdiRelacionado.map(({ UUID }) => ({ tipo: TipoRelacion, uuid: UUID.toUpperCase() })),
  )
  return [...new Map(all.map((one) => [`${one.tipo} ${one.uuid}`, one])).values()]
}

function money(amount: string): string {
  return amountText(inCents(amount))
}

/** A rate of exchange with as many decimals as records keep. */
export function rateOf(rate: string): string {
  return decimalText(rounded(decimal(rate), 6))
}
