import type { LineTax } from '../../../../fiscal/cfdi/compose/tax-groups.ts'
import { decimal, decimalText, rounded } from '../../../../fiscal/decimal.ts'
import type { CatalogIds } from '../../../../store/catalogs/catalog-ids.ts'
import { amountText } from '../../cents.ts'
import type { MadeFields } from '../../changes.ts'
import { cutText } from '../../cut-text.ts'
import type { Later } from '../../later.ts'
import { inCents, invoiceAmounts } from '../decisions/invoice-amounts.ts'
import type { VerifiedCfdi } from './verify-received.ts'

type Comprobante = VerifiedCfdi['comprobante']
type Concept = Comprobante['Conceptos'][number]

/** The keys of the SAT's catalogs that received CFDI name, by catalog. */
export function catalogKeys(received: readonly VerifiedCfdi[]) {
  const all = received.map(({ comprobante }) => comprobante)
  const concepts = all.flatMap(({ Conceptos }) => Conceptos)
  const taxes = concepts.flatMap(taxesOf)
  return {
    TipoComprobante: all.map((readComprobante) => readComprobante.TipoDeComprobante),
    UsoCfdi: all.map(({ Receptor }) => Receptor.UsoCFDI),
    MetodoPago: all.map((readComprobante) => readComprobante.MetodoPago),
    FormaPagoSat: all.map((readComprobante) => readComprobante.FormaPago),
    Moneda: all.map((readComprobante) => readComprobante.Moneda),
    Exportacion: all.map((readComprobante) => readComprobante.Exportacion),
    CodigoPostal: all.flatMap((readComprobante) => [
      readComprobante.LugarExpedicion,
      readComprobante.Receptor.DomicilioFiscalReceptor,
    ]),
    RegimenFiscal: all.flatMap(({ Emisor, Receptor }) => [
      Emisor.RegimenFiscal,
      Receptor.RegimenFiscalReceptor,
    ]),
    EstatusCfdiSat: [IN_FORCE],
    ClaveProdServ: concepts.map((concept) => concept.ClaveProdServ),
    ClaveUnidad: concepts.map((concept) => concept.ClaveUnidad),
    ObjetoImpuesto: concepts.map((concept) => concept.ObjetoImp),
    Impuesto: taxes.map(({ tax }) => tax.Impuesto),
    TipoFactor: taxes.map(({ tax }) => tax.TipoFactor),
    TipoRelacionCfdi: all.flatMap((readComprobante) =>
      relationsOf(readComprobante).map(({ tipo }) => tipo),
    ),
    ModeloSistema: ['Cfdi'],
  }
}

const IN_FORCE = 'vigente'

/** The head of a received CFDI as a row; `xml` is the Adjunto that holds it. */
export function receivedRow(
  { comprobante, timbre, uuid, issuedAt, stampedAt }: VerifiedCfdi,
  { xml, catalogs }: { readonly xml: string | Later; readonly catalogs: CatalogIds },
): MadeFields<'Cfdi'> {
  const { Emisor, Receptor } = comprobante
  const amounts = invoiceAmounts(comprobante)
  return {
    uuid,
    sentido: 'recibido',
    tipo: catalogs.get('TipoComprobante', comprobante.TipoDeComprobante),
    version_cfdi: comprobante.Version,
    serie: comprobante.Serie ?? null,
    folio: comprobante.Folio ?? null,
    fecha: issuedAt,
    fecha_timbrado: stampedAt,
    rfc_emisor: Emisor.Rfc,
    nombre_emisor: Emisor.Nombre ?? Emisor.Rfc,
    rfc_receptor: Receptor.Rfc,
    nombre_receptor: Receptor.Nombre ?? Receptor.Rfc,
    uso: catalogs.find('UsoCfdi', Receptor.UsoCFDI),
    metodo_pago: catalogs.find('MetodoPago', comprobante.MetodoPago),
    forma_pago: catalogs.find('FormaPagoSat', comprobante.FormaPago),
    moneda: catalogs.get('Moneda', comprobante.Moneda),
    tipo_cambio: comprobante.TipoCambio ?? '1',
    subtotal: amountText(amounts.subtotal),
    descuento: amountText(amounts.descuento),
    traslados: amountText(amounts.traslados),
    retenciones: amountText(amounts.retenciones),
    total: amountText(amounts.total),
    exportacion: catalogs.find('Exportacion', comprobante.Exportacion),
    lugar_expedicion: catalogs.find('CodigoPostal', comprobante.LugarExpedicion),
    regimen_emisor: catalogs.find('RegimenFiscal', Emisor.RegimenFiscal),
    regimen_receptor: catalogs.find('RegimenFiscal', Receptor.RegimenFiscalReceptor),
    codigo_postal_receptor: catalogs.find('CodigoPostal', Receptor.DomicilioFiscalReceptor),
    condiciones_pago: comprobante.CondicionesDePago ?? null,
    numero_certificado: comprobante.NoCertificado,
    numero_certificado_sat: timbre.NoCertificadoSAT,
    rfc_certificador: timbre.RfcProvCertif,
    estatus_sat: catalogs.find('EstatusCfdiSat', IN_FORCE),
    xml,
    estado: IN_FORCE,
  }
}

