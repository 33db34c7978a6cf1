import reminderIcon from 'lucide-static/icons/alarm-clock.svg'
import allIcon from 'lucide-static/icons/align-left.svg'
import mentionIcon from 'lucide-static/icons/at-sign.svg'
import bookmarkIcon from 'lucide-static/icons/bookmark.svg'
import scheduledIcon from 'lucide-static/icons/calendar-clock.svg'
import recentIcon from 'lucide-static/icons/clock.svg'
import inboxIcon from 'lucide-static/icons/inbox.svg'
import draftIcon from 'lucide-static/icons/pencil-line.svg'
import reactionIcon from 'lucide-static/icons/smile.svg'
import starIcon from 'lucide-static/icons/star.svg'

import { starredIds } from '../state/conversations/starred.ts'
import { unreadMentions, unreadTotal } from '../state/conversations/unread.ts'
import { drafts } from '../state/own/drafts.ts'
import { navigationViews } from '../state/own/navigation-views.ts'
import { userSettings } from '../state/own/own.ts'
import { reminders } from '../state/own/reminders.ts'
import { scheduledMessages } from '../state/own/scheduled.ts'
import { words } from '../words/sidebar.ts'

/** A page of messages or of what the person keeps, as the sidebar lists it. */
export interface View {
  /** What the service knows it by. */
  readonly fragment: string
  /** Where it is in the client. */
  readonly address: string
  readonly label: () => string
  readonly icon: string
  readonly count?: () => number
  /** Its number is about things to notice. */
  readonly isLoud?: true
  /** Not listed, unless the person wants it, while there is nothing in it. */
  readonly isRare?: true
}

/** THE list of the views that every person has. */
export const VIEWS: readonly View[] = [
  {
    fragment: 'inbox',
    address: '/inbox',
    label: () => words('inbox'),
    icon: inboxIcon,
    count: () => unreadTotal.value,
  },
  { fragment: 'recent', address: '/recent', label: () => words('recent'), icon: recentIcon },
  { fragment: 'feed', address: '/narrow', label: () => words('combined'), icon: allIcon },
  {
    fragment: 'narrow/is/mentioned',
    address: '/narrow/is/mentioned',
    label: () => words('mentions'),
    icon: mentionIcon,
    count: () => unreadMentions().size,
    isLoud: true,
  },
  {
    fragment: 'narrow/is/starred',
    address: '/narrow/is/starred',
    label: () => words('starred'),
    icon: starIcon,
    count: () =>
      userSettings.value?.starred_message_counts === true ? (starredIds.value?.size ?? 0) : 0,
  },
  {
    fragment: 'narrow/has/reaction/sender/me',
    address: '/narrow/has/reaction/sender/me',
    label: () => words('reactions'),
    icon: reactionIcon,
    isRare: true,
  },
  {
    fragment: 'drafts',
    address: '/drafts',
    label: () => words('drafts'),
    icon: draftIcon,
    count: () => drafts.size,
  },
  {
    fragment: 'scheduled',
    address: '/scheduled',
    label: () => words('scheduled'),
    icon: scheduledIcon,
    count: () => scheduledMessages.size,
    isRare: true,
  },
  {
    fragment: 'reminders',
    address: '/reminders',
    label: () => words('reminders'),
    icon: reminderIcon,
    count: () => reminders.size,
    isRare: true,
  },
]

/** All views of this person: everybody's, and those that they made. */
export function allViews(): readonly View[] {
  const own = navigationViews.values().filter(({ name }) => name !== null)
  return [
    ...VIEWS,
    ...own.map(({ fragment, name }) => ({
      fragment,
      address: `/${fragment}`,
      label: () => name ?? fragment,
      icon: bookmarkIcon,
    })),
  ]
}

/** Whether the sidebar lists a view, and not the menu of the others. */
export function isListed({ fragment, isRare, count }: View): boolean {
  const chosen = navigationViews.get(fragment)?.is_pinned
  return chosen ?? (isRare !== true || (count?.() ?? 0) > 0)
}
