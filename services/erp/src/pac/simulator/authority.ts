import {
  createPrivateKey,
  generateKeyPair,
  privateEncrypt,
  randomInt,
  X509Certificate,
} from 'node:crypto'
import { promisify } from 'node:util'

import type { md, pki } from 'node-forge'

import type { CsdFiles } from '../../fiscal/cfdi/seal/csd.ts'

/** What stands on everything that the simulator makes. */
export const WITHOUT_VALIDITY = 'SIN VALIDEZ FISCAL'

/** A certificate with its key, both as the simulator keeps them. */
export interface KeyedCertificate {
  readonly certificatePem: string
  readonly keyPem: string
}

/** An authority as the SAT's is, whose certificates nobody trusts but who is told to. */
export interface Authority extends KeyedCertificate {
  readonly x509: X509Certificate
}

const KEY_BITS = 2_048
const YEAR_MS = 365 * 24 * 60 * 60_000
const AUTHORITY_YEARS = 20
// As long as the SAT's.
const CERTIFICATE_YEARS = 4

const generate = promisify(generateKeyPair)

export async function createAuthority(nowMs: number): Promise<Authority> {
  const keys = await newKeys()
  const name = `AUTORIDAD SIMULADA ${WITHOUT_VALIDITY}`
  const subject = [named(CN, name), named(O, WITHOUT_VALIDITY)]
  const certificatePem = await certify({
    subject,
    issuer: subject,
    publicKeyPem: keys.publicKey,
    issuerKeyPem: keys.privateKey,
    isAuthority: true,
    // Before any document that a demonstration makes.
    fromMs: nowMs - AUTHORITY_YEARS * YEAR_MS,
    toMs: nowMs + AUTHORITY_YEARS * YEAR_MS,
  })
  return openAuthority({ certificatePem, keyPem: keys.privateKey })
}

export function openAuthority(kept: KeyedCertificate): Authority {
  return { ...kept, x509: new X509Certificate(kept.certificatePem) }
}

export interface CertificateRequest {
  readonly rfc: string
  readonly nombre: string
  readonly kind: 'csd' | 'efirma'
  readonly fromMs: number
  /** Four years later unless given. */
  readonly toMs?: number
}

/** A certificate for an RFC, with a key of its own. */
export async function issueCertificate(
  authority: Authority,
  { fromMs, kind, nombre, rfc, toMs = fromMs + CERTIFICATE_YEARS * YEAR_MS }: CertificateRequest,
): Promise<KeyedCertificate> {
  const keys = await newKeys()
  const certificatePem = await certify({
    subject: [
      named(CN, nombre),
      named(NAME, nombre),
      named(O, nombre),
      named(UNIQUE_IDENTIFIER, rfc),
      // Only a CSD is for a branch.
      ...(kind === 'csd' ? [named(OU, WITHOUT_VALIDITY)] : []),
    ],
    issuer: [named(CN, `AUTORIDAD SIMULADA ${WITHOUT_VALIDITY}`), named(O, WITHOUT_VALIDITY)],
    publicKeyPem: keys.publicKey,
    issuerKeyPem: authority.keyPem,
    isAuthority: false,
    fromMs,
    toMs,
  })
  return { certificatePem, keyPem: keys.privateKey }
}

/** The files as the SAT hands them out: DER, and a key that the password opens. */
export function filesOf({ certificatePem, keyPem }: KeyedCertificate, password: string): CsdFiles {
  return {
    cer: new X509Certificate(certificatePem).raw,
    key: createPrivateKey(keyPem).export({
      format: 'der',
      type: 'pkcs8',
      // The SAT's own choice.
      cipher: 'des-ede3-cbc',
      passphrase: password,
    }),
    password,
  }
}

async function newKeys() {
  return await generate('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

// Names of X.520 by their numbers, since not all of them have a word in every library.
const CN = '2.5.4.3'
const O = '2.5.4.10'
const OU = '2.5.4.11'
const NAME = '2.5.4.41'
const UNIQUE_IDENTIFIER = '2.5.4.45'

interface NamePart {
  readonly type: string
  readonly value: string
}

function named(type: string, value: string): NamePart {
  return { type, value }
}

interface CertificateForm {
  readonly subject: readonly NamePart[]
  readonly issuer: readonly NamePart[]
  readonly publicKeyPem: string
  readonly issuerKeyPem: string
  readonly isAuthority: boolean
  readonly fromMs: number
  readonly toMs: number
}

async function certify(form: CertificateForm): Promise<string> {
  // Only the simulator needs it, so a service that has a PAC never loads it.
  const { default: forge } = await import('node-forge')
  const certificate = forge.pki.createCertificate()
  const inUtf8 = (parts: readonly NamePart[]): pki.CertificateField[] =>
    // The library's types know only the tags of its own enumeration, of which this is one.
    parts.map((part) => ({ ...part, valueTagClass: forge.asn1.Type.UTF8 as unknown as never }))
  certificate.publicKey = forge.pki.publicKeyFromPem(form.publicKeyPem)
  certificate.serialNumber = Buffer.from(newNumber(), 'latin1').toString('hex')
  certificate.validity.notBefore = new Date(form.fromMs)
  certificate.validity.notAfter = new Date(form.toMs)
  certificate.setSubject(inUtf8(form.subject))
  certificate.setIssuer(inUtf8(form.issuer))
  certificate.setExtensions([
    { name: 'basicConstraints', cA: form.isAuthority, critical: form.isAuthority },
    form.isAuthority
      ? { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }
      : { name: 'keyUsage', digitalSignature: true, nonRepudiation: true, critical: true },
  ])
  certificate.sign(signerOf(form.issuerKeyPem), forge.md.sha256.create())
  return forge.pki.certificateToPem(certificate)
}

// What stands before a SHA-256 in a signature of PKCS #1 v1.5 (RFC 8017, 9.2, note 1).
const SHA_256_PREFIX = Buffer.from('3031300d060960864801650304020105000420', 'hex')

/** A key that signs with Node's own RSA, fifty times as fast as the library's. */
function signerOf(keyPem: string): pki.rsa.PrivateKey {
  const sign = (digested: md.MessageDigest): string => {
    const digest = Buffer.from(digested.digest().bytes(), 'latin1')
    return privateEncrypt(keyPem, Buffer.concat([SHA_256_PREFIX, digest])).toString('latin1')
  }
  // Of a key the library asks nothing else when it signs a certificate.
  return { sign } as unknown as pki.rsa.PrivateKey
}

/** Twenty digits that no authority of the SAT has: its own numbers begin with 00001 and those of its tests with 30001. */
function newNumber(): string {
  return `999990${sevenDigits()}${sevenDigits()}`
}

const SEVEN_DIGITS = 10_000_000

function sevenDigits(): string {
  return String(randomInt(SEVEN_DIGITS)).padStart(7, '0')
}
