import type { ChannelSection } from '../sidebar/channel-sections.ts'

/** Which topics the inbox shows. */
export type InboxFilter = 'unmuted' | 'all' | 'followed'

interface UnreadLine {
  readonly count: number
  /** Its newest unread message. */
  readonly lastId: number
  readonly isMentioned: boolean
}

export interface InboxDirect extends UnreadLine {
  readonly direct: string
  readonly name: string
}

interface InboxTopic extends UnreadLine {
  readonly topic: string
  readonly isMuted: boolean
  readonly isFollowed: boolean
}

export interface InboxChannel {
  readonly channelId: number
  readonly name: string
  readonly topics: readonly InboxTopic[]
}

export interface InboxInput {
  readonly directs: readonly InboxDirect[]
  readonly channels: ReadonlyMap<number, InboxChannel>
  /** Their order, and what they stand under. */
  readonly sections: readonly ChannelSection[]
  readonly filter: InboxFilter
  /** Typed to find something. */
  readonly typed: string
  readonly isFolded: (part: string) => boolean
  /** Texts ready to be compared. */
  readonly plain: (text: string) => string
  /** A topic as people read it. */
  readonly topicName: (topic: string) => string
}

/** One line of the inbox; all are equally high. */
export type InboxRow = { readonly key: string } & (
  | {
      readonly kind: 'section'
      readonly section: string
      readonly name: string | undefined
      readonly count: number
      readonly isFolded: boolean
    }
  | { readonly kind: 'direct'; readonly direct: InboxDirect }
  | {
      readonly kind: 'channel'
      readonly channel: InboxChannel
      readonly count: number
      readonly isMentioned: boolean
      readonly isFolded: boolean
    }
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: InboxTopic }
)

/** The lines of the inbox, from top to bottom: direct conversations, then the channels as the sidebar orders them. */
export function inboxRows(input: InboxInput): readonly InboxRow[] {
  const typed = input.plain(input.typed.trim())
  const directs = input.directs
    .filter(({ name }) => typed === '' || input.plain(name).includes(typed))
    .toSorted(byNewest)
  const shownDirects = input.filter === 'followed' ? [] : directs
  return [
    ...section(input, { key: 'directs', name: undefined, count: sum(shownDirects) }, () =>
      shownDirects.map((direct) => ({ kind: 'direct', key: `dm:${direct.direct}`, direct })),
    ),
    ...input.sections.flatMap(({ key, name, channels, quiet }) => {
      const shown = [...channels, ...quiet].flatMap((id) => shownChannel(id, typed, input))
      const count = sum(shown.flatMap(({ topics }) => topics))
      return section(input, { key, name, count }, () =>
        shown.flatMap((channel) => channelRows(channel, typed, input)),
      )
    }),
  ]
}

interface Head {
  readonly key: string
  readonly name: string | undefined
  readonly count: number
}

function section(
  { isFolded, typed }: InboxInput,
  { key, name, count }: Head,
  rows: () => readonly InboxRow[],
): readonly InboxRow[] {
  if (count === 0) return []
  const part = `inbox:${key}`
  const folded = typed === '' && isFolded(part)
  const head: InboxRow = { kind: 'section', key: part, section: key, name, count, isFolded: folded }
  return folded ? [head] : [head, ...rows()]
}

function shownChannel(id: number, typed: string, input: InboxInput): readonly InboxChannel[] {
  const channel = input.channels.get(id)
  if (channel === undefined) return []
  const isFound = typed === '' || input.plain(channel.name).includes(typed)
  const topics = channel.topics
    .filter((topic) => isWanted(topic, input.filter))
    .filter(({ topic }) => isFound || input.plain(input.topicName(topic)).includes(typed))
    .toSorted(byNewest)
  return topics.length === 0 ? [] : [{ ...channel, topics }]
}

/** Whoever is mentioned in a muted topic is to see it. */
function isWanted({ isMuted, isFollowed, isMentioned }: InboxTopic, filter: InboxFilter): boolean {
  if (filter === 'all') return true
  return filter === 'followed' ? isFollowed : !isMuted || isMentioned
}

function channelRows(
  channel: InboxChannel,
  typed: string,
  { isFolded }: InboxInput,
): readonly InboxRow[] {
  const { channelId, topics } = channel
  const folded = typed === '' && isFolded(`inbox:channel:${channelId}`)
  const head: InboxRow = {
    kind: 'channel',
    key: `inbox:channel:${channelId}`,
    channel,
    count: sum(topics),
    isMentioned: topics.some(({ isMentioned }) => isMentioned),
    isFolded: folded,
  }
  if (folded) return [head]
  return [
    head,
    ...topics.map((topic): InboxRow => ({
      kind: 'topic',
      key: `topic:${channelId}:${topic.topic.toLowerCase()}`,
      channelId,
      topic,
    })),
  ]
}

function sum(lines: readonly UnreadLine[]): number {
  return lines.reduce((total, { count }) => total + count, 0)
}

function byNewest(one: UnreadLine, other: UnreadLine): number {
  return other.lastId - one.lastId
}
