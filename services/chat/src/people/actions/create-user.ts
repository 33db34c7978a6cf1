import { hashPassword } from '@oficina/kit/password.ts'

import { requireAdmin } from '../../access/require-role.ts'
import { act, type Tools } from '../../events/act.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { ROLE } from '../../tenancy/roles.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { checkPassword, isEmailAddress, personName } from '../person-name.ts'
import { addPerson } from './add-person.ts'

export interface NewPerson {
  readonly email: string
  readonly fullName: string
  readonly password: string
}

/** Creates an account for a person; returns its id. @throws ApiError @source docs/decisions/0305-chat-accounts.md */
export async function createUser(tools: Tools, caller: Caller, given: NewPerson): Promise<number> {
  requireAdmin(caller)
  const { realm } = caller
  const fullName = personName(given.fullName)
  if (!isEmailAddress(given.email)) throw refusal('Bad name or username')
  const passwordHash = hashedPassword(given.password)
  return await act(tools, realm.id, (tx) =>
    addPerson(
      tx,
      tools,
      { realm, viewer: viewerOf(caller) },
      {
        email: given.email,
        fullName,
        role: ROLE.member,
        passwordHash,
        channelIds: [],
        withDefaultChannels: true,
      },
    ),
  )
}

/** The hash is made once, after the other checks: the transaction may run again. */
export function hashedPassword(password: string): () => Promise<string> {
  const made: { hash?: string } = {}
  return async () => {
    checkPassword(password)
    made.hash ??= await hashPassword(password)
    return made.hash
  }
}
