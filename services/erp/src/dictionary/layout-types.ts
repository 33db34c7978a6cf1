import type { Condition } from './condition.ts'

export type Widget =
  | 'text'
  | 'textarea'
  | 'password'
  | 'number'
  | 'decimal'
  | 'date'
  | 'datetime'
  | 'checkbox'
  | 'select'
  | 'reference'
  | 'json'
  | 'percent'
  | 'email'
  | 'phone'
  | 'url'
  | 'time'
  | 'file'
  | 'image'

export interface CaptureField {
  readonly field: string
  readonly widget: Widget
  /** Columns of a grid of 12. */
  readonly width: number
}

export interface CaptureSection {
  readonly title: string
  /** Only then it is worth showing. */
  readonly visibleIf?: Condition
  readonly fields: readonly CaptureField[]
}

export interface Capture {
  readonly sections: readonly CaptureSection[]
}

export type GridFormat =
  | 'text'
  | 'integer'
  | 'money'
  | 'decimal'
  | 'percent'
  | 'date'
  | 'datetime'
  | 'boolean'
  | 'choice'
  | 'reference'

export interface GridColumn {
  readonly field: string
  /** Pixels. */
  readonly width: number
  readonly align: 'left' | 'right' | 'center'
  readonly format: GridFormat
  readonly sortable: boolean
  readonly filterable: boolean
}

export interface Grid {
  readonly columns: readonly GridColumn[]
}
