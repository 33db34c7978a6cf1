import { REALM_EMOJI } from '../../../wire/organization.ts'
import { objectOf, TEXT } from '../../../wire/shape.ts'
import { endpoint } from '../../api/endpoint.ts'
import { textInPath } from '../../api/path-parameters.ts'
import { pictureFile } from '../../files/actions/pictures.ts'
import { changeAvatar, removeAvatar } from '../../people/actions/avatar.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { addEmoji, removeEmoji } from '../actions/realm-emoji.ts'
import { realmEmoji } from '../store/realm-emoji-store.ts'

const BY_NAME = { emoji_name: textInPath('The name of the emoji.') }

const AVATAR = objectOf({ avatar_url: TEXT })

export const postAvatar = endpoint({
  method: 'POST',
  path: '/users/me/avatar',
  summary: 'Give the caller a picture',
  parameters: {},
  answer: AVATAR,
  takesFiles: true,
  handle: async ({ tools, caller, files }) => {
    const file = pictureFile(files, 'You must upload exactly one avatar.')
    return { avatar_url: await changeAvatar(tools, caller, file) }
  },
})

export const deleteAvatar = endpoint({
  method: 'DELETE',
  path: '/users/me/avatar',
  summary: 'Remove the caller’s picture',
  parameters: {},
  answer: AVATAR,
  handle: async ({ tools, caller }) => ({ avatar_url: await removeAvatar(tools, caller) }),
})

export const getRealmEmoji = endpoint({
  method: 'GET',
  path: '/realm/emoji',
  summary: 'The organization’s own emoji',
  parameters: {},
  answer: objectOf({ emoji: REALM_EMOJI }),
  handle: async ({ tools, caller }) => ({
    emoji: await realmEmoji(tools.database, caller.realm.id),
  }),
})

export const postRealmEmoji = endpoint({
  method: 'POST',
  path: '/realm/emoji/:emoji_name',
  summary: 'Add an emoji of the organization',
  named: BY_NAME,
  parameters: {},
  takesFiles: true,
  handle: async ({ tools, caller, values, files }) => {
    const name = values.emoji_name.trim().replaceAll(' ', '_')
    const file = pictureFile(files, 'You must upload exactly one file.')
    await addEmoji({ tools, caller, viewer: viewerOf(caller) }, name, file)
  },
})

export const deleteRealmEmoji = endpoint({
  method: 'DELETE',
  path: '/realm/emoji/:emoji_name',
  summary: 'Deactivate an emoji of the organization',
  named: BY_NAME,
  parameters: {},
  handle: ({ tools, caller, values }) =>
    removeEmoji({ tools, caller, viewer: viewerOf(caller) }, values.emoji_name),
})
