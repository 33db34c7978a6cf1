import { randomBytes } from 'node:crypto'
import { readlinkSync, type Stats } from 'node:fs'
import {
  access,
  constants,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  unlink,
  utimes,
} from 'node:fs/promises'
import { basename, join } from 'node:path'

import type { Clock } from '@oficina/kit/clock.ts'

import { SYSTEM_DISK, syncDirectory, type Disk } from './durable-files.ts'
import { parseSlug, type Slug } from './slug.ts'
import {
  DOCX,
  SCHEMA,
  TRANSLATIONS,
  type TemplateParts,
  type TemplateStore,
  type TemplateSummary,
  type TemplateVersion,
} from './template-store.ts'

const VERSIONS = '.versions'
// A version directory may be removed while a slow reader holds its name; the reader then looks again, this often.
const MAX_ATTEMPTS = 5
const MAX_KNOWN = 10_000
const UNFINISHED_MS = 10 * 60 * 1_000

/**
 * Templates as directories: `<slug>/template.docx` and `<slug>/schema.json`, where `<slug>` is a link to a directory of
 * `.versions` that never changes. A change makes a new directory and moves the link to it, in one step, so that a
 * reader sees the old template or the new one and never a mix, even after a crash.
 * @source docs/decisions/0101-template-storage.md
 */
export class FolderTemplates implements TemplateStore {
  readonly #folder: string
  readonly #now: Clock
  readonly #disk: Disk
  readonly #locks = new Map<string, Promise<void>>()
  // Versions never change, so what is known about one stays true as long as its slug leads to it.
  readonly #known = new Map<Slug, { readonly target: string; readonly template: TemplateVersion }>()

  constructor(folder: string, now: Clock, disk: Disk = SYSTEM_DISK) {
    this.#folder = folder
    this.#now = now
    this.#disk = disk
  }

