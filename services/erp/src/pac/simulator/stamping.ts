import { createHash, randomUUID } from 'node:crypto'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { cadenaTimbre } from '../../fiscal/cfdi/cadenas.ts'
import type { CfdiCatalogs } from '../../fiscal/cfdi/catalogs.ts'
import { localMs, localTime, zoneOfPostalCode } from '../../fiscal/cfdi/local-time.ts'
import type { CfdiProblem } from '../../fiscal/cfdi/problem.ts'
import { checkComprobante } from '../../fiscal/cfdi/rules/check.ts'
import { openCertificate, isInForce } from '../../fiscal/cfdi/seal/certificate.ts'
import { sealOf } from '../../fiscal/cfdi/seal/seal.ts'
import { sealProblems } from '../../fiscal/cfdi/seal/verify.ts'
import type { Comprobante } from '../../fiscal/cfdi/structure/comprobante.ts'
import type { Timbre } from '../../fiscal/cfdi/structure/timbre.ts'
import { readCfdi, type ReadCfdi } from '../../fiscal/cfdi/xml/read.ts'
import { timbreXml } from '../../fiscal/cfdi/xml/write.ts'
import { hasRfcForm } from '../../fiscal/rfc.ts'
import { WITHOUT_VALIDITY } from './authority.ts'
import { PAC_RFC, type Identity } from './identity.ts'
import type { Entry, Ledger } from './ledger.ts'

export interface Stamper {
  readonly identity: Identity
  readonly ledger: Ledger
  readonly catalogs: CfdiCatalogs
}

/** A refusal with its code, and for a stamp of before that stamp. */
export interface StampRefusal {
  readonly code: string
  readonly message: string
  readonly earlier?: StampedDocument
}

export interface StampedDocument {
  readonly xml: string
  readonly timbre: Timbre
}

export interface StampCall {
  readonly xml: string
  readonly customId: string
  readonly nowMs: number
}

/**
 * Stamps a document as a PAC does: once, whoever asks how often, after it was held to everything that can be known without
 * the SAT's registers.
 */
export async function stamp(
  stamper: Stamper,
  { customId, nowMs, xml }: StampCall,
): Promise<Result<StampedDocument, StampRefusal>> {
  const read = readCfdi(Buffer.from(xml))
  if (!read.ok) return fail(told(read.error, '301'))
  const cfdi = read.value
  if (cfdi.version !== '4.0' || !xml.includes('<cfdi:Comprobante'))
    return fail({ code: '301', message: 'El comprobante no es un CFDI 4.0 con el prefijo cfdi.' })
  const earlier = await stampOfBefore(stamper.ledger, cfdi.comprobante.Sello, customId)
  if (earlier !== undefined) return fail(earlier)
  const problem =
    issuerProblem(cfdi.comprobante) ??
    sealProblem(stamper, cfdi, nowMs) ??
    dateProblem(cfdi.comprobante, nowMs) ??
    ruleProblem(stamper.catalogs, cfdi.comprobante)
  if (problem !== undefined) return fail(problem)
  const timbre = newTimbre(stamper.identity, cfdi.comprobante.Sello, nowMs)
  const stamped = withTimbre(xml, timbre)
  const entry = entryOf(cfdi.comprobante, timbre, { customId, nowMs })
  await stamper.ledger.add(entry, stamped)
  return ok({ xml: stamped, timbre })
}

function told([first]: readonly CfdiProblem[], code: string): StampRefusal {
  const message = first === undefined ? '' : `${String(first.message)} (${first.field})`
  return { code: first?.code ?? code, message }
}

function hashOf(seal: string): string {
  return createHash('sha256').update(seal).digest('hex')
}

async function stampOfBefore(
  ledger: Ledger,
  seal: string,
  customId: string,
): Promise<StampRefusal | undefined> {
  const same = ledger.bySeal(hashOf(seal))
  const found = same ?? (customId === '' ? undefined : ledger.byCustomId(customId))
  if (found === undefined) return undefined
  const xml = await ledger.xmlOf(found.uuid)
  const read = readCfdi(Buffer.from(xml))
  const timbre = read.ok ? read.value.comprobante.Complemento?.TimbreFiscalDigital : undefined
  if (timbre === undefined) throw new Error(`the stamp ${found.uuid} is not kept any more`)
  const earlier = { xml, timbre }
  return same === undefined
    ? {
        code: 'CFDI3307',
        message: 'Timbre duplicado. El customId proporcionado está duplicado.',
        earlier,
      }
    : { code: '307', message: 'El comprobante contiene un timbre previo.', earlier }
}

function issuerProblem({ Emisor }: Comprobante): StampRefusal | undefined {
  if (hasRfcForm(Emisor.Rfc)) return undefined
  return { code: '402', message: 'RFC del emisor no se encuentra en el régimen de contribuyentes.' }
}

