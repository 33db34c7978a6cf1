import type { Condition } from './condition.ts'
import type { Tone } from './derive/derive-tone.ts'
import type { Fill } from './fill.ts'
import type { Capture, GridColumn, Widget } from './layout-types.ts'
import type { Move, OpenLines } from './states.ts'
import type { TextForm } from './text-forms.ts'
import type {
  Computed,
  DefaultValue,
  Field,
  Level,
  Operation,
  Ordering,
  Range,
  ReadOnly,
  TextPart,
} from './types.ts'

/** One file of the dictionary folder as text. `path` is relative to that folder, with `/`. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A parsed model file: what the file says, and nothing that it leaves out. */
export interface ModelSource {
  readonly name: string
  readonly file: string
  readonly module: string
  readonly level: Level
  readonly label: string
  readonly labelPlural: string | null
  readonly help: string
  readonly isTenant: boolean
  readonly fields: readonly FieldSource[]
  readonly text: { readonly separator: string; readonly parts: readonly TextPart[] } | null
  readonly search: readonly string[] | null
  readonly unique: readonly (readonly string[])[]
  readonly uniqueInForce: readonly (readonly string[])[]
  readonly indexes: readonly (readonly string[])[]
  readonly admin: AdminSource
  readonly capture: readonly SectionSource[] | null
  readonly grid: readonly GridColumnSource[] | null
  /** What fills fields in, by their names. */
  readonly fills: ReadonlyMap<string, Fill>
  readonly entry: readonly string[] | null
  readonly codes: readonly string[]
  readonly codesOf: string | null
  readonly operations: readonly Operation[] | null
  readonly callbacks: readonly string[]
  readonly actions: readonly string[]
  /** The lines of the document as the file names them; `field` where more than one could lead to it. */
  readonly lineModels: readonly LinesSource[]
  readonly states: StatesSource | null
  /** The line of each key by its path in the file: `fields/folio`. */
  readonly lines: ReadonlyMap<string, number>
}

export interface LinesSource {
  readonly name: string
  readonly model: string
  readonly field: string | null
}

/** What a file says of the life of its documents. */
export interface StatesSource extends OpenSource {
  /** The states in which everything still changes. */
  readonly drafts: readonly string[]
  /** Where a document begins; null: in the first of the drafts. */
  readonly initial: readonly string[] | null
  /** What is otherwise in single states. */
  readonly inState: ReadonlyMap<string, OpenSource>
  readonly moves: readonly Move[]
  /** The states to which no move leads: other documents make them, or nothing does yet. */
  readonly unreached: readonly string[]
}

/** What still changes in states that are no drafts; null: the file does not say. */
export interface OpenSource {
  readonly open: readonly string[] | null
  readonly openLines: OpenLines | null
  readonly isDeletable: boolean
}

export interface FieldSource {
  readonly name: string
  readonly spec: FieldSpec
  readonly label: string | null
  readonly help: string | null
  /** Labels of single choices, by value. */
  readonly choiceLabels: ReadonlyMap<string, string>
  /** Tones of single choices, by value. */
  readonly tones: ReadonlyMap<string, Tone>
  readonly requiredIf: Condition | null
  readonly visibleIf: Condition | null
  readonly readOnly: ReadOnly | null
  readonly computed: Computed | null
  readonly range: Range | null
  readonly isListed: boolean
}

/** The one-line part of a field: `text(20) required unique default X`. */
export interface FieldSpec {
  readonly kind: FieldKind
  readonly required: boolean
  readonly unique: boolean
  readonly default: DefaultValue | null
}

export type FieldKind =
  | { readonly type: 'text'; readonly length: number; readonly form?: TextForm }
  | {
      readonly type: Exclude<
        Field['type'],
        'text' | 'decimal' | 'choice' | 'reference' | 'money' | 'quantity' | 'rate'
      >
    }
  | {
      readonly type: 'money' | 'quantity' | 'rate' | 'decimal'
      readonly precision: number
      readonly scale: number
    }
  | { readonly type: 'choice'; readonly values: readonly string[] }
  | { readonly type: 'reference'; readonly target: string }

export interface AdminSource {
  readonly listDisplay: readonly string[] | null
  readonly filters: readonly string[] | null
  readonly ordering: readonly Ordering[] | null
  readonly perPage: number | null
}

export interface SectionSource {
  readonly title: Capture['sections'][number]['title']
  readonly fields: readonly {
    readonly field: string
    readonly width: number | null
    readonly widget: Widget | null
  }[]
}

/** What the file says of a column; the rest is derived from the field. */
export type GridColumnSource = { readonly field: string } & Partial<Omit<GridColumn, 'field'>>
