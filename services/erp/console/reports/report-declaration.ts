/** A text in both languages of the console. */
export interface Text {
  readonly es: string
  readonly en: string
}

/** A report as `GET /reports` declares it; the console knows nothing else of any. */
export interface Report {
  readonly name: string
  readonly label: Text
  readonly help: Text
  readonly module: string
  /** Its endpoint, with `:name` for each parameter that stands in the path. */
  readonly path: string
  readonly parameters: readonly ReportParameter[]
  /** Sets of parameters of which exactly one is given; the first is shown first. */
  readonly alternatives: readonly (readonly string[])[]
  readonly paged: boolean
  /** The answer is a file; `rows` is null then. */
  readonly file: { readonly content_type: string; readonly extension: string } | null
  readonly rows: ReportRows | null
  /** The forms in which the service makes a file of its rows. */
  readonly exports: readonly FileFormat[]
}

export type FileFormat = 'xlsx' | 'pdf'

export interface ReportParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly label: Text
  readonly help: Text | null
  readonly type: string
  readonly required: boolean
  readonly references: string | null
  /** What a picker asks for besides, as an encoded query. */
  readonly filter: string | null
  readonly choices: readonly ReportChoice[] | null
  readonly default: ParameterDefault | null
  /** Needed when another parameter has one of these values, meaningless else. */
  readonly only_if: { readonly parameter: string; readonly values: readonly string[] } | null
}

interface ParameterDefault {
  readonly value?: string
  readonly hint?: 'today' | 'month_start' | 'current_period'
  /** Finds the record that is meant, `$hoy` standing for the day, as an encoded query. */
  readonly filter?: string
}

interface ReportChoice {
  readonly value: string
  readonly label: Text
  readonly tone?: 'neutral' | 'info' | 'success' | 'warning' | 'danger'
}

export interface ReportRows {
  readonly columns: readonly ReportColumn[]
  readonly totals: readonly ReportTotal[]
  readonly groups: readonly string[]
  readonly tree: ReportTree | null
}

/** Rows are the nodes of a tree, each after the one that it is below of. */
interface ReportTree {
  readonly level: string
  /** Where a row names the one above it; null: only its level says it. */
  readonly parent: string | null
  readonly key: string
}

export interface ReportColumn {
  readonly name: string
  readonly label: Text
  readonly type: string
  /** Another column shows it. */
  readonly hidden: boolean
  readonly references: TargetModel | null
  /** The key of the row that says a reference in words. */
  readonly text: string | null
  readonly choices: readonly ReportChoice[] | null
  readonly opens: Opening | null
}

/** A figure beside the rows. */
export interface ReportTotal {
  /** Where in the answer it is, such as `meta.cargos`. */
  readonly path: string
  readonly label: Text
  readonly type: string
  /** The column below which it stands. */
  readonly column: string | null
}

/** A model, or that which the value of a parameter names. */
export type TargetModel =
  | string
  | { readonly parameter: string; readonly models: Readonly<Record<string, string>> }

export interface ValueSource {
  readonly row?: string
  readonly parameter?: string
  readonly meta?: string
}

/** What a value leads to. */
export type Opening =
  | { readonly model: TargetModel; readonly id: ValueSource }
  | { readonly report: string; readonly parameters: Readonly<Record<string, ValueSource>> }
