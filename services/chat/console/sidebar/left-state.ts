import { computed, signal } from '@preact/signals'
import { plain } from '@oficina/web/fuzzy.ts'

import { channelFolders, channels, subscriptions } from '../state/conversations/channels.ts'
import { conversations } from '../state/conversations/conversations.ts'
import { directUserIds } from '../state/conversations/direct.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { channelTopics, POLICY, topicPolicy, topicsOf } from '../state/conversations/topics.ts'
import { unreadDirects, unreadInTopic, unreadTopics } from '../state/conversations/unread.ts'
import { userSettings } from '../state/own/own.ts'
import { people } from '../state/people/people.ts'
import { words } from '../words/sidebar.ts'
import { channelSections, isQuietApart, type ListedChannel } from './channel-sections.ts'
import { isFolded } from './folds.ts'
import { here } from './here.ts'
import { leftRows, type LeftRow, type TopicsBelow } from './left-rows.ts'
import { allViews, isListed } from './views.ts'

/** What is typed to filter the left sidebar. */
export const leftFilter = signal('')

/** The channel all of whose topics the sidebar shows, and nothing else. */
export const zoomedChannel = signal<number | undefined>(undefined)

// What stands open before somebody asks for more.
const FEW_DIRECTS = 6
const MANY_DIRECTS = 200
const FEW_TOPICS = 8
const MAX_UNREAD_TOPICS = 20
const MAX_FOUND_TOPICS = 8

const wanted = computed(() => plain(leftFilter.value.trim()))
const isFiltered = computed(() => wanted.value !== '')

const listed = computed<readonly ListedChannel[]>(() => {
  void channels.watch()
  return subscriptions.values().flatMap((own) => {
    const channel = channels.peek(own.stream_id)
    if (channel === undefined || channel.is_archived) return []
    return [
      {
        id: own.stream_id,
        name: channel.name,
        isMuted: own.is_muted,
        isPinned: own.pin_to_top,
        isActive: channel.is_recently_active,
        folderId: channel.folder_id,
      },
    ]
  })
})

const folders = computed(() =>
  channelFolders
    .values()
    .filter((folder) => !folder.is_archived)
    .toSorted((one, other) => one.order - other.order),
)

const sections = computed(() =>
  channelSections(filteredChannels(), {
    folders: folders.value,
    hasFolders: userSettings.value?.web_left_sidebar_show_channel_folders !== false,
    isQuietApart: isQuietApart(
      userSettings.value?.demote_inactive_streams ?? 1,
      listed.value.length,
    ),
  }),
)

/** All channels as the inbox has them, whatever the sidebar is filtered by. */
export const allSections = computed(() =>
  channelSections(listed.value, {
    folders: folders.value,
    hasFolders: true,
    isQuietApart: false,
  }),
)

/** The channels in the order of the sidebar. */
export const sidebarChannels = computed(() =>
  sections.value.flatMap(({ channels: shown, quiet }) => [...shown, ...quiet]),
)

function filteredChannels(): readonly ListedChannel[] {
  if (!isFiltered.value) return listed.value
  return listed.value.filter(
    ({ id, name }) => plain(name).includes(wanted.value) || foundTopics(id).length > 0,
  )
}

/** Keys of all direct conversations, the latest first. */
export const directKeys = computed(() => {
  const rows = new Map(conversations.entries())
  for (const [key, { ids }] of unreadDirects()) {
    if (!rows.has(key)) rows.set(key, Math.max(...ids))
  }
  return [...rows].toSorted(([, one], [, other]) => other - one).map(([key]) => key)
})

const shownDirects = computed<{ readonly keys: readonly string[]; readonly more: number }>(() => {
  const all = directKeys.value
  if (isFiltered.value) return { keys: all.filter(isFoundDirect), more: 0 }
  const unread = new Set(unreadDirects().map(([key]) => key))
  const { direct } = here.value
  const isOpen = isFolded('more:directs')
  const keys = all.filter((key, index) =>
    isOpen ? index < MANY_DIRECTS : index < FEW_DIRECTS || unread.has(key) || key === direct,
  )
  const withHere = direct === undefined || keys.includes(direct) ? keys : [direct, ...keys]
  return { keys: withHere, more: isOpen ? 0 : all.length - keys.length }
})

function isFoundDirect(key: string): boolean {
  const names = directUserIds(key).map((id) => people.get(id)?.full_name ?? '')
  return plain(names.join(', ')).includes(wanted.value)
}

/** The lines of the left sidebar as it is now. */
export const leftSidebarRows = computed<readonly LeftRow[]>(() => {
  const zoomed = zoomedChannel.value
  if (zoomed !== undefined) return zoomedRows(zoomed)
  const filtered = isFiltered.value
  const openChannel = here.value.channelId
  const views = allViews().filter((view) =>
    filtered ? plain(view.label()).includes(wanted.value) : isListed(view),
  )
  return leftRows({
    views,
    directs: shownDirects.value.keys,
    moreDirects: shownDirects.value.more,
    sections: sections.value,
    titleOf: (section, name) => name ?? titleOf(section),
    openChannel,
    topicsBelow: (id) => (filtered ? found(id) : id === openChannel ? topicsBelow(id) : undefined),
    isFolded,
    isFiltered: filtered,
  })
})

function titleOf(section: string): string {
  if (section === 'views') return words('views')
  if (section === 'directs') return words('directs')
  if (section === 'pinned') return words('pinned')
  return words(sections.value.length > 1 ? 'otherChannels' : 'channels')
}

/** The newest topics, those with something unread, and the one that is open. */
function topicsBelow(channelId: number): TopicsBelow {
  const all = topicsOf(channelId)
  if (all === undefined) return { topics: undefined, hasMore: false }
  const { topic: open } = here.value
  let few = 0
  let unread = 0
  const shown = all.filter(({ name }) => {
    if (isSame(name, open)) return true
    if (topicPolicy(channelId, name) === POLICY.muted) return false
    if (few < FEW_TOPICS) {
      few += 1
      return true
    }
    if (unread >= MAX_UNREAD_TOPICS || unreadInTopic(channelId, name) === undefined) return false
    unread += 1
    return true
  })
  const names = shown.map(({ name }) => name)
  // A topic that is begun has no message yet.
  const isNew = open !== undefined && !names.some((name) => isSame(name, open))
  return { topics: isNew ? [open, ...names] : names, hasMore: all.length > shown.length }
}

function isSame(topic: string, other: string | undefined): boolean {
  return topic.toLowerCase() === other?.toLowerCase()
}

function found(channelId: number): TopicsBelow | undefined {
  const topics = foundTopics(channelId)
  return topics.length === 0 ? undefined : { topics, hasMore: false }
}

function foundTopics(channelId: number): readonly string[] {
  const known = (channelTopics.get(channelId) ?? []).map(({ name }) => name)
  const names = new Set([...known, ...unreadTopics(channelId).map(({ topic }) => topic)])
  return [...names]
    .filter((name) => plain(topicName(name)).includes(wanted.value))
    .slice(0, MAX_FOUND_TOPICS)
}

function zoomedRows(channelId: number): readonly LeftRow[] {
  const channel: LeftRow = { kind: 'channel', key: `channel:${channelId}`, channelId }
  const all = topicsOf(channelId)
  if (all === undefined) return [channel, { kind: 'loading', key: 'loading' }]
  const shown = all.filter(({ name }) => plain(topicName(name)).includes(wanted.value))
  return [
    channel,
    ...shown.map(({ name }): LeftRow => ({
      kind: 'topic',
      key: `topic:${channelId}:${name.toLowerCase()}`,
      channelId,
      topic: name,
    })),
  ]
}
