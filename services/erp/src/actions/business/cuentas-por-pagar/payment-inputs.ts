import type { ActionInput } from '../../../dictionary/action-description.ts'
import type { ActionInputs } from '../../../query/action-request.ts'

interface Described {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
}

export function moneyInput(described: Described): ActionInput {
  const field = { ...described, unique: false, default: null, readOnly: null } as const
  return { field: { ...field, type: 'money', precision: 18, scale: 2 }, minLength: null }
}

export function rateInput(described: Described): ActionInput {
  const field = { ...described, unique: false, default: null, readOnly: null } as const
  return { field: { ...field, type: 'rate', precision: 18, scale: 6 }, minLength: null }
}

/** An input as text; null: it was not sent. */
export function inputText(inputs: ActionInputs, name: string): string | null {
  const value = inputs.get(name)
  return value === undefined ? null : String(value)
}
