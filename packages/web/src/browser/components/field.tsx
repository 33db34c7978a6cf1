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
  /** The help is only heard, and seen when the label is pointed at: where there is little room. */
  readonly isHelpAside?: boolean
  /** Beside the label, such as where the value is from. */
  readonly note?: string | undefined
  /** Behind the label, such as a button that explains it. */
  readonly aside?: ComponentChildren
  readonly error?: string | undefined
  readonly class?: string
  /** Renders the input with the ids that tie it to its label, help and error. */
  readonly children: (ids: FieldIds) => ComponentChildren
}

/** A labelled field with its help and its error, tied together for those who hear the page. */
export function Field(props: FieldProps) {
  const {
    label,
    isRequired = false,
    help,
    isHelpAside = false,
    note,
    aside,
    error,
    children,
  } = props
  const id = useRef(newId('field')).current
  const notes = [
    error !== undefined && `${id}-error`,
    help !== undefined && `${id}-help`,
    note !== undefined && `${id}-note`,
  ]
  const describedBy = notes.filter((note) => note !== false).join(' ')
  const name = (
    <label for={id} title={isHelpAside ? help : undefined}>
      {label}
      {isRequired && (
        <span class="required" aria-hidden="true">
          {' '}
          *
        </span>
      )}
    </label>
  )
  return (
    <div class={classes('field', props.class)}>
      {note === undefined && aside === undefined ? (
        name
      ) : (
        <div class="field-head">
          {name}
          {aside}
          {note !== undefined && (
            <span class="field-note" id={`${id}-note`} title={note}>
              {note}
            </span>
          )}
        </div>
      )}
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
        <p class={isHelpAside ? 'hidden' : 'field-help'} id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}
