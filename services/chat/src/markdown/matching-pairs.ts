// More than two messages of two thousand different words each; beyond it only their ends are compared.
const MAX_CELLS = 4_000_000

/** Which items of two lists are equal, as pairs of indices in ascending order; as many as possible. */
export function matchingPairs(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const middle = longestCommon(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  )
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([a, b]) => [a + start, b + start] as const),
    ...Array.from({ length: end }, (_, index) => {
      return [before.length - end + index, after.length - end + index] as const
    }),
  ]
}

/** The longest common subsequence, by the table of its lengths from every pair of positions on. */
function longestCommon(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly [number, number])[] {
  const width = after.length + 1
  if ((before.length + 1) * width > MAX_CELLS) return []
  const lengths = new Uint16Array((before.length + 1) * width)
  const at = (a: number, b: number) => lengths[a * width + b] ?? 0
  for (let a = before.length - 1; a >= 0; a -= 1) {
    for (let b = after.length - 1; b >= 0; b -= 1) {
      lengths[a * width + b] =
        before[a] === after[b] ? at(a + 1, b + 1) + 1 : Math.max(at(a + 1, b), at(a, b + 1))
    }
  }
  const pairs: (readonly [number, number])[] = []
  for (let [a, b] = [0, 0]; a < before.length && b < after.length;) {
    if (before[a] === after[b]) {
      pairs.push([a, b])
      a += 1
      b += 1
    } else if (at(a + 1, b) >= at(a, b + 1)) a += 1
    else b += 1
  }
  return pairs
}
