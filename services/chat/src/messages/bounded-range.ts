import type { SizedMessage } from './store/message-load.ts'

// An answer needs several times as much memory while it is made, and several are made at once.
const MAX_BYTES = 8 * 1024 * 1024

export interface BoundedRange {
  /** The lowest first. */
  readonly ids: readonly number[]
  readonly isWholeBefore: boolean
  readonly isWholeAfter: boolean
  /** Of all their texts. */
  readonly bytes: number
}

/**
 * Those of the messages around an anchor, nearest first, whose texts one answer can hold: half of it on either side,
 * and at least one message. Who gets fewer than asked for asks on from the last, as always when no end was found.
 */
export function boundedRange(found: readonly SizedMessage[], anchor: number): BoundedRange {
  const before = found.filter(({ id }) => id < anchor)
  const from = found.filter(({ id }) => id >= anchor)
  const share = before.length > 0 && from.length > 0 ? MAX_BYTES / 2 : MAX_BYTES
  const keptBefore = nearest(before.toReversed(), share)
  const keptFrom = nearest(from, share)
  const kept = [...keptBefore.toReversed(), ...keptFrom]
  return {
    ids: kept.map(({ id }) => id),
    bytes: bytesOf(kept),
    isWholeBefore: keptBefore.length === before.length,
    isWholeAfter: keptFrom.length === from.length,
  }
}

/** Whether one answer can hold texts of so many bytes. */
export function fitsAnswer(bytes: number): boolean {
  return bytes <= MAX_BYTES
}

export function bytesOf(found: readonly SizedMessage[]): number {
  return found.reduce((sum, { bytes }) => sum + bytes, 0)
}

function nearest(messages: readonly SizedMessage[], maxBytes: number): readonly SizedMessage[] {
  let bytes = 0
  const tooFar = messages.findIndex((message, at) => {
    bytes += message.bytes
    return at > 0 && bytes > maxBytes
  })
  return tooFar === -1 ? messages : messages.slice(0, tooFar)
}
