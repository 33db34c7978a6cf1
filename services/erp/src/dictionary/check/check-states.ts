import type { OpenSource, StatesSource } from '../model-source.ts'
import { HAND, STATE_FIELD } from '../states.ts'
import type { ModelDefinition } from '../types.ts'
import type { CheckedModel, Complain } from './checked-model.ts'

type Models = ReadonlyMap<string, ModelDefinition>

/** What the life of a document mentions: its states, fields, lines and actions; and whether each state is reached. */
export function checkStates(
  { source: { states }, model }: CheckedModel,
  of: { readonly models: Models; readonly actions: ReadonlySet<string> },
  complain: Complain,
): void {
  if (states === null) return
  const field = model.fields.find(({ name }) => name === STATE_FIELD)
  if (field?.type !== 'choice' || model.scope !== 'tenant') {
    complain(
      'states',
      `Only documents of a company that have a choice "${STATE_FIELD}" have states.`,
    )
    return
  }
  const known = field.choices.map(({ value }) => value)
  checkNames(states, known, complain)
  checkActions(states, of.actions, complain)
  checkReached(states, known, complain)
  const fits = { model, models: of.models }
  checkOpen(states, 'states', fits, complain)
  for (const [state, open] of states.inState) checkOpen(open, `states/in/${state}`, fits, complain)
}

function checkNames(states: StatesSource, known: readonly string[], complain: Complain): void {
  const check = (path: string, names: readonly string[]) => {
    for (const name of names)
      if (!known.includes(name)) complain(path, `"${name}" is no value of "${STATE_FIELD}".`)
  }
  check('states/drafts', states.drafts)
  check('states/initial', states.initial ?? [])
  check('states/unreached', states.unreached)
  for (const [i, { from, to }] of states.moves.entries()) check(`states/moves/${i}`, [...from, to])
  for (const state of states.inState.keys()) {
    check(`states/in/${state}`, [state])
    if (states.drafts.includes(state))
      complain(`states/in/${state}`, `"${state}" is a draft, in which everything changes.`)
  }
}

function checkActions(
  { moves }: StatesSource,
  actions: ReadonlySet<string>,
  complain: Complain,
): void {
  for (const [i, { by }] of moves.entries())
    if (by !== HAND && !actions.has(by))
      complain(
        `states/moves/${i}`,
        `No model has an action "${by}"; a person's move is by ${HAND}.`,
      )
}

function checkReached(states: StatesSource, known: readonly string[], complain: Complain): void {
  const initial = states.initial ?? states.drafts.slice(0, 1)
  if (initial.length === 0)
    complain('states', 'A document begins in a draft, or in what "initial" names.')
  const reached = new Set([...initial, ...states.moves.map(({ to }) => to)])
  for (const state of known) {
    const isUnreached = states.unreached.includes(state)
    if (isUnreached && reached.has(state))
      complain('states/unreached', `A move leads to "${state}", or a document begins in it.`)
    if (!isUnreached && !reached.has(state))
      complain(
        'states',
        `Nothing leads to "${state}"; what no move leads to stands under "unreached".`,
      )
  }
}

function checkOpen(
  { open, openLines }: OpenSource,
  path: string,
  { model, models }: { readonly model: ModelDefinition; readonly models: Models },
  complain: Complain,
): void {
  const unknown = unknownField(model, open ?? [])
  if (unknown !== null) complain(`${path}/open`, unknown)
  const lines = lineModels(model, models)
  for (const [name, fields] of Object.entries(openLines ?? {})) {
    const at = `${path}/open_lines/${name}`
    const target = models.get(name)
    if (target === undefined || !lines.has(name))
      complain(at, `A ${model.name} has no lines that are ${name}.`)
    else if (fields !== 'all') {
      const problem = unknownField(target, fields)
      if (problem !== null) complain(at, problem)
    }
  }
}

function unknownField(model: ModelDefinition, names: readonly string[]): string | null {
  const unknown = names.find((name) => !model.fields.some((field) => field.name === name))
  return unknown === undefined ? null : `${model.name} has no field "${unknown}".`
}

/** The models of the lines of a document, and of their lines. */
function lineModels(model: ModelDefinition, models: Models): ReadonlySet<string> {
  const found = new Set<string>()
  const add = ({ lines }: ModelDefinition): void => {
    for (const { model: name } of lines) {
      const target = models.get(name)
      if (target === undefined || found.has(name)) continue
      found.add(name)
      add(target)
    }
  }
  add(model)
  return found
}
