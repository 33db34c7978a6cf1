import { randomBytes } from 'node:crypto'

import type { Database } from '@oficina/kit/database.ts'
import { hashPassword } from '@oficina/kit/password.ts'

import { setPassword } from '../../people/store/user-settings-store.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { firstOwnerOf } from '../store/import-state-store.ts'

/** Gives the first owner of an imported organization a password: archives have none. */
export async function giveOwnerPassword(
  database: Database,
  realmId: RealmId,
): Promise<{ readonly email: string; readonly password: string }> {
  const owner = await firstOwnerOf(database, realmId)
  if (owner === undefined) throw new Error('an imported organization has an owner')
  const password = randomBytes(12).toString('base64url')
  await setPassword(database, realmId, owner.id, await hashPassword(password))
  return { email: owner.email, password }
}
