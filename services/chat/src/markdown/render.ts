/**
 * Turns a message's Markdown into HTML and into the users that the message notifies. Pure: everything that the text may name is
 * in the context. The HTML is safe by construction: it is written from a tree whose texts and attributes are escaped,
 * and no tag or attribute name ever comes from the author.
 *
 * @source docs/decisions/0301-chat-markdown.md
 */

import { alertedUsers } from './alert-words.ts'
import { documentOf } from './blocks/document.ts'
import { replaceFences } from './blocks/fences.ts'
import { prepareLines } from './blocks/prepare-lines.ts'
import { parseBlocks } from './blocks/read-blocks.ts'
import { createStash, placeFrames } from './blocks/stash.ts'
import { parseInline } from './inline/parse-inline.ts'
import type { MarkdownContext } from './markdown-context.ts'
import { usersMentionedIn } from './mentioned-users.ts'
import { addPreviews, hasLinks, linkedUploads } from './previews.ts'
import { layOut } from './tree/line-ends.ts'
import { contentsHtml } from './tree/write-html.ts'

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
  const notified = usersMentionedIn(root)
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
