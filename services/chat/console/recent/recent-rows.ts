import type { RecentConversation } from './recent-index.ts'

export type RecentSort = 'time' | 'name' | 'unread'

export interface RecentFilter {
  readonly isUnread: boolean
  readonly isParticipated: boolean
  readonly hasMuted: boolean
  /** Channels' topics, direct conversations, or both. */
  readonly kind: 'all' | 'topics' | 'directs'
}

/** A conversation with what the list says of it. */
export interface RecentRow extends RecentConversation {
  readonly name: string
  readonly channelName: string
  readonly unread: number
  readonly isMentioned: boolean
  readonly isMuted: boolean
  readonly isFollowed: boolean
  readonly isParticipated: boolean
}

export interface RecentOrder {
  readonly by: RecentSort
  readonly isReversed: boolean
}

/** The rows that a person wants to see, in the order in which they want them. */
export function recentRows(
  all: readonly RecentRow[],
  filter: RecentFilter,
  { by, isReversed }: RecentOrder,
): readonly RecentRow[] {
  const shown = all.filter((row) => isWanted(row, filter))
  const sorted = by === 'time' ? shown : shown.toSorted(ORDERS[by])
  return isReversed ? sorted.toReversed() : sorted
}

function isWanted(row: RecentRow, filter: RecentFilter): boolean {
  if (filter.isUnread && row.unread === 0) return false
  if (filter.isParticipated && !row.isParticipated) return false
  // Whoever is mentioned in a muted topic is to see it.
  if (!filter.hasMuted && row.isMuted && !row.isMentioned) return false
  return filter.kind === 'all' || (row.place.kind === 'direct') === (filter.kind === 'directs')
}

const NAMES = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

const ORDERS = {
  name: (one: RecentRow, other: RecentRow) =>
    NAMES.compare(one.channelName, other.channelName) || NAMES.compare(one.name, other.name),
  unread: (one: RecentRow, other: RecentRow) => other.unread - one.unread,
} as const
