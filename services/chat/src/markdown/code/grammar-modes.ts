/**
 * Grammars of highlight.js, and code of other languages embedded in theirs: scripts in pages, pages in scripts.
 * Embedding is limited to one level. Without that limit each level would read the rest of the text once more, and a
 * text may open a level every few characters.
 */

/** The part of a grammar that says what may occur inside what. */
export interface Mode {
  subLanguage?: string | readonly string[] | undefined
  readonly contains?: readonly (Mode | 'self')[]
  readonly variants?: readonly Mode[]
  readonly starts?: Mode
}

const INNER = 'inner '

/** The name under which a grammar for embedded code is registered, in case the plain one has the same name. */
export function innerName(grammar: string): string {
  return `${INNER}${grammar}`
}

/** The grammar registered under a name. */
export function grammarName(registered: string): string {
  return registered.startsWith(INNER) ? registered.slice(INNER.length) : registered
}

/**
 * Makes embedded code use the inner grammars; where the library would guess among languages, it uses the first.
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

/** Leaves embedded code of other languages plain. */
export function forgetEmbedded(grammar: Mode): void {
  for (const mode of embeddingModes(grammar)) mode.subLanguage = undefined
}

/** The modes that contain code of another language, each once: grammars refer to their own parts. */
function embeddingModes(grammar: Mode): readonly Mode[] {
  const seen = new Set<Mode>([grammar])
  for (const mode of seen) {
    const inside = [...(mode.contains ?? []), ...(mode.variants ?? []), mode.starts]
    for (const part of inside)
      if (part !== undefined && part !== 'self' && part !== null) seen.add(part)
  }
  return [...seen].filter((mode) => mode.subLanguage !== undefined)
}
