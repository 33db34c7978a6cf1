/**
 * Grammars of highlight.js, and the code of other languages that they find inside their own: scripts in pages, pages in
 * scripts. There it goes one level deep. Left to itself, each level would read the rest of the text once more, and a
 * text may open a level every few characters.
 */

/** The part of a grammar that says what stands inside what. */
export interface Mode {
  subLanguage?: string | readonly string[] | undefined
  readonly contains?: readonly (Mode | 'self')[]
  readonly variants?: readonly Mode[]
  readonly starts?: Mode
}

const INNER = 'inner '

/** What the grammar of code inside other code is registered as, beside the one that it may share its name with. */
export function innerName(grammar: string): string {
  return `${INNER}${grammar}`
}

/** The grammar that something was registered as. */
export function grammarName(registered: string): string {
  return registered.startsWith(INNER) ? registered.slice(INNER.length) : registered
}

/**
 * Has the languages inside the code read as inner ones, the first where the library would guess.
 * @returns the names of their grammars
 */
export function markEmbedded(grammar: Mode): ReadonlySet<string> {
  const names = new Set<string>()
  for (const mode of embeddingModes(grammar)) {
    const { subLanguage } = mode
    const name = typeof subLanguage === 'string' ? subLanguage : subLanguage?.[0]
    mode.subLanguage = name === undefined ? undefined : innerName(name)
    if (name !== undefined) names.add(name)
  }
  return names
}

/** Leaves code of other languages inside the code as it is. */
export function forgetEmbedded(grammar: Mode): void {
  for (const mode of embeddingModes(grammar)) mode.subLanguage = undefined
}

/** The modes that hold code of another language, each once: grammars refer to their own parts. */
function embeddingModes(grammar: Mode): readonly Mode[] {
  const seen = new Set<Mode>([grammar])
  for (const mode of seen) {
    const inside = [...(mode.contains ?? []), ...(mode.variants ?? []), mode.starts]
    for (const part of inside)
      if (part !== undefined && part !== 'self' && part !== null) seen.add(part)
  }
  return [...seen].filter((mode) => mode.subLanguage !== undefined)
}
