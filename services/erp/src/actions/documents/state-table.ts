/**
 * The states of a document: what still changes in each of them, and what leads from one to another. The generic API,
 * the actions and the metadata go by it.
 * @source docs/decisions/0240-erp-documents.md
 */
export interface StateTable {
  readonly model: string
  /** Where a document begins; a hand may begin it in any of them. */
  readonly initial: readonly string[]
  readonly states: Readonly<Record<string, StateRule>>
  readonly moves: readonly Move[]
}

export interface StateRule {
  /** The fields that still change; `all`: nobody has approved or booked anything yet. */
  readonly open: 'all' | readonly string[]
  /** The same of lines, by their model; those of other models do not change unless `open` is `all`. */
  readonly openLines?: Readonly<Record<string, 'all' | readonly string[]>>
  /** Whether it can be deleted, with its lines; else only where `open` is `all`. */
  readonly isDeletable?: boolean
}

interface Move {
  readonly from: readonly string[]
  readonly to: string
  /** The business action that makes it, or `hand`: whoever may change the record writes the state. */
  readonly by: string
}

/** The states from which an action moves a document. */
export function statesBefore(
  { moves }: Pick<StateTable, 'moves'>,
  action: string,
): readonly string[] {
  return [...new Set(moves.filter(({ by }) => by === action).flatMap(({ from }) => from))]
}

/** The states to which an action moves a document. */
export function statesAfter(
  { moves }: Pick<StateTable, 'moves'>,
  action: string,
): readonly string[] {
  return [...new Set(moves.filter(({ by }) => by === action).map(({ to }) => to))]
}

/**
 * The state to which an action moves a document from this one; the first, where it leads to several.
 * @throws Error where it moves none, which its caller has refused
 */
export function stateAfter(
  { model, moves }: Pick<StateTable, 'model' | 'moves'>,
  action: string,
  from: string,
): string {
  const move = moves.find(({ by, from: states }) => by === action && states.includes(from))
  if (move === undefined) throw new Error(`${action} does not move a ${model} that is ${from}`)
  return move.to
}

/** The states to which a hand may move a document from this one. */
export function handMoves({ moves }: StateTable, from: string): readonly string[] {
  return moves.filter((move) => move.by === 'hand' && move.from.includes(from)).map(({ to }) => to)
}

/** The action that moves a document from one state to another. */
export function actionTo({ moves }: StateTable, from: string, to: string): string | null {
  return (
    moves.find((move) => move.by !== 'hand' && move.to === to && move.from.includes(from))?.by ??
    null
  )
}

/** The action that takes a document back to where it can be changed. */
export function actionBack({ states, moves }: StateTable, from: string): string | null {
  const back = moves.find(
    (move) => move.by !== 'hand' && move.from.includes(from) && states[move.to]?.open === 'all',
  )
  return back?.by ?? null
}

/** The life of a document whose states are a simple list. */
interface DocumentLife {
  /** All of them, in the order of a document's life. */
  readonly states: readonly string[]
  /** Those in which everything still changes, and the document can be deleted with its lines. */
  readonly drafts: readonly string[]
  /** Where it begins; the first of the drafts where this is left out. */
  readonly initial?: readonly string[]
  /** The fields that change in any state, or in one. */
  readonly open?: readonly string[]
  readonly openIn?: Readonly<Record<string, readonly string[]>>
  readonly openLines?: StateRule['openLines']
  readonly openLinesIn?: Readonly<Record<string, StateRule['openLines']>>
  /** The states from which a hand may move it, by where to. */
  readonly byHand?: Readonly<Record<string, readonly string[]>>
  /** The states from which a business action moves it, by where to and the action. */
  readonly byAction?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>
}

export function documentStates<const M extends string>(
  model: M,
  document: DocumentLife,
): StateTable & { readonly model: M } {
  const { states, drafts, initial, open = [], openIn = {}, openLines = {} } = document
  const { openLinesIn = {}, byHand = {}, byAction = {} } = document
  const ruleOf = (state: string): StateRule =>
    drafts.includes(state)
      ? { open: 'all' }
      : { open: openIn[state] ?? open, openLines: openLinesIn[state] ?? openLines }
  return {
    model,
    initial: initial ?? drafts.slice(0, 1),
    states: Object.fromEntries(states.map((state) => [state, ruleOf(state)])),
    moves: [
      ...Object.entries(byHand).map(([to, from]) => ({ from, to, by: 'hand' })),
      ...Object.entries(byAction).flatMap(([to, actions]) =>
        Object.entries(actions).map(([by, from]) => ({ from, to, by })),
      ),
    ],
  }
}
