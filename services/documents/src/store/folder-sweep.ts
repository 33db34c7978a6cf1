import { lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

import type { Clock } from '@oficina/kit/clock.ts'

import { isCode } from './durable-files.ts'
import { parseSlug, type Slug } from './slug.ts'
import { GONE, LEASE, NEXT, PENDING, VERSIONS, type VersionChain } from './version-chain.ts'

const UNFINISHED_MS = 10 * 60 * 1_000

/** The names of all templates in a folder, also of those that were removed, in their order. */
export async function slugsIn(folder: string): Promise<readonly Slug[]> {
  // A plain directory that is on its way to the versions has its name only among what follows, and may get its link
  // back between the first two looks.
  const names = [
    ...(await readdir(folder)),
    ...(await namesIn(join(folder, NEXT))),
    ...(await readdir(folder)),
  ]
  return [...new Set(names)].toSorted().flatMap((name) => parseSlug(name) ?? [])
}

/**
 * Removes what a killed process left ten minutes ago or longer, and what nothing leads to any more. Old leases and
 * pending links go first: after that nobody who stood still can still make use of what goes next. What may go is listed
 * before it is looked up who is at work, and where links lead, since what is forgotten by then is not found again.
 */
export async function sweepFolder(folder: string, chain: VersionChain, now: Clock): Promise<void> {
  const inNext = join(folder, NEXT)
  const inVersions = join(folder, VERSIONS)
  const isOld = async (path: string) => {
    const found = await lstat(path).catch(() => undefined)
    return found !== undefined && now() - found.ctimeMs > UNFINISHED_MS
  }
  const removeOld = async (path: string) => {
    if (await isOld(path)) await rm(path, { recursive: true, force: true })
  }
  for (const name of await namesIn(inNext))
    if (name.endsWith(LEASE)) await removeOld(join(inNext, name))
  for (const name of await namesIn(inVersions))
    if (name.endsWith(PENDING) || name.endsWith(GONE)) await removeOld(join(inVersions, name))

  const versions = (await namesIn(inVersions)).filter((name) => !isPassing(name))
  const followed = (await namesIn(inNext)).filter((name) => !isPassing(name))
  const used = await usedNames(folder, chain, versions)
  for (const version of versions) {
    if (!used.versions.has(version) && (await isOld(join(inVersions, version))))
      await chain.discard(version)
  }
  const forgotten = followed.filter(
    (name) => !used.followed.has(name) && !used.slugs.has(slugOf(name)),
  )
  // The links have led elsewhere for long; now they do so on the disk as well.
  if (forgotten.length > 0) await chain.sync('links')
  for (const name of forgotten) {
    // Who still has the name of a version must not find that nothing follows while its files are there.
    const isThere = (await lstat(join(inVersions, name)).catch(() => undefined)) !== undefined
    if (!isThere) await removeOld(join(inNext, name))
  }
}

interface Used {
  /** Whose files hold, or are being written. */
  readonly versions: ReadonlySet<string>
  /** On the way to them from where a link leads, or may yet lead. */
  readonly followed: ReadonlySet<string>
  /** Of changes that are under way. */
  readonly slugs: ReadonlySet<string>
}

async function usedNames(
  folder: string,
  chain: VersionChain,
  candidates: readonly string[],
): Promise<Used> {
  const leases = (await namesIn(join(folder, NEXT)))
    .filter((name) => name.endsWith(LEASE))
    .map((name) => name.slice(0, -LEASE.length))
  const pending = (await namesIn(join(folder, VERSIONS)))
    .filter((name) => name.endsWith(PENDING))
    .map((name) => name.slice(0, name.lastIndexOf('.', name.length - PENDING.length - 1)))
  const versions = new Set(leases)
  const followed = new Set<string>()
  const paths = pending.map((version) => chain.pathFrom(version))
  // Also of whatever might go: no directory says all its names while others change it.
  const ofCandidates = candidates.flatMap((version) => parseSlug(slugOf(version)) ?? [])
  for (const slug of new Set([...(await slugsIn(folder)), ...ofCandidates])) {
    await chain.finishAdoption(slug)
    // Somebody was killed before he turned the link.
    await chain.turn(slug).catch(() => undefined)
    paths.push(chain.path(slug))
  }
  for (const path of paths) {
    for (const version of path) followed.add(version)
    versions.add(path.at(-1) ?? '')
  }
  return { versions, followed, slugs: new Set(leases.map(slugOf)) }
}

function slugOf(version: string): string {
  return version.slice(0, version.indexOf('.'))
}

function isPassing(name: string): boolean {
  return name.endsWith(LEASE) || name.endsWith(PENDING) || name.endsWith(GONE)
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return []
    throw error
  })
}
