import { fuzzyScore, plain } from '@oficina/web/fuzzy.ts'

import { channels, subscriptions, type Channel } from '../state/conversations/channels.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { channelTopics } from '../state/conversations/topics.ts'
import { people, type Person } from '../state/people/people.ts'
import { presences } from '../state/people/presence.ts'

// Making a name comparable costs more than comparing it; a person of another name is another object.
const plainNames = new WeakMap<Person, string>()

/** People whose name or address answers what was typed, the best first; of equals who was seen lately. */
export function findPeople(typed: string, limit: number): readonly Person[] {
  void people.watch()
  const wanted = plain(typed.trim())
  return best(people.peekAll().values(), limit, (one) => {
    if (!one.is_active) return undefined
    const score = fuzzyScore(wanted, plainName(one))
    const seen = presences.peek(one.user_id) === undefined ? 0 : SEEN
    return score === undefined ? undefined : score + seen
  })
}

export function findChannels(typed: string, limit: number): readonly Channel[] {
  const wanted = plain(typed.trim().replace(/^#/, ''))
  return best(channels.peekAll().values(), limit, (one) => {
    if (one.is_archived) return undefined
    const score = fuzzyScore(wanted, plain(one.name))
    const own = subscriptions.peek(one.stream_id) === undefined ? 0 : SUBSCRIBED
    return score === undefined ? undefined : score + own
  })
}

/** Topics that answer what was typed: of one channel, or of all whose topics are known. */
export function findTopics(
  typed: string,
  channelId: number | undefined,
  limit: number,
): readonly { readonly channelId: number; readonly topic: string }[] {
  const wanted = plain(typed.trim())
  const ids = channelId === undefined ? [...channelTopics.peekAll().keys()] : [channelId]
  const all = ids.flatMap((id) =>
    (channelTopics.get(id) ?? []).map(({ name }) => ({ channelId: id, topic: name })),
  )
  return best(all, limit, ({ topic }) => fuzzyScore(wanted, plain(topicName(topic))))
}

// Of people and channels that answer equally well, those that one deals with come first.
const SEEN = 5
const SUBSCRIBED = 10

function best<T>(
  all: Iterable<T>,
  limit: number,
  scoreOf: (one: T) => number | undefined,
): readonly T[] {
  const scored: { readonly one: T; readonly score: number }[] = []
  for (const one of all) {
    const score = scoreOf(one)
    if (score !== undefined) scored.push({ one, score })
  }
  return scored
    .toSorted((first, second) => second.score - first.score)
    .slice(0, limit)
    .map(({ one }) => one)
}

function plainName(one: Person): string {
  const known = plainNames.get(one)
  if (known !== undefined) return known
  const made = plain(`${one.full_name} ${one.delivery_email ?? ''}`)
  plainNames.set(one, made)
  return made
}
