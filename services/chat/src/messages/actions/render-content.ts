import type { Tx } from '@oficina/kit/database.ts'

import { isAudio } from '../../files/file-types.ts'
import type { ImageRow } from '../../files/store/image-store.ts'
import { thumbnailUrl } from '../../files/thumbnail-formats.ts'
import type { CompiledLinkifier, MarkdownContext } from '../../markdown/markdown-context.ts'
import { namesIn } from '../../markdown/referenced-names.ts'
import { renderMarkdown, type Rendered } from '../../markdown/render.ts'
import type { Rendering } from '../../markdown/rendering.ts'
import type { UploadedImage } from '../../markdown/uploaded-image.ts'
import { EMPTY_TOPIC_DISPLAY_NAME } from '../../tenancy/realm-settings.ts'
import type { Realm } from '../../tenancy/store/user-store.ts'
import type { Viewer } from '../../tenancy/viewer.ts'
import {
  linkFacts,
  renderFacts,
  type RenderFacts,
  type TextNames,
  type TopicFacts,
} from '../store/render-store.ts'

interface RenderRequest {
  readonly rendering: Rendering
  readonly realm: Pick<Realm, 'url' | 'settings'>
  readonly viewer: Viewer
  /** The conversation whose readers' alert words count; null for text that alerts nobody. */
  readonly recipientId: number | null
  /** A description has no wildcard mentions and no previews, and emoticons stay as they are. */
  readonly kind: 'message' | 'description'
  /** What was looked up with the conversation. */
  readonly known?: KnownNames
}

/** What a text names, looked up together with the place where it goes. */
export interface KnownNames {
  readonly names: TextNames
  readonly facts: TopicFacts
}

export interface RenderedContent extends Rendered {
  readonly facts: RenderFacts
  readonly linkifiers: readonly CompiledLinkifier[]
}

/** Renders a user's text with what it names, as far as that user may know of it. */
export async function renderContent(
  tx: Tx,
  text: string,
  request: RenderRequest,
): Promise<RenderedContent> {
  const { rendering, realm, kind } = request
  const facts = await factsOf(tx, text, request)
  const linkifiers = rendering.linkifiers.compiled(facts.linkifiers)
  const isMessage = kind === 'message'
  const rendered = renderMarkdown(text, {
    ...lookUps(facts),
    realmUrl: realm.url,
    linkifiers,
    ...(rendering.camo === undefined ? {} : { camo: rendering.camo }),
    alertWords: facts.alert_words.map(({ user_id: userId, words }) => ({ userId, words })),
    emptyTopicName: EMPTY_TOPIC_DISPLAY_NAME,
    translateEmoticons: isMessage && facts.translate_emoticons,
    inlineImagePreview: isMessage && realm.settings.inline_image_preview,
    wildcardsAllowed: isMessage,
    nowMs: rendering.now(),
  })
  return { ...rendered, facts, linkifiers }
}

async function factsOf(
  tx: Tx,
  text: string,
  { viewer, recipientId, known }: RenderRequest,
): Promise<RenderFacts> {
  if (known !== undefined) return { ...known.facts, ...(await linkFacts(tx, viewer, known.names)) }
  const names = recipientId === null ? { ...namesIn(text), pieces: [] } : namesOf(text)
  return await renderFacts(tx, viewer, names, recipientId)
}

/** What a message names, with the words by which alert words are looked up. */
export function namesOf(text: string): TextNames {
  const pieces = [...new Set(['', ...(text.match(/[^ \t\n\r!-/:-@[-`{-~]+/g) ?? [])])]
  return { ...namesIn(text), pieces }
}

type LookUps = Pick<
  MarkdownContext,
  'users' | 'groups' | 'channels' | 'topicAnchor' | 'emoji' | 'uploads'
>

function lookUps(facts: RenderFacts): LookUps {
  const users = facts.users.map(({ id, full_name: fullName, is_active: isActive }) => {
    return { id, fullName, isActive }
  })
  const groups = byLowerName(facts.groups.map((group) => ({ ...group, isActive: group.is_active })))
  const channels = byLowerName(facts.channels)
  const emoji = new Map(facts.emoji.map((emoji) => [emoji.name, emoji]))
  const topics = new Map(
    facts.topics.map(({ channel_id: channelId, topic, message_id: messageId }) => [
      `${channelId} ${topic.toLowerCase()}`,
      messageId,
    ]),
  )
  return {
    users: {
      byName: (name) =>
        users.filter(({ fullName }) => fullName.toLowerCase() === name.toLowerCase()),
      byId: (id) => users.find((user) => user.id === id),
    },
    groups: { byName: (name) => groups.get(name.toLowerCase()) },
    channels: { byName: (name) => channels.get(name.toLowerCase()) },
    uploads: uploadsOf(facts),
    topicAnchor: (channelId, topic) => topics.get(`${channelId} ${topic.toLowerCase()}`),
    emoji: {
      byName: (name) => {
        const found = emoji.get(name)
        return found === undefined
          ? undefined
          : { id: String(found.id), sourceUrl: `/user_avatars/${found.path}` }
      },
    },
  }
}

function uploadsOf(facts: RenderFacts): MarkdownContext['uploads'] {
  const files = new Map(facts.uploads.map((file) => [file.path_id, file]))
  return {
    image: (pathId) => {
      const file = files.get(pathId)
      if (file === undefined || file.image === null || file.image.state === 'failed') {
        return undefined
      }
      return shownImage({ ...file, ...file.image })
    },
    isAudio: (pathId) => isAudio(files.get(pathId)?.content_type ?? ''),
  }
}

/** An uploaded image in the form in which messages show it. */
export function shownImage(image: ImageRow): UploadedImage {
  const { path_id: pathId, content_type: contentType, width, height } = image
  const isAnimated = image.is_animated
  return {
    width,
    height,
    contentType,
    isAnimated,
    ...(image.state === 'ready' ? { thumbnailUrl: thumbnailUrl(pathId, { isAnimated }) } : {}),
  }
}

function byLowerName<T extends { readonly name: string }>(
  rows: readonly T[],
): ReadonlyMap<string, T> {
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]))
}
