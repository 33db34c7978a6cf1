import { findPage, type FoundPage, type PageRoute } from '@oficina/web/page-routes.ts'

interface ConsolePage extends PageRoute {
  /** Messages are written below it. */
  readonly hasCompose?: true
  /** It takes the whole width: no people at the right. */
  readonly isWide?: true
}

/** THE list of pages. Each is loaded when it is first opened. The first pattern that fits an address wins. */
export const PAGES: readonly ConsolePage[] = [
  {
    pattern: '/narrow/*',
    load: async () => (await import('../feed/feed-page.tsx')).FeedPage,
    hasCompose: true,
  },
  {
    pattern: '/inbox',
    load: async () => (await import('../inbox/inbox-page.tsx')).InboxPage,
    hasCompose: true,
  },
  {
    pattern: '/recent',
    load: async () => (await import('../recent/recent-page.tsx')).RecentPage,
    hasCompose: true,
  },
  {
    pattern: '/topics/channel/:channel',
    load: async () => (await import('../topics/topics-page.tsx')).TopicsPage,
    hasCompose: true,
  },
  {
    pattern: '/drafts',
    load: async () => (await import('../overview/drafts-page.tsx')).DraftsPage,
  },
  {
    pattern: '/scheduled',
    load: async () => (await import('../overview/scheduled-page.tsx')).ScheduledPage,
  },
  {
    pattern: '/reminders',
    load: async () => (await import('../overview/reminders-page.tsx')).RemindersPage,
  },
  {
    pattern: '/settings/:section?',
    load: async () => (await import('../settings/settings-page.tsx')).SettingsPage,
    isWide: true,
  },
  {
    pattern: '/organization/:section?',
    load: async () => (await import('../settings/organization-page.tsx')).OrganizationPage,
    isWide: true,
  },
  {
    pattern: '/channels/*',
    load: async () => (await import('../settings/channels-page.tsx')).ChannelsPage,
    isWide: true,
  },
  {
    pattern: '/groups/*',
    load: async () => (await import('../settings/groups-page.tsx')).GroupsPage,
    isWide: true,
  },
  {
    pattern: '/user/:id/*',
    load: async () => (await import('../people/user-page.tsx')).UserPage,
  },
  {
    pattern: '/accounts',
    load: async () => (await import('../session/accounts-page.tsx')).AccountsPage,
    isWide: true,
  },
]

export function pageOf(path: string): FoundPage<ConsolePage> | undefined {
  return findPage(PAGES, path)
}
