import muteIcon from 'lucide-static/icons/bell-off.svg'
import followIcon from 'lucide-static/icons/bell-ring.svg'
import chevronIcon from 'lucide-static/icons/chevron-right.svg'
import searchIcon from 'lucide-static/icons/compass.svg'
import moreIcon from 'lucide-static/icons/ellipsis-vertical.svg'
import groupIcon from 'lucide-static/icons/users.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'
import { href } from '@oficina/web/router.ts'

import { narrowAddress } from '../narrow/narrow-address.ts'
import { directTitle } from '../narrow/narrow-title.ts'
import { channelNarrow, directNarrow, topicNarrow } from '../narrow/narrow.ts'
import { PresenceDot } from '../people/presence-dot.tsx'
import { StatusEmoji } from '../people/status-emoji.tsx'
import { channels, subscriptions } from '../state/conversations/channels.ts'
import { directUserIds } from '../state/conversations/direct.ts'
import { RESOLVED } from '../state/conversations/topic-name.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { POLICY, topicPolicy } from '../state/conversations/topics.ts'
import {
  isTopicMuted,
  unreadInChannel,
  unreadInDirect,
  unreadInTopic,
  unreadMentions,
} from '../state/conversations/unread.ts'
import { userSettings } from '../state/own/own.ts'
import { words } from '../words/sidebar.ts'
import { here } from './here.ts'
import { openChannelMenu, openDirectMenu, openTopicMenu, openViewMenu } from './left-menus.tsx'
import type { LeftRow } from './left-rows.ts'
import { zoomedChannel } from './left-state.ts'
import { ChannelSign, Count, MentionMark, StateMark } from './marks.tsx'
import { SectionLine, StepLine } from './section-line.tsx'
import type { View } from './views.ts'
import { visitChannel } from './visit-channel.ts'

/** One line of the left sidebar. */
export function LeftLine({ row }: { readonly row: LeftRow }) {
  switch (row.kind) {
    case 'section':
      return <SectionLine row={row} />
    case 'view':
      return <ViewLine view={row.view} />
    case 'direct':
      return <DirectLine direct={row.direct} />
    case 'channel':
      return <ChannelLine channelId={row.channelId} />
    case 'topic':
      return <TopicLine channelId={row.channelId} topic={row.topic} />
    case 'more':
      return <StepLine row={row} />
    case 'moreTopics':
      return (
        <button
          type="button"
          class="left-line below quiet"
          onClick={() => {
            zoomedChannel.value = row.channelId
          }}
        >
          <span class="left-name">{words('moreTopics')}</span>
          <Icon svg={chevronIcon} />
        </button>
      )
    case 'loading':
      return <span class="left-line below skeleton-line" aria-hidden="true" />
    case 'browse':
      return (
        <Link to="/channels" class="left-line quiet">
          <Icon svg={searchIcon} />
          <span class="left-name">{words('browse')}</span>
        </Link>
      )
  }
}

function ViewLine({ view }: { readonly view: View }) {
  const { address, icon, count, isLoud = false } = view
  const label = view.label()
  return (
    <>
      <Link to={address} class="left-line" isCurrent={here.value.path === address}>
        <Icon svg={icon} />
        <span class="left-name">{label}</span>
        {count !== undefined && (
          <Count count={count()} isLoud={isLoud} isPlain={!isLoud && view.fragment !== 'inbox'} />
        )}
      </Link>
      <LineMenu
        label={words('viewMenu', { view: label })}
        onOpen={(anchor) => openViewMenu(anchor, view)}
      />
    </>
  )
}

function DirectLine({ direct }: { readonly direct: string }) {
  const userIds = directUserIds(direct)
  const [only] = userIds
  const title = directTitle(userIds)
  const isGroup = userIds.length > 1
  return (
    <>
      <Link
        to={narrowAddress(directNarrow(userIds))}
        class="left-line"
        title={title}
        isCurrent={here.value.direct === direct}
      >
        {isGroup || only === undefined ? <Icon svg={groupIcon} /> : <PresenceDot userId={only} />}
        <span class="left-name">{title}</span>
        {!isGroup && only !== undefined && <StatusEmoji userId={only} />}
        <Count count={unreadInDirect(direct)?.ids.size ?? 0} isLoud />
      </Link>
      <LineMenu
        label={words('directMenu', { people: title })}
        onOpen={(anchor) => openDirectMenu(anchor, direct)}
      />
    </>
  )
}

