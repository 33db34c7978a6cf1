import { createPrivateKey, type KeyObject } from 'node:crypto'

import { fail, ok, type Result } from '@oficina/kit/result.ts'

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
    problems.push({ field: 'key', message: 'The key is not that of the certificate.' })
  return problems.length > 0
    ? fail(problems)
    : ok({ certificate: certificate.value, key: key.value })
}

function openKey({ key, password }: CsdFiles): Result<KeyObject, CfdiProblem> {
  if (key.length > MAX_KEY_BYTES)
    return fail({ field: 'key', message: 'The key is too large to be one.' })
  try {
    const opened = createPrivateKey({
      key: Buffer.from(key),
      format: 'der',
      type: 'pkcs8',
      passphrase: password,
    })
    if (opened.asymmetricKeyType === 'rsa') return ok(opened)
    return fail({ field: 'key', message: 'The key is not one of RSA.' })
  } catch {
    // Node does not tell a wrong password from bytes that are no key, and a key that opens without one is none of the SAT's.
    const message = 'The password does not open the key, or the file is not a key in PKCS#8.'
    return fail({ field: 'password', message })
  }
}

/** What keeps a certificate from sealing for an issuer at a moment. */
function certificateProblems(
  certificate: SatCertificate,
  { rfc, nowMs }: { readonly rfc: string; readonly nowMs: number },
): readonly CfdiProblem[] {
  const problems: CfdiProblem[] = []
  if (certificate.kind === 'efirma')
    problems.push({
      field: 'cer',
      message: 'The certificate is an e.firma; a CSD is needed.',
      code: '306',
    })
  if (certificate.rfc !== rfc) {
    const message = `The certificate belongs to ${certificate.rfc}, not to ${rfc}.`
    problems.push({ field: 'cer', message, code: '303' })
  }
  if (!isInForce(certificate, nowMs)) {
    const days = [certificate.validFromMs, certificate.validToMs].map((ms) =>
      new Date(ms).toISOString().slice(0, 10),
    )
    const message = `The certificate is in force from ${days.join(' to ')} only.`
    problems.push({ field: 'cer', message, code: '304' })
  }
  return problems
}
