import type { ComponentType } from 'preact'

/** What an address gives its page. */
export interface PageProps {
  /** The whole address, such as `/m/Compra/12`. */
  readonly path: string
  /** The parts of the pattern that have a name; what `*` stands for is `rest`. */
  readonly params: Readonly<Record<string, string>>
  /** What is asked after `?`. */
  readonly query: URLSearchParams
}

export interface PageRoute {
  /** Such as `/settings/:section?`: a part that begins with `:` takes anything; one that ends in `?` may be missing, `*` is the rest. */
  readonly pattern: string
  readonly load: () => Promise<ComponentType<PageProps>>
}

export interface FoundPage<R> {
  readonly route: R
  readonly params: Readonly<Record<string, string>>
}

/** The page of an address: the first whose pattern fits it. */
export function findPage<R extends PageRoute>(
  pages: readonly R[],
  path: string,
): FoundPage<R> | undefined {
  for (const route of pages) {
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
