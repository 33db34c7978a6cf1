import type { Tools } from '../events/act.ts'
import { refusal } from '../tenancy/api-error.ts'
import { viewerOf } from '../tenancy/store/channel-store.ts'
import type { Caller } from '../tenancy/store/user-store.ts'
import { isVisibleTo } from '../tenancy/store/visible-people.ts'
import { usersByAddress } from './store/people-store.ts'

/**
 * The id of a user that the caller may see, given by id or address. @throws ApiError "No such user" or "Insufficient
 * permission"
 */
export async function visibleUser(
  tools: Tools,
  caller: Caller,
  name: string | number,
): Promise<number> {
  const { database } = tools
  const viewer = viewerOf(caller)
  const [id] = await usersByAddress(database, viewer, caller.realm.host, [name])
  if (id === undefined) throw refusal('No such user')
  if (!(await isVisibleTo(database, viewer, id))) throw refusal('Insufficient permission')
  return id
}
