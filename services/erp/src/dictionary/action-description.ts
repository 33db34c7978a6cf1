import type { Field } from './types.ts'

/**
 * How an action is called: on many records by their ids, on the one record of the path, or on none.
 * @source docs/contract/erp.md, Business actions
 */
type ActionMode = 'grid_action' | 'url_action' | 'native'

/** A named value that an action takes besides the ids: a field as in a model, with a minimum length for texts. */
export interface ActionInput {
  readonly field: Field
  /** Characters without surrounding blanks; only for texts. */
  readonly minLength: number | null
}

/** What metadata, permissions and the OpenAPI document say of an action. */
export interface ActionDescription {
  readonly model: string
  readonly name: string
  readonly label: string
  readonly mode: ActionMode
  readonly inputs: readonly ActionInput[]
  /** The events of the model that it triggers, for webhooks. */
  readonly emits: readonly string[]
}

/** A text as an input. */
export function textInput(input: {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
  readonly minLength: number
  readonly length: number
}): ActionInput {
  const { minLength, ...field } = input
  return {
    field: { ...field, type: 'text', unique: false, default: null, readOnly: null },
    minLength,
  }
}

/** A day as an input. */
export function dateInput(input: {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
}): ActionInput {
  return {
    field: { ...input, type: 'date', unique: false, default: null, readOnly: null },
    minLength: null,
  }
}

/** One of some texts as an input. */
export function choiceInput(input: {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly required: boolean
  readonly choices: readonly string[]
}): ActionInput {
  const { choices, ...field } = input
  return {
    field: {
      ...field,
      type: 'choice',
      choices: choices.map((value) => ({ value, label: value })),
      unique: false,
      default: null,
      readOnly: null,
    },
    minLength: null,
  }
}

/**
 * An action as metadata and permissions show it.
 * @source docs/decisions/0210-erp-business-actions.md
 */
export function describeAction({ name, label, mode, inputs }: ActionDescription) {
  return { name, label, mode, inputs: inputs.map(describeInput) }
}

function describeInput({ field, minLength }: ActionInput) {
  return {
    name: field.name,
    label: field.label,
    type: field.type,
    required: field.required,
    min_length: minLength,
    max_length: field.type === 'text' ? field.length : null,
    choices: field.type === 'choice' ? field.choices : null,
    references: field.type === 'reference' ? field.target : null,
    help: field.help,
  }
}
