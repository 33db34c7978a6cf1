import { isAudio } from '../../files/file-types.ts'
import type { ImageRow } from '../../files/store/image-store.ts'
import type { MarkdownContext } from '../../markdown/markdown-context.ts'
import { renderMarkdown, type Rendered } from '../../markdown/render.ts'
import type { Rendering } from '../../markdown/rendering.ts'
import { shownImage } from '../../messages/actions/render-content.ts'
import type { RealmId } from '../../tenancy/realm-id.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../tenancy/realm-settings.ts'
import { realmUrl } from '../../tenancy/realm-url.ts'
import type { ImportIds } from '../store/import-state-store.ts'
import { newFilePlaces } from './file-places.ts'
import type { MessageIndex } from './message-index.ts'
import type { Archive } from './read-archive.ts'
import type { Renaming } from './rewrite-content.ts'

export interface ImportPlace {
  readonly realmId: RealmId
  readonly realmUrl: string
  readonly oldUrls: readonly string[]
  readonly secret: Buffer
}

/** Where texts of the archive come to lie, and what their links begin with. */
export function importPlace(
  realmId: RealmId,
  {
    order,
    archive,
    secret,
  }: {
    readonly order: {
      readonly host: string
      readonly url: string | undefined
      readonly oldUrls: readonly string[]
    }
    readonly archive: Archive
    readonly secret: Buffer
  },
): ImportPlace {
  const { host, url } = archive.realm
  const old = host === null ? [] : [realmUrl({ host, url })]
  return {
    realmId,
    realmUrl: realmUrl({ host: order.host, url: order.url ?? null }),
    oldUrls: [...new Set([...order.oldUrls, ...old])],
    secret,
  }
}

/** What the archive's ids and addresses are here. */
export function renamingOf(
  archive: Archive,
  index: MessageIndex,
  place: ImportPlace,
  { ids, firstMessageId }: { readonly ids: ImportIds; readonly firstMessageId: number },
): Renaming {
  const places = newFilePlaces(archive, place)
  return {
    user: (id) => ids.users[id],
    channel: (id) => ids.channels[id],
    message: (id) => {
      const rank = index.rankOf(id)
      return rank === -1 ? undefined : firstMessageId + rank
    },
    file: (pathId) => places.get(pathId),
    oldUrls: place.oldUrls,
    newUrl: place.realmUrl,
  }
}

export type RenderImported = (
  text: string,
  kind: 'message' | 'description',
  nowMs: number,
) => Rendered

interface KnownHere {
  readonly ids: Pick<ImportIds, 'users' | 'groups' | 'channels' | 'emoji'>
  /** Where the pictures of emoji are, by their ids here. */
  readonly emojiPlaces: ReadonlyMap<number, string>
  /** The images among the files, by where they are; none while texts cannot show any. */
  readonly images?: ReadonlyMap<string, ImageRow>
}

/** Renders texts of the archive, which was rewritten, with what it names. */
export function importRenderer(
  archive: Archive,
  rendering: Rendering,
  place: ImportPlace,
  known: KnownHere,
): RenderImported {
  const context = contextOf(archive, place, known)
  const linkifiers = rendering.linkifiers.compiled(
    archive.extras.linkifier.map((row, id) => ({
      id,
      pattern: String(row['pattern']),
      url_template: String(row['url_template']),
    })),
  )
  const showsImages = archive.realm.settings['inline_image_preview'] !== false
  return (text, kind, nowMs) =>
    renderMarkdown(text, {
      ...context,
      linkifiers,
      ...(rendering.camo === undefined ? {} : { camo: rendering.camo }),
      inlineImagePreview: kind === 'message' && showsImages,
      wildcardsAllowed: kind === 'message',
      nowMs,
    })
}

type Known = Omit<
  MarkdownContext,
  'linkifiers' | 'inlineImagePreview' | 'wildcardsAllowed' | 'nowMs'
>

function contextOf(
  archive: Archive,
  place: ImportPlace,
  { ids, emojiPlaces, images = new Map() }: KnownHere,
): Known {
  const users = archive.people.users.map(({ id, fullName, isActive }) => ({
    id: ids.users[id] ?? 0,
    fullName,
    isActive,
  }))
  const byName = Map.groupBy(users, ({ fullName }) => fullName.toLowerCase())
  const byId = new Map(users.map((user) => [user.id, user]))
  const groups = byLowerName(
    archive.people.groups.flatMap(({ id, name, isDeactivated }) =>
      name === null ? [] : [{ id: ids.groups[id] ?? 0, name, isActive: !isDeactivated }],
    ),
  )
  const channels = byLowerName(
    archive.channels.channels.map(({ id, name }) => ({ id: ids.channels[id] ?? 0, name })),
  )
  const emoji = new Map(
    archive.files.emoji
      .filter(({ isDeactivated }) => !isDeactivated)
      .flatMap(({ id, name }) => {
        const made = ids.emoji[id] ?? 0
        const path = emojiPlaces.get(made)
        if (path === undefined) return []
        return [[name, { id: String(made), sourceUrl: `/user_avatars/${path}` }] as const]
      }),
  )
  return {
    realmUrl: place.realmUrl,
    users: { byName: (name) => byName.get(name.toLowerCase()) ?? [], byId: (id) => byId.get(id) },
    groups: { byName: (name) => groups.get(name.toLowerCase()) },
    channels: { byName: (name) => channels.get(name.toLowerCase()) },
    emoji: { byName: (name) => emoji.get(name) },
    alertWords: [],
    emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
    translateEmoticons: false,
    uploads: uploadsOf(archive, place, images),
  }
}

function uploadsOf(
  archive: Archive,
  place: ImportPlace,
  images: ReadonlyMap<string, ImageRow>,
): MarkdownContext['uploads'] {
  const places = newFilePlaces(archive, place)
  const files = new Map(archive.files.files.map((file) => [places.get(file.pathId) ?? '', file]))
  return {
    image: (pathId) => {
      const image = images.get(pathId)
      return image === undefined ? undefined : shownImage(image)
    },
    isAudio: (pathId) => isAudio(files.get(pathId)?.contentType ?? ''),
  }
}

function byLowerName<T extends { readonly name: string }>(
  rows: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]))
}
