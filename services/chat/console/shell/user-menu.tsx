import { useRef } from 'preact/hooks'
import { openMenu, type AnchoredItem } from '@oficina/web/anchored-menu.tsx'
import { navigate } from '@oficina/web/router.ts'

import { Avatar } from '../people/avatar.tsx'
import { NO_STATUS, setStatus, setVisible } from '../people/person-acts.ts'
import { PresenceDot } from '../people/presence-dot.tsx'
import { account, accounts, switchAccount } from '../session/accounts.ts'
import { signOut } from '../session/sign-in.ts'
import { ownUser, userSettings } from '../state/own/own.ts'
import { ownId } from '../state/part.ts'
import { userStatuses } from '../state/people/user-status.ts'
import { words as peopleWords } from '../words/people.ts'
import { words } from '../words/shell.ts'
import { openOverlay } from './overlay.ts'

/** The person: what they say of themselves, their profile, their other accounts, the way out. */
export function UserMenu() {
  const button = useRef<HTMLButtonElement>(null)
  const name = ownUser.value?.full_name ?? account.value?.name ?? ''
  return (
    <button
      ref={button}
      type="button"
      class="who"
      aria-haspopup="menu"
      title={name}
      onClick={() => {
        if (button.current === null) return
        openMenu({ anchor: button.current, label: words('userMenu'), items: items() })
      }}
    >
      <span class="hidden">
        {words('userMenu')} {name}{' '}
      </span>
      <Avatar of={ownUser.value} />
      <PresenceDot userId={ownId()} />
    </button>
  )
}

function items(): readonly AnchoredItem[] {
  const hasStatus = userStatuses.peek(ownId()) !== undefined
  const isVisible = userSettings.peek()?.presence_enabled !== false
  const others = accounts.peek().filter(({ userId }) => userId !== ownId())
  return [
    {
      label: peopleWords(hasStatus ? 'changeStatus' : 'setStatus'),
      run: () => openOverlay('status'),
    },
    ...(hasStatus
      ? [{ label: peopleWords('clearStatus'), run: () => void setStatus(NO_STATUS) }]
      : []),
    {
      label: peopleWords(isVisible ? 'goInvisible' : 'leaveInvisible'),
      run: () => void setVisible(!isVisible),
    },
    {
      label: peopleWords('seeProfile'),
      isSeparated: true,
      run: () => void navigate(`/user/${ownId()}`),
    },
    { label: words('personalSettings'), run: () => void navigate('/settings/profile') },
    ...others.map(({ userId, name }, index) => ({
      label: words('switchTo', { name }),
      isSeparated: index === 0,
      run: () => switchAccount(userId),
    })),
    {
      label: words('accounts'),
      isSeparated: others.length === 0,
      run: () => void navigate('/accounts'),
    },
    { label: words('signOut'), isSeparated: true, run: () => signOut(ownId()) },
  ]
}
