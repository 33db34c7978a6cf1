import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { link, lstat, mkdir, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { isCode, syncDirectory, type Disk } from './durable-files.ts'
import type { Slug } from './slug.ts'

export const VERSIONS = '.versions'
export const NEXT = '.next'
/** Ends of names: a change that is under way, a link before it is turned, a directory before it is removed. */
export const LEASE = '.new'
export const PENDING = '.link'
export const GONE = '.gone'

const REMOVED = '.removed'
const ADOPTED = '.plain'
const VERSION = /^[a-z0-9-]+\.[0-9a-f]{18}(?:\.plain)?(?:\.removed)?$/
// A path grows by one where somebody was killed before he turned the link; above the first bound it is turned first.
const LONG_PATH = 50
const MAX_PATH = 1_000
const MAX_TURNS = 3
// It was moved already; the last two where a person has put another directory there since.
const DONE_BY_ANOTHER = ['ENOENT', 'ENOTDIR', 'EEXIST', 'ENOTEMPTY'] as const

/**
 * Which version of a template follows which, in a folder that several processes write. `.next/<version>` names the
 * version that follows; it is made by linking a lease, `.next/<new version>.new`, to that name, which of many one
 * can do. `<slug>` is a link to a version, from which the last one is found: a short cut. Nothing waits for anybody,
 * and a process that is killed leaves nothing that stops another.
 * @source docs/decisions/0101-template-storage.md, Several processes
 */
export class VersionChain {
  readonly #folder: string
  readonly #disk: Disk

  constructor(folder: string, disk: Disk) {
    this.#folder = folder
    this.#disk = disk
  }

  newVersion(slug: Slug): string {
    return `${slug}.${randomBytes(9).toString('hex')}`
  }

  /** Where the files of a version are; of the slug itself, for a plain directory that a person put there. */
  folderOf(version: string): string {
    return version.includes('.') ? this.#version(version) : join(this.#folder, version)
  }

  /**
   * The versions from the one that the slug's link names to the one that holds; the slug itself for a plain directory.
   * Synchronous: microseconds instead of a hundred through the thread pool, at every render.
   */
  path(slug: Slug): readonly string[] {
    const first = this.#first(slug)
    if (first === undefined) return []
    return first === slug ? [slug] : this.pathFrom(first)
  }

  /** A version and what follows it. */
  pathFrom(version: string): readonly string[] {
    const path = [version]
    for (let next = this.#next(version); next !== undefined; next = this.#next(next)) {
      if (path.length >= MAX_PATH) throw new Error(`what follows ${version} does not end`)
      path.push(next)
    }
    return path
  }

  /** What holds: a version, a removal, the slug itself for a plain directory, or undefined where there is nothing. */
  end(slug: Slug): string | undefined {
    return this.path(slug).at(-1)
  }

  /**
   * Announces a change, before it is looked up what there is to change: nothing of the slug is forgotten while its
   * lease is there, and without it the version cannot be claimed for.
   */
  async lease(version: string, { removes }: { readonly removes: boolean }): Promise<void> {
    const made = await mkdir(join(this.#folder, NEXT), { recursive: true })
    if (made !== undefined) await this.sync('links')
    // A removal needs no space, for it may be what makes room.
    const text = removes ? '' : `${version}\n`
    await this.#disk.write(this.#lease(version), Buffer.from(text))
  }

  async hasLease(version: string): Promise<boolean> {
    return (await linksOf(this.#lease(version))) !== undefined
  }

  async release(version: string): Promise<void> {
    await rm(this.#lease(version), { force: true }).catch(() => undefined)
  }

  /** Makes the slug lead to its first version; false when it leads somewhere already. */
  async begin(slug: Slug, version: string): Promise<boolean> {
    return await unlessThere(() => symlink(join(VERSIONS, version), join(this.#folder, slug)))
  }

  /** Makes a version, or a removal, follow `current`; false when another does, or when the lease is gone. */
  async claim(current: string, version: string): Promise<boolean> {
    const lease = this.#lease(version)
    try {
      await link(lease, join(this.#folder, NEXT, current))
      return true
    } catch (error) {
      if (isCode(error, 'ENOENT')) return false
      if (!isCode(error, 'EEXIST')) throw error
      // A server of files may have done it, lost its answer and been asked again.
      return ((await linksOf(lease)) ?? 1) > 1
    }
  }

  /** Waits until the names are on the disk: of versions, of what follows what, or of the links of slugs. */
  async sync(names: typeof VERSIONS | typeof NEXT | 'links'): Promise<void> {
    await syncDirectory(names === 'links' ? this.#folder : join(this.#folder, names))
  }

  /** @throws Error of the file system when the path has become long and cannot be shortened */
  async shorten(slug: Slug): Promise<void> {
    if (this.path(slug).length > LONG_PATH) await this.turn(slug)
  }

  /**
   * Turns the slug's link to the version that holds. Who is late may turn it back; then the path is longer by one, and
   * leads to the same version.
   */
  async turn(slug: Slug): Promise<void> {
    for (let attempt = 1; attempt <= MAX_TURNS; attempt += 1) {
      const path = this.path(slug)
      const end = path.at(-1)
      if (end === undefined || path.length === 1) return
      const pending = await this.#pending(end)
      // Looked at again, because only from now on nothing that follows this version is forgotten.
      if (this.end(slug) === end) return await this.#point(slug, pending)
      await rm(pending, { force: true })
    }
  }

  /** Makes a plain directory that a person put there a version, so that others can follow it. */
  async adopt(slug: Slug): Promise<void> {
    const lease = this.newVersion(slug) + ADOPTED
    await this.lease(lease, { removes: false })
    try {
      await this.claim(slug, lease)
      await this.sync(NEXT)
      await this.finishAdoption(slug)
    } finally {
      await this.release(lease)
    }
  }

  /** What a killed process may have left half done; any number may do each step. */
  async finishAdoption(slug: Slug): Promise<void> {
    const version = this.#next(slug)
    if (version === undefined) return
    const path = join(this.#folder, slug)
    const found = await lstat(path).catch(() => undefined)
    if (found?.isSymbolicLink() === true && this.#first(slug) === slug) {
      await this.#adoptElsewhere(slug, version)
    } else {
      // With the slash only a directory is moved, and never the link that another has just put there.
      await rename(`${path}/`, this.#version(version)).catch((error: unknown) => {
        if (!isCode(error, ...DONE_BY_ANOTHER)) throw error
      })
      await this.begin(slug, version)
    }
    await this.sync('links')
    await rm(join(this.#folder, NEXT, slug), { force: true })
  }

  /** Takes a version's directory away in one step, so that nobody finds half of it, and then removes it. */
  async discard(version: string): Promise<void> {
    const gone = this.#version(version + GONE)
    await rename(this.#version(version), gone).catch(() => undefined)
    await rm(gone, { recursive: true, force: true }).catch(() => undefined)
  }

  /** A link to a directory elsewhere, which stays where it is. */
  async #adoptElsewhere(slug: Slug, version: string): Promise<void> {
    const target = await realpath(join(this.#folder, slug)).catch(() => undefined)
    if (target === undefined) return
    await unlessThere(() => symlink(target, this.#version(version)))
    const pending = await this.#pending(version)
    if (this.#first(slug) === slug) await this.#point(slug, pending)
    else await rm(pending, { force: true })
  }

  #version(name: string): string {
    return join(this.#folder, VERSIONS, name)
  }

  #lease(version: string): string {
    return join(this.#folder, NEXT, version + LEASE)
  }

  /** While a plain directory is on its way to the versions, nothing is there but the name that it gets. */
  #first(slug: Slug): string | undefined {
    return this.#linked(slug) ?? this.#next(slug) ?? this.#linked(slug)
  }

  /** The version that the slug's link names, or the slug for a plain directory, or a link to one elsewhere. */
  #linked(slug: Slug): string | undefined {
    try {
      const name = basename(readlinkSync(join(this.#folder, slug)))
      return name.startsWith(`${slug}.`) && VERSION.test(name) ? name : slug
    } catch (error) {
      if (isCode(error, 'EINVAL')) return slug
      if (isCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  #next(version: string): string | undefined {
    const path = join(this.#folder, NEXT, version)
    // Nearly always there is none, and an exception takes longer than all else.
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return undefined
    const text = readIfThere(path)
    if (text === undefined) return undefined
    const next = text === '' ? version + REMOVED : text.trimEnd()
    if (!VERSION.test(next)) throw new Error(`${path} is not what this service writes`)
    return next
  }

  /** Makes a link beside the others, to be turned to. */
  async #pending(version: string): Promise<string> {
    const path = this.#version(`${version}.${randomBytes(9).toString('hex')}${PENDING}`)
    await symlink(join(VERSIONS, version), path)
    return path
  }

  async #point(slug: Slug, pending: string): Promise<void> {
    try {
      await rename(pending, join(this.#folder, slug))
    } catch (error) {
      await rm(pending, { force: true })
      throw error
    }
  }
}

export function isRemoval(version: string): boolean {
  return version.endsWith(REMOVED)
}

/** Whether its files may have been changed in place, by a person. */
export function isPlain(version: string): boolean {
  return version.endsWith(ADOPTED) || !version.includes('.')
}

async function linksOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).nlink
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

/** False when there is something of that name already. */
async function unlessThere(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}
