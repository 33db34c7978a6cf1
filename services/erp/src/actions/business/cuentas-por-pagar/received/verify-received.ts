import { ApiError, apiError, type ErrorEntry } from '../../../../errors.ts'
import { localMs, zoneOfPostalCode } from '../../../../fiscal/cfdi/local-time.ts'
import type { CfdiProblem } from '../../../../fiscal/cfdi/problem.ts'
import { identityOf } from '../../../../fiscal/cfdi/qr.ts'
import { openCertificate } from '../../../../fiscal/cfdi/seal/certificate.ts'
import {
  sealProblems,
  timbreProblems,
  type Authorities,
} from '../../../../fiscal/cfdi/seal/verify.ts'
import type { ReadComprobante } from '../../../../fiscal/cfdi/structure/comprobante.ts'
import type { Timbre } from '../../../../fiscal/cfdi/structure/timbre.ts'
import { readCfdi, type ReadCfdi } from '../../../../fiscal/cfdi/xml/read.ts'
import type { Message } from '../../../../messages/message.ts'
import {
  CFDI_NOT_IN_FORCE,
  CFDI_OF_OTHER_KIND,
  ISSUER_LISTED,
  NOT_STAMPED,
  SAT_NOT_ASKED,
  SEAL_NOT_VERIFIED,
  STAMP_NOT_VERIFIED_NOW,
  WITH_CODE_OF_SAT,
} from '../../../../messages/received-cfdi.ts'
import type { CfdiStatus } from '../../../../pac/pac.ts'
import type { Outside } from '../../outside.ts'
import type { ReceivedFile } from './received-file.ts'
import { tooFine } from './too-fine.ts'

/** A CFDI of somebody else's: sealed by its issuer, stamped, and in force for the SAT. */
export interface VerifiedCfdi {
  readonly comprobante: ReadComprobante
  readonly timbre: Timbre
  /** In capitals, as the records hold it. */
  readonly uuid: string
  /** ISO 8601, UTC. */
  readonly issuedAt: string
  readonly stampedAt: string
  readonly status: CfdiStatus
  /** False: it has a complement whose cadena is not known here, and only the SAT vouches for it. */
  readonly isSealVerified: boolean
  readonly warnings: readonly ErrorEntry[]
  readonly file: ReceivedFile
}

/** Kinds of CFDI, as the SAT's catalog writes them. */
export type CfdiKind = 'I' | 'E' | 'P'

/**
 * Holds a received XML to everything that can be known of it without the company's records. Nothing of it is kept.
 * @throws ApiError CFDI_REJECTED with every problem, SUPPLIER_BLOCKED, UNAVAILABLE while the SAT does not answer
 * @source docs/decisions/0248-erp-supplier-invoices.md
 */
export async function verifyReceived(
  outside: Outside,
  file: ReceivedFile,
  kind: CfdiKind,
): Promise<VerifiedCfdi> {
  const { pac } = outside
  const cfdi = parsed(file)
  const { comprobante } = cfdi
  if (comprobante.TipoDeComprobante !== kind) {
    const message = CFDI_OF_OTHER_KIND({ kind: comprobante.TipoDeComprobante, wanted: kind })
    throw new ApiError([{ code: 'CFDI_REJECTED', field: 'TipoDeComprobante', message }])
  }
  const timbre = comprobante.Complemento?.TimbreFiscalDigital
  const authorities = await pac.authorities()
  // A complement that is not known here keeps nobody from asking the SAT.
  const isSealVerified = cfdi.cadena !== undefined
  const sealed = sealProblems(cfdi, authorities).filter(
    ({ field }) => isSealVerified || field !== 'Complemento',
  )
  const stamped = await stampProblems(outside, { cfdi, timbre, authorities })
  const problems = [...sealed, ...stamped, ...tooFine(comprobante)]
  if (problems.length > 0 || timbre === undefined) throw rejected(problems)
  const status = await statusOf(outside, comprobante, timbre)
  return {
    comprobante,
    timbre,
    uuid: timbre.UUID.toUpperCase(),
    issuedAt: instantOf(comprobante.Fecha, comprobante.LugarExpedicion),
    stampedAt: instantOf(timbre.FechaTimbrado, CENTRE),
    status,
    isSealVerified,
    warnings: isSealVerified ? [] : [unverified(cfdi)],
    file,
  }
}

// The stamp's time is that of the country's centre.
const CENTRE = '06000'

function instantOf(local: string, postalCode: string): string {
  return new Date(localMs(local, zoneOfPostalCode(postalCode))).toISOString()
}

function parsed({ bytes }: ReceivedFile): ReadCfdi {
  const read = readCfdi(bytes)
  if (!read.ok) throw rejected(read.error)
  return read.value
}

function unverified({ unknown }: ReadCfdi): ErrorEntry {
  const message = SEAL_NOT_VERIFIED({ unknown })
  return { code: 'CFDI_REJECTED', field: 'Complemento', message }
}

async function stampProblems(
  { pac }: Outside,
  details: {
    readonly cfdi: ReadCfdi
    readonly timbre: Timbre | undefined
    readonly authorities: Authorities
  },
): Promise<readonly Found[]> {
  const { cfdi, timbre, authorities } = details
  const field = 'Complemento.TimbreFiscalDigital'
  if (timbre === undefined) return [{ field, message: NOT_STAMPED() }]
  const found = await pac.sat.certificate(timbre.NoCertificadoSAT)
  if (!found.ok) {
    const message = STAMP_NOT_VERIFIED_NOW({ why: found.error })
    throw apiError('UNAVAILABLE', message, undefined, { 'retry-after': '30' })
  }
  const opened = openCertificate(found.value)
  if (!opened.ok) return [{ field: `${field}.NoCertificadoSAT`, message: opened.error }]
  return timbreProblems(cfdi, opened.value, authorities)
}

/** What the SAT says of it; whatever is not in force is refused. */
async function statusOf(
  { pac }: Outside,
  comprobante: ReadComprobante,
  timbre: Timbre,
): Promise<CfdiStatus> {
  const asked = await pac.sat.status(identityOf(comprobante, timbre))
  if (!asked.ok) {
    const message = SAT_NOT_ASKED({ why: asked.error })
    throw apiError('UNAVAILABLE', message, undefined, { 'retry-after': '30' })
  }
  const { estado, validacionEfos } = asked.value
  if (estado !== 'Vigente') {
    const message = CFDI_NOT_IN_FORCE({ uuid: timbre.UUID, estado })
    throw new ApiError([{ code: 'CFDI_REJECTED', field: 'estatus_sat', message, sat: estado }])
  }
  if (LISTED.has(validacionEfos)) {
    const message = ISSUER_LISTED({ rfc: comprobante.Emisor.Rfc, code: validacionEfos })
    throw new ApiError([{ code: 'SUPPLIER_BLOCKED', field: 'rfc', message, sat: validacionEfos }])
  }
  return asked.value
}

// The issuer, or one on whose account it invoices, is listed; 200 and 201: nobody is.
const LISTED: ReadonlySet<string> = new Set(['100', '101', '104'])

/** What is wrong with it, by the rules of the SAT or by what records can keep. */
interface Found extends Pick<CfdiProblem, 'field' | 'code'> {
  readonly message: Message
}

function rejected(problems: readonly Found[]): ApiError {
  const entries = problems.map(({ field, message, code }): ErrorEntry => ({
    code: 'CFDI_REJECTED',
    field,
    message: code === undefined ? message : WITH_CODE_OF_SAT({ what: message, code }),
    ...(code === undefined ? {} : { sat: code }),
  }))
  return new ApiError(entries)
}
