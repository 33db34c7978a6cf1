import { glob } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'

import { ROOT } from './root.ts'
import { PAGES_SECONDS, readTestFile, type TestFile, type Tier } from './test-file.ts'

// The slowest files start first, so that no processor waits at the end for one late file: the long ones of
// `long-files.json`, then these.
const LONGEST_FIRST = [
  'services/erp/test/console/accessibility',
  'services/chat/test/console/',
  'services/documents/test/office/',
  'services/erp/test/demo/demo.test.ts',
  'services/erp/test/actions/every/',
  'services/erp/test/console/',
  'services/erp/test/actions/',
  'services/erp/test/',
  'services/chat/test/',
  'tools/test/launcher',
]

/**
 * The test files below folders, or of the whole project when none is named, that are of a tier; and single files that
 * are named, of whatever tier.
 * @param tier both, where it is left out
 */
export async function testFiles(
  paths: readonly string[],
  tier?: Tier,
): Promise<readonly TestFile[]> {
  const folders = paths.length === 0 ? ['packages', 'services', 'tools'] : paths
  const found: TestFile[] = []
  for (const path of folders) {
    if (path.endsWith('.ts')) {
      found.push(await readTestFile(isAbsolute(path) ? path : join(ROOT, path)))
      continue
    }
    const below = await Promise.all((await testFilesBelow(path)).map((file) => readTestFile(file)))
    found.push(...below.filter((file) => tier === undefined || file.tier === tier))
  }
  return found.toSorted(
    (a, b) =>
      longSeconds(b) - longSeconds(a) || rank(a.path) - rank(b.path) || (a.path < b.path ? -1 : 1),
  )
}

async function testFilesBelow(folder: string): Promise<readonly string[]> {
  const cwd = join(ROOT, folder)
  const found = await Array.fromAsync(glob('**/*.test.ts', { cwd, exclude: isDependency }))
  return found.map((file) => join(cwd, file))
}

/** Of a file that takes longer than most with pages; what takes less is in the order of `LONGEST_FIRST`. */
function longSeconds({ seconds }: TestFile): number {
  return seconds > PAGES_SECONDS ? seconds : 0
}

function rank(file: string): number {
  const place = LONGEST_FIRST.findIndex((start) => relative(ROOT, file).startsWith(start))
  return place === -1 ? LONGEST_FIRST.length : place
}

function isDependency(name: string): boolean {
  return name === 'node_modules'
}
