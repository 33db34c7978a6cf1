import mutedIcon from 'lucide-static/icons/bell-off.svg'
import followedIcon from 'lucide-static/icons/bell-ring.svg'
import readIcon from 'lucide-static/icons/check-check.svg'
import menuIcon from 'lucide-static/icons/ellipsis-vertical.svg'
import linkIcon from 'lucide-static/icons/external-link.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'

import { narrowAddress } from '../../narrow/narrow-address.ts'
import { channelNarrow, directNarrow, topicNarrow } from '../../narrow/narrow.ts'
import { openTopicMenu } from '../../sidebar/left-menus.tsx'
import { channels, subscriptions } from '../../state/conversations/channels.ts'
import { directKeyOf, directUserIds } from '../../state/conversations/direct.ts'
import { messages, type Message } from '../../state/conversations/messages.ts'
import { topicName } from '../../state/conversations/topic-name.ts'
import { POLICY, topicPolicy } from '../../state/conversations/topics.ts'
import { unreadInDirect, unreadInTopic } from '../../state/conversations/unread.ts'
import { ownId } from '../../state/part.ts'
import { words } from '../../words/feed.ts'
import type { Feed } from '../feed.ts'
import { markRead } from '../load/mark-read.ts'
import { ChannelIcon } from './channel-icon.tsx'
import { dayName } from './days.ts'
import { directNames } from './direct-names.ts'
import type { FeedRow } from './feed-rows.ts'
import { TopicText } from './topic-text.tsx'

export interface BarRowProps {
  readonly row: Extract<FeedRow, { kind: 'bar' }>
  readonly feed: Feed
}

/** The bar over the messages of a conversation; it stays at the top while they are read. */
export function BarRow({ row, feed }: BarRowProps) {
  const message = messages.get(row.id)
  if (message === undefined) return <div data-row={row.key} />
  return (
    <div class="bar-row" data-row={row.key}>
      {message.type === 'private' ? (
        <DirectBar message={message} day={row.day} />
      ) : (
        <TopicBar message={message} day={row.day} feed={feed} />
      )}
    </div>
  )
}

interface BarProps {
  readonly message: Message
  readonly day: string
}

function TopicBar({ message, day, feed }: BarProps & { readonly feed: Feed }) {
  const { stream_id: channelId = 0, subject, id } = message
  const channel = channels.get(channelId)
  const color = subscriptions.get(channelId)?.color
  const name = channel?.name ?? String(message.display_recipient)
  const unread = unreadInTopic(channelId, subject)
  return (
    <div
      class={classes('bar-line', color === undefined && 'no-color')}
      style={color === undefined ? {} : { '--channel': color }}
    >
      <Link to={narrowAddress(channelNarrow(channelId))} class="bar-channel" title={name}>
        <ChannelIcon channel={channel} />
        {name}
      </Link>
      <span class="bar-arrow" aria-hidden="true">
        ›
      </span>
      <Link
        to={narrowAddress([...topicNarrow(channelId, subject), { operator: 'with', operand: id }])}
        class="bar-topic"
        title={topicName(subject)}
      >
        <TopicText topic={subject} match={feed.matchOf(id)?.subject} />
      </Link>
      <TopicLinks links={message.topic_links} />
      <TopicMark channelId={channelId} topic={subject} />
      <span class="bar-space" />
      <ReadButton ids={unread?.ids} />
      <IconButton
        class="bar-button"
        icon={menuIcon}
        label={words('topicMenu', { topic: topicName(subject) })}
        aria-haspopup="menu"
        onClick={(event) => openTopicMenu(event.currentTarget, channelId, subject)}
      />
      <time class="bar-day" dateTime={day}>
        {dayName(day, new Date())}
      </time>
    </div>
  )
}

/** What the organization's linkifiers find in the topic. */
function TopicLinks({ links }: { readonly links: Message['topic_links'] }) {
  return (
    <>
      {(links ?? [])
        .filter(({ url }) => /^https?:/i.test(url))
        .map(({ text, url }) => (
          <a
            key={url}
            class="bar-mark"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            title={text}
            aria-label={text}
          >
            <Icon svg={linkIcon} />
          </a>
        ))}
    </>
  )
}

function TopicMark({ channelId, topic }: { readonly channelId: number; readonly topic: string }) {
  const policy = topicPolicy(channelId, topic)
  if (policy !== POLICY.followed && policy !== POLICY.muted) return null
  const isFollowed = policy === POLICY.followed
  const label = isFollowed ? words('followed') : words('mutedTopic')
  return (
    <span class="bar-mark" role="img" aria-label={label} title={label}>
      <Icon svg={isFollowed ? followedIcon : mutedIcon} />
    </span>
  )
}

function DirectBar({ message, day }: BarProps) {
  const key = directKeyOf(message)
  const ids = directUserIds(key)
  const isOwn = ids.length === 1 && ids[0] === ownId()
  return (
    <div class="bar-line direct">
      <Link to={narrowAddress(directNarrow(ids))} class="bar-topic">
        {isOwn ? words('onlyYou') : words('directWith', { names: directNames(ids) })}
      </Link>
      <span class="bar-space" />
      <ReadButton ids={unreadInDirect(key)?.ids} />
      <time class="bar-day" dateTime={day}>
        {dayName(day, new Date())}
      </time>
    </div>
  )
}

function ReadButton({ ids }: { readonly ids: ReadonlySet<number> | undefined }) {
  if (ids === undefined || ids.size === 0) return null
  return (
    <IconButton
      class="bar-button"
      icon={readIcon}
      label={words('markTopicRead')}
      onClick={() => markRead([...ids])}
    />
  )
}
