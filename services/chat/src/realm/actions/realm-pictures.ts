import type { RealmPictureNow } from '../../../wire/organization.ts'
import { requireAdmin } from '../../access/require-role.ts'
import { act } from '../../events/act.ts'
import { keepPicture, type PictureFile } from '../../files/actions/pictures.ts'
import type { FileTools } from '../../files/file-tools.ts'
import type { Caller } from '../../tenancy/store/user-store.ts'
import { shownPicture, type RealmPicture } from '../realm-picture.ts'
import { realmPictures, setRealmPicture } from '../store/realm-picture-store.ts'
import { lockRealm } from '../store/realm-store.ts'

/** Gives the organization a picture of its own; returns its address. @throws ApiError */
export async function changeRealmPicture(
  tools: FileTools,
  caller: Caller,
  { which, file }: { readonly which: RealmPicture; readonly file: PictureFile },
): Promise<string> {
  requireAdmin(caller)
  const kind = which === 'icon' ? 'icon' : 'logo'
  const picture = { kind, file, folder: `${caller.realm.id}/realm`, name: which } as const
  return await keepPicture(tools, picture, (place) => storePicture(tools, caller, { which, place }))
}

/** Returns to the server's default picture; returns its address. @throws ApiError */
export async function removeRealmPicture(
  tools: FileTools,
  caller: Caller,
  which: RealmPicture,
): Promise<string> {
  requireAdmin(caller)
  return await storePicture(tools, caller, { which, place: null })
}

async function storePicture(
  tools: FileTools,
  { realm }: Caller,
  { which, place }: { readonly which: RealmPicture; readonly place: string | null },
): Promise<string> {
  return await act(tools, realm.id, async (tx) => {
    await lockRealm(tx, realm.id)
    const { [which]: old } = await realmPictures(tx, realm.id)
    await setRealmPicture(tx, realm.id, which, place)
    const shown = shownPicture(await realmPictures(tx, realm.id), which)
    tx.emit(
      { realm: 'everyone' },
      { type: 'realm', op: 'update_dict', ...pictureNow(which, shown) },
    )
    if (old !== null) tx.afterwards(() => tools.uploads.remove(`avatars/${old}`))
    return shown.url
  })
}

function pictureNow(
  which: RealmPicture,
  { source, url }: ReturnType<typeof shownPicture>,
): RealmPictureNow {
  switch (which) {
    case 'icon':
      return { property: 'icon', data: { icon_source: source, icon_url: url } }
    case 'logo':
      return { property: 'logo', data: { logo_source: source, logo_url: url } }
    case 'nightLogo': {
      const data = { night_logo_source: source, night_logo_url: url }
      return { property: 'night_logo', data }
    }
  }
}
