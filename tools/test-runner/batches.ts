import { writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ROOT } from './root.ts'
import type { TestFile } from './test-file.ts'

// Starting Node, reading a service's sources and starting the service that its files share takes as long as the tests of
// many a file. With more in a batch, the last batch would run late, on one processor alone.
const BATCH_SECONDS = 128

interface Batch {
  readonly files: TestFile[]
  seconds: number
}

/**
 * Groups the test files of a service, of the packages and of the tools into batches; those with pages of a browser have
 * batches of their own. A batch runs in one process: one file after another, each as a suite with its own set-up and
 * teardown, and the files share what the process holds, such as a service. A file that needs a process of its own has one.
 * A file goes into the first batch of its kind that has room for it, so that those that come last fill what long ones left.
 * @returns the files to run, in the order of the first of each batch, written to `folder`
 */
export async function inBatches(
  files: readonly TestFile[],
  folder: string,
): Promise<readonly string[]> {
  const runs: Batch[] = []
  const open = new Map<string, Batch[]>()
  for (const file of files) {
    const kind = `${file.area} ${file.hasPages ? 'in a browser' : ''}`
    const batches = file.isAlone ? [] : (open.get(kind) ?? [])
    const room = batches.find(({ seconds }) => seconds + file.seconds <= BATCH_SECONDS)
    if (room !== undefined) {
      room.files.push(file)
      room.seconds += file.seconds
      continue
    }
    const begun = { files: [file], seconds: file.seconds }
    runs.push(begun)
    if (!file.isAlone) open.set(kind, [...batches, begun])
  }
  return await Promise.all(
    runs.map(({ files: run }, index) => writeBatch(run, join(folder, `${index}.test.ts`))),
  )
}

async function writeBatch(batch: readonly TestFile[], file: string): Promise<string> {
  const suites = batch.map(({ path }) => {
    const [name, url] = [relative(ROOT, path), pathToFileURL(path).href].map((text) =>
      JSON.stringify(text),
    )
    return `describe(${name}, async () => { await import(${url}) })`
  })
  await writeFile(file, `import { describe } from 'node:test'\n${suites.join('\n')}\n`)
  return file
}
