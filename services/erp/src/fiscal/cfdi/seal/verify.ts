import type { X509Certificate } from 'node:crypto'

import { MUST_BE } from '../../../messages/cfdi-attributes.ts'
import { CERTIFICATE, SEAL, STAMP } from '../../../messages/cfdi-seals.ts'
import { cadenaTimbre } from '../cadenas.ts'
import { localMs } from '../local-time.ts'
import { Problems, type CfdiProblem } from '../problem.ts'
import type { Timbre } from '../structure/timbre.ts'
import type { ReadCfdi } from '../xml/read.ts'
import { isInForce, isIssuedByOneOf, openCertificate, type SatCertificate } from './certificate.ts'
import { isSealOf } from './seal.ts'

/** Certificates that are trusted to issue those of taxpayers and PACs; none: whoever issued them is not looked at. */
export type Authorities = readonly X509Certificate[]

/**
 * Whether a CFDI is sealed by its issuer: the certificate in it is a CSD of the issuer's, from one of the authorities, in
 * force when it was issued, and the seal is its own over the cadena.
 * @returns every problem; a CFDI with a complement whose cadena is not known cannot be verified, which is one
 */
export function sealProblems(cfdi: ReadCfdi, authorities: Authorities): readonly CfdiProblem[] {
  const problems = new Problems()
  const { Certificado, Emisor, Fecha, NoCertificado, Sello } = cfdi.comprobante
  const opened = openCertificate(Buffer.from(Certificado, 'base64'))
  if (!opened.ok) {
    problems.add('Certificado', opened.error, 'CFDI40106')
    return problems.all
  }
  const certificate = opened.value
  if (certificate.noCertificado !== NoCertificado)
    problems.add(
      'NoCertificado',
      MUST_BE.value({ name: 'NoCertificado', value: certificate.noCertificado }),
      'CFDI40106',
    )
  if (certificate.rfc !== Emisor.Rfc) {
    const message = CERTIFICATE.ofOther({ rfc: certificate.rfc, own: Emisor.Rfc })
    problems.add('Certificado', message, '303')
  }
  if (certificate.kind !== 'csd') problems.add('Certificado', CERTIFICATE.notCsd(), '306')
  if (!isTrusted(certificate, authorities))
    problems.add('Certificado', CERTIFICATE.notIssuedBySat(), '308')
  if (!isInForceAround(certificate, Fecha))
    problems.add('Fecha', CERTIFICATE.wasNotInForce(), '305')
  if (cfdi.cadena === undefined) {
    problems.add('Complemento', SEAL.notVerified({ known: cfdi.unknown }))
  } else if (!isSealOf(cfdi.cadena, Sello, certificate.x509.publicKey)) {
    problems.add('Sello', SEAL.notItsOwn(), 'CFDI40102')
  }
  return problems.all
}

/**
 * Whether a stamp is one of the certificate it names, and of this CFDI.
 * @returns every problem
 */
export function timbreProblems(
  { comprobante }: ReadCfdi,
  certificate: SatCertificate,
  authorities: Authorities,
): readonly CfdiProblem[] {
  const problems = new Problems()
  const timbre = comprobante.Complemento?.TimbreFiscalDigital
  const field = 'Complemento.TimbreFiscalDigital'
  if (timbre === undefined) {
    problems.add(field, STAMP.missing())
    return problems.all
  }
  if (timbre.SelloCFD !== comprobante.Sello) problems.add(`${field}.SelloCFD`, STAMP.ofOther())
  if (certificate.noCertificado !== timbre.NoCertificadoSAT) {
    const { NoCertificadoSAT: named } = timbre
    const message = STAMP.otherCertificate({ named, number: certificate.noCertificado })
    problems.add(`${field}.NoCertificadoSAT`, message)
  }
  if (!isTrusted(certificate, authorities))
    problems.add(`${field}.NoCertificadoSAT`, STAMP.notIssuedBySat())
  if (!isSealOfTimbre(timbre, certificate)) problems.add(`${field}.SelloSAT`, STAMP.sealNotItsOwn())
  return problems.all
}

function isSealOfTimbre(timbre: Timbre, { x509 }: SatCertificate): boolean {
  return isSealOf(cadenaTimbre(timbre), timbre.SelloSAT, x509.publicKey)
}

function isTrusted(certificate: SatCertificate, authorities: Authorities): boolean {
  return authorities.length === 0 || isIssuedByOneOf(certificate, authorities)
}

// A local time without its zone is right to within the zones of the country, from UTC-8 to UTC-5.
const ZONES = ['America/Tijuana', 'America/Cancun'] as const

function isInForceAround(certificate: SatCertificate, fecha: string): boolean {
  return ZONES.some((zone) => isInForce(certificate, localMs(fecha, zone)))
}
