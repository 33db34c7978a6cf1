import type { Model } from '../../dictionary/types.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { STATE_TABLES } from '../business/state-tables.ts'
import { changedFields, wrongState } from '../rules/rule.ts'
import { actionBack, actionTo, handMoves, type StateRule, type StateTable } from './state-table.ts'

type Values = ReadonlyMap<string, FieldValue | null>
type Stored = ReadonlyMap<string, string | null>

const STATE = 'estado'

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
  const table = STATE_TABLES.get(write.model.name)
  if (table === undefined) return
  const changed = changedFields(write)
  if (changed.includes(STATE)) guardMove(table, write)
  if (write.previous === null) return
  const state = write.previous.get(STATE) ?? ''
  const { open } = ruleOf(table, state)
  if (open === 'all') return
  const field = changed.find((name) => name !== STATE && !open.includes(name))
  if (field === undefined) return
  const name = `${write.model.name} ${write.previous.get('id')}`
  throw wrongState(`${name} is ${state}: ${field} cannot change${wayBack(table, state)}.`, field)
}

function guardMove(table: StateTable, { model, values, previous }: GuardedWrite): void {
  const to = String(values.get(STATE))
  if (previous === null) {
    if (table.initial.includes(to)) return
    throw wrongState(`A new ${model.name} is ${table.initial.join(' or ')}, not ${to}.`, STATE)
  }
  const from = previous.get(STATE) ?? ''
  const moves = handMoves(table, from)
  if (moves.includes(to)) return
  const allowed = moves.length === 0 ? '' : `; by hand it becomes ${moves.join(' or ')}`
  const action = actionTo(table, from, to)
  const ways = action === null ? allowed : `; ${action} does that`
  throw wrongState(
    `${model.name} ${previous.get('id')} is ${from} and cannot become ${to}${ways}.`,
    STATE,
  )
}

function wayBack(table: StateTable, state: string): string {
  const action = actionBack(table, state)
  return action === null ? '' : ` unless ${action} takes it back`
}

function ruleOf({ states }: StateTable, state: string): StateRule {
  return states[state] ?? { open: [] }
}

/**
 * The lines of a document change with it. `changed` null: the line is made or removed.
 * @throws ApiError INVALID_STATE
 */
export function guardLine(
  head: { readonly model: Model; readonly stored: Stored },
  line: { readonly model: Model; readonly changed: readonly string[] | null },
): void {
  const table = STATE_TABLES.get(head.model.name)
  if (table === undefined) return
  const state = head.stored.get(STATE) ?? ''
  const rule = ruleOf(table, state)
  const open = rule.open === 'all' ? 'all' : (rule.openLines?.[line.model.name] ?? [])
  if (open === 'all' || line.changed?.every((name) => open.includes(name)) === true) return
  const name = `${head.model.name} ${head.stored.get('id')}`
  throw wrongState(`${name} is ${state}: its lines cannot change${wayBack(table, state)}.`)
}

/** Only what nobody approved or booked is deleted. @throws ApiError INVALID_STATE */
export function guardDeletion(model: Model, stored: Stored): void {
  const table = STATE_TABLES.get(model.name)
  if (table === undefined) return
  const state = stored.get(STATE) ?? ''
  const rule = ruleOf(table, state)
  if (rule.isDeletable ?? rule.open === 'all') return
  throw wrongState(`${model.name} ${stored.get('id')} is ${state} and cannot be deleted.`)
}
