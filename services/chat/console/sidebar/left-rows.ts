import type { ChannelSection } from './channel-sections.ts'
import type { View } from './views.ts'

/** One line of the left sidebar; all are equally high. */
export type LeftRow = { readonly key: string } & (
  | {
      readonly kind: 'section'
      readonly section: string
      readonly title: string
      readonly isFolded: boolean
      /** Whose unread messages it speaks of while it is folded. */
      readonly channels?: readonly number[]
    }
  | { readonly kind: 'view'; readonly view: View }
  | { readonly kind: 'direct'; readonly direct: string }
  | { readonly kind: 'channel'; readonly channelId: number }
  | { readonly kind: 'topic'; readonly channelId: number; readonly topic: string }
  | {
      readonly kind: 'more'
      readonly what: 'directs' | 'quiet'
      readonly part: string
      readonly count: number
    }
  | { readonly kind: 'moreTopics'; readonly channelId: number }
  | { readonly kind: 'loading' }
  | { readonly kind: 'browse' }
)

export interface LeftInput {
  readonly views: readonly View[]
  /** Keys of direct conversations, the latest first. */
  readonly directs: readonly string[]
  /** How many conversations are a step away. */
  readonly moreDirects: number
  readonly sections: readonly ChannelSection[]
  readonly titleOf: (section: string, name?: string) => string
  /** The channel that is open, whose line is never a step away. */
  readonly openChannel: number | undefined
  /** The topics below a channel; undefined where none are shown. */
  readonly topicsBelow: (channelId: number) => TopicsBelow | undefined
  readonly isFolded: (part: string) => boolean
  /** Everything that fits is shown, whatever is folded. */
  readonly isFiltered: boolean
}

export interface TopicsBelow {
  /** Undefined while they are asked for. */
  readonly topics: readonly string[] | undefined
  readonly hasMore: boolean
}

/** The lines of the left sidebar, from top to bottom. */
export function leftRows(input: LeftInput): readonly LeftRow[] {
  const { views, directs, moreDirects, sections, titleOf, isFiltered } = input
  const section = (
    name: string,
    title: string,
    rows: readonly LeftRow[],
    channels?: readonly number[],
  ) => {
    const part = `left:${name}`
    const isFolded = !isFiltered && input.isFolded(part)
    const head: LeftRow = {
      kind: 'section',
      key: part,
      section: name,
      title,
      isFolded,
      ...(channels === undefined ? {} : { channels }),
    }
    return isFolded ? [head] : [head, ...rows]
  }
  const directRows: LeftRow[] = directs.map((direct) => ({
    kind: 'direct',
    key: `dm:${direct}`,
    direct,
  }))
  if (moreDirects > 0 && !isFiltered) {
    directRows.push({
      kind: 'more',
      key: 'more:directs',
      what: 'directs',
      part: 'more:directs',
      count: moreDirects,
    })
  }
  return [
    ...(isFiltered && views.length === 0
      ? []
      : section(
          'views',
          titleOf('views'),
          views.map((view) => ({ kind: 'view', key: `view:${view.fragment}`, view })),
        )),
    ...(isFiltered && directs.length === 0
      ? []
      : section('directs', titleOf('directs'), directRows)),
    ...sections.flatMap((one) => {
      const all = [...one.channels, ...one.quiet]
      return section(one.key, titleOf(one.key, one.name), channelRows(one, input), all)
    }),
    { kind: 'browse', key: 'browse' },
  ]
}

function channelRows(
  { key, channels, quiet }: ChannelSection,
  input: LeftInput,
): readonly LeftRow[] {
  const part = `quiet:${key}`
  const isQuietShown = input.isFiltered || input.isFolded(part)
  const openQuiet = quiet.filter((id) => isQuietShown || id === input.openChannel)
  const rows = [...channels, ...openQuiet].flatMap((id) => channelRow(id, input))
  if (quiet.length === 0 || input.isFiltered) return rows
  return [...rows, { kind: 'more', key: part, what: 'quiet', part, count: quiet.length }]
}

function channelRow(channelId: number, { topicsBelow }: LeftInput): readonly LeftRow[] {
  const row: LeftRow = { kind: 'channel', key: `channel:${channelId}`, channelId }
  const below = topicsBelow(channelId)
  if (below === undefined) return [row]
  const { topics, hasMore } = below
  if (topics === undefined) return [row, { kind: 'loading', key: `loading:${channelId}` }]
  return [
    row,
    ...topics.map((topic): LeftRow => ({
      kind: 'topic',
      key: `topic:${channelId}:${topic.toLowerCase()}`,
      channelId,
      topic,
    })),
    ...(hasMore ? [{ kind: 'moreTopics', key: `topics:${channelId}`, channelId } as const] : []),
  ]
}
