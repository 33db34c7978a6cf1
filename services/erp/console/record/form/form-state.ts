import { signal, type Signal } from '@preact/signals'

import type { Column } from '../../metadata/model-metadata.ts'
import type { Chosen } from '../../values/value-props.ts'
import { changeNode, edited, isChanged, type NodePath, type RecordNode } from '../record-node.ts'
import { NO_PROBLEMS, withoutField, type Problems } from './record-problems.ts'
import { isRead, stateColumn, type Shape } from './record-shape.ts'

/** A record in a form: what is typed, and what is wrong with it. */
export interface FormState {
  readonly shape: Shape
  readonly node: Signal<RecordNode>
  /** As it was when the form opened or was saved. */
  readonly first: Signal<RecordNode>
  readonly problems: Signal<Problems>
  /** The fields that may be changed of a record that the service keeps as it is; undefined: its state decides. */
  readonly changesOnly: Signal<ChangesOnly>
  /** They go with a new record when it is stored. */
  readonly files: Signal<readonly File[]>
  /** Waits until what follows from the last that was typed is filled in. */
  readonly settling: { run?: () => Promise<void> }
}

export type ChangesOnly = readonly string[] | undefined

export function newFormState(shape: Shape, node: RecordNode, changesOnly?: ChangesOnly): FormState {
  return {
    shape,
    node: signal(node),
    first: signal(node),
    problems: signal(NO_PROBLEMS),
    changesOnly: signal(changesOnly),
    files: signal([]),
    settling: {},
  }
}

/** Takes what the service has now; nothing is unsaved then. */
export function resetForm(state: FormState, node: RecordNode): void {
  state.node.value = node
  state.first.value = node
  state.problems.value = NO_PROBLEMS
}

export function isUnsaved({ node, first, files }: FormState): boolean {
  return files.value.length > 0 || (node.value !== first.value && isChanged(node.value))
}

export function changeAt(
  state: FormState,
  path: NodePath,
  change: (node: RecordNode) => RecordNode,
): void {
  state.node.value = changeNode(state.node.peek(), path, change)
}

/** A value typed or chosen; what follows from it the service fills in. */
export function setValue(
  state: FormState,
  { path, column }: { readonly path: NodePath; readonly column: Column },
  value: unknown,
  chosen?: Chosen,
): void {
  const values =
    column.references === null
      ? { [column.name]: value }
      : { [column.name]: value, [`${column.name}_str`]: chosen?.text ?? null }
  changeAt(state, path, (node) => edited(node, values))
  state.problems.value = withoutField(state.problems.peek(), path, column.name)
}

/** The shape of the record itself or of the lines that a path leads to. */
export function shapeAt(shape: Shape, path: NodePath): Shape | undefined {
  const [step, ...rest] = path
  if (step === undefined) return shape
  const line = shape.lines.find(({ name }) => name === step[0])
  return line === undefined ? undefined : shapeAt(line.shape, rest)
}

/** Whether a column of the record or of its lines can be typed in the state that the record has. */
export function isTyped(state: FormState, shape: Shape, column: Column): boolean {
  if (isRead(shape, column)) return false
  const only = state.changesOnly.value
  return only === undefined
    ? isInState(state, column.changes_in)
    : shape === state.shape && only.includes(column.name)
}

/** Whether lines come and go, or the record goes, in these states; null is any. */
export function isOpenIn(state: FormState, states: readonly string[] | null | undefined): boolean {
  return state.changesOnly.value === undefined && isInState(state, states)
}

/** Whether the record, as it was read, is in one of these states; null is any. */
function isInState(state: FormState, states: readonly string[] | null | undefined): boolean {
  const now = stateAsRead(state)
  return states === null || states === undefined || now === undefined || states.includes(now)
}

/** The state of the record as it was read; undefined for a new one, or where there are no states. */
export function stateAsRead({ shape, node }: FormState): string | undefined {
  const column = stateColumn(shape)
  const { id, base } = node.value
  const value = column === undefined || id === undefined ? undefined : base[column.name]
  return typeof value === 'string' ? value : undefined
}
