import { randomBytes } from 'node:crypto'

import type { Database } from '@oficina/kit/database.ts'
import { hashPassword } from '@oficina/kit/password.ts'

import { newApiKey } from '../people/api-key.ts'
import { hasRealm, lockFirstRealm } from '../realm/store/first-realm-store.ts'
import { createRealm } from './create-realm.ts'

export interface FirstRealm {
  readonly realmHost: string
  readonly realmName: string
  readonly ownerEmail: string
  readonly ownerPassword: string | undefined
  readonly ownerApiKey: string | undefined
  readonly secret: Buffer
  readonly now: () => number
}

/** Generated credentials, told once to whoever starts an installation for the first time. */
export interface MadeUp {
  readonly password: string | undefined
  readonly apiKey: string | undefined
}

/** Creates the first organization and its owner when the database has none. */
export async function ensureFirstRealm(
  database: Database,
  first: FirstRealm,
): Promise<MadeUp | undefined> {
  return await database.transaction(async (tx) => {
    await lockFirstRealm(tx)
    if (await hasRealm(tx)) return undefined
    const password = first.ownerPassword ?? randomBytes(12).toString('base64url')
    const apiKey = first.ownerApiKey ?? newApiKey()
    const { realmHost: host, realmName: name, ...owner } = first
    const ownerPasswordHash = await hashPassword(password)
    await createRealm(tx, { ...owner, host, name, ownerPasswordHash, ownerApiKey: apiKey })
    return {
      password: first.ownerPassword === undefined ? password : undefined,
      apiKey: first.ownerApiKey === undefined ? apiKey : undefined,
    }
  })
}
