import gearIcon from 'lucide-static/icons/settings.svg'
import { useRef } from 'preact/hooks'
import { openMenu, type AnchoredItem } from '@oficina/web/anchored-menu.tsx'
import { IconButton } from '@oficina/web/button.tsx'
import { chooseLanguage, language, type Language } from '@oficina/web/language.ts'
import { navigate } from '@oficina/web/router.ts'
import { theme } from '@oficina/web/theme.ts'

import { firstKeys } from '../keys/keys-shown.tsx'
import { useShortcut } from '../keys/use-shortcut.ts'
import { api } from '../session/api.ts'
import { attempt } from '../sidebar/conversation-acts.ts'
import { mayBy } from '../state/people/groups.ts'
import { realm } from '../state/realm/realm.ts'
import { words } from '../words/shell.ts'
import { openOverlay } from './overlay.ts'

/** Settings of channels, groups, organization and person, how the page looks and speaks, and help. */
export function GearMenu() {
  const root = useRef<HTMLSpanElement>(null)
  const open = (): void => {
    const anchor = root.current?.querySelector('button')
    if (anchor === null || anchor === undefined) return
    anchor.focus()
    openMenu({ anchor, label: words('gear'), items: items() })
  }
  useShortcut('gearMenu', open)
  return (
    <span ref={root} class="gear">
      <IconButton icon={gearIcon} label={words('gear')} aria-haspopup="menu" onClick={open} />
    </span>
  )
}

function items(): readonly AnchoredItem[] {
  return [
    { label: words('channelSettings'), run: () => go('/channels') },
    { label: words('groupSettings'), run: () => go('/groups') },
    { label: words('organizationSettings'), run: () => go('/organization/profile') },
    { label: words('personalSettings'), run: () => go('/settings/profile') },
    ...(mayBy(realm.peek()?.['realm_can_invite_users_group'])
      ? [{ label: words('invite'), run: () => go('/organization/invitations?new') }]
      : []),
    { ...themeItem(AUTOMATIC, 'system', words('themeSystem')), isSeparated: true },
    themeItem(LIGHT, 'light', words('themeLight')),
    themeItem(DARK, 'dark', words('themeDark')),
    { ...languageItem('es', 'es-MX', 'Español'), isSeparated: true },
    languageItem('en', 'en', 'English'),
    {
      label: words('shortcuts'),
      keys: firstKeys('help'),
      isSeparated: true,
      run: () => openOverlay('shortcuts'),
    },
    { label: words('operators'), run: () => openOverlay('operators') },
    { label: words('reference'), run: () => void open('/docs/', '_blank', 'noreferrer') },
    { label: words('about'), run: () => openOverlay('about') },
  ]
}

// Zulip's `color_scheme`.
const AUTOMATIC = 1
const DARK = 2
const LIGHT = 3

function themeItem(scheme: number, name: string, label: string): AnchoredItem {
  return {
    label,
    isChecked: theme.peek() === name,
    run: () => void attempt(() => api('PATCH', '/settings', { color_scheme: scheme })),
  }
}

function languageItem(code: string, name: Language, label: string): AnchoredItem {
  return {
    label,
    isChecked: language.peek() === name,
    run: () => {
      chooseLanguage(name)
      void attempt(() => api('PATCH', '/settings', { default_language: code }))
    },
  }
}

function go(address: string): void {
  void navigate(address)
}
