import badgeIcon from 'lucide-static/icons/badge-info.svg'
import botIcon from 'lucide-static/icons/bot.svg'
import buildingIcon from 'lucide-static/icons/building-2.svg'
import downloadIcon from 'lucide-static/icons/download.svg'
import folderIcon from 'lucide-static/icons/folder.svg'
import hashIcon from 'lucide-static/icons/hash.svg'
import idIcon from 'lucide-static/icons/id-card.svg'
import keyIcon from 'lucide-static/icons/key-round.svg'
import linkIcon from 'lucide-static/icons/link.svg'
import mailIcon from 'lucide-static/icons/mail.svg'
import playIcon from 'lucide-static/icons/play.svg'
import shieldIcon from 'lucide-static/icons/shield.svg'
import slidersIcon from 'lucide-static/icons/sliders-horizontal.svg'
import smileIcon from 'lucide-static/icons/smile.svg'
import usersIcon from 'lucide-static/icons/users.svg'
import type { PageProps } from '@oficina/web/page-routes.ts'

import { words } from '../words/administration.ts'
import { words as shared } from '../words/settings.ts'
import { isAdmin, isGuest, may } from './controls/may.ts'
import { SettingsFrame, type SettingsSection } from './frame/settings-frame.tsx'

const SECTIONS: readonly SettingsSection[] = [
  {
    key: 'profile',
    icon: buildingIcon,
    label: () => words('profile'),
    load: async () =>
      (await import('./organization/realm-profile-section.tsx')).RealmProfileSection,
  },
  {
    key: 'settings',
    icon: slidersIcon,
    label: () => words('settings'),
    load: async () =>
      (await import('./organization/realm-settings-section.tsx')).RealmSettingsSection,
  },
  {
    key: 'permissions',
    icon: shieldIcon,
    label: () => words('permissions'),
    load: async () => (await import('./organization/permissions-section.tsx')).PermissionsSection,
  },
  {
    key: 'users',
    icon: usersIcon,
    label: () => words('users'),
    isShown: () => !isGuest(),
    load: async () => (await import('./organization/people-section.tsx')).PeopleSection,
  },
  {
    key: 'invitations',
    icon: mailIcon,
    label: () => words('invitations'),
    isShown: () =>
      isAdmin() || may('can_invite_users_group') || may('create_multiuse_invite_group'),
    load: async () => (await import('./invitations/invitations-section.tsx')).InvitationsSection,
  },
  {
    key: 'bots',
    icon: botIcon,
    label: () => words('bots'),
    isShown: () => !isGuest(),
    load: async () => (await import('./bots/all-bots-section.tsx')).AllBotsSection,
  },
  {
    key: 'default-channels',
    icon: hashIcon,
    label: () => words('defaultChannels'),
    isShown: () => !isGuest(),
    load: async () =>
      (await import('./organization/default-channels-section.tsx')).DefaultChannelsSection,
  },
  {
    key: 'channel-folders',
    icon: folderIcon,
    label: () => words('folders'),
    load: async () => (await import('./organization/folders-section.tsx')).FoldersSection,
  },
  {
    key: 'emoji',
    icon: smileIcon,
    label: () => words('emoji'),
    load: async () => (await import('./organization/emoji-section.tsx')).EmojiSection,
  },
  {
    key: 'linkifiers',
    icon: linkIcon,
    label: () => words('linkifiers'),
    load: async () => (await import('./organization/linkifiers-section.tsx')).LinkifiersSection,
  },
  {
    key: 'playgrounds',
    icon: playIcon,
    label: () => words('playgrounds'),
    load: async () => (await import('./organization/playgrounds-section.tsx')).PlaygroundsSection,
  },
  {
    key: 'profile-fields',
    icon: idIcon,
    label: () => words('profileFields'),
    load: async () =>
      (await import('./organization/profile-fields-section.tsx')).ProfileFieldsSection,
  },
  {
    key: 'default-settings',
    icon: badgeIcon,
    label: () => words('defaults'),
    isShown: isAdmin,
    load: async () => (await import('./organization/defaults-section.tsx')).DefaultsSection,
  },
  {
    key: 'authentication',
    icon: keyIcon,
    label: () => words('authentication'),
    load: async () =>
      (await import('./organization/authentication-section.tsx')).AuthenticationSection,
  },
  {
    key: 'exports',
    icon: downloadIcon,
    label: () => words('exports'),
    isShown: isAdmin,
    load: async () => (await import('./organization/exports-section.tsx')).ExportsSection,
  },
]

/** What holds for everybody of the organization; who may not change it may read it. */
export function OrganizationPage({ params }: PageProps) {
  return (
    <SettingsFrame
      title={shared('organization')}
      base="/organization"
      sections={SECTIONS}
      chosen={params['section']}
    />
  )
}
