import type { Database, Tx } from '@oficina/kit/database.ts'

import { apiError } from '../../errors.ts'
import type { Caller } from '../../identity/caller.ts'
import { seal } from '../../identity/encryption.ts'
import { newRecoveryCodes, recoveryCodeHash } from '../../identity/recovery-codes.ts'
import { demandAdministrator } from '../../identity/rights.ts'
import { base32, newTotpSecret, otpauthUri } from '../../identity/totp.ts'
import { NO_FACTOR } from '../../messages/people.ts'
import {
  CODES_NEED_FACTOR,
  CODE_WRONG,
  FACTORS_AT_MOST,
  FACTOR_CONFIRMED,
  OPERATOR_FACTOR,
  PASSWORD_WRONG,
  PROOF_REQUIRED,
} from '../../messages/sign-in.ts'
import { auditNumber, recordAudit } from '../../store/audit-store.ts'
import { findUserPolicy, lastPasswordsSql } from '../../store/people/access-policy-store.ts'
import {
  accountName,
  confirmFactor,
  countRecoveryCodes,
  deleteFactor,
  factorsSql,
  findTotpFactors,
  insertFactor,
  ownerOfFactor,
  replaceRecoveryCodes,
  type ShownFactor,
} from '../../store/people/factor-store.ts'
import { readServerSecret } from '../../store/people/secret-store.ts'
import { raiseSession } from '../../store/people/session-store.ts'
import { readAs, writeAs } from '../../store/tenant-database.ts'
import { countProof } from './guess-limits.ts'
import { factorPurpose, isSecondFactor, usesCode } from './second-factor.ts'
import type { SignInDependencies } from './sign-in-dependencies.ts'

const ISSUER = 'Oficina'
// A login checks its code against each of them.
const MAX_FACTORS = 10

/** Lists the factors of the caller, and how many recovery codes are left. */
export async function listFactors(
  { database }: Pick<SignInDependencies, 'database'>,
  { empresa, usuarioId }: Caller,
): Promise<{ readonly factores: readonly ShownFactor[]; readonly codigosRestantes: number }> {
  return await writeAs(database, empresa, async (tx) => ({
    factores: await tx.query<ShownFactor>(factorsSql(empresa, usuarioId)),
    codigosRestantes: await countRecoveryCodes(tx, empresa, usuarioId),
  }))
}

export interface EnrolledFactor {
  readonly id: string
  readonly secreto: string
  readonly otpauth: string
}

/**
 * Starts the enrolment of a TOTP factor: its secret is shown here and never again. If there is a confirmed factor, a
 * proof is required, so that nobody can add one in a session that was left open.
 * @throws ApiError VALIDATION without the proof, INVALID_CREDENTIALS, INVALID_SECOND_FACTOR
 */
export async function enrolFactor(
  tools: SignInDependencies,
  caller: Caller,
  { etiqueta, proof }: { readonly etiqueta: string; readonly proof: Proof | null },
): Promise<EnrolledFactor> {
  const { database, now } = tools
  const { empresa, usuarioId } = caller
  if ((await findUserPolicy(database, caller))?.tiene_factor === true) {
    await demandProof(tools, caller, proof)
  }
  const secret = newTotpSecret()
  const serverSecret = await readServerSecret(database)
  const moment = new Date(now())
  return await audited(database, caller, async (tx, audit) => {
    const factors = await findTotpFactors(tx, empresa, usuarioId)
    if (
      factors.filter(({ verificado_en: confirmed }) => confirmed !== null).length >= MAX_FACTORS
    ) {
      throw apiError('INVALID_STATE', FACTORS_AT_MOST({ most: MAX_FACTORS }))
    }
    const id = await insertFactor(tx, empresa, {
      usuarioId,
      etiqueta,
      now: moment,
      seal: (factorId) => seal(secret, { serverSecret, purpose: factorPurpose(empresa, factorId) }),
    })
    const name = await accountName(tx, empresa, usuarioId)
    const account = `${name?.usuario ?? usuarioId}@${name?.clave ?? empresa}`
    await audit({ recordId: id, operation: 'alta', now: moment })
    return { id, secreto: base32(secret), otpauth: otpauthUri({ issuer: ISSUER, account, secret }) }
  })
}

/**
 * Confirms a factor by its current code. The first one brings the recovery codes, which are shown here and never again;
 * a session that had to enrol is a whole one from now on.
 * @throws ApiError NOT_FOUND, INVALID_STATE, INVALID_SECOND_FACTOR, TOO_MANY_ATTEMPTS
 */
export async function verifyFactor(
  { database, now }: SignInDependencies,
  caller: Caller,
  { factorId, codigo }: { readonly factorId: string; readonly codigo: string },
): Promise<{ readonly codigosRespaldo: readonly string[] | null }> {
  const { empresa, usuarioId, credential } = caller
  const moment = new Date(now())
  const count = await countProof(database, caller, now())
  const codes = await audited(database, caller, async (tx, audit) => {
    const factors = await findTotpFactors(tx, empresa, usuarioId)
    const factor = factors.find(({ id }) => id === factorId)
    if (factor === undefined) throw noFactor(factorId)
    if (factor.verificado_en !== null) {
      throw apiError('INVALID_STATE', FACTOR_CONFIRMED({ id: factorId }))
    }
    if (!(await usesCode(tx, empresa, { factor, codigo, nowMs: now() }))) return undefined
    await confirmFactor(tx, empresa, { factorId, now: moment })
    if (credential.kind === 'session') await raiseSession(tx, empresa, credential.id)
    await audit({ recordId: factorId, operation: 'cambio', now: moment })
    const isFirst = factors.every(({ verificado_en: confirmed }) => confirmed === null)
    return isFirst ? await giveRecoveryCodes(tx, caller) : null
  })
  if (codes === undefined) throw wrongCode()
  await count.succeeded()
  return { codigosRespaldo: codes }
}

