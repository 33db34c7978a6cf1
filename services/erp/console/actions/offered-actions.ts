import { plainText } from '../values/plain-text.ts'
import type { ActionDescription } from './action-description.ts'

/** The actions that a record offers to a person now, by how they are shown. */
export interface OfferedActions {
  /** The most likely next step. */
  readonly next: ActionDescription | undefined
  /** Those that take something back, which ask before they act. */
  readonly dangerous: readonly ActionDescription[]
  readonly others: readonly ActionDescription[]
}

/** What it takes of a column to know whether it tells a state. */
interface StateColumn {
  readonly name: string
  readonly choices: readonly { readonly value: string }[] | null
  /** The actions that change it. */
  readonly changed_by: readonly string[]
}

interface Asked {
  readonly actions: readonly ActionDescription[]
  readonly columns: readonly StateColumn[]
  readonly record: Readonly<Record<string, unknown>>
  readonly isAllowed: (action: string) => boolean
}

/**
 * What a person may do with a record as it is. The next step is the first action that moves the record on: it takes
 * nothing back, and leaves it in no earlier state.
 */
export function offeredActions({ actions, columns, record, isAllowed }: Asked): OfferedActions {
  const offered = actions.filter(
    (action) =>
      action.mode !== 'native' && isAllowed(action.name) && applies(action, columns, record),
  )
  const calm = offered.filter((action) => !isDangerous(action))
  const next = calm.find((action) => !needsReason(action) && movesOn(action, columns, record))
  return {
    next,
    dangerous: offered.filter(isDangerous),
    others: calm.filter((action) => action !== next),
  }
}

/** Whether an action takes something back: metadata says so, or it cannot be done without a reason. */
export function isDangerous({ confirmation, inputs }: ActionDescription): boolean {
  if (confirmation !== undefined && confirmation !== null) return confirmation === 'danger'
  return needsReason({ inputs })
}

/** What must be explained is not what comes next by itself. */
function needsReason({ inputs }: Pick<ActionDescription, 'inputs'>): boolean {
  return inputs.some(({ type, required, min_length: least }) => {
    return type === 'text' && required && (least ?? 0) > 1
  })
}

/** The column that tells the state of a record that an action moves. */
function stateColumn(
  action: ActionDescription,
  columns: Asked['columns'],
): Asked['columns'][number] | undefined {
  const { state_field: named, from_states: states } = action
  if (typeof named === 'string') return columns.find(({ name }) => name === named)
  if (states === null) return undefined
  const fitting = columns.filter(({ choices }) =>
    states.every((state) => choices?.some(({ value }) => value === state) === true),
  )
  return fitting.find(({ changed_by: by }) => by.includes(action.name)) ?? fitting[0]
}

function applies(
  action: ActionDescription,
  columns: Asked['columns'],
  record: Asked['record'],
): boolean {
  if (action.from_states === null) return true
  const column = stateColumn(action, columns)
  // A state that the person may not see: the service decides.
  if (column === undefined || !(column.name in record)) return true
  return action.from_states.includes(plainText(record[column.name]))
}

function movesOn(
  action: ActionDescription,
  columns: Asked['columns'],
  record: Asked['record'],
): boolean {
  const column = stateColumn(action, columns)
  const { to_states: after } = action
  if (column === undefined || after === undefined || after === null || after.length === 0) {
    return true
  }
  const order = (state: unknown): number =>
    column.choices?.findIndex(({ value }) => value === state) ?? -1
  const present = order(record[column.name])
  return after.some((state) => order(state) >= present)
}
