import {
  actionBack,
  actionTo,
  handMoves,
  STATE_FIELD,
  type StateRule,
  type States,
} from '../../dictionary/states.ts'
import type { Model } from '../../dictionary/types.ts'
import {
  STATE_KEEPS_FIELD,
  STATE_KEEPS_LINES,
  STATE_KEEPS_RECORD,
  STATE_NOT_REACHED,
  STATE_OF_NEW,
} from '../../messages/states.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { changedFields, wrongState } from '../rules/rule.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Stored = ReadonlyMap<string, string | null>

interface GuardedWrite {
  readonly model: Model
  readonly values: Values
  readonly previous: Stored | null
}

/**
 * A document is changed by hand only as far as its state lets it be, and its state only along the moves that are made
 * by hand.
 * @throws ApiError INVALID_STATE
 */
export function guardRecord(write: GuardedWrite): void {
  const { states } = write.model
  if (states === null) return
  const changed = changedFields(write)
  if (changed.includes(STATE_FIELD)) guardMove(states, write)
  if (write.previous === null) return
  const state = write.previous.get(STATE_FIELD) ?? ''
  const { open } = ruleOf(states, state)
  if (open === 'all') return
  const field = changed.find((name) => name !== STATE_FIELD && !open.includes(name))
  if (field === undefined) return
  const held = heldOf(write.model, write.previous, states)
  throw wrongState(STATE_KEEPS_FIELD({ ...held, field }), field)
}

function guardMove(states: States, { model, values, previous }: GuardedWrite): void {
  const to = String(values.get(STATE_FIELD))
  if (previous === null) {
    if (states.initial.includes(to)) return
    const { initial } = states
    throw wrongState(STATE_OF_NEW({ model: model.name, initial, to }), STATE_FIELD)
  }
  const from = previous.get(STATE_FIELD) ?? ''
  const moves = handMoves(states, from)
  if (moves.includes(to)) return
  const action = actionTo(states, from, to)
  const move = { model: model.name, id: idOf(previous), from, to, moves, action }
  throw wrongState(STATE_NOT_REACHED(move), STATE_FIELD)
}

function heldOf({ name }: Model, stored: Stored, states: States) {
  const state = stored.get(STATE_FIELD) ?? ''
  return { model: name, id: idOf(stored), state, back: actionBack(states, state) }
}

function idOf(stored: Stored): string {
  return stored.get('id') ?? ''
}

function ruleOf({ rules }: States, state: string): StateRule {
  return rules[state] ?? { open: [], openLines: {}, isDeletable: false }
}

/**
 * The lines of a document change with it. `changed` null: the line is made or removed.
 * @throws ApiError INVALID_STATE
 */
export function guardLine(
  head: { readonly model: Model; readonly stored: Stored },
  line: { readonly model: Model; readonly changed: readonly string[] | null },
): void {
  const { states } = head.model
  if (states === null) return
  const state = head.stored.get(STATE_FIELD) ?? ''
  const rule = ruleOf(states, state)
  const open = rule.open === 'all' ? 'all' : (rule.openLines[line.model.name] ?? [])
  if (open === 'all' || line.changed?.every((name) => open.includes(name)) === true) return
  throw wrongState(STATE_KEEPS_LINES(heldOf(head.model, head.stored, states)))
}

/** Only what nobody approved or booked is deleted. @throws ApiError INVALID_STATE */
export function guardDeletion(model: Model, stored: Stored): void {
  const { states } = model
  if (states === null) return
  const state = stored.get(STATE_FIELD) ?? ''
  if (ruleOf(states, state).isDeletable) return
  throw wrongState(STATE_KEEPS_RECORD({ model: model.name, id: idOf(stored), state }))
}
