import { X509Certificate } from 'node:crypto'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { CERTIFICATE } from '../../../messages/cfdi-seals.ts'
import type { Message } from '../../../messages/message.ts'

/** What a certificate of the SAT says. */
export interface SatCertificate {
  readonly x509: X509Certificate
  /** 20 digits. */
  readonly noCertificado: string
  readonly rfc: string
  readonly nombre: string
  /** A CSD seals documents; an e.firma signs for its holder, and a CFDI sealed with it is refused. */
  readonly kind: 'csd' | 'efirma'
  readonly validFromMs: number
  readonly validToMs: number
  /** DER in base64, as it stands in a CFDI. */
  readonly certificado: string
}

// A .cer has some 1,500 bytes.
const MAX_CERTIFICATE_BYTES = 16 * 1024

/** Opens a certificate in DER or PEM. */
export function openCertificate(bytes: Uint8Array): Result<SatCertificate, Message> {
  if (bytes.length > MAX_CERTIFICATE_BYTES) return fail(CERTIFICATE.tooLarge())
  try {
    return describe(new X509Certificate(bytes))
  } catch {
    return fail(CERTIFICATE.notX509())
  }
}

function describe(x509: X509Certificate): Result<SatCertificate, Message> {
  const subject = subjectOf(x509)
  const noCertificado = numberOf(x509.serialNumber)
  // `RFC / CURP of the representative`; of a person only the RFC.
  const rfc = subject.get('x500UniqueIdentifier')?.split('/')[0]?.trim()
  if (noCertificado === undefined || rfc === undefined || rfc === '')
    return fail(CERTIFICATE.notOfSat())
  return ok({
    x509,
    noCertificado,
    rfc,
    nombre: subject.get('CN') ?? subject.get('name') ?? '',
    // Only a CSD is for a branch of its holder.
    kind: subject.has('OU') ? 'csd' : 'efirma',
    validFromMs: Date.parse(x509.validFrom),
    validToMs: Date.parse(x509.validTo),
    certificado: x509.raw.toString('base64'),
  })
}

function subjectOf(x509: X509Certificate): ReadonlyMap<string, string> {
  const lines = x509.subject.split('\n').map((line) => {
    const equals = line.indexOf('=')
    return [line.slice(0, equals), line.slice(equals + 1)] as const
  })
  return new Map(lines)
}

/** The serial number holds the digits as ASCII: `3330…` is `30…`. */
function numberOf(serialNumber: string): string | undefined {
  const digits = Buffer.from(serialNumber, 'hex').toString('latin1')
  return /^\d{20}$/.test(digits) ? digits : undefined
}

/** Whether one of the certificates of the SAT's authorities issued it. */
export function isIssuedByOneOf(
  { x509 }: SatCertificate,
  authorities: readonly X509Certificate[],
): boolean {
  return authorities.some(
    (authority) => x509.checkIssued(authority) && x509.verify(authority.publicKey),
  )
}

/** Whether it was in force at a moment. */
export function isInForce({ validFromMs, validToMs }: SatCertificate, atMs: number): boolean {
  return validFromMs <= atMs && atMs <= validToMs
}
