import { readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'

import { longFiles } from './long-files.ts'
import { ROOT } from './root.ts'

/** `contract`: run before every push. `deep`: run on purpose, and by CI. */
export type Tier = 'contract' | 'deep'

/** What a test file says of itself. */
export interface TestFile {
  /** Absolute. */
  readonly path: string
  readonly tier: Tier
  /** Whether it changes what all in its process share, or takes as long as a batch of others. */
  readonly isAlone: boolean
  /** Whether a browser draws its pages. */
  readonly hasPages: boolean
  /** Whether it has pages that no browser draws. */
  readonly hasSmallPages: boolean
  /** A service, or all packages or tools: what loads the same sources. */
  readonly area: string
  /** About how long it takes beside others: what was measured of a long one, else what one of its kind takes. */
  readonly seconds: number
}

const DEEP = /^\/\/ Deep: ./m
const ALONE = /^\/\/ A process of its own: ./m
const PAGES = /\bstartConsole\b|\btestBrowser\b/
const SMALL_PAGES = /\bstartSmallConsole\b|\bsmallPages\b/
const SECONDS = 4
/** A file with pages takes as long as several others. */
export const PAGES_SECONDS = 16

/** Reads the marks of a test file: line comments that begin with `Deep:` or `A process of its own:` and say why. */
export async function readTestFile(path: string, root = ROOT): Promise<TestFile> {
  const text = await readFile(path, 'utf8')
  const hasPages = PAGES.test(text)
  const measured = (await longFiles()).get(relative(root, path))
  return {
    path,
    tier: DEEP.test(text) ? 'deep' : 'contract',
    isAlone: ALONE.test(text),
    hasPages,
    hasSmallPages: SMALL_PAGES.test(text),
    area: areaOf(relative(root, path)),
    seconds: measured ?? (hasPages ? PAGES_SECONDS : SECONDS),
  }
}

/** What a run sums its time by. */
export function kindOf({ area, hasPages, hasSmallPages }: TestFile): string {
  if (hasPages) return 'pages in a browser'
  return hasSmallPages ? 'pages without a browser' : area
}

/** @param path from the root of the repository */
function areaOf(path: string): string {
  const [top = '', name = ''] = path.split(sep)
  return top === 'services' ? name : top
}
