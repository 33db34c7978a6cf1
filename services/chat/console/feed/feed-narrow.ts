import { matches } from '../narrow/matches.ts'
import { termOf, type Narrow } from '../narrow/narrow.ts'
import type { Message } from '../state/conversations/messages.ts'
import { isTopicMuted } from '../state/conversations/unread.ts'

/** Where a view begins: at a message, at what is new, or at an end. */
export type FeedAnchor = number | 'first_unread' | 'newest' | 'oldest'

/** What of a narrow says which messages, without where the list begins. */
export function membersOf(narrow: Narrow): Narrow {
  return narrow.filter(({ operator }) => operator !== 'near')
}

/** Two narrows with the same messages have the same key. */
export function narrowKey(narrow: Narrow): string {
  return JSON.stringify(membersOf(narrow))
}

/** Where a narrow asks to begin. */
export function anchorOf(narrow: Narrow): FeedAnchor {
  const near = termOf(narrow, 'near')?.operand
  if (typeof near === 'number') return near
  const isSearch = narrow.some(({ operator }) => operator === 'search')
  // The newest answers come first when one looks for words.
  return isSearch ? 'newest' : 'first_unread'
}

/** The narrow as the service is asked: the feed of everything leaves out what is muted. */
export function wireNarrow(narrow: Narrow): Narrow {
  const members = membersOf(narrow)
  return members.length === 0 ? [{ operator: 'in', operand: 'home' }] : members
}

/** Whether a message belongs to the view; undefined: only the service can tell. */
export function belongs(narrow: Narrow, message: Message): boolean | undefined {
  const members = membersOf(narrow)
  if (members.length > 0) return matches(members, message)
  if (message.flags.some((flag) => flag.endsWith('mentioned'))) return true
  const { type, stream_id: channelId, subject } = message
  if (type === 'private' || channelId === undefined) return true
  return !isTopicMuted(channelId, subject)
}

/** Whether flags and reactions, which change without an edit, decide what belongs to the view. */
export function restsOnMarks(narrow: Narrow): boolean {
  return narrow.some(
    ({ operator, operand }) =>
      (operator === 'is' && (operand === 'starred' || operand === 'mentioned')) ||
      (operator === 'has' && operand === 'reaction'),
  )
}

/** A view of one conversation: a topic of a channel, or one direct conversation. */
export function isConversation(narrow: Narrow): boolean {
  const names = membersOf(narrow)
    .filter(({ operator, negated }) => operator !== 'with' && negated !== true)
    .map(({ operator }) => operator)
    .toSorted()
    .join(' ')
  return names === 'channel topic' || names === 'dm'
}

// Views in which one reads along; who looks for something passes what they have not read.
const READ_ALONG = new Set([
  '',
  'channel',
  'channel topic',
  'topic',
  'dm',
  'in',
  'is:dm',
  'is:mentioned',
  'is:resolved',
  'is:unread',
])
const POLICY = { always: 1, conversations: 2 }

/** Whether what is seen in a view counts as read, by the person's own setting. */
export function readsAlong(narrow: Narrow, policy: number): boolean {
  if (policy === POLICY.conversations) return isConversation(narrow)
  if (policy !== POLICY.always) return false
  const names = membersOf(narrow)
    .filter(({ operator }) => operator !== 'with')
    .map(({ operator, operand }) => (operator === 'is' ? `is:${String(operand)}` : operator))
  return (
    narrow.every(({ negated }) => negated !== true) && READ_ALONG.has(names.toSorted().join(' '))
  )
}
