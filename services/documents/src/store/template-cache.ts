import { RecentMap } from '@oficina/kit/recent-map.ts'

import type { CompiledTemplate } from '../docx/compile/compiled-template.ts'
import { compileTemplate } from '../docx/template.ts'

// The service keeps templates in use compiled; thousands of idle ones cost nothing.
const MAX_BYTES = 128 * 1024 * 1024

/**
 * Compiled templates by version, with a memory limit. A version never changes, so a replaced template's entry is simply
 * no longer used.
 */
export class TemplateCache {
  readonly #entries = new RecentMap<string, CompiledTemplate>(
    MAX_BYTES,
    ({ sizeBytes }) => sizeBytes,
  )

  async compiled(
    version: string,
    read: () => Promise<Buffer | undefined>,
  ): Promise<CompiledTemplate | undefined> {
    const known = this.#entries.get(version)
    if (known !== undefined) return known
    const docx = await read()
    if (docx === undefined) return undefined
    const compiled = compileTemplate(docx)
    this.#entries.set(version, compiled)
    return compiled
  }
}
