import type { StatusObject } from '../../../wire/people.ts'
import { accountToChange } from '../../access/account-access.ts'
import { visibleUser } from '../../access/visible-user.ts'
import { act, type ActionTx, type Tools } from '../../events/act.ts'
import { emojiToAdd } from '../../realm/actions/choose-emoji.ts'
import { refusal } from '../../tenancy/api-error.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { setStatus, statusOf } from '../store/status-store.ts'

export interface StatusRequest {
  readonly text: string | undefined
  readonly emojiName: string | undefined
  readonly emojiCode: string | undefined
  readonly reactionType: string | undefined
}

/** Changes a user's status; administrators may do it for others, owners for their bots. @throws ApiError */
export async function changeStatus(
  tools: Tools,
  caller: Caller,
  userId: number,
  request: StatusRequest,
): Promise<void> {
  refuseNothing(request)
  const realmId = caller.realm.id
  await act(tools, realmId, async (tx) => {
    if (userId !== caller.id) {
      await accountToChange(tx, caller, userId)
    }
    const change: StatusObject = {
      ...(request.text === undefined ? {} : { status_text: request.text }),
      ...(await emojiOf(tx, realmId, request)),
    }
    await setStatus(tx, realmId, userId, change)
    tx.emit(
      { realm: 'everyone', about: userId },
      { ...change, type: 'user_status', user_id: userId },
    )
  })
}

/** @throws ApiError when a request changes nothing, or names an emoji by half */
function refuseNothing({ text, emojiName, emojiCode, reactionType }: StatusRequest): void {
  if (emojiName !== undefined) return
  if (emojiCode !== undefined || reactionType !== undefined) {
    throw refusal('Client must pass emoji_name if they pass either emoji_code or reaction_type.')
  }
  if (text === undefined) throw refusal('Client did not pass any new values.')
}

async function emojiOf(
  tx: ActionTx,
  realmId: RealmId,
  { emojiName, emojiCode, reactionType }: StatusRequest,
): Promise<StatusObject> {
  if (emojiName === undefined) return {}
  if (emojiName === '') {
    return { emoji_name: '', emoji_code: '', reaction_type: 'unicode_emoji' }
  }
  return await emojiToAdd(tx, realmId, { emojiName, emojiCode, reactionType })
}

/** @throws ApiError "No such user" */
export async function readStatus(
  tools: Tools,
  caller: Caller,
  userId: number,
): Promise<StatusObject> {
  const id = await visibleUser(tools, caller, userId)
  return await statusOf(tools.database, caller.realm.id, id)
}
