import type { ActionInput } from './action-description.ts'

/** What was typed so far, by input; null and absent are nothing. */
export type Typed = Readonly<Record<string, unknown>>

/** One thing that the service refused. */
interface Problem {
  readonly message: string
  readonly field?: string | undefined
}

export type Missing = 'required' | 'short'

/** What the person has to mend before anything is sent, by input. */
export function missingInputs(
  inputs: readonly ActionInput[],
  typed: Typed,
): ReadonlyMap<string, Missing> {
  const found = new Map<string, Missing>()
  for (const { name, required, min_length: least } of inputs) {
    const value = typed[name]
    if (isNothing(value)) {
      if (required) found.set(name, 'required')
    } else if (typeof value === 'string' && value.trim().length < (least ?? 0)) {
      found.set(name, 'short')
    }
  }
  return found
}

/** The body of the call: what was left empty is not sent, so that the service does what it does without. */
export function inputBody(inputs: readonly ActionInput[], typed: Typed): Typed {
  return Object.fromEntries(
    inputs.flatMap(({ name }) => (isNothing(typed[name]) ? [] : [[name, typed[name]]])),
  )
}

/** Problems at the inputs that they are about, `partidas[2].cantidad` at `partidas`; the others stand above. */
export function placedProblems<P extends Problem>(
  inputs: readonly Pick<ActionInput, 'name'>[],
  problems: readonly P[],
): { readonly at: ReadonlyMap<string, string>; readonly above: readonly P[] } {
  const names = new Set(inputs.map(({ name }) => name))
  const at = new Map<string, string>()
  const above: P[] = []
  for (const problem of problems) {
    const name = problem.field?.split(/[.[]/)[0]
    if (name === undefined || !names.has(name)) above.push(problem)
    else
      at.set(name, [at.get(name), problem.message].filter((text) => text !== undefined).join(' '))
  }
  return { at, above }
}

function isNothing(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    (typeof value === 'string' && value.trim() === '') ||
    (Array.isArray(value) && value.length === 0)
  )
}
