const MS_OF_DAY = 86_400_000

/**
 * The part of a long walk that this run takes: one of `parts`, another one each day, so that after as many days every
 * item has had its turn. Walks in each other have numbers of parts without a common divisor, so that every pair comes, and
 * no more than seven together, a week. `TEST_TURN` names the day, counted from 1970, and `all` takes the whole walk.
 */
export function inTurn<T>(items: readonly T[], parts: number): readonly T[] {
  const day = dayOfTurn()
  return day === 'all' ? items : items.filter((_, index) => (index + day) % parts === 0)
}

/** Which day's turn it is: of `TEST_TURN`, else of today. */
export function dayOfTurn(): number | 'all' {
  const wanted = process.env['TEST_TURN'] ?? ''
  if (wanted === 'all') return 'all'
  return /^\d{1,6}$/v.test(wanted) ? Number(wanted) : Math.floor(Date.now() / MS_OF_DAY)
}
