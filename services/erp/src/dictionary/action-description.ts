import type { Condition } from './condition.ts'
import { widgetOf } from './derive/derive-widget.ts'
import type { InputShape } from './input-shape.ts'
import { lawOfInput } from './laws.ts'
import { permissionKey } from './permission-keys.ts'
import type { Field, Laws } from './types.ts'

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
  readonly shape?: InputShape
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
  /** Whether a person is asked first, where the first word of its name says it wrong. */
  readonly confirmation?: Confirmation
  /**
   * What a record must have besides its state for the action to be worth offering, where it is refused otherwise: fields
   * of its own, or of a record that it refers to, `cfdi.estado`.
   */
  readonly offeredIf?: Condition
}

type Confirmation = 'none' | 'plain' | 'danger'

/** What takes something back that others rely on, and what is only the beginning of a dialog. */
const CONFIRMATIONS: Readonly<Record<string, Confirmation>> = {
  cancelar: 'danger',
  rechazar: 'danger',
  reversar: 'danger',
  desconciliar: 'danger',
  registrar: 'none',
  programar: 'none',
  reservar: 'none',
  importar: 'none',
  calcular: 'none',
  conciliar: 'none',
}

/** @source docs/decisions/0261-erp-metadata-for-consoles.md */
function confirmationOf({ name, confirmation }: ActionDescription): Confirmation {
  return confirmation ?? CONFIRMATIONS[name.split('_')[0] ?? ''] ?? 'plain'
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
      choices: choices.map((value) => ({ value, label: value, tone: 'neutral' })),
      unique: false,
      default: null,
      readOnly: null,
    },
    minLength: null,
  }
}

const APPLIES_TO = { grid_action: 'many', url_action: 'one', native: 'none' } as const

/**
 * An action as metadata and permissions show it.
 * @source docs/decisions/0210-erp-business-actions.md
 */
export function describeAction(action: ActionDescription, laws?: Laws) {
  const { model, name, label, mode, inputs } = action
  return {
    name,
    label,
    mode,
    inputs: inputs.map((input) => ({
      ...describeInput(input),
      ...(laws === undefined ? {} : { law: lawOfInput(laws, `${model}.${name}`, input.field) }),
    })),
    permission: permissionKey(model, name),
    many: mode === 'grid_action',
    applies_to: APPLIES_TO[mode],
    answers: mode === 'native' ? 'data' : 'record',
    confirmation: confirmationOf(action),
    offered_if: action.offeredIf ?? null,
  }
}

function describeInput({ field, minLength, shape = {} }: ActionInput) {
  return {
    name: field.name,
    label: field.label,
    type: field.type,
    widget: widgetOf(field),
    required: field.required,
    min_length: minLength,
    max_length: field.type === 'text' ? field.length : null,
    choices: field.type === 'choice' ? field.choices : null,
    references: field.type === 'reference' ? field.target : null,
    scale: 'scale' in field ? field.scale : null,
    lines: shape.lines ?? null,
    items: shape.items ?? null,
    object: shape.object ?? null,
    file: shape.file ?? null,
    secret: shape.secret === true,
    help: field.help,
  }
}
