import { holds } from '../record/form/conditions.ts'
import { plainText } from '../values/plain-text.ts'
import type { ActionDescription, LinesInput } from './action-description.ts'
import { isPending, type Line } from './line-entries.ts'

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
  /** What conditions ask of records that it refers to, by path; null while it is being asked. */
  readonly referred?: Readonly<Record<string, unknown>> | null
  /** Its lines by the name of their relation, as far as they are known. */
  readonly lines?: Readonly<Record<string, readonly Line[] | undefined>>
}

/**
 * What a person may do with a record as it is. The next step is the first action that moves the record on: it takes
 * nothing back, and leaves it in no earlier state.
 */
export function offeredActions(asked: Asked): OfferedActions {
  const { columns, record } = asked
  const offered = actionsInState(asked).filter(
    (action) => isMet(action, asked) && hasPending(action, asked),
  )
  const calm = offered.filter((action) => !isDangerous(action))
  const next = calm.find((action) => !needsReason(action) && movesOn(action, columns, record))
  return {
    next,
    dangerous: offered.filter(isDangerous),
    others: calm.filter((action) => action !== next),
  }
}

/** What a record offers by its state alone. */
export function actionsInState({
  actions,
  columns,
  record,
  isAllowed,
}: Omit<Asked, 'referred' | 'lines'>): readonly ActionDescription[] {
  return actions.filter(
    (action) =>
      action.mode !== 'native' && isAllowed(action.name) && applies(action, columns, record),
  )
}

function isMet({ offered_if: condition }: ActionDescription, { record, referred }: Asked): boolean {
  if (condition === null || condition === undefined) return true
  const fields = condition.flat().map(({ field }) => field)
  const isOfOther = fields.some((field) => field.includes('.'))
  if (isOfOther && referred === null) return false
  const known = { ...referred, ...record }
  // A field that the person may not see: the service decides.
  if (!fields.every((field) => field in known)) return true
  return holds(condition, (field) => known[field])
}

/** What works on what is pending of lines needs a line of which something is. */
function hasPending({ inputs }: ActionDescription, { lines = {} }: Asked): boolean {
  return inputs.every(({ lines: input }) => {
    if (input === null || input === undefined || !asksForPending(input)) return true
    const known = lines[input.relation ?? '']
    return known === undefined || known.some((line) => isPending(line, input))
  })
}

function asksForPending({ columns }: LinesInput): boolean {
  return columns.some(({ default: from }) => from !== null && from.minus.length > 0)
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
