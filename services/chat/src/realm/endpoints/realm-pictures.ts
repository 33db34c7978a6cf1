import { required } from '@oficina/api/parameter.ts'

import { objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint, SENT, type Call } from '../../api/endpoint.ts'
import { boolean } from '../../api/kinds.ts'
import { pictureFile } from '../../files/actions/pictures.ts'
import { changeRealmPicture, removeRealmPicture } from '../actions/realm-pictures.ts'
import { shownPicture, type RealmPicture } from '../realm-picture.ts'
import { realmPictures } from '../store/realm-picture-store.ts'

const ICON = objectOf({ icon_url: TEXT })
const FOUND = 302

async function redirect(
  { tools, caller, reply }: Call<unknown>,
  which: RealmPicture,
): Promise<typeof SENT> {
  const pictures = await realmPictures(tools.database, caller.realm.id)
  await reply.redirect(shownPicture(pictures, which).url, FOUND)
  return SENT
}

export const getRealmIcon = endpoint({
  method: 'GET',
  path: '/realm/icon',
  summary: 'The organization’s icon',
  parameters: {},
  handle: (call) => redirect(call, 'icon'),
})

export const postRealmIcon = endpoint({
  method: 'POST',
  path: '/realm/icon',
  summary: 'Give the organization an icon',
  parameters: {},
  answer: ICON,
  takesFiles: true,
  auth: 'human',
  handle: async ({ tools, caller, files }) => {
    const file = pictureFile(files, 'You must upload exactly one icon.')
    return { icon_url: await changeRealmPicture(tools, caller, { which: 'icon', file }) }
  },
})

export const deleteRealmIcon = endpoint({
  method: 'DELETE',
  path: '/realm/icon',
  summary: 'Remove the organization’s icon',
  parameters: {},
  answer: ICON,
  auth: 'human',
  handle: async ({ tools, caller }) => ({
    icon_url: await removeRealmPicture(tools, caller, 'icon'),
  }),
})

const NIGHT = { night: required(boolean) }

function logoFor({ night: isNight }: { readonly night: boolean }): RealmPicture {
  return isNight ? 'nightLogo' : 'logo'
}

export const getRealmLogo = endpoint({
  method: 'GET',
  path: '/realm/logo',
  summary: 'The organization’s logo by day or by night',
  parameters: NIGHT,
  handle: (call) => redirect(call, logoFor(call.values)),
})

export const postRealmLogo = endpoint({
  method: 'POST',
  path: '/realm/logo',
  summary: 'Give the organization a logo',
  parameters: NIGHT,
  takesFiles: true,
  auth: 'human',
  handle: async ({ tools, caller, files, values }) => {
    const file = pictureFile(files, 'You must upload exactly one logo.')
    await changeRealmPicture(tools, caller, { which: logoFor(values), file })
  },
})

export const deleteRealmLogo = endpoint({
  method: 'DELETE',
  path: '/realm/logo',
  summary: 'Remove the organization’s logo',
  parameters: NIGHT,
  auth: 'human',
  handle: async ({ tools, caller, values }) => {
    await removeRealmPicture(tools, caller, logoFor(values))
  },
})
