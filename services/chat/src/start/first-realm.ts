import { randomBytes } from 'node:crypto'

import type { Database, Tx } from '@oficina/kit/database.ts'
import { hashPassword } from '@oficina/kit/password.ts'

import { hashApiKey, newApiKey, sealApiKey } from '../people/api-key.ts'
import { insertAccount } from '../people/store/account-store.ts'
import { hasRealm, insertRealm, lockFirstRealm } from '../realm/store/first-realm-store.ts'
import { ROLE } from '../tenancy/roles.ts'

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

const BOTS = [
  ['notification-bot', 'Notification Bot'],
  ['welcome-bot', 'Welcome Bot'],
] as const

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
    await createRealm(tx, first, { password, apiKey })
    return {
      password: first.ownerPassword === undefined ? password : undefined,
      apiKey: first.ownerApiKey === undefined ? apiKey : undefined,
    }
  })
}

async function createRealm(
  tx: Tx,
  { realmHost, realmName, ownerEmail, secret, now }: FirstRealm,
  { password, apiKey }: { readonly password: string; readonly apiKey: string },
): Promise<void> {
  const createdAt = new Date(now())
  const realmId = await insertRealm(tx, { host: realmHost, name: realmName, createdAt })
  for (const [name, fullName] of BOTS) {
    const key = newApiKey()
    const bot = {
      deliveryEmail: `${name}@${realmHost.split(':')[0]}`,
      fullName,
      role: ROLE.member,
      passwordHash: null,
      apiKeyHash: hashApiKey(key),
      apiKeyCipher: sealApiKey(key, secret),
      createdAt,
      isFullMember: true,
      botType: 1,
      isSystemBot: true,
    }
    await insertAccount(tx, realmId, bot)
  }
  const owner = {
    deliveryEmail: ownerEmail,
    fullName: ownerEmail.split('@')[0] ?? ownerEmail,
    role: ROLE.owner,
    passwordHash: await hashPassword(password),
    apiKeyHash: hashApiKey(apiKey),
    apiKeyCipher: sealApiKey(apiKey, secret),
    createdAt,
    isFullMember: true,
  }
  await insertAccount(tx, realmId, owner)
}
