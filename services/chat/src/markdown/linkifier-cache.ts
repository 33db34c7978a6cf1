import { compileLinkifier } from './linkifiers.ts'
import type { CompiledLinkifier } from './markdown-context.ts'

/** A linkifier as stored in the database. */
export interface LinkifierRow {
  readonly id: number
  readonly pattern: string
  readonly url_template: string
}

const MAX_KEPT = 1_000

/** Keeps linkifiers compiled, so that a pattern is compiled once and not for every message. */
export class LinkifierCache {
  readonly #kept = new Map<string, CompiledLinkifier | 'invalid'>()

  /** Those that can be compiled, in the given order. */
  compiled(rows: readonly LinkifierRow[]): readonly CompiledLinkifier[] {
    return rows.map((row) => this.#compile(row)).filter((one) => one !== 'invalid')
  }

  #compile({
    id,
    pattern,
    url_template: urlTemplate,
  }: LinkifierRow): CompiledLinkifier | 'invalid' {
    const key = JSON.stringify([pattern, urlTemplate])
    const known = this.#kept.get(key)
    if (known !== undefined) return known
    if (this.#kept.size >= MAX_KEPT) this.#kept.clear()
    const made = compileLinkifier({ id, pattern, urlTemplate }) ?? 'invalid'
    this.#kept.set(key, made)
    return made
  }
}
