import { glob } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'

import { ROOT } from './root.ts'

// The slowest files start first, so that no processor waits at the end for one late file. Of the ERP's one alone: the
// others would wait for the database that it fills for all.
const LONGEST_FIRST = [
  'services/erp/test/console/accessibility',
  'services/chat/test/console/',
  'services/documents/test/office/',
  'services/erp/test/demo.test.ts',
  'services/erp/test/actions/every/',
  'services/erp/test/console/',
  'services/erp/test/actions/',
  'services/erp/test/',
  'services/chat/test/',
  'tools/test/launcher',
]

/** Absolute paths of the test files below folders or of single files; of all, when none is named. */
export async function testFiles(paths: readonly string[]): Promise<readonly string[]> {
  const folders = paths.length === 0 ? ['packages', 'services', 'tools'] : paths
  const found: string[] = []
  for (const path of folders) {
    if (path.endsWith('.ts')) found.push(isAbsolute(path) ? path : join(ROOT, path))
    else found.push(...(await testFilesBelow(path)))
  }
  return found.toSorted((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

async function testFilesBelow(folder: string): Promise<readonly string[]> {
  const found: string[] = []
  const cwd = join(ROOT, folder)
  for await (const file of glob('**/*.test.ts', { cwd, exclude: isDependency })) {
    found.push(join(cwd, file))
  }
  return found
}

function rank(file: string): number {
  const place = LONGEST_FIRST.findIndex((start) => relative(ROOT, file).startsWith(start))
  return place === -1 ? LONGEST_FIRST.length : place
}

function isDependency(name: string): boolean {
  return name === 'node_modules'
}
