// Comparing a name costs time by its length; none of our names is half as long.
const MAX_LENGTH = 64

/** The candidate with the smallest edit distance to `name`, for "did you mean"; null when none is close. */
export function nearestName(name: string, candidates: Iterable<string>): string | null {
  if (name.length > MAX_LENGTH) return null
  const wanted = name.toLowerCase()
  let best: { readonly candidate: string; readonly distance: number } | null = null
  for (const candidate of candidates) {
    const distance = editDistance(wanted, candidate.toLowerCase(), best?.distance ?? wanted.length)
    if (best === null || distance < best.distance) best = { candidate, distance }
  }
  const allowed = Math.max(2, Math.floor(name.length / 2))
  return best !== null && best.distance <= allowed ? best.candidate : null
}

/** Levenshtein's distance; gives up above `limit`, so that a client's long names cost nothing. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