export function conceptRow(
  concepto: Concept,
  details: { readonly cfdi: Later; readonly partida: number; readonly catalogs: CatalogIds },
): MadeFields<'CfdiConcepto'> {
  return {
    cfdi: details.cfdi,
    partida: details.partida,
    clave_prod_serv: details.catalogs.find('ClaveProdServ', concepto.ClaveProdServ),
    numero_identificacion: concepto.NoIdentificacion ?? null,
    cantidad: concepto.Cantidad,
    clave_unidad: details.catalogs.find('ClaveUnidad', concepto.ClaveUnidad),
    unidad: concepto.Unidad ?? null,
    descripcion: concepto.Descripcion,
    valor_unitario: concepto.ValorUnitario,
    importe: money(concepto.Importe),
    descuento: concepto.Descuento === undefined ? null : money(concepto.Descuento),
    objeto_impuesto: details.catalogs.find('ObjetoImpuesto', concepto.ObjetoImp),
  }
}

export function taxRows(
  concept: Concept,
  details: { readonly cfdi: Later; readonly concepto: Later; readonly catalogs: CatalogIds },
): readonly MadeFields<'CfdiImpuesto'>[] {
  return taxesOf(concept).map(({ tipo, tax }) => ({
    cfdi: details.cfdi,
    concepto: details.concepto,
    impuesto: details.catalogs.get('Impuesto', tax.Impuesto),
    tipo,
    factor: details.catalogs.get('TipoFactor', tax.TipoFactor),
    tasa: tax.TasaOCuota ?? null,
    base: money(tax.Base),
    importe: money(tax.Importe ?? '0'),
  }))
}

/** What the SAT answered about it. */
export function validationRow(
  { status, isSealVerified, warnings }: VerifiedCfdi,
  details: { readonly cfdi: string | Later; readonly catalogs: CatalogIds; readonly now: string },
): MadeFields<'CfdiValidacion'> {
  const { estatusCancelacion, validacionEfos } = status
  const [warning] = warnings
  return {
    cfdi: details.cfdi,
    fecha: details.now,
    codigo_estatus: cutText(status.codigo, 60),
    estatus: details.catalogs.find('EstatusCfdiSat', IN_FORCE),
    es_cancelable: cutText(status.esCancelable, 40),
    estatus_cancelacion: cutText(estatusCancelacion, 60),
    validacion_efos: cutText(validacionEfos, 10),
    sello_valido: isSealVerified,
    mensaje: warning === undefined ? null : cutText(String(warning.message), 250),
  }
}

function taxesOf({ Impuestos }: Concept): readonly {
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
}: Comprobante): readonly { readonly tipo: string; readonly uuid: string }[] {
  const all = CfdiRelacionados.flatMap(({ TipoRelacion, CfdiRelacionado }) =>
    CfdiRelacionado.map(({ UUID }) => ({ tipo: TipoRelacion, uuid: UUID.toUpperCase() })),
  )
  return [
    ...new Map(all.map((relation) => [`${relation.tipo} ${relation.uuid}`, relation])).values(),
  ]
}

function money(amount: string): string {
  return amountText(inCents(amount))
}

/** A rate of exchange with as many decimals as records keep. */
export function rateOf(rate: string): string {
  return decimalText(rounded(decimal(rate), 6))
}
