import type { ChangeableAccount } from '../../access/account-access.ts'
import type { ActionTools, ActionTx } from '../../events/act.ts'
import type { FileTools } from '../../files/file-tools.ts'
import { postMail } from '../../mail/actions/post-mail.ts'
import { DOOMED, doomMessages } from '../../messages/store/doomed-store.ts'
import { languageOf } from '../../tenancy/language.ts'
import { userSetting } from '../../tenancy/settings.ts'
import { userById, type Caller } from '../../tenancy/store/user-store.ts'
import { DEACTIVATION_MAIL } from '../deactivation-mail.ts'
import { updateAccount } from '../store/account-change.ts'
import { setAvatar } from '../store/avatar-store.ts'
import { clearProfile } from '../store/profile-store.ts'
import { emitAvatar } from './change-user.ts'

/** What is to be deleted with an account. */
export interface Erasure {
  readonly delete_profile?: boolean
  readonly delete_public_channel_messages?: boolean
  readonly delete_private_channel_messages?: boolean
  readonly delete_direct_messages?: boolean
}

const DELETED_NAME = 'Deleted user'

/** Deletes what is to go with an account; messages go soon after, some at a time. */
export async function eraseTraces(
  tx: ActionTx<FileTools>,
  { realm }: Caller,
  account: ChangeableAccount,
  erasure: Erasure,
): Promise<void> {
  const kinds =
    (erasure.delete_public_channel_messages === true ? DOOMED.publicChannels : 0) |
    (erasure.delete_private_channel_messages === true ? DOOMED.privateChannels : 0) |
    (erasure.delete_direct_messages === true ? DOOMED.direct : 0)
  if (kinds !== 0) await doomMessages(tx, { realmId: realm.id, userId: account.id, kinds })
  if (erasure.delete_profile === true) await eraseProfile(tx, realm, account)
}

async function eraseProfile(
  tx: ActionTx<FileTools>,
  realm: Caller['realm'],
  account: ChangeableAccount,
): Promise<void> {
  const told = { realm: 'everyone', about: account.id } as const
  await updateAccount(tx, realm.id, account.id, { fullName: DELETED_NAME })
  const named = { user_id: account.id, full_name: DELETED_NAME }
  tx.emit(told, { type: 'realm_user', op: 'update', person: named })
  for (const id of await clearProfile(tx, realm.id, account.id)) {
    const emptied = { user_id: account.id, custom_profile_field: { id, value: null } }
    tx.emit(told, { type: 'realm_user', op: 'update', person: emptied })
  }
  const { avatar_path: picture } = account
  await setAvatar(tx, realm.id, account.id, null)
  await emitAvatar(tx, realm, account.id)
  if (picture !== null) tx.afterwards((tools) => tools.uploads.remove(`avatars/${picture}`))
}

/** Tells somebody by mail that their account is no more. */
export async function mailDeactivation(
  tx: ActionTx<FileTools>,
  tools: Pick<ActionTools, 'secret' | 'now'>,
  { realm }: Caller,
  { userId, comment }: { readonly userId: number; readonly comment: string },
): Promise<void> {
  const person = await userById(tx, realm.id, userId)
  if (person === undefined) return
  const mail = DEACTIVATION_MAIL[languageOf(userSetting(person, 'default_language'))]({
    realm: realm.name,
    realmUrl: realm.url,
    comment: comment.trim(),
  })
  await postMail(tx, tools, realm.id, { to: person.deliveryEmail, ...mail })
}
