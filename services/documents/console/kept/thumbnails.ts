import { pageImage } from '../preview/page-image.ts'
import { ApiFailure } from '../session/api.ts'
import { readDocx, readTags, type Template } from '../templates/template-api.ts'
import { onShelf } from './database.ts'

/** The first page of a template as a small picture, and how much of it is to be mended. */
export interface Thumbnail {
  /** Undefined where it cannot be made: the template is broken, or the service makes no PDF now. */
  readonly picture: Blob | undefined
  readonly problems: number
}

const DPI = 60
const MAX_KEPT = 300

// The office makes one page at a time; who waits for a document should not wait for ten pictures.
const line: { last: Promise<unknown> } = { last: Promise.resolve() }

/** From what the browser kept of this version, else from the service, one after another. */
export async function thumbnailOf(template: Template, signal: AbortSignal): Promise<Thumbnail> {
  const key = `${template.slug} ${template.updatedAt}`
  const kept = await onShelf<unknown>('thumbnails', 'readonly', (store) => store.get(key))
  // Only this file writes there.
  if (kept !== undefined) return kept as Thumbnail
  const before = line.last
  const made = before.then(() => make(template, signal))
  line.last = made.catch(() => undefined)
  const thumbnail = await made
  if (thumbnail.picture !== undefined || thumbnail.problems > 0) {
    await onShelf('thumbnails', 'readwrite', (store) => store.put(thumbnail, key))
    await forgetOld(template.slug, key)
  }
  return thumbnail
}

async function make({ slug }: Template, signal: AbortSignal): Promise<Thumbnail> {
  signal.throwIfAborted()
  const { problems, sample } = await readTags(slug, signal)
  if (problems.length > 0) return { picture: undefined, problems: problems.length }
  const picture = await pageImage({ kind: 'stored', slug }, { data: sample, dpi: DPI }, signal)
    // The sample fits the tags, not always the schema; what is not stored has none.
    .catch(async (error: unknown) => {
      if (!(error instanceof ApiFailure) || error.code !== 'INVALID_DATA') throw error
      const { docx } = await readDocx(slug, signal)
      return await pageImage({ kind: 'draft', docx }, { data: sample, dpi: DPI }, signal)
    })
    .catch(() => undefined)
  signal.throwIfAborted()
  return { picture, problems: 0 }
}

async function forgetOld(slug: string, present: string): Promise<void> {
  const keys = (await onShelf('thumbnails', 'readonly', (store) => store.getAllKeys())) ?? []
  const stale = keys.filter((key) => key !== present && String(key).startsWith(`${slug} `))
  const over = keys.slice(0, Math.max(0, keys.length - MAX_KEPT))
  for (const key of new Set([...stale, ...over])) {
    await onShelf('thumbnails', 'readwrite', (store) => store.delete(key))
  }
}
