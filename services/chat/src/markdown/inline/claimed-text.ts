/**
 * The text of a block while it is read. A stretch that was already turned into a node is a claim; later readers see the
 * text through a mask in which claimed stretches are unreadable. The mask is as long as the text, so positions are the
 * same in both.
 */

import type { Node } from '../tree/tree.ts'

/** A stretch of the text and the node that it became. */
export interface Claim {
  readonly start: number
  readonly end: number
  readonly node: Node
}

export interface ClaimedText {
  readonly text: string
  readonly mask: string
  /** In order; none overlaps another. */
  readonly claims: readonly Claim[]
}

/** Unicode reserves these characters for internal use; they are removed from every message first. */
export const CLAIMED = '\uFDD0'
export const FENCED_OFF = '\uFDD1'

export function unclaimed(text: string): ClaimedText {
  return { text, mask: text, claims: [] }
}

/** Adds claims in order; one that covers earlier ones replaces them. */
export function withClaims(source: ClaimedText, added: readonly Claim[]): ClaimedText {
  if (added.length === 0) return source
  const claims: Claim[] = []
  const mask: string[] = []
  let at = 0
  let known = 0
  const keepUntil = (place: number): void => {
    for (let claim = source.claims[known]; claim !== undefined; claim = source.claims[known]) {
      if (claim.start >= place) return
      if (claim.start >= at) claims.push(claim)
      known += 1
    }
  }
  for (const claim of added) {
    keepUntil(claim.start)
    claims.push(claim)
    mask.push(source.mask.slice(at, claim.start), CLAIMED.repeat(claim.end - claim.start))
    at = claim.end
  }
  keepUntil(source.text.length)
  mask.push(source.mask.slice(at))
  return { text: source.text, mask: mask.join(''), claims }
}

/** The claims between two positions. */
export function claimsBetween(source: ClaimedText, start: number, end: number): readonly Claim[] {
  return between(source.claims, { start, end }, (claim) => claim.start)
}

interface Places {
  readonly start: number
  readonly end: number
}

/** Those of some ordered items that start between two positions. */
export function between<T>(
  items: readonly T[],
  { start, end }: Places,
  startOf: (item: T) => number,
): readonly T[] {
  return items.slice(firstFrom(items, start, startOf), firstFrom(items, end, startOf))
}

/** The index of the first item that starts at or after a position. */
export function firstFrom<T>(
  items: readonly T[],
  place: number,
  startOf: (item: T) => number,
): number {
  let low = 0
  let high = items.length
  while (low < high) {
    const middle = (low + high) >> 1
    const item = items[middle]
    if (item === undefined || startOf(item) >= place) high = middle
    else low = middle + 1
  }
  return low
}

/** Reads through the text once: at every mark it asks what starts there, and goes on after what was found. */
export function scan(
  text: string,
  marks: RegExp,
  readAt: (place: number) => Claim | undefined,
): Claim[] {
  const claims: Claim[] = []
  marks.lastIndex = 0
  for (let mark = marks.exec(text); mark !== null; mark = marks.exec(text)) {
    const behind = marks.lastIndex
    const claim = readAt(mark.index)
    if (claim !== undefined) claims.push(claim)
    marks.lastIndex = claim?.end ?? behind
  }
  return claims
}
