/** A subscription, as far as the left sidebar orders it. */
export interface ListedChannel {
  readonly id: number
  readonly name: string
  readonly isMuted: boolean
  readonly isPinned: boolean
  readonly isActive: boolean
  readonly folderId: number | null
}

interface ListedFolder {
  readonly id: number
  readonly name: string
}

export interface ChannelSection {
  /** `pinned`, `folder-3` or `other`: what the browser keeps a fold under. */
  readonly key: string
  /** Of a folder; the others have their names in words. */
  readonly name?: string
  readonly folderId?: number
  readonly channels: readonly number[]
  /** Muted ones and those where nothing happens: one step away. */
  readonly quiet: readonly number[]
}

export interface SectionOptions {
  /** In their order. */
  readonly folders: readonly ListedFolder[]
  readonly hasFolders: boolean
  /** Whether channels without recent messages are a step away. */
  readonly isQuietApart: boolean
}

/** The channels of the left sidebar: pinned ones, folders in their order, the others; by name in each. */
export function channelSections(
  channels: readonly ListedChannel[],
  { folders, hasFolders, isQuietApart }: SectionOptions,
): readonly ChannelSection[] {
  const known = new Set(hasFolders ? folders.map(({ id }) => id) : [])
  const groups = Map.groupBy(channels, ({ isPinned, folderId }) => {
    if (isPinned) return 'pinned'
    return folderId !== null && known.has(folderId) ? `folder-${folderId}` : 'other'
  })
  const section = (key: string, rest: Partial<ChannelSection> = {}): readonly ChannelSection[] => {
    const all = (groups.get(key) ?? []).toSorted(byName)
    if (all.length === 0) return []
    const isQuiet = (one: ListedChannel) => one.isMuted || (isQuietApart && !one.isActive)
    return [
      {
        key,
        ...rest,
        channels: all.filter((one) => !isQuiet(one)).map(({ id }) => id),
        quiet: all.filter(isQuiet).map(({ id }) => id),
      },
    ]
  }
  return [
    ...section('pinned'),
    ...folders.flatMap(({ id, name }) => section(`folder-${id}`, { name, folderId: id })),
    ...section('other'),
  ]
}

// Zulip's `demote_inactive_streams`: automatically, always, never.
const AUTOMATICALLY = 1
const ALWAYS = 2
// With fewer channels nobody needs help to find one.
const MANY_CHANNELS = 30

export function isQuietApart(setting: number, channelCount: number): boolean {
  return setting === ALWAYS || (setting === AUTOMATICALLY && channelCount >= MANY_CHANNELS)
}

// Making a collator costs more than a thousand comparisons with it.
const NAMES = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true })

function byName(one: ListedChannel, other: ListedChannel): number {
  return NAMES.compare(one.name, other.name)
}
