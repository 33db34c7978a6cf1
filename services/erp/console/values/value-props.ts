import type { FieldIds } from '@oficina/web/field.tsx'

import type { Column } from '../metadata/model-metadata.ts'

export type NamedBy = 'key' | 'code'

/** What a person chose for a reference. */
export interface Chosen {
  /** As `_str` says it. */
  readonly text: string
  /** It was named whole: by its key, or by another code such as a barcode. */
  readonly named?: NamedBy | undefined
  /** The record as a listing answers it, where it was found in one. */
  readonly record?: Readonly<Record<string, unknown>>
}

export interface ValueInputProps {
  readonly column: Column
  /** The form's own choice of input, such as `textarea` or `percent`; else the column's type decides. */
  readonly widget?: string | undefined
  /** As it travels: decimals, dates and instants as text, a reference as an id. */
  readonly value: unknown
  /** What a reference points to, in words. */
  readonly text?: string | undefined
  /** Ties it to a `Field`; outside of one, `label` names it. */
  readonly ids?: FieldIds
  readonly label?: string
  readonly isRequired?: boolean
  readonly isDisabled?: boolean
  readonly placeholder?: string | undefined
  readonly autoFocus?: boolean
  /** A cell of a grid: one line, whatever the column holds, and nothing beside the input. */
  readonly isCell?: boolean
  /** Filters of a reference's target that always hold, as a query of the API: `activo=true`. */
  readonly filter?: string
  /** `chosen` comes with a reference: its words and the record. Null is nothing. */
  readonly onChange: (value: unknown, chosen?: Chosen) => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
}
