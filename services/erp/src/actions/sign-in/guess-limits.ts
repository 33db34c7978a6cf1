import type { Database } from '@oficina/kit/database.ts'

import { ApiError } from '../../errors.ts'
import { clientOf } from '../../identity/network.ts'
import { TOO_MANY_ATTEMPTS } from '../../messages/sign-in.ts'
import {
  accountKey,
  countAttempt,
  uncountAttempt,
  type Count,
} from '../../store/people/sign-in-attempt-store.ts'
import type { LoginRow } from '../../store/people/user-store.ts'

const WINDOW_MS = 15 * 60 * 1_000
const MAX_FOR_NAME = 10
// An office behind one address logs in under many names.
const MAX_FROM_ADDRESS = 100
// Attempts on one account, from anywhere.
const MAX_FOR_ACCOUNT = 100
// Codes are short, and whoever guesses them has the password already: fewer than of those, and for longer.
const MAX_CODES = 10
const CODES_WINDOW_MS = 60 * 60 * 1_000

/** One attempt to log in, counted before any password is checked. */
export interface CountedAttempt {
  /** The key of the name and address, which every attempt has. */
  readonly nameKey: string
  /** Whether each candidate may be tried: not when it is locked, or was tried too often. */
  readonly mayTry: readonly boolean[]
  /** Call when it was no failure for this candidate; the others keep their count. */
  succeeded(index: number): Promise<void>
  /** Call when it was neither failure nor success: something was still missing. */
  takeBack(): Promise<void>
}

interface Typed {
  readonly usuario: string
  readonly address: string
  readonly candidates: readonly LoginRow[]
}

/**
 * Counts an attempt for the name and the address, for the address alone, and for each account that it may mean, before
 * any password is checked: simultaneous attempts get no more tries than consecutive ones. Only the limits of what was
 * typed give an error; an account that was tried too often is skipped silently, so that no limit reveals which names
 * exist. An account is counted separately for logins with and without its company, so that a namesake in another
 * company cannot use up its count.
 * @throws ApiError TOO_MANY_ATTEMPTS with `Retry-After`
 * @source docs/decisions/0220-erp-sign-in.md
 */
export async function countLogin(
  database: Database,
  { usuario, address, candidates }: Typed,
  nowMs: number,
): Promise<CountedAttempt> {
  const client = clientOf(address)
  const nameKey = `nombre ${client} ${usuario.toLowerCase()}`
  const typedKeys = [nameKey, `origen ${client}`]
  const moment = { now: new Date(nowMs), since: new Date(nowMs - WINDOW_MS) }
  // Before the accounts: what is refused here must not use up the count of an account.
  const typed = await countAttempt(database, typedKeys, moment)
  const limits = new Map([[nameKey, MAX_FOR_NAME]])
  for (const count of typed) refuseAbove(count, limits.get(count.clave) ?? MAX_FROM_ADDRESS, nowMs)
  const accounts = candidates.map((candidate) => accountKeys(candidate, client, nowMs))
  const accountsCounted = accounts.flatMap((account) =>
    account.isLocked ? [] : [account.here, account.everywhere],
  )
  const counts = new Map(
    (await countAttempt(database, accountsCounted, moment)).map((count) => [count.clave, count]),
  )
  const within = (key: string, limit: number) => (counts.get(key)?.cuenta ?? 0) <= limit
  return {
    nameKey,
    mayTry: accounts.map(
      ({ isLocked, here, everywhere, limit }) =>
        !isLocked && within(here, MAX_FOR_NAME) && within(everywhere, limit),
    ),
    succeeded: async (index) => {
      const { here = '', everywhere = '', account = '' } = accounts[index] ?? {}
      await uncountAttempt(database, { once: typedKeys, all: [here, everywhere, account] })
    },
    takeBack: async () =>
      uncountAttempt(database, { once: [...typedKeys, ...accountsCounted], all: [] }),
  }
}

function accountKeys(candidate: LoginRow, client: string, nowMs: number) {
  const { empresa_id: empresa, usuario_id: usuario, es_exacta: exact } = candidate
  const account = accountKey(exact ? 'cuenta' : 'tocayo', empresa, usuario)
  const until = candidate.bloqueado_hasta?.getTime() ?? null
  return {
    account,
    here: `${account} ${client}`,
    // An expired lock restarts the count; whoever read the account before the lock still meets the old count.
    everywhere: until === null ? account : `${account} ${until}`,
    isLocked: until !== null && until > nowMs,
    limit: Math.min(MAX_FOR_ACCOUNT, candidate.intentos_maximos ?? MAX_FOR_ACCOUNT),
  }
}

/** Counts the codes and passwords that a session gives again. @throws ApiError TOO_MANY_ATTEMPTS with `Retry-After` */
export async function countProof(
  database: Database,
  user: { readonly empresa: string; readonly usuarioId: string },
  nowMs: number,
): Promise<{ succeeded(): Promise<void> }> {
  const key = `prueba ${user.empresa}/${user.usuarioId}`
  const moment = { now: new Date(nowMs), since: new Date(nowMs - WINDOW_MS) }
  const [count] = await countAttempt(database, [key], moment)
  refuseAbove(count, MAX_FOR_NAME, nowMs)
  return { succeeded: async () => uncountAttempt(database, { once: [], all: [key] }) }
}

/**
 * Counts the codes of second factors that come with a right password, wherever from. A right one takes its own count back
 * only, so that the owner's logins give nobody further guesses.
 * @throws ApiError TOO_MANY_ATTEMPTS with `Retry-After`
 * @source docs/decisions/0224-erp-second-factor.md
 */
export async function countCode(
  database: Database,
  user: { readonly empresa: string; readonly usuarioId: string },
  nowMs: number,
): Promise<{ succeeded(): Promise<void> }> {
  const key = `codigo ${user.empresa}/${user.usuarioId}`
  const moment = { now: new Date(nowMs), since: new Date(nowMs - CODES_WINDOW_MS) }
  const [count] = await countAttempt(database, [key], moment)
  refuseAbove(count, MAX_CODES, nowMs, CODES_WINDOW_MS)
  return { succeeded: async () => uncountAttempt(database, { once: [key], all: [] }) }
}

function refuseAbove(
  count: Count | undefined,
  limit: number,
  nowMs: number,
  windowMs = WINDOW_MS,
): void {
  if (count === undefined || count.cuenta <= limit) return
  const waitMs = count.inicio.getTime() + windowMs - nowMs
  const waitSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
  const message = TOO_MANY_ATTEMPTS({ waitSeconds })
  throw new ApiError([{ code: 'TOO_MANY_ATTEMPTS', message }], {
    'retry-after': String(waitSeconds),
  })
}

/** How long counts are kept. */
export const COUNTS_KEPT_MS = CODES_WINDOW_MS
