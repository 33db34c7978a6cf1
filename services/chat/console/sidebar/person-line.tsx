import moreIcon from 'lucide-static/icons/ellipsis-vertical.svg'
import { IconButton } from '@oficina/web/button.tsx'
import { Link } from '@oficina/web/link.tsx'

import { narrowAddress } from '../narrow/narrow-address.ts'
import { directNarrow } from '../narrow/narrow.ts'
import { Avatar } from '../people/avatar.tsx'
import { isMarkedGuest } from '../people/guest-mark.ts'
import { PresenceDot } from '../people/presence-dot.tsx'
import { seenText } from '../people/seen-text.ts'
import { StatusEmoji } from '../people/status-emoji.tsx'
import { openUserCard } from '../people/user-card-state.ts'
import { directKey } from '../state/conversations/direct.ts'
import { unreadInDirect } from '../state/conversations/unread.ts'
import { ownId } from '../state/part.ts'
import { person } from '../state/people/people.ts'
import { userStatuses } from '../state/people/user-status.ts'
import { words as peopleWords } from '../words/people.ts'
import { words } from '../words/sidebar.ts'
import { here } from './here.ts'
import { Count } from './marks.tsx'

const WITH_STATUS = 2
const WITH_PICTURE = 3

export interface PersonLineProps {
  readonly userId: number
  /** Zulip's `user_list_style`. */
  readonly style: number
}

/** Somebody in the list of people: opens the conversation with them; the menu opens their card. */
export function PersonLine({ userId, style }: PersonLineProps) {
  const known = person(userId)
  const status = userStatuses.get(userId)?.status_text
  const name = known?.full_name ?? '…'
  const isSelf = userId === ownId()
  return (
    <>
      <Link
        to={narrowAddress(directNarrow([userId]))}
        class="left-line person"
        title={`${name}\n${seenText(userId)}`}
        isCurrent={here.value.direct === directKey([userId])}
      >
        {style === WITH_PICTURE && <Avatar of={known} class="person-picture" />}
        <PresenceDot userId={userId} />
        <span class="person-name">
          <span class="left-name">
            {name} {isSelf && <span class="muted">{words('you')}</span>}
            {isMarkedGuest(known) && <span class="muted">({peopleWords('guest')})</span>}
          </span>
          {style >= WITH_STATUS && status !== undefined && <small>{status}</small>}
        </span>
        <StatusEmoji userId={userId} />
        <Count count={unreadInDirect(directKey([userId]))?.ids.size ?? 0} isLoud />
      </Link>
      <IconButton
        class="left-menu"
        icon={moreIcon}
        label={peopleWords('card', { person: name })}
        aria-haspopup="dialog"
        onClick={(event) => openUserCard(userId, event.currentTarget)}
      />
    </>
  )
}
