import settingsIcon from 'lucide-static/icons/settings-2.svg'
import { Icon } from '@oficina/web/icon.tsx'
import { chooseLanguage, language, type Language } from '@oficina/web/language.ts'
import { Link } from '@oficina/web/link.tsx'
import { Menu, type MenuItem } from '@oficina/web/menu.tsx'
import { chooseTheme, theme, type Theme } from '@oficina/web/theme.ts'

import { access, lock } from '../session/access.ts'
import { words } from '../words/shell.ts'

/** The way home, how the page looks and speaks, and the way out. */
export function Bar({ onHelp }: { readonly onHelp: () => void }) {
  return (
    <header class="bar">
      <Link to="/" class="brand">
        Oficina <small>{words('documents')}</small>
      </Link>
      <span class="grow" />
      <a class="bar-link" href="/docs/">
        {words('reference')}
      </a>
      <Menu kind="quiet" items={items(onHelp)}>
        <Icon svg={settingsIcon} />
        <span class="hidden">{words('menu')}</span>
      </Menu>
    </header>
  )
}

function items(onHelp: () => void): readonly MenuItem[] {
  const out: MenuItem = { label: words('forgetKey'), isSeparated: true, run: () => lock(false) }
  return [
    { label: words('shortcuts'), run: onHelp },
    { ...languageItem('es-MX', 'Español'), isSeparated: true },
    languageItem('en', 'English'),
    { ...themeItem('system', words('themeSystem')), isSeparated: true },
    themeItem('light', words('themeLight')),
    themeItem('dark', words('themeDark')),
    ...(access.value.kind === 'key' ? [out] : []),
  ]
}

function languageItem(chosen: Language, label: string): MenuItem {
  return { label, isChecked: language.value === chosen, run: () => chooseLanguage(chosen) }
}

function themeItem(chosen: Theme, label: string): MenuItem {
  return { label, isChecked: theme.value === chosen, run: () => chooseTheme(chosen) }
}
