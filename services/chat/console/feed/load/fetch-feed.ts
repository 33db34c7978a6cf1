import type { MatchesAnswer, MessagesAnswer } from '../../../wire/messages.ts'
import type { Narrow } from '../../narrow/narrow.ts'
import { api } from '../../session/api.ts'
import {
  changesSince,
  keepFetched,
  keepMessages,
  type Message,
} from '../../state/conversations/messages.ts'
import { wireNarrow } from '../feed-narrow.ts'
import { takeEarly } from './early-answer.ts'
import { questionOf, type Asked } from './feed-question.ts'

/** What the service answered of a view. */
export interface Fetched {
  /** Growing. */
  readonly ids: readonly number[]
  readonly hasOldest: boolean
  readonly hasNewest: boolean
  /** The message that was asked for, or the first unread one; undefined: the newest. */
  readonly anchor: number | undefined
  /** The organization does not show what is older. */
  readonly isLimited: boolean
  /** It was asked for before the client heard what happens: something may be missing. */
  readonly isEarly: boolean
  /** Contents and topics with the words that were looked for marked, by message. */
  readonly matches: ReadonlyMap<number, SearchMatch>
}

export interface SearchMatch {
  readonly content: string
  readonly subject: string
}

// What the service says instead of an id when there is no message to begin at.
const NO_ANCHOR = 10_000_000_000_000_000

/**
 * Fetches a part of a view into the cache of messages. What changed while the answer was on its way is not undone by it.
 * @throws ApiFailure
 */
export async function fetchFeed(
  narrow: Narrow,
  asked: Asked,
  signal: AbortSignal,
): Promise<Fetched> {
  const began = changesSince.now()
  const fields = questionOf(narrow, asked)
  const early = takeEarly(fields)
  // The same question has the same answer.
  const answer = (await (early ??
    api<MessagesAnswer>('GET', '/messages', fields, { signal }))) as MessagesAnswer
  const { anchor } = answer
  const changed = keepFetched(answer.messages, began)
  if (changed.length > 0) await fetchThese(narrow, changed, signal)
  return {
    ids: answer.messages.map(({ id }) => id),
    hasOldest: answer.found_oldest,
    hasNewest: answer.found_newest,
    anchor: anchor === undefined || anchor >= NO_ANCHOR ? undefined : anchor,
    isLimited: answer.history_limited,
    isEarly: early !== undefined,
    matches: new Map(answer.messages.flatMap(matchOf)),
  }
}

function matchOf(message: Message): readonly (readonly [number, SearchMatch])[] {
  const { id, match_content: content, match_subject: subject } = message
  return content === undefined ? [] : [[id, { content, subject: subject ?? '' }]]
}

/** Which of these messages belong to a view, where only the service can tell. */
export async function fetchBelonging(
  narrow: Narrow,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, SearchMatch>> {
  const { messages } = await api<MatchesAnswer>(
    'GET',
    '/messages/matches_narrow',
    { msg_ids: ids, narrow: wireNarrow(narrow) },
    { signal },
  )
  return new Map(
    Object.entries(messages).map(([id, match]) => [
      Number(id),
      { content: match.match_content, subject: match.match_subject },
    ]),
  )
}

/** Those of these messages that belong to a view, fetched into the cache. */
export async function fetchThese(
  narrow: Narrow,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<readonly number[]> {
  const { messages } = await api<MessagesAnswer>(
    'GET',
    '/messages',
    {
      message_ids: ids,
      narrow: wireNarrow(narrow),
      apply_markdown: true,
      client_gravatar: false,
      allow_empty_topic_name: true,
    },
    { signal },
  )
  keepMessages(messages)
  return messages.map(({ id }) => id)
}
