import { createPrivateKey, type KeyObject } from 'node:crypto'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { CERTIFICATE, KEY_FILE } from '../../../messages/cfdi-seals.ts'
import type { CfdiProblem } from '../problem.ts'
import { isInForce, openCertificate, type SatCertificate } from './certificate.ts'

/** A certificate that seals, with its key, opened. */
export interface Csd {
  readonly certificate: SatCertificate
  readonly key: KeyObject
}

/** The files as the SAT hands them out, and the password of the key. */
export interface CsdFiles {
  readonly cer: Uint8Array
  readonly key: Uint8Array
  readonly password: string
}

// A .key has some 1,300 bytes.
const MAX_KEY_BYTES = 16 * 1024

/**
 * Opens the CSD of an issuer for a moment in time.
 * @returns every problem: a file that is not what it should be, the password, an e.firma, another's, not in force
 */
export function openCsd(
  files: CsdFiles,
  { rfc, nowMs }: { readonly rfc: string; readonly nowMs: number },
): Result<Csd, readonly CfdiProblem[]> {
  const certificate = openCertificate(files.cer)
  const key = openKey(files)
  const problems: CfdiProblem[] = []
  if (!certificate.ok) problems.push({ field: 'cer', message: certificate.error })
  if (!key.ok) problems.push({ field: key.error.field, message: key.error.message })
  if (certificate.ok) problems.push(...certificateProblems(certificate.value, { rfc, nowMs }))
  if (!certificate.ok || !key.ok) return fail(problems)
  if (!certificate.value.x509.checkPrivateKey(key.value))
    problems.push({ field: 'key', message: KEY_FILE.ofOther() })
  return problems.length > 0
    ? fail(problems)
    : ok({ certificate: certificate.value, key: key.value })
}

function openKey({ key, password }: CsdFiles): Result<KeyObject, CfdiProblem> {
  if (key.length > MAX_KEY_BYTES) return fail({ field: 'key', message: KEY_FILE.tooLarge() })
  try {
    const opened = createPrivateKey({
      key: Buffer.from(key),
      format: 'der',
      type: 'pkcs8',
      passphrase: password,
    })
    if (opened.asymmetricKeyType === 'rsa') return ok(opened)
    return fail({ field: 'key', message: KEY_FILE.notRsa() })
  } catch {
    // Node does not tell a wrong password from bytes that are no key, and a key that opens without one is none of the SAT's.
    return fail({ field: 'password', message: KEY_FILE.notOpened() })
  }
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}

/** What keeps a certificate from sealing for an issuer at a moment. */
function certificateProblems(
  certificate: SatCertificate,
  { rfc, nowMs }: { readonly rfc: string; readonly nowMs: number },
): readonly CfdiProblem[] {
  const problems: CfdiProblem[] = []
  if (certificate.kind === 'efirma')
    problems.push({ field: 'cer', message: CERTIFICATE.csdNeeded(), code: '306' })
  if (certificate.rfc !== rfc) {
    const message = CERTIFICATE.ofOther({ rfc: certificate.rfc, own: rfc })
    problems.push({ field: 'cer', message, code: '303' })
  }
  if (!isInForce(certificate, nowMs)) {
    const { validFromMs, validToMs } = certificate
    const message = CERTIFICATE.onlyInForce({ from: dayOf(validFromMs), to: dayOf(validToMs) })
    problems.push({ field: 'cer', message, code: '304' })
  }
  return problems
}
