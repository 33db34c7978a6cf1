import type { Slug } from './slug.ts'

/** What a list shows of a template. */
export interface TemplateSummary {
  readonly slug: Slug
  readonly sizeBytes: number
  readonly updatedAt: Date
  readonly hasSchema: boolean
  readonly hasTranslations: boolean
}

/** One version of a template: its files never change, so anything derived from it may be cached under `version`. */
export interface TemplateVersion extends TemplateSummary {
  /** Every change of file or schema gives a new one. */
  readonly version: string
  /** Where its store keeps its files: a directory, or what the keys of its objects begin with. */
  readonly folder: string
}

/** What a change supplies; an absent part stays as it is. */
export interface TemplateParts {
  readonly docx?: Buffer
  /** Bytes of a JSON Schema, or null to remove it. */
  readonly schema?: Buffer | null
  /** Bytes of the texts by locale, or null to remove them. */
  readonly translations?: Buffer | null
}

/** The names of a version's files. */
export const DOCX = 'template.docx'
export const SCHEMA = 'schema.json'
export const TRANSLATIONS = 'translations.json'

/**
 * Where templates are kept: in a folder or in a bucket. A reader sees the old template or the new one and never a mix,
 * whoever else reads or writes, in this process or in another.
 * @source docs/decisions/0101-template-storage.md
 */
export interface TemplateStore {
  /** Makes it ready, and removes what a crash left unfinished. */
  open(): Promise<void>
  /** Removes what a crash left unfinished ten minutes ago or longer. */
  sweep(): Promise<void>
  isReadable(): Promise<boolean>
  /** Infinite when nobody says. */
  freeBytes(): Promise<number>
  /** All templates in the order of their slugs. */
  list(): Promise<readonly TemplateSummary[]>
  /** The current version, or undefined when there is no such template. */
  find(slug: Slug): Promise<TemplateVersion | undefined>
  /** The .docx of a version, or undefined when it has been replaced and removed since. */
  readDocx(template: TemplateVersion): Promise<Buffer | undefined>
  readSchema(template: TemplateVersion): Promise<Buffer | undefined>
  readTranslations(template: TemplateVersion): Promise<Buffer | undefined>
  /** Stores a new template; undefined when the slug is taken, even by somebody who was a moment faster. */
  create(
    slug: Slug,
    parts: TemplateParts & { readonly docx: Buffer },
  ): Promise<TemplateVersion | undefined>
  /**
   * Replaces parts of a template if `allows` still holds for the version that is there at that moment. Returns the new
   * version, undefined when there is no such template, or false when it is not allowed.
   */
  replace(
    slug: Slug,
    parts: TemplateParts,
    allows: (current: TemplateVersion) => boolean,
  ): Promise<TemplateVersion | undefined | false>
  /** The same for removing: true when it existed and is gone. */
  remove(
    slug: Slug,
    allows: (current: TemplateVersion) => boolean,
  ): Promise<true | undefined | false>
}
