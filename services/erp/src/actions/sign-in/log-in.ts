import type { Database } from '@oficina/kit/database.ts'

import { ApiError, apiError } from '../../errors.ts'
import { mexicanDay } from '../../identity/mexican-day.ts'
import { demandNetwork, networkGuard } from '../../identity/network.ts'
import { CODE_REQUIRED, CODE_WRONG, LOGIN_WRONG, PASSWORD_EXPIRED } from '../../messages/sign-in.ts'
import {
  findNetworks,
  findUserPolicy,
  type UserPolicyRow,
} from '../../store/people/access-policy-store.ts'
import { recordAttempts, type Attempt } from '../../store/people/sign-in-attempt-store.ts'
import { findLogins, type LoginRow } from '../../store/people/user-store.ts'
import { empresaId } from '../../store/tenant-database.ts'
import { countCode, countLogin, type CountedAttempt } from './guess-limits.ts'
import { openSession, type OpenedSession } from './open-session.ts'
import { isSecondFactor } from './second-factor.ts'
import type { SignInDependencies } from './sign-in-dependencies.ts'

export interface Credentials {
  /** A user name, or `name@company` with the company's `clave` if several companies have that name. */
  readonly usuario: string
  readonly password: string
  /** Of a second factor, or a recovery code. */
  readonly codigo: string | null
  /** The new password from now on. */
  readonly nueva: string | null
  readonly address: string
  readonly agent: string
  readonly requestId: string
}

export interface LoggedIn extends OpenedSession {
  readonly usuario: { readonly id: number; readonly usuario: string; readonly nombre: string }
  readonly empresa: { readonly id: number; readonly razon_social: string }
  /** A second factor is required but not enrolled: the session may only enrol one. */
  readonly mustEnrol: boolean
}

// Every login computes this many hashes, whoever it means, so that the time does not reveal who exists. A name that
// more companies have must be written with its company.
const CANDIDATES = 3
const MS_PER_DAY = 24 * 60 * 60 * 1_000
const DEFAULT_LOCK_MINUTES = 15

/** One login in progress. */
interface Login {
  readonly tools: SignInDependencies
  readonly credentials: Credentials
  readonly nowMs: number
  readonly candidates: readonly LoginRow[]
  readonly attempt: CountedAttempt
}

/**
 * Opens a session. Unknown user, wrong password and locked account give the same answer after the same time.
 * @throws ApiError INVALID_CREDENTIALS, TOO_MANY_ATTEMPTS, and for a right password NETWORK_NOT_ALLOWED,
 * SECOND_FACTOR_REQUIRED, INVALID_SECOND_FACTOR, PASSWORD_EXPIRED, or VALIDATION of the new one
 * @source docs/contract/erp.md, Authentication endpoints
 * @source docs/decisions/0220-erp-sign-in.md
 */
export async function logIn(
  tools: SignInDependencies,
  credentials: Credentials,
): Promise<LoggedIn> {
  const nowMs = tools.now()
  const { usuario, address } = credentials
  const candidates = await candidatesFor(tools.database, usuario)
  const attempt = await countLogin(tools.database, { usuario, address, candidates }, nowMs)
  const login = { tools, credentials, nowMs, candidates, attempt }
  const index = await findUser(login)
  const user = candidates[index]
  if (user === undefined) {
    await recordFailures(login)
    throw apiError('INVALID_CREDENTIALS', LOGIN_WRONG())
  }
  const person = { empresa: empresaId(user.empresa_id), usuarioId: user.usuario_id }
  await refuseNetwork(login, user)
  const policy = await findUserPolicy(tools.database, person)
  const hasFactor = await refuseFactor(login, user, policy)
  await attempt.succeeded(index)
  refuseExpired(login, policy)
  const session = await openSession(tools, {
    ...person,
    policy,
    origin: credentials,
    method: hasFactor ? 'doble_factor' : 'contrasena',
    nueva: credentials.nueva,
  })
  await record(login, [outcome(user, 'exitoso')])
  const isAsked = policy?.doble_factor === true || policy?.exige_doble_factor === true
  return {
    ...session,
    usuario: { id: Number(user.usuario_id), usuario: user.usuario, nombre: user.nombre_completo },
    empresa: { id: Number(user.empresa_id), razon_social: user.empresa },
    mustEnrol: isAsked && !hasFactor,
  }
}

