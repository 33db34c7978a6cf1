import type { Model } from '../../dictionary/types.ts'
import { STATE_TABLES } from '../business/state-tables.ts'
import {
  handMoves,
  statesAfter,
  statesBefore,
  type StateRule,
  type StateTable,
} from './state-table.ts'

/**
 * What the life of its documents says of a model: of its own, or of the documents whose lines its records are.
 * @source docs/decisions/0261-erp-metadata-for-consoles.md
 */
export interface ToldStates {
  /** Null: its records have no life of their own. */
  readonly own: {
    readonly initial: readonly string[]
    readonly moves: StateTable['moves']
    readonly deletable_in: readonly string[]
  } | null
  before(action: string): readonly string[] | null
  after(action: string): readonly string[] | null
  /** The states, of the record or of its document, in which a hand may change a field; null: any. */
  changesIn(field: string): readonly string[] | null
  /** Those in which lines of a model may be added and removed; null: any. */
  linesChangeIn(lineModel: string): readonly string[] | null
}

export function toldStates(model: Model, models: ReadonlyMap<string, Model>): ToldStates {
  const table = STATE_TABLES.get(model.name)
  const above = table === undefined ? tableAbove(model, models) : undefined
  const isOpen = (rule: StateRule, field: string) =>
    rule.open === 'all' ||
    (table === undefined ? isLineOpen(rule, model.name, field) : rule.open.includes(field))
  const deciding = table ?? above
  return {
    own: table === undefined ? null : ownOf(table),
    before: (action) => (table === undefined ? null : statesBefore(table, action)),
    after: (action) => (table === undefined ? null : statesAfter(table, action)),
    changesIn: (field) => {
      if (table !== undefined && field === STATE) return movedByHand(table)
      return deciding === undefined ? null : statesWhere(deciding, (rule) => isOpen(rule, field))
    },
    linesChangeIn: (line) =>
      deciding === undefined
        ? null
        : statesWhere(deciding, (rule) => rule.open === 'all' || rule.openLines?.[line] === 'all'),
  }
}

const STATE = 'estado'

/** The states that a hand may write another over. */
function movedByHand(table: StateTable): readonly string[] {
  return Object.keys(table.states).filter((state) => handMoves(table, state).length > 0)
}

function ownOf(table: StateTable) {
  const { initial, moves } = table
  const deletable = statesWhere(table, (rule) => rule.isDeletable ?? rule.open === 'all')
  return { initial, moves, deletable_in: deletable ?? Object.keys(table.states) }
}

function isLineOpen({ openLines }: StateRule, line: string, field: string): boolean {
  const open = openLines?.[line] ?? []
  return open === 'all' || open.includes(field)
}

/** Null where it holds in all of them. */
function statesWhere(
  { states }: StateTable,
  holds: (rule: StateRule) => boolean,
): readonly string[] | null {
  const names = Object.entries(states).flatMap(([name, rule]) => (holds(rule) ? [name] : []))
  return names.length === Object.keys(states).length ? null : names
}

/** The table of the document that records are lines of, also of lines of lines. */
function tableAbove({ heads }: Model, models: ReadonlyMap<string, Model>): StateTable | undefined {
  for (const { model } of heads) {
    const table = STATE_TABLES.get(model)
    if (table !== undefined) return table
    const head = models.get(model)
    const above = head === undefined ? undefined : tableAbove(head, models)
    if (above !== undefined) return above
  }
  return undefined
}