// Zulip's `web_stream_unreads_count_display_policy`.
const OF_ALL = 1
const OF_NONE = 3

function ChannelLine({ channelId }: { readonly channelId: number }) {
  const name = channels.get(channelId)?.name ?? ''
  const isMuted = subscriptions.get(channelId)?.is_muted === true
  const { channelId: open, topic } = here.value
  const { count, muted, mentions } = unreadInChannel(channelId)
  const policy = userSettings.value?.web_stream_unreads_count_display_policy
  // The numbers of its topics stand below an open channel, but those that are a step away.
  const shown = policy === OF_NONE || (isMuted && policy !== OF_ALL) ? 0 : count
  return (
    <>
      <a
        href={href(narrowAddress(channelNarrow(channelId)))}
        class={classes('left-line', isMuted && 'faint', open === channelId && 'open')}
        title={name}
        aria-current={open === channelId && topic === undefined ? 'page' : undefined}
        onClick={(event) => {
          if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          void visitChannel(channelId)
        }}
      >
        <ChannelSign channelId={channelId} />
        <span class="left-name">{name}</span>
        {isMuted && <StateMark icon={muteIcon} text={words('muted')} />}
        {mentions > 0 && <MentionMark />}
        {shown > 0 && <Count count={shown} isFaint={isMuted} />}
        {shown === 0 && policy === OF_ALL && <Count count={muted} isFaint />}
      </a>
      <LineMenu
        label={words('channelMenu', { channel: name })}
        onOpen={(anchor) => openChannelMenu(anchor, channelId)}
      />
    </>
  )
}

interface TopicLineProps {
  readonly channelId: number
  readonly topic: string
}

function TopicLine({ channelId, topic }: TopicLineProps) {
  const policy = topicPolicy(channelId, topic)
  const isMuted = isTopicMuted(channelId, topic)
  const ids = unreadInTopic(channelId, topic)?.ids
  const mentions = unreadMentions()
  const isMentioned = ids !== undefined && [...mentions].some((id) => ids.has(id))
  const isResolved = topic.startsWith(RESOLVED)
  const { channelId: open, topic: openTopic } = here.value
  const name = topicName(topic)
  return (
    <>
      <Link
        to={narrowAddress(topicNarrow(channelId, topic))}
        class={classes('left-line below', isMuted && 'faint')}
        title={name}
        isCurrent={open === channelId && openTopic?.toLowerCase() === topic.toLowerCase()}
      >
        <span class="topic-check" aria-hidden={!isResolved}>
          {isResolved ? RESOLVED.trim() : ''}
        </span>
        <span class={classes('left-name', topic === '' && 'general')}>
          {isResolved ? topic.slice(RESOLVED.length) : name}
        </span>
        {policy === POLICY.followed && <StateMark icon={followIcon} text={words('followed')} />}
        {policy === POLICY.muted && <StateMark icon={muteIcon} text={words('muted')} />}
        {isMentioned && <MentionMark />}
        <Count count={ids?.size ?? 0} isFaint={isMuted} />
      </Link>
      <LineMenu
        label={words('topicMenu', { topic: name })}
        onOpen={(anchor) => openTopicMenu(anchor, channelId, topic)}
      />
    </>
  )
}

function LineMenu({
  label,
  onOpen,
}: {
  readonly label: string
  readonly onOpen: (anchor: HTMLElement) => void
}) {
  return (
    <IconButton
      class="left-menu"
      icon={moreIcon}
      label={label}
      aria-haspopup="menu"
      onClick={(event) => onOpen(event.currentTarget)}
    />
  )
}
