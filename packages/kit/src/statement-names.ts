import type { Sql } from './sql.ts'

// Every name costs memory on every connection, so their number is limited; other texts are planned each time.
const MAX_NAMES = 300
const MAX_NAMES_OF_SITE = 32
const MAX_WATCHED = 5_000
const MAX_WATCHED_AT_SITE = 100

/** Names for texts that recur: a text gets its name when it is seen for the second time, as long as there is room. */
class NamedTexts {
  readonly #names = new Map<string, string>()
  readonly #seen = new Set<string>()
  readonly #prefix: string
  readonly #maxNames: number
  readonly #maxWatched: number

  constructor(prefix: string, maxNames: number, maxWatched: number) {
    this.#prefix = prefix
    this.#maxNames = maxNames
    this.#maxWatched = maxWatched
  }

  nameOf(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= this.#maxNames) return undefined
    if (!this.#seen.delete(text)) {
      if (this.#seen.size >= this.#maxWatched) this.#seen.clear()
      this.#seen.add(text)
      return undefined
    }
    const name = `${this.#prefix}_${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

const sites = new WeakMap<TemplateStringsArray, NamedTexts>()
let sitesSeen = 0

/**
 * The name under which a connection keeps a statement: it belongs to the place in the source that wrote it, with one for
 * each of the few texts that parts of it give it. None at its first use, for a text without a place (`trusted`,
 * `plannedAnew`), and for several commands, which only go without a name.
 */
export function nameOfStatement({ name, site, text }: Sql): string | undefined {
  if (name !== undefined) return name
  if (site === undefined || text.includes(';')) return undefined
  let texts = sites.get(site)
  if (texts === undefined) {
    sitesSeen += 1
    texts = new NamedTexts(`s${sitesSeen}`, MAX_NAMES_OF_SITE, MAX_WATCHED_AT_SITE)
    sites.set(site, texts)
  }
  return texts.nameOf(text)
}

/**
 * Names for statements that are composed from a request, such as lists with filters: those that recur most likely, of
 * all that a database is asked.
 */
export class StatementNames extends NamedTexts {
  constructor(maxNames = MAX_NAMES) {
    super('auto', maxNames, MAX_WATCHED)
  }
}
