import { compileTemplate } from '../docx/template.ts'
import type { CompiledTemplate } from '../docx/types.ts'

// The service keeps the templates in use compiled; thousands of idle ones cost nothing.
const MAX_BYTES = 128 * 1024 * 1024

/**
 * Compiled templates by version, bounded in memory: the one used longest ago makes room. A version never changes, so a
 * replaced template's entry simply falls out of use.
 */
export class TemplateCache {
  readonly #entries = new Map<string, CompiledTemplate>()
  #bytes = 0

  async compiled(
    version: string,
    read: () => Promise<Buffer | undefined>,
  ): Promise<CompiledTemplate | undefined> {
    const known = this.#entries.get(version)
    if (known !== undefined) {
      this.#entries.delete(version)
      this.#entries.set(version, known)
      return known
    }
    const docx = await read()
    if (docx === undefined) return undefined
    const compiled = compileTemplate(docx)
    this.#keep(version, compiled)
    return compiled
  }

  #keep(version: string, compiled: CompiledTemplate): void {
    if (this.#entries.has(version)) return
    this.#entries.set(version, compiled)
    this.#bytes += compiled.sizeBytes
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= MAX_BYTES || oldest === version) break
      this.#entries.delete(oldest)
      this.#bytes -= entry.sizeBytes
    }
  }
}
