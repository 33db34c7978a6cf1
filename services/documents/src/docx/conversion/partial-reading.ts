import type { XmlToken } from '../xml/xml-tokens.ts'

/** A part with its tokens; marked ones are not written. */
export type Reading = {
  readonly tokens: readonly XmlToken[]
  readonly skipped: Uint8Array
}

/** Leaves out the element at `at` and everything in it. */
export function skip({ tokens, skipped }: Reading, at: number): void {
  const end = tokens[at]?.partner ?? -1
  if (at >= 0 && skipped[at] === 0) skipped.fill(1, at, end + 1)
}

/** Whether the element at `at` contains, at any depth, an element that is written. */
export function holds(
  { tokens, skipped }: Reading,
  at: number,
  ...names: readonly string[]
): boolean {
  const end = tokens[at]?.partner ?? at
  for (let inner = at + 1; inner < end; inner++) {
    if (skipped[inner] === 0 && names.includes(tokens[inner]?.name ?? '')) return true
  }
  return false
}

/** The element after the one at `at` within the same parent; undefined when that was the last. */
export function nextElement({ tokens, skipped }: Reading, at: number): number | undefined {
  const parent = tokens[tokens[at]?.parent ?? -1]
  const end = parent?.partner ?? tokens.length
  for (let next = (tokens[at]?.partner ?? at) + 1; next < end; next++) {
    const kind = tokens[next]?.kind
    if (skipped[next] === 0 && (kind === 'open' || kind === 'empty')) return next
  }
  return undefined
}

export function writtenText({ tokens, skipped }: Reading, from: number, to: number): string {
  let text = ''
  for (let at = from; at <= to; at++) if (skipped[at] === 0) text += tokens[at]?.raw ?? ''
  return text
}
