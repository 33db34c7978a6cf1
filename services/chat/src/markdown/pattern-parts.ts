/**
 * Pieces from which longer patterns are put together: a pattern made of named parts can be
 * read beside the grammar that it follows. A string stands for itself, a RegExp for its pattern.
 */

export type Part = string | RegExp

/** One part after the other. */
export function sequence(...parts: readonly Part[]): RegExp {
  return new RegExp(parts.map(sourceOf).join(''), 'u')
}

/** The first of the parts that fits. */
export function either(...parts: readonly Part[]): RegExp {
  return new RegExp(`(?:${parts.map(sourceOf).join('|')})`, 'u')
}

export function optional(...parts: readonly Part[]): RegExp {
  return new RegExp(`(?:${sequence(...parts).source})?`, 'u')
}

/** Any number of times, none included. */
export function many(...parts: readonly Part[]): RegExp {
  return new RegExp(`(?:${sequence(...parts).source})*`, 'u')
}

/** So many times, at least and at most. */
export function repeated(part: Part, least: number, most: number): RegExp {
  return new RegExp(`(?:${sourceOf(part)}){${least},${most}}`, 'u')
}

/** A piece that gets a kind of its own. */
export function group(...parts: readonly Part[]): RegExp {
  return new RegExp(`(${sequence(...parts).source})`, 'u')
}

/** Holds only where the part does not follow. */
export function notAhead(part: Part): RegExp {
  return new RegExp(`(?!${sourceOf(part)})`, 'u')
}

/** Holds only where the part stands right before. */
export function behind(part: Part): RegExp {
  return new RegExp(`(?<=${sourceOf(part)})`, 'u')
}

/** Holds only where the part does not stand right before. */
export function notBehind(part: Part): RegExp {
  return new RegExp(`(?<!${sourceOf(part)})`, 'u')
}

/** The parts, to be looked for all over a text. */
export function everywhere(...parts: readonly Part[]): RegExp {
  return new RegExp(sequence(...parts).source, 'gu')
}

function sourceOf(part: Part): string {
  if (typeof part === 'string') return part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return part.source.includes('|') ? `(?:${part.source})` : part.source
}
