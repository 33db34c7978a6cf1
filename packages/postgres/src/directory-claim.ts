import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const CLAIM = 'owner.pid'

/**
 * Claims a directory for this process alone, taking over the claim of a process that no longer runs.
 * @throws Error that names the directory and the process that holds it
 */
export async function claimDirectory(folder: string, what: string): Promise<void> {
  const file = join(folder, CLAIM)
  for (let attempt = 0; attempt < 3; attempt += 1) {
    if (await writeClaim(file)) return
    const owner = await ownerOf(folder)
    if (owner > 0 && owner !== process.pid && isAlive(owner)) {
      throw new Error(
        `${what} ${folder} is in use by process ${owner}; stop it, or set DATA_DIR or DATABASE_URL`,
      )
    }
    await rm(file, { force: true })
  }
  throw new Error(`${what} ${folder} cannot be claimed; try again`)
}

/** Whether a live process holds the directory. */
export async function isClaimed(folder: string): Promise<boolean> {
  const owner = await ownerOf(folder)
  return owner > 0 && isAlive(owner)
}

async function ownerOf(folder: string): Promise<number> {
  return Number((await readFile(join(folder, CLAIM), 'utf8').catch(() => '')).trim())
}

export async function releaseDirectory(folder: string): Promise<void> {
  await rm(join(folder, CLAIM), { force: true })
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs, as another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

async function writeClaim(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
