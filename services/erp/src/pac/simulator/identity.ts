import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { openCertificate, type SatCertificate } from '../../fiscal/cfdi/seal/certificate.ts'
import {
  createAuthority,
  issueCertificate,
  openAuthority,
  type Authority,
  type KeyedCertificate,
} from './authority.ts'
import { textOf } from './ledger.ts'

/** The RFC of the simulated PAC; no company has one of that day. */
export const PAC_RFC = 'SVF990230AA0'
const PAC_NAME = 'PAC SIMULADO SIN VALIDEZ FISCAL'

/** The simulated SAT and the simulated PAC: an authority, and the certificate that stamps. */
export interface Identity {
  readonly authority: Authority
  readonly certificate: SatCertificate
  readonly key: KeyObject
}

/** That of a folder, made when there is none; without a folder a new one. */
export async function openIdentity(folder: string | undefined, nowMs: number): Promise<Identity> {
  const kept = folder === undefined ? undefined : await readKept(folder)
  if (kept !== undefined) return opened(openAuthority(kept.authority), kept.pac)
  const authority = await createAuthority(nowMs)
  const pac = await issueCertificate(authority, {
    rfc: PAC_RFC,
    nombre: PAC_NAME,
    kind: 'csd',
    fromMs: nowMs - TWENTY_YEARS_MS,
    toMs: nowMs + TWENTY_YEARS_MS,
  })
  const { certificatePem, keyPem } = authority
  if (folder !== undefined) await keep(folder, { authority: { certificatePem, keyPem }, pac })
  return opened(authority, pac)
}

const TWENTY_YEARS_MS = 20 * 365 * 24 * 60 * 60_000

interface Kept {
  readonly authority: KeyedCertificate
  readonly pac: KeyedCertificate
}

const FILE = 'identity.json'

async function readKept(folder: string): Promise<Kept | undefined> {
  const text = await textOf(join(folder, FILE))
  // Only `keep` writes it.
  return text === '' ? undefined : (JSON.parse(text) as Kept)
}

async function keep(folder: string, kept: Kept): Promise<void> {
  await mkdir(folder, { recursive: true })
  const part = join(folder, `${FILE}.part`)
  // Keys, though they open nothing: what seals is nobody's business but the owner's.
  await writeFile(part, JSON.stringify(kept), { mode: 0o600 })
  await rename(part, join(folder, FILE))
}

function opened(authority: Authority, pac: KeyedCertificate): Identity {
  const certificate = openCertificate(Buffer.from(pac.certificatePem))
  if (!certificate.ok)
    throw new Error(`the simulator's own certificate: ${String(certificate.error)}`)
  return { authority, certificate: certificate.value, key: createPrivateKey(pac.keyPem) }
}
