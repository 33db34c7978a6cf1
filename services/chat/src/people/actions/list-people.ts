import type { MeAnswer } from '../../../wire/people.ts'
import { visibleUser } from '../../access/visible-user.ts'
import type { Tools } from '../../events/act.ts'
import { maxMessageId } from '../../messages/store/unread-state.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { peopleJson, personObject } from '../store/people-state.ts'

interface PeopleForm {
  readonly clientGravatar: boolean
  readonly withProfileData: boolean
}

/** The users that the caller may see, as JSON text. */
export async function listPeople(
  tools: Tools,
  caller: Caller,
  { ids, ...form }: PeopleForm & { readonly ids?: readonly number[] },
): Promise<string> {
  const viewer = viewerOf(caller)
  const which = { kind: 'known', ...(ids === undefined ? {} : { ids }) } as const
  return await peopleJson(tools.database, viewer, { host: caller.realm.host, ...form, which })
}

/**
 * One user by id, real address or the address that stands for them, as JSON text.
 * @throws ApiError BAD_REQUEST "No such user" or, for a guest who may not see them, "Insufficient permission"
 */
export async function personNamed(
  tools: Tools,
  caller: Caller,
  name: string,
  form: PeopleForm,
): Promise<string> {
  const viewer = viewerOf(caller)
  const id = await visibleUser(tools, caller, name)
  const people = await peopleJson(tools.database, viewer, {
    host: caller.realm.host,
    ...form,
    which: { kind: 'these', ids: [id] },
  })
  // A list of exactly one.
  return people.slice(1, -1)
}

/** The caller's own profile. */
export async function ownProfile(tools: Tools, caller: Caller): Promise<MeAnswer> {
  const { database } = tools
  const viewer = viewerOf(caller)
  const person = await personObject(database, viewer, caller.realm.host, caller.id)
  // Of the user listing, what the caller's own profile does not have.
  const { bot_type: _type, bot_owner_id: _owner, is_system_bot: _isSystem, ...shown } = person
  return { ...shown, max_message_id: await maxMessageId(database, viewer) }
}
