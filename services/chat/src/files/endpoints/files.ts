import type { FastifyReply } from 'fastify'

import { authenticate } from '../../api/authenticate.ts'
import { otherRoute } from '../../api/other-route.ts'
import { answerIn } from '../../api/request-language.ts'
import { EMOJI_NAMES } from '../../markdown/emoji-names.ts'
import { ApiError } from '../../tenancy/api-error.ts'
import { viewerOf } from '../../tenancy/store/channel-store.ts'
import { openFileToken } from '../file-token.ts'
import { contentTypeOf } from '../file-types.ts'
import { fileByPlace, fileFor } from '../store/attachment-store.ts'
import { imageFor } from '../store/image-store.ts'
import { thumbnailPlace } from '../store/upload-folder.ts'
import { closestFormat } from '../thumbnail-formats.ts'
import { inAddress } from './file-address.ts'
import { FILE_POLICY, sendFile } from './send-file.ts'
import { forbiddenFile, missingFile } from './uploads.ts'

const YEAR_SECONDS = 31_536_000
// What an address leads to never changes, but who may follow it does.
const PRIVATE = 'private, immutable'

/** Names of every emoji by code, as Zulip's mobile app reads them. */
const EMOJI_MAP: string = JSON.stringify({ code_to_names: EMOJI_NAMES })

export const emojiMap = otherRoute({
  path: '/static/generated/emoji/emoji_api.json',
  handle: ({ reply }) =>
    reply
      .header('content-type', 'application/json')
      .header('cache-control', 'public, max-age=86400')
      .header('access-control-allow-origin', '*')
      .send(EMOJI_MAP),
})

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
<rect width="100" height="100" rx="20" fill="#0f6b5f"/>
<path d="M22 30h56a6 6 0 0 1 6 6v28a6 6 0 0 1-6 6H46L30 82V70h-8a6 6 0 0 1-6-6V36a6 6 0 0 1 6-6z" fill="#fff"/>
</svg>`

export const realmIcon = otherRoute({
  path: '/static/images/realm-icon.svg',
  handle: ({ reply }) => sendDrawing(reply, ICON),
})

export const realmLogo = otherRoute({
  path: '/static/images/realm-logo.svg',
  handle: ({ reply }) => sendDrawing(reply, ICON),
})

function sendDrawing(reply: FastifyReply, svg: string): FastifyReply {
  return reply
    .header('content-type', 'image/svg+xml')
    .header('cache-control', 'public, max-age=86400')
    .header('content-security-policy', FILE_POLICY)
    .send(svg)
}

const PICTURE_PLACE = /^[\w-]+(?:\/[\w-]+)*\/[\w-]+\.(?:png|webp|gif)$/

/** Pictures of users and emoji: public, at addresses that nobody can guess. */
export const picture = otherRoute({
  path: '/user_avatars/*',
  named: { '*': inAddress('The place of the picture.') },
  handle: ({ tools, request, reply, values: { '*': place } }) => {
    if (!PICTURE_PLACE.test(place)) throw missingFile()
    const name = place.split('/').at(-1) ?? ''
    return sendFile(
      { tools, request, reply },
      {
        place: `avatars/${place}`,
        name,
        type: contentTypeOf(name, ''),
        cache: `public, max-age=${YEAR_SECONDS}, immutable`,
      },
    )
  },
})

/** Where a file of an organization lies. */
const BY_PLACE = {
  realm_id_str: inAddress('The organization.'),
  '*': inAddress('The place of the file in it.'),
}

/** An uploaded file, for its owner and for those who may read a message that links to it. */
export const upload = otherRoute({
  path: '/user_uploads/:realm_id_str/*',
  named: BY_PLACE,
  handle: async ({ tools, request, reply, values }) => {
    const caller = await authenticate(tools, request)
    answerIn(request, caller)
    const place = `${values.realm_id_str}/${values['*']}`
    const file = await fileFor(tools.database, viewerOf(caller), place)
    if (file === undefined) throw missingFile()
    if (!file.is_readable) throw forbiddenFile()
    return await sendFile(
      { tools, request, reply },
      {
        place: file.path_id,
        name: file.file_name,
        type: file.content_type,
        cache: PRIVATE,
      },
    )
  },
})

const LOADING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" width="100" height="100">
<circle cx="50" cy="50" r="30" fill="none" stroke="#000" stroke-opacity="0.5" stroke-width="8" stroke-dasharray="140 60">
<animateTransform attributeName="transform" type="rotate" from="0 50 50" to="360 50 50" dur="1s" repeatCount="indefinite"/>
</circle></svg>`

/** What stands for an image until its thumbnail is there. */
export const loading = otherRoute({
  path: '/static/images/loading/loader-black.svg',
  handle: ({ reply }) => sendDrawing(reply, LOADING),
})

/** An image's thumbnail, for those who may read the image; of formats that it does not have the closest. */
export const thumbnail = otherRoute({
  path: '/user_uploads/thumbnail/:realm_id_str/*',
  named: BY_PLACE,
  handle: async ({ tools, request, reply, values }) => {
    const caller = await authenticate(tools, request)
    answerIn(request, caller)
    const path = `${values.realm_id_str}/${values['*']}`
    const cut = path.lastIndexOf('/')
    const pathId = path.slice(0, cut)
    const image = await imageFor(tools.database, viewerOf(caller), pathId)
    if (image === undefined) throw missingFile()
    if (!image.is_readable) throw forbiddenFile()
    const format = closestFormat(path.slice(cut + 1), { isAnimated: image.is_animated })
    if (image.state !== 'ready' || format === undefined) throw missingFile()
    return await sendFile(
      { tools, request, reply },
      {
        place: thumbnailPlace(image.path_id, format.name),
        name: format.name,
        type: `image/${format.format}`,
        cache: PRIVATE,
      },
    )
  },
})

/** The same by a token that somebody who may read the file was given. */
export const temporary = otherRoute({
  path: '/user_uploads/temporary/:token/:file_name',
  named: {
    token: inAddress('What getting a temporary address gave.'),
    file_name: inAddress('Passed over.'),
  },
  handle: async ({ tools, request, reply, values }) => {
    const place = openFileToken(values.token, tools.secret, tools.now())
    if (place === undefined) throw new ApiError('FORBIDDEN', 'Invalid token')
    const file = await fileByPlace(tools.database, place)
    if (file === undefined) throw missingFile()
    return await sendFile(
      { tools, request, reply },
      {
        place: file.path_id,
        name: file.file_name,
        type: file.content_type,
        cache: PRIVATE,
      },
    )
  },
})
