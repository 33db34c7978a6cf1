import { ask } from '@oficina/web/ask.tsx'
import { language, type Language } from '@oficina/web/language.ts'
import { Menu, type MenuItem } from '@oficina/web/menu.tsx'
import { navigate } from '@oficina/web/router.ts'
import { chooseTheme, theme, type Theme } from '@oficina/web/theme.ts'

import { Avatar } from '../people/avatar.tsx'
import { leave } from '../session/leave.ts'
import { chooseOwnLanguage } from '../session/own-language.ts'
import { session } from '../session/session.ts'
import { words } from '../words/shell.ts'
import { openOverlay } from './overlay.ts'

/** The person: their account, how the page looks and speaks to them, the ways out. */
export function UserMenu() {
  const person = session.value?.usuario
  const name = person?.nombre ?? ''
  return (
    <Menu kind="quiet" class="who" items={items()}>
      <span class="hidden">{words('userMenu')} </span>
      <span class="who-name">{name}</span>
      {person !== undefined && <Avatar id={person.id} name={name} />}
    </Menu>
  )
}

function items(): readonly MenuItem[] {
  return [
    { label: words('account'), run: () => void navigate('/account') },
    { label: words('shortcuts'), run: () => openOverlay('shortcuts') },
    { ...languageItem('es-MX', 'Español'), isSeparated: true },
    languageItem('en', 'English'),
    { ...themeItem('system', words('themeSystem')), isSeparated: true },
    themeItem('light', words('themeLight')),
    themeItem('dark', words('themeDark')),
    { label: words('signOut'), isSeparated: true, run: () => void leave() },
    { label: words('signOutAll'), run: () => void leaveEverywhere() },
  ]
}

function languageItem(chosen: Language, label: string): MenuItem {
  return { label, isChecked: language.value === chosen, run: () => chooseOwnLanguage(chosen) }
}

function themeItem(chosen: Theme, label: string): MenuItem {
  return { label, isChecked: theme.value === chosen, run: () => chooseTheme(chosen) }
}

/** Asks first: it ends work on other machines too. */
export async function leaveEverywhere(): Promise<void> {
  const isSure = await ask({
    title: words('signOutAll'),
    text: words('signOutAllText'),
    confirm: words('signOutAll'),
    isDangerous: true,
  })
  if (isSure) await leave({ everywhere: true })
}
