import muteIcon from 'lucide-static/icons/bell-off.svg'
import followIcon from 'lucide-static/icons/bell-ring.svg'
import moreIcon from 'lucide-static/icons/ellipsis-vertical.svg'
import groupIcon from 'lucide-static/icons/users.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { classes } from '@oficina/web/dom.ts'
import { formatAgo, formatInstant } from '@oficina/web/formats.ts'
import { Icon } from '@oficina/web/icon.tsx'
import { Link } from '@oficina/web/link.tsx'

import { ReadButton } from '../inbox/read-button.tsx'
import { narrowAddress } from '../narrow/narrow-address.ts'
import { channelNarrow, directNarrow, topicNarrow, type Narrow } from '../narrow/narrow.ts'
import { Avatar } from '../people/avatar.tsx'
import { PresenceDot } from '../people/presence-dot.tsx'
import { readDirect, readTopic } from '../sidebar/conversation-acts.ts'
import { openDirectMenu, openTopicMenu } from '../sidebar/left-menus.tsx'
import { ChannelSign, MentionMark, StateMark } from '../sidebar/marks.tsx'
import { directKey } from '../state/conversations/direct.ts'
import { person } from '../state/people/people.ts'
import { nowSeconds, presenceClock } from '../state/people/presence.ts'
import { words as sidebarWords } from '../words/sidebar.ts'
import type { ConversationPlace } from './recent-index.ts'
import type { RecentRow } from './recent-rows.ts'

const MAX_PICTURES = 4

export interface RecentLineProps {
  readonly row: RecentRow
  readonly top: number
  readonly isCurrent: boolean
  readonly onFocus: () => void
}

/** One conversation: where, who, how much is unread, since when. */
export function RecentLine({ row, top, isCurrent, onFocus }: RecentLineProps) {
  const { key, place, name, unread, isMentioned, isMuted, senderIds } = row
  const tabIndex = isCurrent ? 0 : -1
  return (
    <div
      role="row"
      class={classes('recent-row', unread > 0 && 'unread', isMuted && 'faint')}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="cell" class="recent-name">
        <Where row={row} />
        <Link
          to={narrowAddress(narrowOfPlace(place))}
          tabIndex={tabIndex}
          data-row={key}
          onFocus={onFocus}
          title={name}
        >
          {name}
        </Link>
        {row.isFollowed && <StateMark icon={followIcon} text={sidebarWords('followed')} />}
        {isMuted && <StateMark icon={muteIcon} text={sidebarWords('muted')} />}
      </span>
      <span role="cell" class="recent-people">
        <Participants ids={senderIds} />
      </span>
      <span role="cell" class="recent-unread">
        {isMentioned && <MentionMark />}
        <ReadButton
          count={unread}
          isLoud={place.kind === 'direct'}
          tabIndex={tabIndex}
          onRead={() => markPlaceRead(place)}
        />
      </span>
      <span role="cell" class="recent-time">
        <Time seconds={row.timestamp} />
        <IconButton
          icon={moreIcon}
          label={
            place.kind === 'topic'
              ? sidebarWords('topicMenu', { topic: name })
              : sidebarWords('directMenu', { people: name })
          }
          tabIndex={tabIndex}
          aria-haspopup="menu"
          onClick={(event) => {
            if (place.kind === 'topic') {
              openTopicMenu(event.currentTarget, place.channelId, place.topic)
            } else openDirectMenu(event.currentTarget, directKey(place.userIds))
          }}
        />
      </span>
    </div>
  )
}

function Where({ row: { place, channelName } }: { readonly row: RecentRow }) {
  if (place.kind === 'topic') {
    return (
      <Link to={narrowAddress(channelNarrow(place.channelId))} class="recent-channel" tabIndex={-1}>
        <ChannelSign channelId={place.channelId} />
        <span>{channelName}</span>
        <span aria-hidden="true"> ›</span>
      </Link>
    )
  }
  const [only, ...others] = place.userIds
  if (only === undefined || others.length > 0) return <Icon svg={groupIcon} />
  return <PresenceDot userId={only} />
}

function Participants({ ids }: { readonly ids: readonly number[] }) {
  const shown = ids.slice(0, MAX_PICTURES)
  const names = ids.slice(0, MAX_NAMES).map((id) => person(id)?.full_name ?? '…')
  const more = ids.length - shown.length
  return (
    <span class="recent-pictures" title={names.join(', ')}>
      <span class="hidden">{names.join(', ')}</span>
      {shown.map((id) => (
        <Avatar key={id} of={person(id)} />
      ))}
      {more > 0 && <small aria-hidden="true">+{more}</small>}
    </span>
  )
}

const MAX_NAMES = 12

function Time({ seconds }: { readonly seconds: number }) {
  // Said anew every minute.
  void presenceClock.value
  const instant = new Date(seconds * 1000).toISOString()
  return (
    <time dateTime={instant} title={formatInstant(instant)}>
      {formatAgo(instant, new Date(nowSeconds() * 1000))}
    </time>
  )
}

function narrowOfPlace(place: ConversationPlace): Narrow {
  return place.kind === 'topic'
    ? topicNarrow(place.channelId, place.topic)
    : directNarrow(place.userIds)
}

export function markPlaceRead(place: ConversationPlace): void {
  if (place.kind === 'topic') readTopic(place.channelId, place.topic)
  else readDirect(directKey(place.userIds))
}
