import type { Condition } from '../metadata/model-metadata.ts'
import type { Text } from '../reports/report-declaration.ts'

/** What an action takes besides its records, as metadata tells it. */
export interface ActionInput {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly required: boolean
  readonly min_length: number | null
  readonly max_length: number | null
  readonly choices: readonly { readonly value: string; readonly label: string }[] | null
  readonly references: string | null
  readonly help: string | null
  /** What the SAT or the law wants there. */
  readonly law?: Text | null
  readonly widget?: string | null
  readonly scale?: number | null
  /** A file, in one of three ways. */
  readonly file?: FileInput | null
  /** A list with a value or more for lines of the record, or of a file. */
  readonly lines?: LinesInput | null
  /** A list of ids. */
  readonly items?: ItemsInput | null
  /** An object of texts. */
  readonly object?: readonly ObjectField[] | null
  /** Not to be seen while it is typed. */
  readonly secret?: boolean
}

export interface FileInput {
  /** Ends of names, with their dot. */
  readonly accept: readonly string[]
  /** By the id of an attachment, as the text that it is, or in base64. */
  readonly as: 'adjunto' | 'text' | 'base64'
}

export interface LinesInput {
  /** The name of the lines in the record; null: of no record. */
  readonly relation: string | null
  /** The field by which an entry names its line; the line's field of the same name has it. */
  readonly key: string
  readonly columns: readonly LineColumn[]
  /** What a line must have for something of it to be pending. */
  readonly pending_if?: Condition | null
}

export interface LineColumn {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly required: boolean
  readonly references: string | null
  /** What stands there first: a field of the line, less others. */
  readonly default: { readonly field: string; readonly minus: readonly string[] } | null
}

export interface ItemsInput {
  readonly references: string
  /** What the records to choose from must have: a value, or what a field of the record has. */
  readonly filter: Readonly<Record<string, { readonly value: string } | { readonly field: string }>>
}

export interface ObjectField {
  readonly name: string
  readonly label: string
  readonly required: boolean
}

/** An action as `grid.actions` of metadata tells it. */
export interface ActionDescription {
  readonly name: string
  readonly label: string
  /** On many records or one, on one, on none. */
  readonly mode: 'grid_action' | 'url_action' | 'native'
  readonly inputs: readonly ActionInput[]
  /** The states of a record in which it may be called; null: any. */
  readonly from_states: readonly string[] | null
  /** The states that it leaves records in; null where nothing says so. */
  readonly to_states?: readonly string[] | null
  /** The column that the states are of. */
  readonly state_field?: string | null
  readonly confirmation?: 'none' | 'plain' | 'danger' | null
  /** What the record, or one that it refers to (`cfdi.estado`), must have for it to be offered; null: nothing. */
  readonly offered_if?: Condition | null
}

/** The actions in what the service says of a model. */
export function actionsOf(meta: {
  readonly grid: { readonly actions: readonly unknown[] }
}): readonly ActionDescription[] {
  // The service's own shape, which its tests hold.
  return meta.grid.actions as readonly ActionDescription[]
}