  /** Makes the directory and removes what a crash left unfinished. */
  async open(): Promise<void> {
    await mkdir(join(this.#folder, VERSIONS), { recursive: true })
    await this.sweep()
  }

  /** Removes what a crash left unfinished ten minutes ago or longer. */
  async sweep(): Promise<void> {
    const used = new Set((await this.#slugs()).map((slug) => this.#linkTarget(slug) ?? ''))
    const versions = await readdir(join(this.#folder, VERSIONS))
    const unused = versions.filter((name) => !used.has(name))
    await Promise.all(unused.map((name) => this.#removeOld(join(this.#folder, VERSIONS, name))))
  }

  /** A recent one may be another process's work in progress. */
  async #removeOld(folder: string): Promise<void> {
    const found = await lstat(folder).catch(() => undefined)
    if (found === undefined) return
    if (this.#now() - found.ctimeMs > UNFINISHED_MS)
      await rm(folder, { recursive: true, force: true })
  }

  async isReadable(): Promise<boolean> {
    return await access(this.#folder, constants.R_OK | constants.X_OK).then(
      () => true,
      () => false,
    )
  }

  async freeBytes(): Promise<number> {
    return await this.#disk.freeBytes(this.#folder)
  }

  /** All templates in the order of their slugs. */
  async list(): Promise<readonly TemplateSummary[]> {
    const slugs = await this.#slugs()
    const found = await Promise.all(slugs.map((slug) => this.find(slug)))
    return found.flatMap((template) => template ?? [])
  }

  /** The current version, or undefined when there is no such template. */
  async find(slug: Slug): Promise<TemplateVersion | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const target = this.#linkTarget(slug)
      if (target === undefined) return undefined
      const known = this.#known.get(slug)
      if (known?.target === target && target !== slug) return known.template
      const folder = target === slug ? join(this.#folder, slug) : this.#versionFolder(target)
      const found = await describe(slug, folder, { isPlain: target === slug })
      if (found !== undefined) this.#remember(slug, target, found)
      // Gone between the two look-ups: the link has moved meanwhile.
      if (found !== undefined || attempt === MAX_ATTEMPTS) return found
    }
  }

  /** The .docx of a version, or undefined when it has been replaced and removed since. */
  async readDocx({ folder }: TemplateVersion): Promise<Buffer | undefined> {
    return await readIfThere(join(folder, DOCX))
  }

  async readSchema({ folder, hasSchema }: TemplateVersion): Promise<Buffer | undefined> {
    return hasSchema ? await readIfThere(join(folder, SCHEMA)) : undefined
  }

  async readTranslations(template: TemplateVersion): Promise<Buffer | undefined> {
    if (!template.hasTranslations) return undefined
    return await readIfThere(join(template.folder, TRANSLATIONS))
  }

  /** Stores a new template; undefined when the slug is taken, even by somebody who was a moment faster. */
  async create(
    slug: Slug,
    parts: TemplateParts & { readonly docx: Buffer },
  ): Promise<TemplateVersion | undefined> {
    return await this.#exclusively(slug, async () => {
      if (this.#linkTarget(slug) !== undefined) return undefined
      const version = await this.#writeVersion(slug, parts)
      try {
        await symlink(join(VERSIONS, version), join(this.#folder, slug))
      } catch (error) {
        await this.#discard(this.#versionFolder(version))
        if (isCode(error, 'EEXIST')) return undefined
        throw error
      }
      await syncDirectory(this.#folder)
      return await this.find(slug)
    })
  }

  /**
   * Replaces parts of a template if `allows` still holds for the version that is there at that moment. Returns the new
   * version, undefined when there is no such template, or false when it is not allowed.
   */
  async replace(
    slug: Slug,
    parts: TemplateParts,
    allows: (current: TemplateVersion) => boolean,
  ): Promise<TemplateVersion | undefined | false> {
    return await this.#exclusively(slug, async () => {
      const current = await this.find(slug)
      if (current === undefined) return undefined
      if (!allows(current)) return false
      const version = await this.#writeVersion(slug, parts, current)
      const old = await this.#turnLink(slug, version, current).catch(async (error: unknown) => {
        if (this.#linkTarget(slug) !== version) await this.#discard(this.#versionFolder(version))
        throw error
      })
      await rm(old, { recursive: true, force: true })
      return await this.find(slug)
    })
  }

  /** The same for removing: true when it existed and is gone. */
  async remove(
    slug: Slug,
    allows: (current: TemplateVersion) => boolean,
  ): Promise<true | undefined | false> {
    return await this.#exclusively(slug, async () => {
      const current = await this.find(slug)
      if (current === undefined) return undefined
      if (!allows(current)) return false
      if (current.folder !== join(this.#folder, slug)) await unlink(join(this.#folder, slug))
      await rm(current.folder, { recursive: true, force: true })
      await syncDirectory(this.#folder)
      return true
    })
  }

  async #slugs(): Promise<readonly Slug[]> {
    const names = await readdir(this.#folder)
    return names.toSorted().flatMap((name) => parseSlug(name) ?? [])
  }

  #versionFolder(version: string): string {
    return join(this.#folder, VERSIONS, version)
  }

  #remember(slug: Slug, target: string, template: TemplateVersion): void {
    this.#known.delete(slug)
    this.#known.set(slug, { target, template })
    const oldest = this.#known.keys().next()
    if (this.#known.size > MAX_KNOWN && oldest.done !== true) this.#known.delete(oldest.value)
  }

  /**
   * The name of the version behind a slug; the slug itself for a plain directory that a person put there. Synchronous:
   * a microsecond instead of a hundred through the thread pool, at every render.
   */
  #linkTarget(slug: Slug): string | undefined {
    try {
      return basename(readlinkSync(join(this.#folder, slug)))
    } catch (error) {
      if (isCode(error, 'EINVAL')) return slug
      if (isCode(error, 'ENOENT')) return undefined
      throw error
    }
  }

  async #writeVersion(
    slug: Slug,
    parts: TemplateParts,
    current?: TemplateVersion,
  ): Promise<string> {
    const version = `${slug}.${randomBytes(9).toString('hex')}`
    const folder = this.#versionFolder(version)
    try {
      await mkdir(folder, { recursive: true })
      await this.#writeOrKeep(join(folder, DOCX), parts.docx, current && join(current.folder, DOCX))
      const optional = [
        [SCHEMA, parts.schema, current?.hasSchema],
        [TRANSLATIONS, parts.translations, current?.hasTranslations],
      ] as const
      for (const [name, bytes, isThere] of optional) {
        const kept = isThere === true && bytes !== null ? current?.folder : undefined
        await this.#writeOrKeep(join(folder, name), bytes, kept && join(kept, name))
      }
      const seconds = this.#now() / 1_000
      await utimes(folder, seconds, seconds)
      await syncDirectory(folder)
      return version
    } catch (error) {
      // Half of it would take the space that the next one needs.
      await this.#discard(folder)
      throw error
    }
  }

  async #writeOrKeep(
    path: string,
    bytes: Buffer | null | undefined,
    kept: string | undefined,
  ): Promise<void> {
    if (bytes !== undefined && bytes !== null) await this.#disk.write(path, bytes)
    else if (kept !== undefined) await link(kept, path)
  }

  /** Removes what nothing leads to; what cannot be removed now is removed later. */
  async #discard(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true }).catch(() => undefined)
  }

  /** Makes the slug lead to another version; returns where the old one is now. */
  async #turnLink(slug: Slug, version: string, current: TemplateVersion): Promise<string> {
    const path = join(this.#folder, slug)
    const isPlain = current.folder === path
    const old = isPlain
      ? this.#versionFolder(`${slug}.${randomBytes(9).toString('hex')}`)
      : current.folder
    // A plain directory cannot be replaced by a link in one step; it is moved out of the way first.
    if (isPlain) await rename(path, old)
    const next = join(this.#folder, VERSIONS, `${version}.link`)
    await symlink(join(VERSIONS, version), next)
    try {
      await rename(next, path)
    } catch (error) {
      await this.#discard(next)
      throw error
    }
    await syncDirectory(this.#folder)
    return old
  }

  /** Changes of one slug run one at a time; changes of different slugs do not wait for each other. */
  async #exclusively<T>(slug: Slug, work: () => Promise<T>): Promise<T> {
    const before = this.#locks.get(slug) ?? Promise.resolve()
    const result = before.then(work)
    const done = result.then(
      () => undefined,
      () => undefined,
    )
    this.#locks.set(slug, done)
    try {
      return await result
    } finally {
      if (this.#locks.get(slug) === done) this.#locks.delete(slug)
    }
  }
}

/** A person put a plain directory there, whose files may change in place: their times tell. */
async function describe(
  slug: Slug,
  folder: string,
  { isPlain }: { readonly isPlain: boolean },
): Promise<TemplateVersion | undefined> {
  try {
    const [docx, directory, schema, translations] = await Promise.all([
      stat(join(folder, DOCX)),
      stat(folder),
      statIfThere(join(folder, SCHEMA)),
      statIfThere(join(folder, TRANSLATIONS)),
    ])
    const optional = [schema, translations].filter((file) => file !== undefined)
    const files = isPlain ? [docx, ...optional] : []
    const parts = [directory, ...files].map(({ mtimeMs }) => Math.round(mtimeMs * 1_000))
    return {
      slug,
      sizeBytes: docx.size,
      updatedAt: new Date(Math.max(...[directory, ...files].map(({ mtimeMs }) => mtimeMs))),
      hasSchema: schema !== undefined,
      hasTranslations: translations !== undefined,
      version: [basename(folder), docx.size, ...parts].join('-'),
      folder,
    }
  } catch (error) {
    if (isCode(error, 'ENOENT') || isCode(error, 'ENOTDIR')) return undefined
    throw error
  }
}

async function statIfThere(path: string): Promise<Stats | undefined> {
  return await stat(path).catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  })
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path)
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
