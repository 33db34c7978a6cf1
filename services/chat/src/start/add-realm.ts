import { randomBytes } from 'node:crypto'

import { sqlState, type Database } from '@oficina/kit/database.ts'
import { hashPassword } from '@oficina/kit/password.ts'
import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { newApiKey } from '../people/api-key.ts'
import { setRealmUrl } from '../realm/store/realm-store.ts'
import { createRealm } from './create-realm.ts'

export interface AddedRealm {
  readonly host: string
  readonly name: string
  /** Undefined: `https://` and the host. */
  readonly url: string | undefined
  readonly ownerEmail: string
  /** Undefined: one is made up. */
  readonly ownerPassword: string | undefined
  readonly secret: Buffer
  readonly now: () => number
}

/** What its owner signs in with, told once. */
interface OwnerCredentials {
  readonly password: string
  readonly apiKey: string
}

const UNIQUE_VIOLATION = '23505'

/** Adds an organization to a server; running processes serve it at once. The problem is a text for the operator. */
export async function addRealm(
  database: Database,
  { host, name, url, ownerEmail, ownerPassword, secret, now }: AddedRealm,
): Promise<Result<OwnerCredentials, string>> {
  const password = ownerPassword ?? randomBytes(12).toString('base64url')
  const apiKey = newApiKey()
  // Before the transaction: it takes long, and holds no connection.
  const ownerPasswordHash = await hashPassword(password)
  const owner = { ownerEmail, ownerPasswordHash, ownerApiKey: apiKey }
  try {
    await database.transaction(async (tx) => {
      await createRealm(tx, { host, name, ...owner, secret, now })
      await setRealmUrl(tx, host, url)
    })
  } catch (error) {
    if (sqlState(error) !== UNIQUE_VIOLATION) throw error
    return fail(`there is an organization at ${host} already`)
  }
  return ok({ password, apiKey })
}
