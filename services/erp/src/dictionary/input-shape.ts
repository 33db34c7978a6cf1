import type { Condition } from './condition.ts'
import type { Field } from './types.ts'

/** What an input is made of, where its type alone does not say it; at most one of these. */
export interface InputShape {
  /** A list of objects, one for each line of the record or of a file. */
  readonly lines?: LinesShape
  /** A list of ids. */
  readonly items?: { readonly references: string; readonly filter: Filter }
  /** An object of texts. */
  readonly object?: readonly {
    readonly name: string
    readonly label: string
    readonly required: boolean
  }[]
  /** A file: an Adjunto, its text, or its bytes as base64. */
  readonly file?: {
    readonly accept: readonly string[]
    readonly as: 'adjunto' | 'text' | 'base64'
  }
  /** Shown to nobody while it is written. */
  readonly secret?: true
}

interface LinesShape {
  /** The composition of the record whose lines they are, by `name`; null: of no record. */
  readonly relation: string | null
  /** By what an object names its line. */
  readonly key: string
  readonly columns: readonly LineColumn[]
  /** What a line must have for something of it to be pending; null or absent: nothing. */
  readonly pending_if?: Condition
}

export interface LineColumn {
  readonly name: string
  readonly label: string
  readonly type: Field['type']
  readonly required: boolean
  readonly references: string | null
  /** The field of the line that it begins with, less others: what is pending. */
  readonly default: { readonly field: string; readonly minus: readonly string[] } | null
}

/** What the ids to choose from must have: a parameter of a listing, with a value or that of a field of the record. */
type Filter = Readonly<Record<string, { readonly value: string } | { readonly field: string }>>

/** What is pending of a line, in its unit. */
export function pending(field: string, done: string): LineColumn {
  return {
    name: 'cantidad',
    label: 'Cantidad',
    type: 'quantity',
    required: true,
    references: null,
    default: { field, minus: [done] },
  }
}

export function lineColumn(
  name: string,
  label: string,
  type: 'text' | 'quantity' | 'integer' = 'text',
): LineColumn {
  return { name, label, type, required: false, references: null, default: null }
}

export function lineReference(name: string, label: string, references: string): LineColumn {
  return { name, label, type: 'reference', required: false, references, default: null }
}
