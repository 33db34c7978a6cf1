import { mkdir, mkdtemp, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of the test's own, for mails and files, in which the caches of all tests are found too. */
export async function ownDataDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'oficina-erp-data-'))
  await shareCaches(folder)
  return folder
}

/** The compiled dictionary and the service's compiled code are the same for all test files of a run. */
export async function shareCaches(dataDir: string): Promise<void> {
  const shared = process.env['TEST_CACHE_DIR']
  if (shared === undefined) return
  await mkdir(join(shared, 'erp'), { recursive: true })
  await symlink(join(shared, 'erp'), join(dataDir, 'cache'))
}
