import {
  handMoves,
  sourcesOf,
  STATE_FIELD,
  targetsOf,
  type StateRule,
  type States,
} from '../../dictionary/states.ts'
import type { Model } from '../../dictionary/types.ts'

/**
 * What the life of its documents says of a model: of its own, or of the documents whose lines its records are.
 * @source docs/decisions/0261-erp-metadata-for-consoles.md
 */
export interface ToldStates {
  /** Null: its records have no life of their own. */
  readonly own: {
    readonly initial: readonly string[]
    readonly moves: States['moves']
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
  const { states } = model
  const deciding = states ?? statesAbove(model, models)
  const isOpen = (rule: StateRule, field: string) =>
    rule.open === 'all' ||
    (states === null ? isLineOpen(rule, model.name, field) : rule.open.includes(field))
  return {
    own: states === null ? null : ownOf(states),
    before: (action) => (states === null ? null : sourcesOf(states.moves, action)),
    after: (action) => (states === null ? null : targetsOf(states.moves, action)),
    changesIn: (field) => {
      if (states !== null && field === STATE_FIELD) return movedByHand(states)
      return deciding === null ? null : statesWhere(deciding, (rule) => isOpen(rule, field))
    },
    linesChangeIn: (line) =>
      deciding === null
        ? null
        : statesWhere(deciding, (rule) => rule.open === 'all' || rule.openLines[line] === 'all'),
  }
}

/** The states that a hand may write another over. */
function movedByHand(states: States): readonly string[] {
  return Object.keys(states.rules).filter((state) => handMoves(states, state).length > 0)
}

function ownOf(states: States) {
  const { initial, moves, rules } = states
  const deletable = statesWhere(states, (rule) => rule.isDeletable)
  return { initial, moves, deletable_in: deletable ?? Object.keys(rules) }
}

function isLineOpen({ openLines }: StateRule, line: string, field: string): boolean {
  const open = openLines[line] ?? []
  return open === 'all' || open.includes(field)
}

/** Null where it holds in all of them. */
function statesWhere(
  { rules }: States,
  holds: (rule: StateRule) => boolean,
): readonly string[] | null {
  const names = Object.entries(rules).flatMap(([name, rule]) => (holds(rule) ? [name] : []))
  return names.length === Object.keys(rules).length ? null : names
}

/** The states of the document that records are lines of, also of lines of lines. */
function statesAbove({ heads }: Model, models: ReadonlyMap<string, Model>): States | null {
  for (const { model } of heads) {
    const head = models.get(model)
    const above = head === undefined ? null : (head.states ?? statesAbove(head, models))
    if (above !== null) return above
  }
  return null
}
