/**
 * Building blocks for longer patterns: a pattern made of named parts can be compared with the grammar that it
 * implements. A string stands for itself, a RegExp for its pattern.
 */

export type Part = string | RegExp

/** One part after the other. */
export function sequence(...parts: readonly Part[]): RegExp {
  return new RegExp(parts.map(sourceOf).join(''), 'u')
}

/** The first part that matches. */
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

/** At least and at most so many times. */
export function repeated(part: Part, least: number, most: number): RegExp {
  return new RegExp(`(?:${sourceOf(part)}){${least},${most}}`, 'u')
}

/** A named capture group. */
export function group(...parts: readonly Part[]): RegExp {
  return new RegExp(`(${sequence(...parts).source})`, 'u')
}

/** Matches only where the part does not follow. */
export function notAhead(part: Part): RegExp {
  return new RegExp(`(?!${sourceOf(part)})`, 'u')
}

/** Matches only where the part precedes. */
export function behind(part: Part): RegExp {
  return new RegExp(`(?<=${sourceOf(part)})`, 'u')
}

/** Matches only where the part does not precede. */
export function notBehind(part: Part): RegExp {
  return new RegExp(`(?<!${sourceOf(part)})`, 'u')
}

/** The parts, to be searched for in all of a text. */
export function everywhere(...parts: readonly Part[]): RegExp {
  return new RegExp(sequence(...parts).source, 'gu')
}

function sourceOf(part: Part): string {
  if (typeof part === 'string') return part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return part.source.includes('|') ? `(?:${part.source})` : part.source
}
