import type { PageRoute } from '@oficina/web/page-routes.ts'

/** THE list of pages. Each is loaded when it is first opened. The first pattern that fits an address wins. */
export const PAGES: readonly PageRoute[] = [
  {
    pattern: '/',
    load: async () => (await import('../templates/templates-page.tsx')).TemplatesPage,
  },
  {
    pattern: '/t/:slug',
    load: async () => (await import('../template/template-page.tsx')).TemplatePage,
  },
]
