import { parseSlug, type Slug } from './slug.ts'
import type { TemplateVersion } from './template-store.ts'

/** What `links/<slug>` says: the version that holds, or that the template was removed. */
export interface Link {
  /** Of this writing of the link, by which its writer knows it again. */
  readonly version: string
  readonly template: TemplateVersion | undefined
}

const ROOT = 'documents/templates/'
export const LINKS = `${ROOT}links/`
export const VERSIONS = `${ROOT}versions/`
/** Where a form that this version does not know would be named; buckets of the first form have no such object. */
export const FORM = `${ROOT}.form`

export function keyOf(slug: Slug): string {
  return LINKS + slug
}

/** Undefined for what a person put there under another name. */
export function slugOf(key: string): Slug | undefined {
  return parseSlug(key.slice(LINKS.length))
}

export function printLink({ version, template }: Link): Buffer {
  const text = {
    version,
    ...(template === undefined
      ? { isRemoved: true }
      : {
          sizeBytes: template.sizeBytes,
          updatedAt: template.updatedAt.toISOString(),
          hasSchema: template.hasSchema,
          hasTranslations: template.hasTranslations,
        }),
  }
  return Buffer.from(`${JSON.stringify(text)}\n`)
}

/** @throws Error for an object that this service has not written */
export function parseLink(slug: Slug, bytes: Buffer): Link {
  // Checked below.
  const found = JSON.parse(bytes.toString('utf8')) as Readonly<Record<string, unknown>>
  const { version, isRemoved, sizeBytes, updatedAt, hasSchema, hasTranslations } = found
  if (typeof version !== 'string' || !/^[a-z0-9-]+\.[0-9a-f]{18}$/.test(version)) {
    throw new Error(`${keyOf(slug)} in the bucket is not what this service writes`)
  }
  if (isRemoved === true) return { version, template: undefined }
  return {
    version,
    template: {
      slug,
      version,
      folder: `${VERSIONS}${version}/`,
      sizeBytes: Number(sizeBytes),
      updatedAt: new Date(String(updatedAt)),
      hasSchema: hasSchema === true,
      hasTranslations: hasTranslations === true,
    },
  }
}
