import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

import type { Clock } from '@oficina/kit/clock.ts'
import { RecentMap } from '@oficina/kit/recent-map.ts'
import { BucketUnavailable, type Bucket, type WriteCondition } from '@oficina/objects/bucket.ts'

import { storageUnavailable } from '../errors.ts'
import {
  FORM,
  keyOf,
  LINKS,
  parseLink,
  printLink,
  slugOf,
  VERSIONS,
  type Link,
} from './bucket-link.ts'
import { assertKnownForm } from './known-form.ts'
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

/** A link as it was read, or that there is none. */
interface Seen {
  readonly etag: string | undefined
  readonly template: TemplateVersion | undefined
}

interface Known extends Seen {
  readonly checkedMs: number
}

// How long another process's change may stay unseen here.
const FRESH_MS = 1_000
const MAX_KNOWN = 10_000
const READS_AT_ONCE = 16
// Of writers who change one template at once, one gets through each time.
const MAX_ATTEMPTS = 12
const MAX_PAUSE_MS = 250
const UNFINISHED_MS = 10 * 60 * 1_000
const HEALTH_MS = 5_000

/**
 * Templates in a bucket. `links/<slug>` names the version that holds; the files of a version are written before the
 * link is, and never change. A link is written only under the condition that it is still the one that was read, so of
 * two writers one begins again with what the other left.
 * @source docs/decisions/0010-object-storage.md, Templates
 */
export class BucketTemplates implements TemplateStore {
  readonly #bucket: Bucket
  readonly #now: Clock
  readonly #known = new RecentMap<Slug, Known>(MAX_KNOWN)
  readonly #asking = new Map<Slug, Promise<Seen>>()
  #health: { readonly atMs: number; readonly isReadable: Promise<boolean> } | undefined

  constructor(bucket: Bucket, now: Clock) {
    this.#bucket = bucket
    this.#now = now
  }

  /** @throws StartRefusal when a newer version has changed the bucket's form */
  async open(): Promise<void> {
    const form = await this.#bucket.read(FORM)
    const bytes = form === undefined || form === 'unchanged' ? undefined : form.bytes
    assertKnownForm(bytes, `the bucket ${this.#bucket.name}`)
    await this.sweep()
  }

  async sweep(): Promise<void> {
    const found = []
    for await (const object of this.#bucket.list(VERSIONS)) found.push(object)
    // Read after the files were listed: what a link names by now is not among what is removed.
    const used = new Set<string>()
    for (const { slug } of await this.#links())
      used.add((await this.#ask(slug)).template?.folder ?? '')
    const nowMs = this.#now()
    for (const { key, updatedAt } of found) {
      const folder = key.slice(0, key.lastIndexOf('/') + 1)
      // A recent one may be another process's work in progress.
      const isOld = nowMs - updatedAt.getTime() > UNFINISHED_MS
      if (isOld && !used.has(folder)) await this.#bucket.remove(key)
    }
  }

  /** Looked up at most every five seconds: health is asked by many. */
  async isReadable(): Promise<boolean> {
    const nowMs = this.#now()
    if (this.#health === undefined || Math.abs(nowMs - this.#health.atMs) >= HEALTH_MS) {
      const isReadable = this.#bucket.head(`${LINKS}health`).then(
        () => true,
        () => false,
      )
      this.#health = { atMs: nowMs, isReadable }
    }
    return await this.#health.isReadable
  }

  async freeBytes(): Promise<number> {
    return await Promise.resolve(Number.POSITIVE_INFINITY)
  }

  async list(): Promise<readonly TemplateSummary[]> {
    return await this.#using(async () => {
      const links = await this.#links()
      const found: TemplateSummary[] = []
      for (let begin = 0; begin < links.length; begin += READS_AT_ONCE) {
        const some = links.slice(begin, begin + READS_AT_ONCE)
        const read = await Promise.all(some.map((link) => this.#linked(link)))
        found.push(...read.flatMap((template) => template ?? []))
      }
      return found
    })
  }

  /** What another process changed is seen here a second later, at most. */
  async find(slug: Slug): Promise<TemplateVersion | undefined> {
    const known = this.#known.get(slug)
    const isFresh = known !== undefined && Math.abs(this.#now() - known.checkedMs) < FRESH_MS
    // Whoever was told that there is none asks again: somebody may have uploaded it elsewhere because of that.
    if (isFresh && known.template !== undefined) return known.template
    return await this.#using(async () => (await this.#ask(slug)).template)
  }

  async readDocx(template: TemplateVersion): Promise<Buffer | undefined> {
    return await this.#using(() => this.#file(template, DOCX))
  }

  async readSchema(template: TemplateVersion): Promise<Buffer | undefined> {
    return template.hasSchema ? await this.#using(() => this.#file(template, SCHEMA)) : undefined
  }

  async readTranslations(template: TemplateVersion): Promise<Buffer | undefined> {
    if (!template.hasTranslations) return undefined
    return await this.#using(() => this.#file(template, TRANSLATIONS))
  }

  async create(
    slug: Slug,
    parts: TemplateParts & { readonly docx: Buffer },
  ): Promise<TemplateVersion | undefined> {
    return await this.#repeatedly(slug, async (seen) => {
      if (seen.template !== undefined) return { done: undefined }
      return await this.#change(slug, seen, parts)
    })
  }

  async replace(
    slug: Slug,
    parts: TemplateParts,
    allows: (current: TemplateVersion) => boolean,
  ): Promise<TemplateVersion | undefined | false> {
    return await this.#repeatedly<TemplateVersion | undefined | false>(slug, async (seen) => {
      if (seen.template === undefined) return { done: undefined }
      if (!allows(seen.template)) return { done: false }
      return await this.#change(slug, seen, parts)
    })
  }

