import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ROOT } from './root.ts'

// Starting Node and reading a service's sources takes as long as the tests of many a file. With more files in a batch,
// the last batch would run late, on one processor alone.
const BATCH_SIZE = 8
const SERVICE = /from '(?:\.\/|\.\.\/)+(?<fixture>erp-service|chat-service|http-fixture)\.ts'/
const ALONE = /^\/\/ A process of its own: ./m

/**
 * Groups test files that start the same service, or start none and lie in the same folder, into batches. A batch runs
 * in one process: one file after another, each as a suite with its own set-up and teardown. A file that changes what
 * all in a process share runs alone and says so in a comment: `A process of its own:` and why.
 * @returns the files to run, in the order of the first of each batch; those of batches are written to `folder`
 */
export async function inBatches(
  files: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const runs: string[][] = []
  const open = new Map<string, string[]>()
  for (const file of files) {
    const kind = kindOf(file, await readFile(file, 'utf8'))
    const batch = kind === undefined ? undefined : open.get(kind)
    if (batch !== undefined && batch.length < BATCH_SIZE) {
      batch.push(file)
      continue
    }
    const begun = [file]
    runs.push(begun)
    if (kind !== undefined) open.set(kind, begun)
  }
  return await Promise.all(runs.map((run, index) => fileOf(run, join(folder, `${index}.test.ts`))))
}

/** What the files of a batch have in common; undefined for a file that must run alone. */
function kindOf(file: string, text: string): string | undefined {
  if (ALONE.test(text)) return undefined
  return SERVICE.exec(text)?.groups?.['fixture'] ?? dirname(file)
}

async function fileOf(batch: readonly string[], file: string): Promise<string> {
  const [only = ''] = batch
  if (batch.length === 1) return only
  const suites = batch.map((one) => {
    const [name, url] = [relative(ROOT, one), pathToFileURL(one).href].map((text) =>
      JSON.stringify(text),
    )
    return `describe(${name}, async () => { await import(${url}) })`
  })
  await writeFile(file, `import { describe } from 'node:test'\n${suites.join('\n')}\n`)
  return file
}
