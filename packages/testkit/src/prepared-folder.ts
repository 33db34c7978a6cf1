import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import pg from 'pg'

interface Preparation {
  readonly name: string
  /** Fills an empty folder and has let go of it when it is done; runs once for all test files of a run. */
  readonly prepare: (folder: string) => Promise<void>
}

const run = promisify(execFile)

/** Fills a folder with a copy of what `prepare` made for all test files; for a file that is run by hand it works there. */
export async function fillPrepared(folder: string, preparation: Preparation): Promise<void> {
  const shared = process.env['TEST_CACHE_DIR']
  const server = process.env['TEST_DATABASE_URL']
  if (shared === undefined || server === undefined) return await preparation.prepare(folder)
  const original = join(shared, preparation.name)
  await prepareOnce(original, server, preparation)
  // Node's own copying does not keep the owner, and PostgreSQL runs on nobody's files but its own.
  await run('cp', ['-a', `${original}/.`, folder])
}

async function prepareOnce(
  original: string,
  server: string,
  { name, prepare }: Preparation,
): Promise<void> {
  const turn = new pg.Client({ connectionString: server })
  await turn.connect()
  try {
    // Test files run at once; the first prepares, the others wait for it here. The end of the connection ends the lock.
    await turn.query('select pg_advisory_lock(hashtext($1))', [name])
    if (existsSync(original)) return
    const unfinished = `${original}.unfinished`
    await rm(unfinished, { recursive: true, force: true })
    await mkdir(unfinished)
    await prepare(unfinished)
    await rename(unfinished, original)
  } finally {
    await turn.end()
  }
}
