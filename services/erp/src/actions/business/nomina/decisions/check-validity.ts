import { compare, decimal, ZERO } from '../../../../fiscal/decimal.ts'
import {
  LAW_BACKWARDS,
  LAW_GAP,
  LAW_NO_FRACTION,
  LAW_OVERLAP,
} from '../../../../messages/law-tables.ts'
import type { Message } from '../../../../messages/message.ts'
import type { Valid } from '../store/law-rows.ts'
import { dayAfter } from './calendar.ts'

const ONE = decimal('1')

/** Rates that are no fractions; those that are empty are none. */
export function fractions(about: string, rates: readonly (string | null)[]): Message[] {
  return rates.flatMap((rate) => {
    if (rate === null) return []
    const isFraction = compare(decimal(rate), ZERO) >= 0 && compare(decimal(rate), ONE) <= 0
    return isFraction ? [] : [LAW_NO_FRACTION({ about, rate })]
  })
}

/**
 * Gaps and overlaps between rows of one key, which ascend by the day on which they begin. A row without an end ends where
 * the next begins.
 */
export function validity<T extends Valid>(
  model: string,
  rows: readonly T[],
  keyOf: (row: T) => string,
): readonly Message[] {
  return [...Map.groupBy(rows, keyOf)].flatMap(([key, own]) => {
    const about = `${model} ${key}`
    return own.flatMap((row, index) => [
      ...backwards(about, row),
      ...between(about, row, own[index + 1]),
    ])
  })
}

function backwards(about: string, { desde, hasta }: Valid): readonly Message[] {
  if (desde === null || hasta === null || hasta >= desde) return []
  return [LAW_BACKWARDS({ about, start: desde, end: hasta })]
}

function between(
  about: string,
  { hasta: end }: Valid,
  follower: Valid | undefined,
): readonly Message[] {
  if (follower === undefined || end === null) return []
  const next = follower.desde ?? ''
  if (next <= end) return [LAW_OVERLAP({ about, end, next })]
  return next === dayAfter(end) ? [] : [LAW_GAP({ about, end, next })]
}
