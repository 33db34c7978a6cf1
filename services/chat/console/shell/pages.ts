import type { ComponentType } from 'preact'

/** What an address gives its page. */
export interface PageProps {
  /** The whole address, such as `/narrow/channel/9-general`. */
  readonly path: string
  /** The parts of the pattern that have a name. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

interface PageRoute {
  /** Such as `/settings/:section?`: a part that begins with `:` takes anything; one that ends in `?` may be missing, `*` is the rest. */
  readonly pattern: string
  readonly load: () => Promise<ComponentType<PageProps>>
  /** Messages are written below it. */
  readonly hasCompose?: true
  /** It takes the whole width: no people at the right. */
  readonly isWide?: true
}

/** THE list of pages. Each is loaded when it is first opened. The first pattern that fits an address wins. */
const PAGES: readonly PageRoute[] = [
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

export interface FoundPage {
  readonly route: PageRoute
  readonly params: Readonly<Record<string, string>>
}

export function pageOf(path: string): FoundPage | undefined {
  for (const route of PAGES) {
    const params = matched(route.pattern, path)
    if (params !== undefined) return { route, params }
  }
  return undefined
}

function matched(pattern: string, path: string): Readonly<Record<string, string>> | undefined {
  const given = path.split('/')
  const params: Record<string, string> = {}
  const wanted = pattern.split('/')
  for (const [index, part] of wanted.entries()) {
    if (part === '*') return { ...params, rest: given.slice(index).join('/') }
    const value = given[index]
    if (part.startsWith(':')) {
      const name = part.slice(1).replace('?', '')
      if (value === undefined && !part.endsWith('?')) return undefined
      if (value !== undefined) params[name] = decoded(value)
    } else if (part !== value) return undefined
  }
  return given.length > wanted.length ? undefined : params
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
