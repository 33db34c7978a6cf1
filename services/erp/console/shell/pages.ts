import type { ComponentType } from 'preact'

/** What an address gives its page: the parts of the pattern that have a name, and what is asked after `?`. */
export interface PageProps {
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
}

interface PageRoute {
  readonly pattern: string
  readonly load: () => Promise<ComponentType<PageProps>>
}

/** THE list of pages. Each is loaded when it is first opened. The first pattern that fits an address wins. */
export const PAGES: readonly PageRoute[] = [
  { pattern: '/', load: async () => (await import('../home/home-page.tsx')).HomePage },
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
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(value)
    else if (part !== value) return undefined
  }
  return params
}
