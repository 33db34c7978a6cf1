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

/** A piece that gets a kind of its own. */
export function group(...parts: readonly Part[]): RegExp {
  return new RegExp(`(${sequence(...parts).source})`, 'u')
}

/** Goes on only where the parts follow; they are not taken. */
export function ahead(...parts: readonly Part[]): RegExp {
  return new RegExp(`(?=${sequence(...parts).source})`, 'u')
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

/** Any of the marks in a list with spaces between them; the longest wins. */
export function marks(list: string): RegExp {
  return either(...split(list).toSorted((one, other) => other.length - one.length))
}

/** Any of the words, whole: `int` does not begin `integer`. */
export function words(list: string): RegExp {
  return sequence(marks(list), /(?![\p{ID_Continue}$])/u)
}

/** Digits that a separator may divide, as in `1_000`. */
export function digits(digit: RegExp, separator: string): RegExp {
  return sequence(digit, many(optional(separator), digit))
}

/** A number with an exponent, a fraction or both: what makes it a floating-point literal. */
export function floatingPoint(digit: RegExp, separator: string): RegExp {
  const whole = digits(digit, separator)
  const exponent = sequence(/[eE][+-]?/, whole)
  const fraction = either(sequence(whole, '.', optional(whole)), sequence('.', whole))
  return either(sequence(fraction, optional(exponent)), sequence(whole, exponent))
}

/** From one mark to the next on the same line; a backslash protects what follows it. */
export function quoted(mark: string): RegExp {
  const ending = either(mark, /(?=\n)/, /\\?$/)
  return sequence(mark, many(either(notOneOf(`${mark}\\\n`), ESCAPED)), ending)
}

/** The same over several lines, and only where it ends. */
export function quotedLines(mark: string): RegExp {
  return sequence(mark, many(either(notOneOf(`${mark}\\`), ESCAPED)), mark)
}

/** A backslash and whatever follows. */
const ESCAPED = /\\[^]/u

/** Up to the mark, or to the end of the text when it never comes. */
export function through(mark: string): RegExp {
  return sequence(/[^]*?/, either(mark, /$/))
}

/** The words of a list. */
export function split(list: string): string[] {
  return list.trim().split(/\s+/)
}

function notOneOf(characters: string): RegExp {
  return new RegExp(`[^${characters.replaceAll(/[\\\]^-]/g, String.raw`\$&`)}]`, 'u')
}

function sourceOf(part: Part): string {
  if (typeof part === 'string') return part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
  return part.source.includes('|') ? `(?:${part.source})` : part.source
}
