import type { Tx } from '@oficina/kit/database.ts'

import { hashApiKey, newApiKey, sealApiKey } from '../people/api-key.ts'
import { insertAccount } from '../people/store/account-store.ts'
import { insertRealm } from '../realm/store/first-realm-store.ts'
import { ROLE } from '../tenancy/roles.ts'

export interface NewRealm {
  readonly host: string
  readonly name: string
  readonly ownerEmail: string
  /** As it is stored. */
  readonly ownerPasswordHash: string
  readonly ownerApiKey: string
  readonly secret: Buffer
  readonly now: () => number
}

const BOTS = [
  ['notification-bot', 'Notification Bot'],
  ['welcome-bot', 'Welcome Bot'],
] as const

/** Makes an organization with its owner and the bots of the system. */
export async function createRealm(
  tx: Tx,
  { host, name, ownerEmail, ownerPasswordHash, ownerApiKey, secret, now }: NewRealm,
): Promise<void> {
  const createdAt = new Date(now())
  const realmId = await insertRealm(tx, { host, name, createdAt })
  for (const [botName, fullName] of BOTS) {
    const key = newApiKey()
    const bot = {
      deliveryEmail: `${botName}@${host.split(':')[0]}`,
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
    passwordHash: ownerPasswordHash,
    apiKeyHash: hashApiKey(ownerApiKey),
    apiKeyCipher: sealApiKey(ownerApiKey, secret),
    createdAt,
    isFullMember: true,
  }
  await insertAccount(tx, realmId, owner)
}
