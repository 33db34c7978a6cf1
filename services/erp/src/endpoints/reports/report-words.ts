import type { Bilingual } from '@oficina/words/bilingual.ts'

/** What a parameter of a report is beyond what its kind says. */
export interface ReportParameter {
  readonly label: Bilingual
  /** What its label does not say. */
  readonly help?: Bilingual
  /** What a console fills in at first: a literal value, or a word that follows from the day. */
  readonly default?: ParameterDefault
  /** The endpoint itself refuses a request without it, in its own words. */
  readonly isNeeded?: true
  /** Of a choice: the words of its values. */
  readonly choices?: Readonly<Record<string, Bilingual>>
  /** Of a reference: what the picker asks for besides, as an encoded query. */
  readonly filter?: string
  /** Whoever does not see all records of this model may not send it. */
  readonly whole?: string
  /** It belongs to these values of another parameter, and is needed then. */
  readonly onlyIf?: { readonly parameter: string; readonly values: readonly string[] }
}

type ParameterDefault =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'today' | 'month_start' }
  /** The record that a filter finds, an encoded query in which `$hoy` is the day. */
  | { readonly kind: 'current_period'; readonly filter: string }

type ColumnType =
  | 'text'
  | 'date'
  | 'instant'
  | 'integer'
  | 'money'
  | 'quantity'
  | 'boolean'
  | 'choice'
  | 'json'
  | 'reference'
  /** A list of references. */
  | 'references'

/** Where a value comes from: the row, the request’s parameter, or what the answer’s `meta` tells. */
type ValueSource =
  | { readonly row: string }
  | { readonly parameter: string }
  | { readonly meta: string }

/** A model, or the one that follows from the value of a parameter. */
export type TargetModel =
  | string
  | { readonly parameter: string; readonly models: Readonly<Record<string, string>> }

/** What a click on a value leads to. */
export type Opening =
  | { readonly model: TargetModel; readonly id: ValueSource }
  | { readonly report: string; readonly parameters: Readonly<Record<string, ValueSource>> }

/** A key of every row. */
export interface ReportColumn {
  readonly name: string
  readonly label: Bilingual
  readonly type: ColumnType
  /** Not worth a column of its own: another shows it in words, or leads to it. */
  readonly isHidden?: true
  /** Of a reference: whose id it is, and the key of the row that says it in words. */
  readonly references?: TargetModel
  readonly text?: string
  /** Of money: the key of the row that names its currency; absent: the company’s. */
  readonly currency?: string
  /** Of a choice: the words of its values, or the field of a model that has them. */
  readonly choices?: Readonly<Record<string, Bilingual>>
  readonly field?: { readonly model: string; readonly name: string }
  readonly opens?: Opening
}

/** A figure beside the rows, in the answer’s `meta`. */
export interface ReportTotal {
  readonly name: string
  readonly label: Bilingual
  readonly type: 'money' | 'quantity' | 'integer'
  /** The column that it adds up, or at whose end it stands. */
  readonly column?: string
}

/** The rows, in what order and shape. */
export interface ReportRows {
  readonly columns: readonly ReportColumn[]
  readonly totals?: readonly ReportTotal[]
  /** Days in `meta`, which say what was asked for. */
  readonly days?: readonly string[]
  /** Rows with the same value follow each other. */
  readonly groups?: readonly string[]
  /** Rows are the nodes of a tree; sums of one above hold those below it. */
  readonly tree?: { readonly level: string; readonly parent: string | null; readonly key: string }
}

/** The answer is a file of its own kind. */
export interface ReportFile {
  readonly file: { readonly type: string; readonly end: string }
}

/** What the catalog says of a report beyond what follows from its endpoint. */
export interface ReportDescription {
  readonly label: Bilingual
  readonly help: Bilingual
  /** In whose section of a menu it belongs. */
  readonly module: string
  /** Rights that the caller needs, by model; `whole`: must see all its records entirely. */
  readonly rights: readonly RightNeeded[]
  readonly parameters: Readonly<Record<string, ReportParameter>>
  /** Sets of parameters of which one must be given. */
  readonly alternatives?: readonly (readonly string[])[]
  readonly answer: ReportRows | ReportFile
}

export interface RightNeeded {
  readonly model: string
  readonly right: string
  readonly sees: 'some' | 'whole'
}
