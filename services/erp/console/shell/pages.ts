import { findPage, type FoundPage, type PageRoute } from '@oficina/web/page-routes.ts'

import { mayAdminister } from '../admin/may-administer.ts'
import { words } from '../words/shell.ts'

export interface ConsolePage extends PageRoute {
  /** Has the page in the menu and in the palette; of a page whose address has no named parts. */
  readonly menu?: PageMenu
  /** Visits are among the recents: there is a way back that is worth keeping. */
  readonly isKept?: true
}

export interface PageMenu {
  readonly label: () => string
  /** Of Lucide. */
  readonly icon?: string
  /** Whether this person has it; absent: everybody. Signals that it reads are followed. */
  readonly isShown?: () => boolean
}

/** THE list of pages. Each is loaded when it is first opened. The first pattern that fits an address wins. */
export const PAGES: readonly ConsolePage[] = [
  {
    pattern: '/',
    load: async () => (await import('../home/home-page.tsx')).HomePage,
    menu: { label: () => words('home') },
  },
  {
    pattern: '/start',
    load: async () => (await import('../start/start-page.tsx')).StartPage,
    menu: { label: () => words('start'), isShown: mayAdminister },
  },
  {
    pattern: '/start/catalogs',
    load: async () => (await import('../start/catalogs-page.tsx')).CatalogsPage,
  },
  {
    pattern: '/start/cfdi',
    load: async () => (await import('../start/cfdi-page.tsx')).CfdiPage,
  },
  {
    pattern: '/account',
    load: async () => (await import('../account/account-page.tsx')).AccountPage,
  },
  {
    pattern: '/m/:modelo',
    load: async () => (await import('../list/list-page.tsx')).ListPage,
    isKept: true,
  },
  {
    pattern: '/m/:modelo/import',
    load: async () => (await import('../list/import/import-page.tsx')).ImportPage,
  },
  {
    pattern: '/m/:modelo/new',
    load: async () => (await import('../record/record-page.tsx')).RecordPage,
  },
  {
    pattern: '/m/:modelo/:id',
    load: async () => (await import('../record/record-page.tsx')).RecordPage,
    isKept: true,
  },
  {
    pattern: '/reports',
    load: async () => (await import('../reports/reports-page.tsx')).ReportsPage,
    menu: { label: () => words('reports') },
  },
  {
    pattern: '/reports/sent',
    load: async () => (await import('../sendings/sendings-page.tsx')).SendingsPage,
  },
  {
    pattern: '/reports/:name',
    load: async () => (await import('../reports/report-page.tsx')).ReportPage,
    isKept: true,
  },
  {
    pattern: '/manual',
    load: async () => (await import('../manual/manual-page.tsx')).ManualPage,
    menu: { label: () => words('manual') },
  },
  {
    pattern: '/manual/:page',
    load: async () => (await import('../manual/manual-page.tsx')).ManualPage,
  },
  {
    pattern: '/admin',
    load: async () => (await import('../admin/admin-page.tsx')).AdminPage,
    menu: { label: () => words('administration'), isShown: mayAdminister },
  },
  {
    pattern: '/admin/users',
    load: async () => (await import('../admin/users-page.tsx')).UsersPage,
  },
  {
    pattern: '/admin/profiles',
    load: async () => (await import('../admin/profiles-page.tsx')).ProfilesPage,
  },
  {
    pattern: '/admin/profiles/:id',
    load: async () => (await import('../admin/profile-page.tsx')).ProfilePage,
  },
  {
    pattern: '/admin/sessions',
    load: async () => (await import('../admin/sessions-page.tsx')).SessionsPage,
  },
  {
    pattern: '/admin/keys',
    load: async () => (await import('../admin/keys-page.tsx')).KeysPage,
  },
  {
    pattern: '/admin/outbox',
    load: async () => (await import('../admin/outbox-page.tsx')).OutboxPage,
  },
  {
    pattern: '/admin/imports',
    load: async () => (await import('../admin/imports-page.tsx')).ImportsPage,
  },
  {
    pattern: '/admin/dictionary',
    load: async () => (await import('../admin/dictionary-page.tsx')).DictionaryPage,
  },
  {
    pattern: '/admin/dictionary/:modelo',
    load: async () => (await import('../admin/model-page.tsx')).ModelPage,
  },
]

export function pageOf(path: string): FoundPage<ConsolePage> | undefined {
  return findPage(PAGES, path)
}
