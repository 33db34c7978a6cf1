import { plain } from '@oficina/web/fuzzy.ts'

/** Which channels a list has. */
export type WhichChannels = 'subscribed' | 'available' | 'all' | 'archived'

export type ChannelOrder = 'name' | 'subscribers' | 'traffic'

/** A channel as far as it is listed. */
export interface ListedChannel {
  readonly stream_id: number
  readonly name: string
  readonly description: string
  readonly is_archived: boolean
  readonly subscriber_count: number
  readonly stream_weekly_traffic: number | null
}

export interface ListQuestion {
  readonly which: WhichChannels
  readonly typed: string
  readonly order: ChannelOrder
  readonly isSubscribed: (id: number) => boolean
}

/** The channels of a list, in order. Those whose name has what was typed come before those whose description does. */
export function listedChannels<T extends ListedChannel>(
  all: readonly T[],
  { which, typed, order, isSubscribed }: ListQuestion,
): readonly T[] {
  const wanted = plain(typed.trim().replace(/^#/, ''))
  const isIn = (channel: T): boolean => {
    if (which === 'archived' || channel.is_archived)
      return which === 'archived' && channel.is_archived
    if (which === 'all') return true
    return isSubscribed(channel.stream_id) === (which === 'subscribed')
  }
  const compare = comparison(order)
  const rows = all.filter(isIn).toSorted(compare)
  if (wanted === '') return rows
  const named = rows.filter(({ name }) => plain(name).includes(wanted))
  const described = rows.filter(
    ({ name, description }) => !plain(name).includes(wanted) && plain(description).includes(wanted),
  )
  return [...named, ...described]
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

function comparison(order: ChannelOrder): (a: ListedChannel, b: ListedChannel) => number {
  const byName = (a: ListedChannel, b: ListedChannel): number =>
    collator.compare(a.name, b.name) || a.stream_id - b.stream_id
  if (order === 'name') return byName
  if (order === 'subscribers') {
    return (a, b) => b.subscriber_count - a.subscriber_count || byName(a, b)
  }
  return (a, b) => (b.stream_weekly_traffic ?? 0) - (a.stream_weekly_traffic ?? 0) || byName(a, b)
}