function sealProblem(
  { identity }: Stamper,
  cfdi: ReadCfdi,
  nowMs: number,
): StampRefusal | undefined {
  const problems = sealProblems(cfdi, [identity.authority.x509])
  const [first] = problems
  // Of a seal PACs speak by their own code, which is older than the SAT's list.
  if (first !== undefined)
    return { ...told(problems, '302'), ...(first.code === 'CFDI40102' ? { code: '302' } : {}) }
  const opened = openCertificate(Buffer.from(cfdi.comprobante.Certificado, 'base64'))
  if (opened.ok && isInForce(opened.value, nowMs)) return undefined
  return { code: '304', message: 'Certificado revocado o caduco.' }
}

const OLDEST_MS = 72 * 60 * 60_000
// Clocks of issuers are not all right.
const TOLERANCE_MS = 5 * 60_000

function dateProblem(
  { Fecha, LugarExpedicion }: Comprobante,
  nowMs: number,
): StampRefusal | undefined {
  const issuedMs = localMs(Fecha, zoneOfPostalCode(LugarExpedicion))
  if (issuedMs > nowMs + TOLERANCE_MS)
    return { code: '401', message: 'La fecha de generación es posterior a la de certificación.' }
  if (issuedMs >= nowMs - OLDEST_MS) return undefined
  const message = 'El rango de la fecha de generación no debe de ser mayor a 72 horas.'
  return { code: '401', message }
}

function ruleProblem(catalogs: CfdiCatalogs, comprobante: Comprobante): StampRefusal | undefined {
  const { Certificado: _, NoCertificado: __, Sello: ___, ...unsealed } = comprobante
  const checked = checkComprobante(unsealed, catalogs)
  return checked.ok ? undefined : told(checked.error, 'CFDI40999')
}

function newTimbre({ certificate, key }: Identity, seal: string, nowMs: number): Timbre {
  const timbre = {
    Version: '1.1',
    UUID: randomUUID().toUpperCase(),
    // The stamp's time is that of the country's centre, wherever the document is from.
    FechaTimbrado: localTime(nowMs, 'America/Mexico_City'),
    RfcProvCertif: PAC_RFC,
    Leyenda: WITHOUT_VALIDITY,
    SelloCFD: seal,
    NoCertificadoSAT: certificate.noCertificado,
    SelloSAT: '',
  }
  return { ...timbre, SelloSAT: sealOf(cadenaTimbre(timbre), key) }
}

/** The document with the stamp at the end of its complement; everything else stays byte for byte as it was sealed. */
function withTimbre(xml: string, timbre: Timbre): string {
  const element = timbreXml(timbre)
  const bare = xml.replace(/<cfdi:Complemento\s*\/>/, '<cfdi:Complemento></cfdi:Complemento>')
  const complement = bare.lastIndexOf('</cfdi:Complemento>')
  if (complement !== -1) return inserted(bare, complement, element)
  const addenda = bare.indexOf('<cfdi:Addenda')
  const end = addenda === -1 ? bare.lastIndexOf('</cfdi:Comprobante>') : addenda
  return inserted(bare, end, `<cfdi:Complemento>${element}</cfdi:Complemento>`)
}

function inserted(text: string, at: number, piece: string): string {
  return text.slice(0, at) + piece + text.slice(at)
}

const REPLACEMENT = '04'

function entryOf(
  comprobante: Comprobante,
  { UUID }: Timbre,
  { customId, nowMs }: Pick<StampCall, 'customId' | 'nowMs'>,
): Entry {
  const relations = comprobante.CfdiRelacionados ?? []
  const uuidsOf = (isReplacement: boolean) =>
    relations
      .filter(({ TipoRelacion }) => (TipoRelacion === REPLACEMENT) === isReplacement)
      .flatMap(({ CfdiRelacionado }) => CfdiRelacionado.map((one) => one.UUID.toUpperCase()))
  const paid = (comprobante.Complemento?.Pagos?.Pago ?? []).flatMap(({ DoctoRelacionado }) =>
    DoctoRelacionado.map(({ IdDocumento }) => IdDocumento.toUpperCase()),
  )
  return {
    uuid: UUID,
    sealHash: hashOf(comprobante.Sello),
    customId,
    rfcEmisor: comprobante.Emisor.Rfc,
    rfcReceptor: comprobante.Receptor.Rfc,
    total: comprobante.Total,
    moneda: comprobante.Moneda,
    tipoCambio: comprobante.TipoCambio ?? '1',
    kind: comprobante.TipoDeComprobante,
    stampedAtMs: nowMs,
    refersTo: [...uuidsOf(false), ...paid],
    replaces: uuidsOf(true),
  }
}
