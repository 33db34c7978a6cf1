import type { Model } from '../dictionary/types.ts'
import type { Message } from '../messages/message.ts'
import type { UnknownName } from '../messages/or-meant.ts'
import { MORE_PROBLEMS, NO_FIELD } from '../messages/writing.ts'
import { nearestName } from './nearest-name.ts'

interface UnknownProblem {
  readonly code: 'UNKNOWN_FIELD'
  readonly field: string
  readonly message: Message
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
  absent: (name: UnknownName) => Message,
  name: string,
  candidates: Iterable<string>,
): UnknownProblem {
  const shown = shownName(name)
  const unknown = { name: shown, nearest: nearestName(name, candidates) }
  return { code: 'UNKNOWN_FIELD', field: shown, message: absent(unknown) }
}

/** Says that `MAX_PROBLEMS` were found and nothing was checked from this name on. */
export function moreProblems(name: string): UnknownProblem {
  const message = MORE_PROBLEMS({ shown: MAX_PROBLEMS })
  return { code: 'UNKNOWN_FIELD', field: shownName(name), message }
}

/** Says that a model has no field of a name. */
export function noFieldOf({ name: model }: Model): (unknown: UnknownName) => Message {
  return (unknown) => NO_FIELD({ ...unknown, model })
}
