import { useSignal, type Signal } from '@preact/signals'
import newIcon from 'lucide-static/icons/message-square-plus.svg'
import { Button } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'
import { Empty, Failure, Skeleton } from '@oficina/web/notice.tsx'
import type { PageProps } from '@oficina/web/page-routes.ts'
import { useTitle } from '@oficina/web/title.ts'
import { useLoaded } from '@oficina/web/use-loaded.ts'

import { startCompose } from '../compose/compose-state.ts'
import { InboxList, type ListHeadProps } from '../inbox/inbox-list.tsx'
import type { InboxFilter } from '../inbox/inbox-rows.ts'
import { ListFilter } from '../inbox/list-filter.tsx'
import { narrowAddress, topicsChannelOf } from '../narrow/narrow-address.ts'
import { channelNarrow } from '../narrow/narrow.ts'
import { failureText } from '../session/failure-text.ts'
import { ChannelSign } from '../sidebar/marks.tsx'
import { channels } from '../state/conversations/channels.ts'
import { channelTopics, loadTopics } from '../state/conversations/topics.ts'
import { words as inboxWords } from '../words/inbox.ts'
import { words } from '../words/topics.ts'
import { topicRows } from './topic-rows.ts'

/** All topics of a channel. */
export function TopicsPage({ path }: PageProps) {
  const channelId = topicsChannelOf(path)
  if (channelId === undefined || channels.get(channelId) === undefined) {
    return <Empty title={words('noChannel')} />
  }
  return <ChannelTopics key={channelId} channelId={channelId} />
}

function ChannelTopics({ channelId }: { readonly channelId: number }) {
  const typed = useSignal('')
  const filter = useSignal<InboxFilter>('all')
  useTitle(words('title', { channel: `#${channels.get(channelId)?.name ?? ''}` }))
  const topics = channelTopics.get(channelId)
  const { error, reload } = useLoaded(
    topics === undefined ? String(channelId) : undefined,
    async () => await loadTopics(channelId),
  )
  const rows = topicRows(channelId, topics ?? [], { typed: typed.value, filter: filter.value })
  return (
    <InboxList
      name={`topics.${channelId}`}
      rows={rows}
      renderHead={(list) => (
        <TopicsHead {...list} channelId={channelId} typed={typed} filter={filter} />
      )}
    >
      {topics === undefined && error === undefined && <Skeleton lines={12} />}
      {error !== undefined && <Failure text={failureText(error)} onRetry={reload} />}
      {topics !== undefined && rows.length === 0 && <NoTopics typed={typed.value.trim()} />}
    </InboxList>
  )
}

interface TopicsHeadProps extends ListHeadProps {
  readonly channelId: number
  readonly typed: Signal<string>
  readonly filter: Signal<InboxFilter>
}

function TopicsHead({ channelId, typed, filter, ...list }: TopicsHeadProps) {
  const name = channels.get(channelId)?.name ?? ''
  return (
    <header class="list-head">
      <h1>
        <Link
          to={narrowAddress(channelNarrow(channelId))}
          class="topics-channel"
          title={words('toChannel')}
        >
          <ChannelSign channelId={channelId} />
          {name}
        </Link>
      </h1>
      <ListFilter {...list} label={words('find')} typed={typed} />
      <select
        class="input"
        aria-label={inboxWords('show')}
        value={filter.value}
        onChange={(event) => {
          // The options below are of this type.
          filter.value = event.currentTarget.value as InboxFilter
        }}
      >
        <option value="all">{inboxWords('all')}</option>
        <option value="unmuted">{inboxWords('unmuted')}</option>
        <option value="followed">{inboxWords('followed')}</option>
      </select>
      <Button
        icon={newIcon}
        onClick={() => startCompose({ kind: 'channel', channelId, topic: undefined })}
      >
        {words('newTopic')}
      </Button>
    </header>
  )
}

function NoTopics({ typed }: { readonly typed: string }) {
  if (typed !== '') return <Empty title={inboxWords('noMatch', { text: typed })} />
  return <Empty title={words('none')} />
}
