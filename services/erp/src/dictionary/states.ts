/**
 * The life of a document: what still changes in each of its states, and what leads from one to another. The generic API,
 * the actions and the metadata go by it.
 * @source docs/decisions/0240-erp-documents.md
 */
export interface States {
  /** Where a document begins; a hand may begin it in any of them. */
  readonly initial: readonly string[]
  /** What still changes, by state: all choices of `estado`, in their order. */
  readonly rules: Readonly<Record<string, StateRule>>
  readonly moves: readonly Move[]
}

export interface StateRule {
  /** The fields that still change; `all`: nobody has approved or booked anything yet. */
  readonly open: 'all' | readonly string[]
  /** The same of lines, by their model; those of other models do not change unless `open` is `all`. */
  readonly openLines: OpenLines
  /** Whether it can be deleted, with its lines. */
  readonly isDeletable: boolean
}

export type OpenLines = Readonly<Record<string, 'all' | readonly string[]>>

export interface Move {
  readonly from: readonly string[]
  readonly to: string
  /** The business action that makes it, or `hand`: whoever may change the record writes the state. */
  readonly by: string
}

/** The field that holds the state of a document. */
export const STATE_FIELD = 'estado'
export const HAND = 'hand'

/** The states from which an action moves a document. */
export function sourcesOf(moves: readonly Move[], action: string): readonly string[] {
  return [...new Set(moves.filter(({ by }) => by === action).flatMap(({ from }) => from))]
}

/** The states to which an action moves a document. */
export function targetsOf(moves: readonly Move[], action: string): readonly string[] {
  return [...new Set(moves.filter(({ by }) => by === action).map(({ to }) => to))]
}

/**
 * The state to which an action moves a document from this one; the first, where it leads to several.
 * @throws Error where it moves none, which its caller has refused
 */
export function targetFrom(
  { model, moves }: { readonly model: string; readonly moves: readonly Move[] },
  action: string,
  from: string,
): string {
  const move = moves.find(({ by, from: states }) => by === action && states.includes(from))
  if (move === undefined) throw new Error(`${action} does not move a ${model} that is ${from}`)
  return move.to
}

/** The states to which a hand may move a document from this one. */
export function handMoves({ moves }: States, from: string): readonly string[] {
  return moves.filter((move) => move.by === HAND && move.from.includes(from)).map(({ to }) => to)
}

/** The action that moves a document from one state to another. */
export function actionTo({ moves }: States, from: string, to: string): string | null {
  return (
    moves.find((move) => move.by !== HAND && move.to === to && move.from.includes(from))?.by ?? null
  )
}

/** The action that takes a document back to where it can be changed. */
export function actionBack({ rules, moves }: States, from: string): string | null {
  const back = moves.find(
    (move) => move.by !== HAND && move.from.includes(from) && rules[move.to]?.open === 'all',
  )
  return back?.by ?? null
}
