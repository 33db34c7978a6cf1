import { RecentMap } from '@oficina/kit/recent-map.ts'

import type { CompiledTemplate } from '../docx/compile/compiled-template.ts'
import { compileTemplate } from '../docx/template.ts'
import { composeTemplate, type Composed } from './include-templates.ts'
import type { Slug } from './slug.ts'
import type { TemplateStore } from './template-store.ts'

// The service keeps templates in use compiled; thousands of idle ones cost nothing.
const MAX_BYTES = 128 * 1024 * 1024

/** A compiled template, and what it was compiled from when that is more than its own file. */
export interface Compiled {
  readonly compiled: CompiledTemplate
  readonly composed: Composed | undefined
}

/** Where a template comes from: its file, and its slug when it is stored. */
export interface TemplateSource {
  readonly version: string
  readonly slug: Slug | undefined
  readonly read: () => Promise<Buffer | undefined>
}

/**
 * Compiled templates by version, with a memory limit. A version never changes, so a replaced template's entry is simply
 * no longer used; one that includes others is compiled anew when one of them has changed.
 */
export class TemplateCache {
  readonly #store: TemplateStore
  readonly #entries = new RecentMap<string, Compiled>(
    MAX_BYTES,
    ({ compiled, composed }) => compiled.sizeBytes + (composed?.docx.length ?? 0),
  )

  constructor(store: TemplateStore) {
    this.#store = store
  }

  /** Undefined when the file is gone. */
  async find({ version, slug, read }: TemplateSource): Promise<Compiled | undefined> {
    const known = this.#entries.get(version)
    if (known !== undefined && (await this.#isCurrent(known))) return known
    const docx = await read()
    if (docx === undefined) return undefined
    const composed = await composeTemplate(this.#store, docx, slug)
    const compiled =
      composed === undefined
        ? compileTemplate(docx)
        : compileTemplate(composed.docx, { problems: composed.problems })
    const entry = { compiled, composed }
    this.#entries.set(version, entry)
    return entry
  }

  async #isCurrent({ composed }: Compiled): Promise<boolean> {
    for (const [slug, version] of composed?.includes ?? [])
      if ((await this.#store.find(slug))?.version !== version) return false
    return true
  }
}