  async remove(
    slug: Slug,
    allows: (current: TemplateVersion) => boolean,
  ): Promise<true | undefined | false> {
    return await this.#repeatedly(slug, async (seen) => {
      const { template } = seen
      if (template === undefined) return { done: undefined }
      if (!allows(template)) return { done: false as const }
      // A link that says "removed" and not the removal of the link, which few stores do under a condition.
      const link = { version: this.#newVersion(slug), template: undefined }
      if (!(await this.#writeLink(slug, seen, link))) return undefined
      await this.#discard(template.folder)
      return { done: true as const }
    })
  }

  /** Does `work` on what is there now, again when somebody else was faster; undefined means that. */
  async #repeatedly<T>(
    slug: Slug,
    work: (seen: Seen) => Promise<{ readonly done: T } | undefined>,
  ): Promise<T> {
    return await this.#using(async () => {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const outcome = await work(await this.#ask(slug))
        if (outcome !== undefined) return outcome.done
        // Not at once and not all at the same time.
        await pause(randomInt(Math.min(MAX_PAUSE_MS, 10 * 2 ** attempt)))
      }
      throw storageUnavailable()
    })
  }

  /** Writes the files of a new version and then the link; undefined when the link is another by now. */
  async #change(slug: Slug, seen: Seen, parts: TemplateParts) {
    const version = this.#newVersion(slug)
    const folder = `${VERSIONS}${version}/`
    const template = await this.#writeFiles({ slug, version, folder }, seen.template, parts)
    if (template === undefined) return undefined
    if (!(await this.#writeLink(slug, seen, { version, template }))) {
      await this.#discard(folder)
      return undefined
    }
    if (seen.template !== undefined) await this.#discard(seen.template.folder)
    return { done: template }
  }

  #newVersion(slug: Slug): string {
    return `${slug}.${randomBytes(9).toString('hex')}`
  }

  /** Undefined when a part that stays is gone: somebody has replaced the template. */
  async #writeFiles(
    { slug, version, folder }: Pick<TemplateVersion, 'slug' | 'version' | 'folder'>,
    current: TemplateVersion | undefined,
    parts: TemplateParts,
  ): Promise<TemplateVersion | undefined> {
    const wanted = [
      [DOCX, parts.docx, current !== undefined],
      [SCHEMA, parts.schema, current?.hasSchema === true],
      [TRANSLATIONS, parts.translations, current?.hasTranslations === true],
    ] as const
    const sizes = new Map<string, number>()
    for (const [name, given, isThere] of wanted) {
      const isKept = given === undefined && isThere && current !== undefined
      const bytes = isKept ? await this.#file(current, name) : given
      if (isKept && bytes === undefined) return undefined
      if (bytes === undefined || bytes === null) continue
      await this.#bucket.write(folder + name, bytes)
      sizes.set(name, bytes.length)
    }
    return {
      slug,
      version,
      folder,
      sizeBytes: sizes.get(DOCX) ?? 0,
      updatedAt: new Date(this.#now()),
      hasSchema: sizes.has(SCHEMA),
      hasTranslations: sizes.has(TRANSLATIONS),
    }
  }

  /** Whether the link is written; what another process wrote meanwhile stays. */
  async #writeLink(slug: Slug, { etag }: Seen, link: Link): Promise<boolean> {
    const condition: WriteCondition =
      etag === undefined ? { kind: 'absent' } : { kind: 'same', etag }
    const written = await this.#bucket.write(keyOf(slug), printLink(link), condition)
    if (written !== undefined) {
      this.#remember(slug, { etag: written, template: link.template })
      return true
    }
    // The answer to a write that did happen may have been lost, and its repetition refused.
    const found = await this.#bucket.read(keyOf(slug))
    if (found === undefined || found === 'unchanged') return false
    if (parseLink(slug, found.bytes).version !== link.version) return false
    this.#remember(slug, { etag: found.etag, template: link.template })
    return true
  }

  /** Asks the bucket; of many at once one asks. */
  async #ask(slug: Slug): Promise<Seen> {
    const asking = this.#asking.get(slug)
    if (asking !== undefined) return await asking
    const answer = this.#read(slug).finally(() => this.#asking.delete(slug))
    this.#asking.set(slug, answer)
    return await answer
  }

  async #read(slug: Slug): Promise<Seen> {
    const known = this.#known.get(slug)
    const found = await this.#bucket.read(keyOf(slug), known?.etag)
    if (found === 'unchanged' && known !== undefined) return this.#remember(slug, known)
    if (found === undefined || found === 'unchanged') {
      return this.#remember(slug, { etag: undefined, template: undefined })
    }
    const { template } = parseLink(slug, found.bytes)
    return this.#remember(slug, { etag: found.etag, template })
  }

  #remember(slug: Slug, { etag, template }: Seen): Seen {
    // A slug that was never there is not kept: who asks for any name would push out what is in use.
    if (etag !== undefined) this.#known.set(slug, { etag, template, checkedMs: this.#now() })
    return { etag, template }
  }

  async #links(): Promise<readonly { readonly slug: Slug; readonly etag: string }[]> {
    const links = []
    for await (const { key, etag } of this.#bucket.list(LINKS)) {
      const slug = slugOf(key)
      if (slug !== undefined) links.push({ slug, etag })
    }
    return links
  }

  async #linked({ slug, etag }: { readonly slug: Slug; readonly etag: string }) {
    const known = this.#known.get(slug)
    return known?.etag === etag ? known.template : (await this.#ask(slug)).template
  }

  async #file({ slug, version, folder }: TemplateVersion, name: string) {
    const found = await this.#bucket.read(folder + name)
    if (found !== undefined && found !== 'unchanged') return found.bytes
    // Replaced elsewhere a moment ago: who looks again must not find the same version.
    if (this.#known.get(slug)?.template?.version === version) this.#known.delete(slug)
    return undefined
  }

  /** Removes what nothing leads to; what cannot be removed now is removed later. */
  async #discard(folder: string): Promise<void> {
    const removals = [DOCX, SCHEMA, TRANSLATIONS].map((name) => this.#bucket.remove(folder + name))
    await Promise.allSettled(removals)
  }

  /** @throws ApiError STORAGE_UNAVAILABLE when the bucket does not do its part */
  async #using<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof BucketUnavailable ? storageUnavailable(error) : error
    }
  }
}
