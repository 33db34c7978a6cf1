import { relative } from 'node:path'

import { changedFiles, reachedTests } from '../house/import-graph.ts'
import { ROOT } from './root.ts'
import type { TestFile, Tier } from './test-file.ts'
import { testFiles } from './test-files.ts'

/** What a change asks for. */
interface Changed {
  /** From the root of the repository; what was deleted is not among them. */
  readonly changed: readonly string[]
  readonly files: readonly TestFile[]
}

/**
 * The test files of a tier that reach a file changed since a commit, committed or not, by what they import; and how many
 * of the other tier there would be is told.
 */
export async function changedTests(base: string, tier: Tier): Promise<Changed> {
  const changed = changedFiles(base)
  const all = await testFiles([])
  const reached = new Set(
    reachedTests(
      changed,
      all.map(({ path }) => relative(ROOT, path)),
    ),
  )
  const found = all.filter(({ path }) => reached.has(relative(ROOT, path)))
  const files = found.filter((file) => file.tier === tier)
  process.stdout.write(
    `${changed.length} files changed since ${base}: ${files.length} test files reach them, and ${found.length - files.length} of the other tier.\n`,
  )
  return { changed, files }
}
