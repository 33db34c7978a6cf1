import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { ROOT } from './root.ts'
import type { FileTime } from './run-tests.ts'

const FILE = new URL('long-files.json', import.meta.url)
// What takes less is placed well enough by its kind.
const LONG_SECONDS = 8

/** The files that took long when their tier was last measured, by path from the root of the repository, in seconds. */
export async function longFiles(): Promise<ReadonlyMap<string, number>> {
  // Written by `keepLongFiles`.
  return new Map(Object.entries(JSON.parse(await readFile(FILE, 'utf8')) as Record<string, number>))
}

/** Keeps what a run measured; what is known of other files stays, as long as there are such files. */
export async function keepLongFiles(times: readonly FileTime[]): Promise<void> {
  const left = new Map(await longFiles())
  for (const { file } of times) left.delete(file)
  for (const file of left.keys()) if (!existsSync(join(ROOT, file))) left.delete(file)
  const measured = times.map(({ file, ms }) => [file, Math.round(ms / 1_000)] as const)
  const long = measured.filter(([, seconds]) => seconds >= LONG_SECONDS)
  const sorted = [...left, ...long].toSorted(([a], [b]) => (a < b ? -1 : 1))
  await writeFile(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
}
