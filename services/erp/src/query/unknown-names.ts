import { nearestName } from './nearest-name.ts'

interface UnknownName {
  readonly code: 'UNKNOWN_FIELD'
  readonly field: string
  readonly message: string
}

// More than a person reads at once; further mistakes show once these are fixed.
export const MAX_PROBLEMS = 100
// A longer one is not a mistyped name.
const MAX_SHOWN = 64

/** A name that a client made up, cut to the length of a message. */
function shownName(name: string): string {
  return name.length <= MAX_SHOWN ? name : `${name.slice(0, MAX_SHOWN)}…`
}

/** `UNKNOWN_FIELD` for a name, with the nearest existing one. */
export function unknownName(
  owner: string,
  name: string,
  candidates: Iterable<string>,
): UnknownName {
  const nearest = nearestName(name, candidates)
  const hint = nearest === null ? '' : ` Did you mean ${nearest}?`
  const shown = shownName(name)
  return { code: 'UNKNOWN_FIELD', field: shown, message: `${owner} ${shown}.${hint}` }
}

/** Says that `MAX_PROBLEMS` were found and nothing was checked from this name on. */
export function moreProblems(name: string): UnknownName {
  const message = `There may be more problems; the first ${MAX_PROBLEMS} are shown.`
  return { code: 'UNKNOWN_FIELD', field: shownName(name), message }
}
