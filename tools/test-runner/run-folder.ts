import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { createLog } from '@oficina/kit/log.ts'
import { startEmbeddedPostgres } from '@oficina/postgres/embedded-postgres.ts'

import { descendantsOf } from './descendants.ts'
import { memoryFolder } from './memory-folder.ts'
import { endingAll } from './release-on-signal.ts'

// PostgreSQL may run as another user, who must be able to enter.
const OTHERS_MAY_PASS = 0o711

/**
 * Runs `work` with a folder of this run alone, which is removed afterwards. With it come temporary files, what all test
 * files share, compiled code, and a PostgreSQL server, in memory if there is enough, unless `TEST_DATABASE_URL` already
 * names one. The processes that `work` starts find all of it in their environment.
 */
export async function withRunFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  return await endingAll(async (held) => {
    const folder = await mkdtemp(join(tmpdir(), 'oficina-test-run-'))
    const inMemory = await memoryFolder()
    const folders = inMemory === undefined ? [folder] : [folder, inMemory]
    const remove = async () => {
      for (const one of folders) await rm(one, { recursive: true, force: true })
    }
    held.release = remove
    for (const one of folders) await chmod(one, OTHERS_MAY_PASS)
    const inside = async (name: string) => {
      await mkdir(join(folder, name), { mode: OTHERS_MAY_PASS })
      return join(folder, name)
    }
    process.env['TMPDIR'] = await inside('tmp')
    process.env['TEST_CACHE_DIR'] = await inside('cache')
    // A third of a test file's processor time went into compiling the same sources again.
    process.env['NODE_COMPILE_CACHE'] = await inside('compiled')
    const batches = await inside('batches')
    if (process.env['TEST_DATABASE_URL'] !== undefined) return await work(batches)
    const dataDir = inMemory ?? (await inside('database'))
    const log = createLog({ service: 'tests', level: 'warn', format: 'json' })
    const server = await startEmbeddedPostgres({ dataDir, log, durability: 'throw-away' })
    held.release = () => server.stop().then(remove)
    held.kept = await descendantsOf(process.pid)
    process.env['TEST_DATABASE_URL'] = server.url('postgres')
    return await work(batches)
  })
}