/** What a caller must give again before his factors change: his password, or a code of a factor. */
export type Proof = { readonly password: string } | { readonly codigo: string }

/** New recovery codes, which replace the old ones. @throws ApiError INVALID_STATE, and those of a wrong proof */
export async function renewRecoveryCodes(
  tools: SignInDependencies,
  caller: Caller,
  proof: Proof | null,
): Promise<readonly string[]> {
  const { empresa, usuarioId } = caller
  await demandProof(tools, caller, proof)
  const moment = new Date(tools.now())
  return await audited(tools.database, caller, async (tx, audit) => {
    const factors = await findTotpFactors(tx, empresa, usuarioId)
    const factor = factors.find(({ verificado_en: confirmed }) => confirmed !== null)
    if (factor === undefined) {
      throw apiError('INVALID_STATE', CODES_NEED_FACTOR())
    }
    await audit({ recordId: factor.id, operation: 'cambio', now: moment })
    return await giveRecoveryCodes(tx, caller)
  })
}

/**
 * Removes a factor: one's own with a proof, another's as administrator (the operator's as operator).
 * @throws ApiError NOT_FOUND, VALIDATION without a proof, INVALID_CREDENTIALS, INVALID_SECOND_FACTOR
 */
export async function removeFactor(
  tools: SignInDependencies,
  caller: Caller,
  { factorId, proof }: { readonly factorId: string; readonly proof: Proof | null },
): Promise<void> {
  const { database } = tools
  const { empresa, usuarioId, rights } = caller
  const owner = await writeAs(database, empresa, (tx) => ownerOfFactor(tx, empresa, factorId))
  const isOwn = owner?.usuario === usuarioId
  if (owner === undefined || (!isOwn && !rights.isAdministrator)) throw noFactor(factorId)
  if (isOwn) {
    await demandProof(tools, caller, proof)
  } else {
    demandAdministrator(rights)
    if (owner.es_operador && !rights.isOperator) {
      throw apiError('FORBIDDEN', OPERATOR_FACTOR())
    }
  }
  const moment = new Date(tools.now())
  await audited(database, caller, async (tx, audit) => {
    await deleteFactor(tx, empresa, { factorId, usuarioId: owner.usuario })
    await audit({ recordId: factorId, operation: 'baja', now: moment })
  })
}

async function giveRecoveryCodes(
  tx: Tx,
  { empresa, usuarioId }: Caller,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  const hashes = codes.flatMap((code) => recoveryCodeHash(code) ?? [])
  await replaceRecoveryCodes(tx, empresa, { usuarioId, hashes })
  return codes
}

async function demandProof(
  tools: SignInDependencies,
  caller: Caller,
  proof: Proof | null,
): Promise<void> {
  if (proof === null) {
    throw apiError('VALIDATION', PROOF_REQUIRED(), 'password')
  }
  const { database, passwords, now } = tools
  const { empresa, usuarioId } = caller
  const count = await countProof(database, caller, now())
  if ('codigo' in proof) {
    const typed = { codigo: proof.codigo, nowMs: now() }
    if (!(await isSecondFactor(database, caller, typed))) throw wrongCode()
  } else {
    const rows = await readAs<{ huella: string }>(
      database,
      empresa,
      lastPasswordsSql(empresa, usuarioId, 0),
    )
    const checks = rows.map(({ huella }) => ({ password: proof.password, hash: huella }))
    if (!(await passwords.check(checks)).includes(true)) {
      throw apiError('INVALID_CREDENTIALS', PASSWORD_WRONG(), 'password')
    }
  }
  await count.succeeded()
}

interface FactorChange {
  readonly recordId: string
  readonly operation: 'alta' | 'cambio' | 'baja'
  readonly now: Date
}

/** A transaction of the company that can record what it does to a factor. */
async function audited<T>(
  database: Database,
  caller: Caller,
  work: (tx: Tx, audit: (change: FactorChange) => Promise<void>) => Promise<T>,
): Promise<T> {
  const id = await auditNumber(database, caller.empresa)
  return await writeAs(database, caller.empresa, (tx) =>
    work(tx, async ({ now, ...change }) => {
      const common = { model: 'FactorAutenticacion', action: null, reason: null }
      const entry = { ...common, ...change, id, before: null, after: null }
      await recordAudit(tx, caller, { entries: [entry], now: now.toISOString() })
    }),
  )
}

function noFactor(factorId: string) {
  return apiError('NOT_FOUND', NO_FACTOR({ id: factorId }))
}

function wrongCode() {
  return apiError('INVALID_SECOND_FACTOR', CODE_WRONG(), 'codigo')
}
