import { textInput, type ActionInput } from '../../dictionary/action-description.ts'
import type { InputShape } from '../../dictionary/input-shape.ts'

interface Described {
  readonly name: string
  readonly label: string
  readonly help?: string
  readonly required: boolean
}

const BASE = { help: null, unique: false, default: null, readOnly: null } as const

export function referenceInput(target: string, described: Described): ActionInput {
  const field = { ...BASE, ...described, type: 'reference', target, onDelete: 'restrict' } as const
  return { field, minLength: null }
}

export function quantityInput(described: Described): ActionInput {
  const field = { ...BASE, ...described, type: 'quantity', precision: 18, scale: 6 } as const
  return { field, minLength: null }
}

/** JSON of a shape as an input, which the action reads itself. */
export function jsonInput(
  described: Described & { readonly help: string },
  shape: InputShape,
): ActionInput {
  return { field: { ...BASE, ...described, type: 'json' }, minLength: null, shape }
}

export function fileInput(accept: readonly string[], described: Described): ActionInput {
  return { ...referenceInput('Adjunto', described), shape: { file: { accept, as: 'adjunto' } } }
}

/** Why something is taken back. */
export function reasonInput(): ActionInput {
  return textInput({
    name: 'motivo',
    label: 'Motivo',
    help: 'Por qué se cancela; queda en la bitácora.',
    required: true,
    minLength: 5,
    length: 500,
  })
}

export function dateInput(described: Described): ActionInput {
  return { field: { ...BASE, ...described, type: 'date' }, minLength: null }
}

export function integerInput(described: Described): ActionInput {
  return { field: { ...BASE, ...described, type: 'integer' }, minLength: null }
}
