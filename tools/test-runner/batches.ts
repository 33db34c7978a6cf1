import { readFile, writeFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ROOT } from './root.ts'

// Starting Node and reading a service's sources takes as long as the tests of many a file. With more files in a batch,
// the last batch would run late, on one processor alone.
const BATCH_WEIGHT = 32
// A file with pages takes as long as several others, but its process bundles a console and starts a browser too.
const BROWSER_WEIGHT = 4
const BROWSER = /from '(?:\.\/|\.\.\/)+console-fixture\.ts'/
const ALONE = /^\/\/ A process of its own: ./m

interface Batch {
  readonly files: string[]
  weight: number
}

/**
 * Groups the test files of a service, of the packages and of the tools into batches; those with pages of a browser have
 * batches of their own. A batch runs in one process: one file after another, each as a suite with its own set-up and
 * teardown. A file that changes what all in a process share runs alone and says so in a comment: `A process of its own:`
 * and why.
 * @returns the files to run, in the order of the first of each batch; those of batches are written to `folder`
 */
export async function inBatches(
  files: readonly string[],
  folder: string,
  root = ROOT,
): Promise<readonly string[]> {
  const runs: Batch[] = []
  const open = new Map<string, Batch>()
  for (const file of files) {
    const text = await readFile(file, 'utf8')
    const weight = BROWSER.test(text) ? BROWSER_WEIGHT : 1
    const kind = `${areaOf(relative(root, file))} ${weight}`
    const batch = ALONE.test(text) ? undefined : open.get(kind)
    if (batch !== undefined && batch.weight + weight <= BATCH_WEIGHT) {
      batch.files.push(file)
      batch.weight += weight
      continue
    }
    const begun = { files: [file], weight }
    runs.push(begun)
    if (!ALONE.test(text)) open.set(kind, begun)
  }
  return await Promise.all(
    runs.map(({ files: run }, index) => fileOf(run, join(folder, `${index}.test.ts`))),
  )
}

/** A service, or all packages or tools: what loads the same sources. */
function areaOf(file: string): string {
  const [top = '', name = ''] = file.split(sep)
  return top === 'services' ? name : top
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
