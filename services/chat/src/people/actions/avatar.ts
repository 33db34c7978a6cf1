import { accountById } from '../../access/store/account.ts'
import { act } from '../../events/act.ts'
import { keepPicture, type PictureFile } from '../../files/actions/pictures.ts'
import type { FileTools } from '../../files/file-tools.ts'
import { refusal } from '../../tenancy/api-error.ts'
import { EMAIL_VISIBILITY } from '../../tenancy/email-visibility.ts'
import { avatarOf } from '../../tenancy/person-form.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { isAdmin } from '../../tenancy/viewer.ts'
import { setAvatar } from '../store/avatar-store.ts'
import { emitAvatar } from './change-user.ts'

/** Gives the caller a picture of their own; returns its address. @throws ApiError */
export async function changeAvatar(
  tools: FileTools,
  caller: Caller,
  file: PictureFile,
): Promise<string> {
  requireRight(caller)
  const picture = { kind: 'avatar', file, folder: String(caller.realm.id), name: 'avatar' } as const
  return await keepPicture(tools, picture, (place) => storeAvatar(tools, caller, place))
}

/** Returns to the picture of gravatar.com; returns its address. @throws ApiError */
export async function removeAvatar(tools: FileTools, caller: Caller): Promise<string> {
  requireRight(caller)
  return await storeAvatar(tools, caller, null)
}

function requireRight(caller: Caller): void {
  if (caller.realm.settings.avatar_changes_disabled && !isAdmin(caller)) {
    throw refusal('Avatar changes are disabled in this organization.')
  }
}

async function storeAvatar(
  tools: FileTools,
  caller: Caller,
  place: string | null,
): Promise<string> {
  const { realm, id } = caller
  return await act(tools, realm.id, async (tx) => {
    const before = await accountById(tx, realm.id, id)
    await setAvatar(tx, realm.id, id, place)
    await emitAvatar(tx, realm, id)
    const account = await accountById(tx, realm.id, id)
    if (account === undefined) throw refusal('No such user')
    const old = before?.avatar_path ?? null
    if (old !== null) tx.afterwards(() => tools.uploads.remove(`avatars/${old}`))
    const isPublic = account.email_address_visibility === EMAIL_VISIBILITY.everyone
    return avatarOf(account, realm.host, { isEmailVisible: isPublic }).url
  })
}
