import { Menu } from '@oficina/web/menu.tsx'
import { navigate } from '@oficina/web/router.ts'

import { account } from '../session/accounts.ts'
import { signOut } from '../session/sign-in.ts'
import { ownUser } from '../state/own.ts'
import { words } from '../words/shell.ts'

/** The person: settings, the ways out. */
export function UserMenu() {
  const name = ownUser.value?.full_name ?? account.value?.name ?? ''
  return (
    <Menu
      kind="quiet"
      items={[
        { label: words('settings'), run: () => void navigate('/settings/profile') },
        { label: words('accounts'), run: () => void navigate('/accounts') },
        {
          label: words('signOut'),
          run: () => signOut(account.peek()?.userId ?? 0),
          isSeparated: true,
        },
      ]}
    >
      <span class="hidden">{words('userMenu')} </span>
      {name}
    </Menu>
  )
}
