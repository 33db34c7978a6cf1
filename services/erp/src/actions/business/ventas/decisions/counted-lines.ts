import { quantity, quantityText } from '../../quantity.ts'

/** A part of a line of a sale that leaves or comes back; below zero it is taken back. */
interface CountedPart {
  /** The VentaPartida. */
  readonly id: string
  /** What was counted of it before all parts; null: nothing. */
  readonly before: string | null
  /** In millionths. */
  readonly more: bigint
}

/** What is counted of lines of sales after all parts, by line: several parts may be of one line. */
export function countedAfter(parts: readonly CountedPart[]): ReadonlyMap<string, string> {
  const counts = new Map<string, bigint>()
  for (const { id, before, more } of parts) {
    counts.set(id, (counts.get(id) ?? quantity(before ?? '0')) + more)
  }
  return new Map([...counts].map(([id, count]) => [id, quantityText(count)]))
}