/** Both readings of a name with an at sign: the one that names a company comes first, and no other can displace it. */
async function candidatesFor(database: Database, name: string): Promise<readonly LoginRow[]> {
  const at = name.lastIndexOf('@')
  const base = at > 0 ? name.slice(0, at) : null
  const clave = at > 0 ? name.slice(at + 1) : null
  return await findLogins(database, { name, base, clave, limit: CANDIDATES })
}

/** Finds the index of the first candidate whose password it is; -1: none. */
async function findUser({ tools, credentials, candidates, attempt }: Login): Promise<number> {
  const { passwords } = tools
  const checks = Array.from({ length: CANDIDATES }, (_, index) => ({
    password: credentials.password,
    hash:
      (attempt.mayTry[index] === true ? candidates[index]?.password : undefined) ??
      passwords.noPassword,
  }))
  const answers = await passwords.check(checks)
  return answers.findIndex((isRight, index) => isRight && attempt.mayTry[index] === true)
}

async function recordFailures(login: Login): Promise<void> {
  const { candidates, attempt } = login
  // When several companies have a name, nobody knows who was meant, so no account is locked.
  const isSure = ({ es_exacta: exact }: LoginRow) => exact || candidates.length === 1
  const failures = candidates.map((candidate, index) =>
    attempt.mayTry[index] === true
      ? outcome(candidate, 'contrasena_incorrecta', { locks: isSure(candidate) })
      : outcome(candidate, 'usuario_bloqueado'),
  )
  await record(login, failures)
}

/** @param locks whether it counts towards locking the user out */
function outcome(
  user: LoginRow,
  resultado: Attempt['resultado'],
  { locks }: { readonly locks: boolean } = { locks: false },
): Attempt {
  return {
    empresa: user.empresa_id,
    usuario: user.usuario_id,
    resultado,
    maximo: locks ? user.intentos_maximos : null,
    minutos: user.minutos_bloqueo ?? DEFAULT_LOCK_MINUTES,
  }
}

async function record(
  { tools, credentials, attempt, nowMs }: Login,
  attempts: readonly Attempt[],
): Promise<void> {
  await recordAttempts(tools.database, attempts, {
    key: attempt.nameKey,
    now: new Date(nowMs),
    address: credentials.address,
    agent: credentials.agent,
  })
}

async function refuseNetwork(login: Login, user: LoginRow): Promise<void> {
  const { tools, credentials, nowMs } = login
  const person = { empresa: empresaId(user.empresa_id), usuarioId: user.usuario_id }
  const letsIn = networkGuard(await findNetworks(tools.database, person, mexicanDay(nowMs)))
  if (letsIn(credentials.address)) return
  await record(login, [outcome(user, 'red_no_permitida')])
  demandNetwork(letsIn, credentials.address)
}

/** Whether a second factor was proven; a user without one needs none here. */
async function refuseFactor(
  login: Login,
  user: LoginRow,
  policy: UserPolicyRow | undefined,
): Promise<boolean> {
  const { tools, credentials, nowMs, attempt } = login
  if (policy?.tiene_factor !== true) return false
  const { codigo } = credentials
  if (codigo === null) {
    await attempt.takeBack()
    throw apiError('SECOND_FACTOR_REQUIRED', CODE_REQUIRED(), 'codigo')
  }
  const person = { empresa: empresaId(user.empresa_id), usuarioId: user.usuario_id }
  const count = await countCode(tools.database, person, nowMs)
  if (await isSecondFactor(tools.database, person, { codigo, nowMs })) {
    await count.succeeded()
    return true
  }
  await record(login, [outcome(user, 'factor_incorrecto', { locks: true })])
  throw apiError('INVALID_SECOND_FACTOR', CODE_WRONG(), 'codigo')
}

function refuseExpired({ credentials, nowMs }: Login, policy: UserPolicyRow | undefined): void {
  const days = policy?.dias_vigencia ?? null
  if (policy === undefined || days === null || credentials.nueva !== null) return
  if (nowMs < policy.puesta_en.getTime() + days * MS_PER_DAY) return
  const message = PASSWORD_EXPIRED({ days })
  throw new ApiError([{ code: 'PASSWORD_EXPIRED', field: 'nueva', message }])
}
