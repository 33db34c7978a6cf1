import type { Message } from '../../state/conversations/messages.ts'
import { messages } from '../../state/conversations/messages.ts'
import type { FeedRow } from './feed-rows.ts'

// What rows are thought to take before they are seen; what is wrong is put right where nobody sees it.
const BAR = 52
const LINE = 32
const MESSAGE = { first: 52, following: 28, line: 22, signs: 90, picture: 180, reactions: 28 }

/** About how high a row will be. */
export function likelyHeight(row: FeedRow): number {
  if (row.kind === 'bar') return BAR
  if (row.kind !== 'message') return LINE
  const message = messages.peek(row.id)
  const base = row.isRunStart ? MESSAGE.first : MESSAGE.following
  return message === undefined ? base : base + likelyContent(message)
}

function likelyContent({ content, reactions }: Message): number {
  const lines = Math.min(Math.floor(content.length / MESSAGE.signs), 24)
  const picture = content.includes('message_inline_image') ? MESSAGE.picture : 0
  return lines * MESSAGE.line + picture + (reactions.length > 0 ? MESSAGE.reactions : 0)
}
