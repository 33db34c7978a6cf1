import muteIcon from 'lucide-static/icons/bell-off.svg'
import followIcon from 'lucide-static/icons/bell-ring.svg'
import chevronIcon from 'lucide-static/icons/chevron-right.svg'
import moreIcon from 'lucide-static/icons/ellipsis-vertical.svg'
import type { ComponentChildren } from 'preact'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'

import { narrowAddress } from '../narrow/narrow-address.ts'
import { directNarrow, topicNarrow } from '../narrow/narrow.ts'
import { Avatar } from '../people/avatar.tsx'
import { PresenceDot } from '../people/presence-dot.tsx'
import { toggleFold } from '../sidebar/folds.ts'
import { openChannelMenu, openDirectMenu, openTopicMenu } from '../sidebar/left-menus.tsx'
import { ChannelSign, Count, MentionMark, StateMark } from '../sidebar/marks.tsx'
import { directUserIds } from '../state/conversations/direct.ts'
import { topicName } from '../state/conversations/topic-name.ts'
import { person } from '../state/people/people.ts'
import { words as sidebarWords } from '../words/sidebar.ts'
import type { InboxRow } from './inbox-rows.ts'
import { ReadButton } from './read-button.tsx'
import { markRead } from './use-inbox-keys.ts'

export interface InboxLineProps {
  readonly row: InboxRow
  /** Reached by Tab; the others by arrows. */
  readonly isCurrent: boolean
  readonly onFocus: () => void
}

type Row<K extends InboxRow['kind']> = Extract<InboxRow, { readonly kind: K }>

/** One line of the inbox. */
export function InboxLine({ row, ...rest }: InboxLineProps) {
  switch (row.kind) {
    case 'section':
      return <SectionLine row={row} {...rest} />
    case 'channel':
      return <ChannelLine row={row} {...rest} />
    case 'direct':
      return <DirectLine row={row} {...rest} />
    case 'topic':
      return <TopicLine row={row} {...rest} />
  }
}

type Of<K extends InboxRow['kind']> = Omit<InboxLineProps, 'row'> & { readonly row: Row<K> }

function SectionLine({ row, isCurrent, onFocus }: Of<'section'>) {
  const { key, isFolded, count } = row
  return (
    <h2 class="inbox-section">
      <button
        type="button"
        data-row={key}
        tabIndex={isCurrent ? 0 : -1}
        aria-expanded={!isFolded}
        onFocus={onFocus}
        onClick={() => toggleFold(key)}
      >
        <span class={classes('chevron', !isFolded && 'open')}>
          <Icon svg={chevronIcon} />
        </span>
        {sectionName(row)}
        {isFolded && <Count count={count} />}
      </button>
    </h2>
  )
}

function sectionName({ section, name }: Row<'section'>): string {
  if (name !== undefined) return name
  if (section === 'directs') return sidebarWords('directs')
  return sidebarWords(section === 'pinned' ? 'pinned' : 'channels')
}

function ChannelLine({ row, isCurrent, onFocus }: Of<'channel'>) {
  const { key, channel, count, isMentioned, isFolded } = row
  const { channelId, name } = channel
  return (
    <Line
      row={row}
      count={count}
      isMentioned={isMentioned}
      isCurrent={isCurrent}
      menuLabel={sidebarWords('channelMenu', { channel: name })}
      onMenu={(anchor) => openChannelMenu(anchor, channelId)}
    >
      <button
        type="button"
        class="inbox-line channel"
        data-row={key}
        tabIndex={isCurrent ? 0 : -1}
        aria-expanded={!isFolded}
        onFocus={onFocus}
        onClick={() => toggleFold(key)}
      >
        <ChannelSign channelId={channelId} />
        <span class="inbox-name">{name}</span>
      </button>
    </Line>
  )
}

function DirectLine({ row, isCurrent, onFocus }: Of<'direct'>) {
  const { key, direct } = row
  const userIds = directUserIds(direct.direct)
  const [first = 0] = userIds
  return (
    <Line
      row={row}
      count={direct.count}
      isMentioned={direct.isMentioned}
      isCurrent={isCurrent}
      isLoud
      menuLabel={sidebarWords('directMenu', { people: direct.name })}
      onMenu={(anchor) => openDirectMenu(anchor, direct.direct)}
    >
      <Link
        to={narrowAddress(directNarrow(userIds))}
        class="inbox-line"
        tabIndex={isCurrent ? 0 : -1}
        data-row={key}
        onFocus={onFocus}
      >
        <Avatar of={person(first)} />
        {userIds.length === 1 && <PresenceDot userId={first} />}
        <span class="inbox-name">{direct.name}</span>
      </Link>
    </Line>
  )
}

function TopicLine({ row, isCurrent, onFocus }: Of<'topic'>) {
  const { key, channelId, topic: line } = row
  const { topic, count, isMentioned, isMuted, isFollowed } = line
  const name = topicName(topic)
  return (
    <Line
      row={row}
      count={count}
      isMentioned={isMentioned}
      isCurrent={isCurrent}
      menuLabel={sidebarWords('topicMenu', { topic: name })}
      onMenu={(anchor) => openTopicMenu(anchor, channelId, topic)}
    >
      <Link
        to={narrowAddress(topicNarrow(channelId, topic))}
        class={classes('inbox-line topic', isMuted && 'faint')}
        tabIndex={isCurrent ? 0 : -1}
        data-row={key}
        onFocus={onFocus}
      >
        <span class={classes('inbox-name', topic === '' && 'general')}>{name}</span>
        {isFollowed && <StateMark icon={followIcon} text={sidebarWords('followed')} />}
        {isMuted && <StateMark icon={muteIcon} text={sidebarWords('muted')} />}
      </Link>
    </Line>
  )
}

interface LineProps {
  readonly row: InboxRow
  readonly count: number
  readonly isMentioned: boolean
  readonly isCurrent: boolean
  readonly isLoud?: boolean
  readonly menuLabel: string
  readonly onMenu: (anchor: HTMLElement) => void
  readonly children: ComponentChildren
}

/** What all lines of conversations have: where they lead, the number that marks them as read, a menu. */
function Line(props: LineProps) {
  const { row, count, isMentioned, isCurrent, isLoud = false, menuLabel, onMenu, children } = props
  const tabIndex = isCurrent ? 0 : -1
  return (
    <>
      {children}
      {isMentioned && <MentionMark />}
      <ReadButton count={count} isLoud={isLoud} tabIndex={tabIndex} onRead={() => markRead(row)} />
      <IconButton
        icon={moreIcon}
        label={menuLabel}
        tabIndex={tabIndex}
        aria-haspopup="menu"
        onClick={(event) => onMenu(event.currentTarget)}
      />
    </>
  )
}
