import { signal } from '@preact/signals'

import type { NodePath } from '../record-node.ts'
import type { FormState } from './form-state.ts'

/** A cell of the lines that wants the focus. */
export interface WantedCell {
  readonly path: NodePath
  readonly field: string
}

/** Set by whoever wants the focus in a cell; the grid that shows it takes it. */
export const wantedCell = signal<WantedCell | undefined>(undefined)

/** After the form has shown its problems: the first field that has one gets the focus, or the first cell. */
export function focusFirstProblem(state: FormState): void {
  const { fields } = state.problems.peek()
  requestAnimationFrame(() => {
    const input = document.querySelector<HTMLElement>(
      'dialog[open] [aria-invalid=true], .record-form .field [aria-invalid=true]',
    )
    if (input !== null) return input.focus()
    const inLine = fields.find(({ path }) => path.length > 0)
    if (inLine !== undefined) wantedCell.value = { path: inLine.path, field: inLine.field }
    else document.querySelector<HTMLElement>('.record-problems')?.focus()
  })
}
