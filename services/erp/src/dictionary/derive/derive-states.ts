import type { StatesSource } from '../model-source.ts'
import { STATE_FIELD, type StateRule, type States } from '../states.ts'
import type { Field } from '../types.ts'

/** The life of a document: each choice of its state, with what the file says of it or of all that are no drafts. */
export function deriveStates(source: StatesSource | null, fields: readonly Field[]): States | null {
  if (source === null) return null
  const state = fields.find(({ name }) => name === STATE_FIELD)
  const values = state?.type === 'choice' ? state.choices.map(({ value }) => value) : []
  return {
    initial: source.initial ?? source.drafts.slice(0, 1),
    rules: Object.fromEntries(values.map((value) => [value, ruleOf(source, value)])),
    moves: source.moves,
  }
}

function ruleOf({ drafts, open, openLines, inState }: StatesSource, state: string): StateRule {
  if (drafts.includes(state)) return { open: 'all', openLines: {}, isDeletable: true }
  const own = inState.get(state)
  return {
    open: own?.open ?? open ?? [],
    openLines: own?.openLines ?? openLines ?? {},
    isDeletable: own?.isDeletable ?? false,
  }
}
