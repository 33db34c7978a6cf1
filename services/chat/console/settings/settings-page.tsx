import bellIcon from 'lucide-static/icons/bell.svg'
import botIcon from 'lucide-static/icons/bot.svg'
import fileIcon from 'lucide-static/icons/file.svg'
import hashIcon from 'lucide-static/icons/hash.svg'
import keyboardIcon from 'lucide-static/icons/keyboard.svg'
import lockIcon from 'lucide-static/icons/lock.svg'
import sirenIcon from 'lucide-static/icons/siren.svg'
import slidersIcon from 'lucide-static/icons/sliders-horizontal.svg'
import userXIcon from 'lucide-static/icons/user-x.svg'
import userIcon from 'lucide-static/icons/user.svg'
import type { PageProps } from '@oficina/web/page-routes.ts'

import { words } from '../words/personal.ts'
import { words as shared } from '../words/settings.ts'
import { isGuest } from './controls/may.ts'
import { SettingsFrame, type SettingsSection } from './frame/settings-frame.tsx'

const SECTIONS: readonly SettingsSection[] = [
  {
    key: 'profile',
    icon: userIcon,
    label: () => words('profile'),
    load: async () => (await import('./personal/profile-section.tsx')).ProfileSection,
  },
  {
    key: 'account-and-privacy',
    icon: lockIcon,
    label: () => words('account'),
    load: async () => (await import('./personal/account-section.tsx')).AccountSection,
  },
  {
    key: 'preferences',
    icon: slidersIcon,
    label: () => words('preferences'),
    load: async () => (await import('./personal/preferences-section.tsx')).PreferencesSection,
  },
  {
    key: 'notifications',
    icon: bellIcon,
    label: () => words('notifications'),
    load: async () => (await import('./personal/notifications-section.tsx')).NotificationsSection,
  },
  {
    key: 'keyboard-shortcuts',
    icon: keyboardIcon,
    label: () => words('keyboard'),
    load: async () => (await import('../keys/keyboard-settings.tsx')).KeyboardSettings,
  },
  {
    key: 'alert-words',
    icon: sirenIcon,
    label: () => words('alertWords'),
    load: async () => (await import('./personal/alert-words-section.tsx')).AlertWordsSection,
  },
  {
    key: 'topics',
    icon: hashIcon,
    label: () => words('topics'),
    load: async () => (await import('./personal/topics-section.tsx')).TopicsSection,
  },
  {
    key: 'muted-users',
    icon: userXIcon,
    label: () => words('mutedUsers'),
    load: async () => (await import('./personal/muted-users-section.tsx')).MutedUsersSection,
  },
  {
    key: 'uploaded-files',
    icon: fileIcon,
    label: () => words('files'),
    load: async () => (await import('./personal/files-section.tsx')).FilesSection,
  },
  {
    key: 'bots',
    icon: botIcon,
    label: () => words('bots'),
    isShown: () => !isGuest(),
    load: async () => (await import('./bots/own-bots-section.tsx')).OwnBotsSection,
  },
]

/** What a person decides for themselves. */
export function SettingsPage({ params }: PageProps) {
  return (
    <SettingsFrame
      title={shared('settings')}
      base="/settings"
      sections={SECTIONS}
      chosen={params['section']}
    />
  )
}
