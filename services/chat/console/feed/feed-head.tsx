import topicsIcon from 'lucide-static/icons/list.svg'
import peopleIcon from 'lucide-static/icons/users.svg'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'

import { marked } from '../message/marked-text.tsx'
import { renderedText } from '../message/rendered-text.ts'
import { narrowAddress, topicsAddress } from '../narrow/narrow-address.ts'
import { narrowTitle } from '../narrow/narrow-title.ts'
import { channelNarrow, channelOf, topicOf, type Narrow } from '../narrow/narrow.ts'
import { channels } from '../state/conversations/channels.ts'
import { words } from '../words/feed.ts'
import { words as topicsWords } from '../words/topics.ts'
import { ChannelIcon } from './rows/channel-icon.tsx'
import { TopicText } from './rows/topic-text.tsx'

/** What is shown: the channel and what it is for, the topic, the people, or what was looked for. */
export function FeedHead({ narrow }: { readonly narrow: Narrow }) {
  const channelId = channelOf(narrow)
  const channel = channelId === undefined ? undefined : channels.get(channelId)
  const topic = topicOf(narrow)
  if (channelId === undefined || channel === undefined) {
    return (
      <header class="feed-head">
        <h1>{narrowTitle(narrow)}</h1>
      </header>
    )
  }
  return (
    <header class="feed-head">
      <h1>
        <Link to={narrowAddress(channelNarrow(channelId))} class="feed-head-channel">
          <ChannelIcon channel={channel} />
          {channel.name}
        </Link>
        {topic !== undefined && (
          <>
            <span class="bar-arrow" aria-hidden="true">
              ›
            </span>
            <TopicText topic={topic} />
          </>
        )}
      </h1>
      <Link to={topicsAddress(channelId)} class="icon-btn" title={topicsWords('list')}>
        <Icon svg={topicsIcon} />
        <span class="hidden">{topicsWords('list')}</span>
      </Link>
      <span class="feed-head-people" title={words('people', { count: channel.subscriber_count })}>
        <Icon svg={peopleIcon} />
        <span aria-hidden="true">{channel.subscriber_count}</span>
        <span class="hidden">{words('people', { count: channel.subscriber_count })}</span>
      </span>
      {channel.description !== '' && (
        <p class="feed-head-text" title={renderedText(channel.rendered_description)}>
          {marked(channel.rendered_description)}
        </p>
      )}
    </header>
  )
}
