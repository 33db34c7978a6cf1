/**
 * From a message's Markdown to HTML and to what the message notifies. Pure: everything that the
 * text may name stands in the context. The HTML is safe by construction: it is written from a tree
 * whose texts and attributes are escaped, and no tag or attribute name ever comes from the author.
 *
 * @source docs/decisions/0301-chat-markdown.md
 */

import { alertedUsers, type AlertWords } from './alert-words.ts'
import { highlightCodeBlocks, parseBlocks } from './blocks/blocks.ts'
import { codeSpans } from './inline/code-spans.ts'
import { emoticons, namedEmojiRule, typedEmoji } from './inline/emoji.ts'
import {
  emphasis,
  entity,
  formula,
  lineBreak,
  loneMark,
  strong,
  strongEmphasis,
  struckThrough,
} from './inline/emphasis.ts'
import { replaceFences } from './blocks/fences.ts'
import { applyInline, type InlineRule } from './inline/inline.ts'
import { linkifierRule, type CompiledLinkifier } from './linkifiers.ts'
import { audioPlayers } from './inline/audio.ts'
import { bareLinks, markdownLinks } from './inline/links.ts'
import {
  channelLinkRule,
  groupMentionRule,
  messageLinkRule,
  topicLinkRule,
  userMentionRule,
  type Notified,
} from './inline/mentions.ts'
import { normalizeWhitespace, separateHangingLists } from './blocks/preprocess.ts'
import { prettify } from './tree/prettify.ts'
import { addPreviews, hasLinks, linkedUploads, type Camo } from './previews.ts'
import { createStash, placeFrames, restoreHtml, type Stash } from './tree/stash.ts'
import { timeRule } from './inline/times.ts'
import { serializeContents } from './tree/tree.ts'
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
  const notified: Notified = { userIds: new Set(), groupIds: new Set(), wildcards: new Set() }
  const stash = createStash()
  // Half a surrogate pair cannot be written as UTF-8, so it never reaches the HTML.
  const lines = normalizeWhitespace(separateHangingLists(text.toWellFormed().split('\n')))
  const blocks = replaceFences(lines, stash)
  const root = parseBlocks(blocks.join('\n'), stash)
  highlightCodeBlocks(root, stash)
  placeFrames(stash, root)
  applyInline({ stash, rules: inlineRules(context, stash, notified) }, root)
  prettify(root)
  const uploads = linkedUploads(root, context.realmUrl)
  const hasLink = hasLinks(root)
  const hasImage = addPreviews(root, context)
  return {
    html: restoreHtml(stash, serializeContents(root).trim()).trim(),
    mentionedUserIds: [...notified.userIds],
    mentionedGroupIds: [...notified.groupIds],
    channelWildcard: notified.wildcards.has('channel'),
    topicWildcard: notified.wildcards.has('topic'),
    alertedUserIds: alertedUsers(blocks.join('\n'), context.alertWords),
    linkedUploads: uploads,
    hasLink,
    hasImage,
    isMe: text.startsWith('/me '),
  }
}

/** The order is the dialect: what an earlier rule has made, a later one does not see. */
function inlineRules(
  context: MarkdownContext,
  stash: Stash,
  notified: Notified,
): readonly InlineRule[] {
  const { realmUrl } = context
  return [
    codeSpans,
    strongEmphasis,
    userMentionRule(context, notified),
    formula,
    messageLinkRule(context),
    topicLinkRule(context),
    channelLinkRule(context),
    timeRule(context.nowMs),
    groupMentionRule(context, notified),
    audioPlayers(stash, context),
    markdownLinks(stash, realmUrl),
    bareLinks(realmUrl),
    ...context.linkifiers.map((linkifier) => linkifierRule(linkifier, realmUrl)),
    entity,
    strong,
    emphasis,
    struckThrough,
    loneMark,
    namedEmojiRule(context),
    ...(context.translateEmoticons ? [emoticons] : []),
    lineBreak,
    typedEmoji,
  ]
}
