import { randomInt } from 'node:crypto'
import { access, constants, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

import type { Clock } from '@oficina/kit/clock.ts'
import { RecentMap } from '@oficina/kit/recent-map.ts'

import { storageUnavailable } from '../errors.ts'
import { isCode, SYSTEM_DISK, type Disk } from './durable-files.ts'
import { checkForm } from './folder-form.ts'
import { slugsIn, sweepFolder } from './folder-sweep.ts'
import type { Slug } from './slug.ts'
import {
  DOCX,
  SCHEMA,
  TRANSLATIONS,
  type TemplateParts,
  type TemplateStore,
  type TemplateSummary,
  type TemplateVersion,
} from './template-store.ts'
import { isPlain, isRemoval, NEXT, VersionChain, VERSIONS } from './version-chain.ts'
import { describeVersion, keepParts, readIfThere, writeParts } from './version-files.ts'

/** What is there now: the end of a path of versions, and the template that it is, if it is one. */
interface Seen {
  readonly end: string | undefined
  readonly template: TemplateVersion | undefined
}

/** A new version, or a removal, that is to follow what is there. */
interface Change<T> {
  readonly slug: Slug
  readonly version: string
  /** Undefined to remove the template. */
  readonly parts: TemplateParts | undefined
  /** What is answered instead, when what is there forbids it. */
  readonly refusal: (seen: Seen) => { readonly answer: T } | undefined
}

type Outcome<T> = { readonly answer: T | TemplateVersion | true } | undefined

// While a slow reader holds its name, a version may be replaced and removed; he then looks again.
const MAX_LOOKS = 100
// Of writers who change one template at once, one gets through each time.
const MAX_ATTEMPTS = 12
const MAX_PAUSE_MS = 250
const MAX_KNOWN = 10_000

/**
 * Templates as directories: `<slug>/template.docx` and `<slug>/schema.json`, where `<slug>` is a link to a directory of
 * `.versions` that never changes. A change makes a new directory and then claims, in one step, that it follows the one
 * that it was made from, so that a reader sees the old template or the new one and never a mix, even after a crash, and
 * of two writers, in one process or in two, one begins again with what the other left.
 * @source docs/decisions/0101-template-storage.md
 */
export class FolderTemplates implements TemplateStore {
  readonly #folder: string
  readonly #now: Clock
  readonly #disk: Disk
  readonly #chain: VersionChain
  readonly #locks = new Map<string, Promise<void>>()
  // Versions never change, so what is known about one stays true as long as its slug leads to it.
  readonly #known = new RecentMap<
    Slug,
    { readonly end: string; readonly template: TemplateVersion }
  >(MAX_KNOWN)

  constructor(folder: string, now: Clock, disk: Disk = SYSTEM_DISK) {
    this.#folder = folder
    this.#now = now
    this.#disk = disk
    this.#chain = new VersionChain(folder, disk)
  }

  /**
   * Makes the directory and removes what a crash left unfinished.
   * @throws StartRefusal when a newer version has changed the folder's form
   */
  async open(): Promise<void> {
    await checkForm(this.#folder)
    await mkdir(join(this.#folder, VERSIONS), { recursive: true })
    await this.sweep()
  }

  /** Removes what a crash left unfinished ten minutes ago or longer. */
  async sweep(): Promise<void> {
    await sweepFolder(this.#folder, this.#chain, this.#now)
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
    const slugs = await slugsIn(this.#folder)
    const found = await Promise.all(slugs.map((slug) => this.find(slug)))
    return found.flatMap((template) => template ?? [])
  }

  /** The current version, or undefined when there is no such template. */
  async find(slug: Slug): Promise<TemplateVersion | undefined> {
    return (await this.#look(slug)).template
  }

  /** The .docx of a version, or undefined when it has been replaced and removed since. */
  async readDocx(template: TemplateVersion): Promise<Buffer | undefined> {
    return await this.#file(template, DOCX)
  }

  async readSchema(template: TemplateVersion): Promise<Buffer | undefined> {
    return template.hasSchema ? await this.#file(template, SCHEMA) : undefined
  }

  async readTranslations(template: TemplateVersion): Promise<Buffer | undefined> {
    return template.hasTranslations ? await this.#file(template, TRANSLATIONS) : undefined
  }

  /** Stores a new template; undefined when the slug is taken, even by somebody who was a moment faster. */
  async create(
    slug: Slug,
    parts: TemplateParts & { readonly docx: Buffer },
  ): Promise<TemplateVersion | undefined> {
    // A file of that name, or a directory without a template, is in the way as well.
    const refusal = ({ end, template }: Seen) =>
      template === undefined && end !== slug ? undefined : { answer: undefined }
    const done = await this.#change(slug, parts, refusal)
    return done === true ? undefined : done
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
    const done = await this.#change(slug, parts, refusalUnless(allows))
    return done === true ? undefined : done
  }

  /** The same for removing: true when it existed and is gone. */
  async remove(
    slug: Slug,
    allows: (current: TemplateVersion) => boolean,
  ): Promise<true | undefined | false> {
    const done = await this.#change(slug, undefined, refusalUnless(allows))
    return typeof done === 'object' ? true : done
  }

  async #look(slug: Slug): Promise<Seen> {
    const state: { before?: string } = {}
    for (let look = 1; look <= MAX_LOOKS; look += 1) {
      const end = this.#chain.end(slug)
      if (end === undefined || isRemoval(end)) return { end, template: undefined }
      const known = this.#known.get(slug)
      if (known?.end === end) return { end, template: known.template }
      const template = await this.#describe(slug, end)
      if (end === slug && this.#chain.end(slug) !== slug) continue
      if (template !== undefined && !isPlain(end)) this.#known.set(slug, { end, template })
      // When it is gone between the two look-ups, something else follows meanwhile; else nothing is there.
      if (template !== undefined || state.before === end) return { end, template }
      state.before = end
    }
    throw storageUnavailable()
  }

  async #file({ slug, folder }: TemplateVersion, name: string): Promise<Buffer | undefined> {
    const bytes = await readIfThere(join(folder, name))
    // A plain directory may be a link by now, and what was read is another version's.
    const isMoved = folder === this.#chain.folderOf(slug) && this.#chain.end(slug) !== slug
    return isMoved ? undefined : bytes
  }

  async #describe(slug: Slug, version: string): Promise<TemplateVersion | undefined> {
    const folder = this.#chain.folderOf(version)
    return await describeVersion(slug, folder, { isPlain: isPlain(version) })
  }

  async #change<T>(
    slug: Slug,
    parts: TemplateParts | undefined,
    refusal: Change<T>['refusal'],
  ): Promise<T | TemplateVersion | true> {
    return await this.#exclusively(slug, async () => {
      // Before anything is written for nothing.
      const refused = refusal(await this.#look(slug))
      if (refused !== undefined) return refused.answer
      const version = this.#chain.newVersion(slug)
      const state = { isPublished: false }
      try {
        return await this.#publish({ slug, version, parts, refusal }, state)
      } catch (error) {
        // Whoever stood still for ten minutes finds that what he began was taken for a crash's.
        throw isCode(error, 'ENOENT') ? storageUnavailable(error) : error
      } finally {
        // Half of it would take the space that the next one needs.
        if (!state.isPublished) await this.#chain.discard(version)
        await this.#chain.release(version)
      }
    })
  }

  /** Writes what the change brings, and then tries until nobody else was faster. */
  async #publish<T>(change: Change<T>, state: { isPublished: boolean }) {
    const { version, parts } = change
    await this.#chain.lease(version, { removes: parts === undefined })
    if (parts !== undefined) {
      await writeParts(this.#disk, this.#chain.folderOf(version), parts)
      await this.#chain.sync(VERSIONS)
    }
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const outcome = await this.#attempt(change, state)
      if (outcome !== undefined) return outcome.answer
      // Not at once and not all at the same time.
      await pause(randomInt(Math.min(MAX_PAUSE_MS, 10 * 2 ** attempt)))
    }
    throw storageUnavailable()
  }

  /** Undefined when somebody else was faster. */
  async #attempt<T>(change: Change<T>, state: { isPublished: boolean }): Promise<Outcome<T>> {
    const { slug, version, parts, refusal } = change
    const seen = await this.#look(slug)
    const refused = refusal(seen)
    if (refused !== undefined) return refused
    const { end, template: current } = seen
    if (end === slug) {
      await this.#chain.adopt(slug)
      return undefined
    }
    await this.#chain.shorten(slug)
    const folder = this.#chain.folderOf(version)
    if (parts !== undefined && !(await keepParts(folder, parts, current, this.#now())))
      return undefined
    const made = parts === undefined ? undefined : await this.#describe(slug, version)
    if (end === undefined) {
      state.isPublished = await this.#chain.begin(slug, version)
      if (!state.isPublished) return undefined
      await this.#chain.sync('links')
      if (!(await this.#chain.hasLease(version))) throw storageUnavailable()
    } else {
      state.isPublished = await this.#chain.claim(end, version)
      if (!state.isPublished) return undefined
      await this.#chain.sync(NEXT)
      // It is done; a link that cannot be turned is a longer way to it, which a sweep makes short again.
      await this.#chain.turn(slug).catch(() => undefined)
      await this.#chain.discard(end)
    }
    return { answer: made ?? true }
  }

  /** Changes of one slug run one at a time; changes of different slugs do not wait for each other. It spares attempts. */
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

function refusalUnless(allows: (current: TemplateVersion) => boolean) {
  return ({ template }: Seen) => {
    if (template === undefined) return { answer: undefined }
    return allows(template) ? undefined : { answer: false as const }
  }
}
