/**
 * From a message's Markdown to HTML and to what the message notifies. Pure: everything that the
 * text may name stands in the context. The HTML is safe by construction: it is written from a tree
 * whose texts and attributes are escaped, and no tag or attribute name ever comes from the author.
 *
 * @source docs/decisions/0301-chat-markdown.md
 */

import { alertedUsers, type AlertWords } from './alert-words.ts'
import { documentOf } from './blocks/document.ts'
import { replaceFences } from './blocks/fences.ts'
import { prepareLines } from './blocks/prepare-lines.ts'
import { parseBlocks } from './blocks/read-blocks.ts'
import { createStash, placeFrames } from './blocks/stash.ts'
import { parseInline } from './inline/parse-inline.ts'
import type { CompiledLinkifier } from './linkifiers.ts'
import { notifiedBy } from './notified.ts'
import { addPreviews, hasLinks, linkedUploads, type Camo } from './previews.ts'
import { layOut } from './tree/lay-out.ts'
import { contentsHtml } from './tree/write.ts'
import type { Uploads } from './uploaded-image.ts'

export interface UserName {
  readonly id: number
  readonly fullName: string
  /** False for a deactivated account, whose mentions are always silent. */
  readonly isActive?: boolean
}

interface GroupName {
  readonly id: number
  readonly name: string
  /** False for a deactivated group, whose mentions are always silent. */
  readonly isActive?: boolean
}

/** Everything the text may name, resolved beforehand by the caller from `namesIn(text)`. */
export interface MarkdownContext {
  /** Such as `https://chat.example.com`, without a slash at the end. */
  readonly realmUrl: string
  readonly users: {
    byName(name: string): readonly UserName[]
    byId(id: number): UserName | undefined
  }
  readonly groups: { byName(name: string): GroupName | undefined }
  readonly channels: {
    byName(name: string): { readonly id: number; readonly name: string } | undefined
  }
  /** A message by which a link finds the topic even after it was renamed. */
  readonly topicAnchor?: (channelId: number, topic: string) => number | undefined
  readonly linkifiers: readonly CompiledLinkifier[]
  /** The realm's own emoji. */
  readonly emoji: {
    byName(name: string): { readonly id: string; readonly sourceUrl: string } | undefined
  }
  readonly alertWords: readonly AlertWords[]
  /** What the topic without a name is called. */
  readonly emptyTopicName: string
  readonly translateEmoticons: boolean
  readonly inlineImagePreview: boolean
  readonly uploads: Uploads
  /** The proxy for images of other hosts. Absent: those are not shown, since it would tell them who reads. */
  readonly camo?: Camo
  /** False: `@**all**` and the like stay plain text. */
  readonly wildcardsAllowed: boolean
  /** The day to put into times that name none. Absent: such times are errors. */
  readonly nowMs?: number
}

export interface Rendered {
  readonly html: string
  /** Personal mentions that are not silent. */
  readonly mentionedUserIds: readonly number[]
  readonly mentionedGroupIds: readonly number[]
  readonly channelWildcard: boolean
  readonly topicWildcard: boolean
  readonly alertedUserIds: readonly number[]
  /** Path ids under `/user_uploads/`. */
  readonly linkedUploads: readonly string[]
  readonly hasLink: boolean
  /** Whether an image or a film is shown. */
  readonly hasImage: boolean
  /** Whether it begins with `/me `. */
  readonly isMe: boolean
}

export function renderMarkdown(text: string, context: MarkdownContext): Rendered {
  const stash = createStash()
  const lines = replaceFences(prepareLines(text), stash)
  const blocks = parseBlocks(lines)
  placeFrames(stash, blocks)
  const root = documentOf(blocks, stash, (part) => parseInline(part, context))
  layOut(root)
  const notified = notifiedBy(root)
  const uploads = linkedUploads(root, context.realmUrl)
  const hasLink = hasLinks(root)
  const hasImage = addPreviews(root, context)
  return {
    html: contentsHtml(root).trim(),
    mentionedUserIds: notified.userIds,
    mentionedGroupIds: notified.groupIds,
    channelWildcard: notified.channelWildcard,
    topicWildcard: notified.topicWildcard,
    alertedUserIds: alertedUsers(lines.join('\n'), context.alertWords),
    linkedUploads: uploads,
    hasLink,
    hasImage,
    isMe: text.startsWith('/me '),
  }
}
