import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'

import { classes, newId } from '../dom.ts'

export interface FieldIds {
  readonly id: string
  /** For `aria-describedby`: the help and the error of the field. */
  readonly describedBy: string | undefined
  readonly isInvalid: boolean
}

export interface FieldProps {
  readonly label: string
  readonly isRequired?: boolean
  readonly help?: string | undefined
  readonly error?: string | undefined
  readonly class?: string
  /** Renders the input with the ids that tie it to its label, help and error. */
  readonly children: (ids: FieldIds) => ComponentChildren
}

/** A labelled field with its help and its error, tied together for those who hear the page. */
export function Field({ label, isRequired = false, help, error, children, ...rest }: FieldProps) {
  const id = useRef(newId('field')).current
  const notes = [error !== undefined && `${id}-error`, help !== undefined && `${id}-help`]
  const describedBy = notes.filter((note) => note !== false).join(' ')
  return (
    <div class={classes('field', rest.class)}>
      <label for={id}>
        {label}
        {isRequired && (
          <span class="required" aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </label>
      {children({
        id,
        describedBy: describedBy === '' ? undefined : describedBy,
        isInvalid: error !== undefined,
      })}
      {error !== undefined && (
        <p class="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      {help !== undefined && (
        <p class="field-help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}
