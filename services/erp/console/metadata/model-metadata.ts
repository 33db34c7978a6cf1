import type { Tone } from '@oficina/web/pill.tsx'

import type { Text } from '../reports/report-declaration.ts'
import { api } from '../session/api.ts'

/** A column as `GET /metadata/{modelo}` tells it. */
export interface Column {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly length: number | null
  readonly precision: number | null
  readonly scale: number | null
  readonly required: boolean
  readonly filled_by: string | null
  /** The fields that it is filled in from where nobody writes it. */
  readonly fill_from?: readonly string[]
  readonly unique: boolean
  readonly read_only: boolean
  readonly changed_by: readonly string[]
  readonly computed: string | null
  readonly write_only: boolean
  readonly default: string | number | boolean | null
  readonly choices: readonly Choice[] | null
  readonly references: string | null
  readonly help: string | null
  /** What the SAT or the law wants there. */
  readonly law?: Text | null
  /** When it is worth showing, and when a record must have it. */
  readonly visible_if?: Condition | null
  readonly required_if?: Condition | null
  /** The states of its document in which it may change; null: any. */
  readonly changes_in?: readonly string[] | null
  /** The field that names the currency of an amount, also one of the head: `compra.moneda`. */
  readonly currency?: string | null
  /** The input that fits it. */
  readonly widget?: string
}

/** One of these lists must hold whole. */
export type Condition = readonly (readonly ConditionTerm[])[]

interface ConditionTerm {
  readonly field: string
  /** The values that it may have, or may not have; `empty`: whether it has none. */
  readonly in?: readonly string[]
  readonly not_in?: readonly string[]
  readonly empty?: boolean
}

export interface Choice {
  readonly value: string
  readonly label: string
  readonly tone?: Tone
}

export interface Relation {
  readonly field: string
  readonly model: string
  readonly kind: 'many_to_one' | 'one_to_many'
  readonly label_field: string | null
  readonly on_delete: string
  /** The records are lines of this one: written with it, by `name`, in the order of the field `order`. */
  readonly composition: boolean
  readonly name: string | null
  readonly order: string | null
  /** The records of the model are lines of the one that the field names. */
  readonly line_of?: boolean
  /** The states of the document in which lines come and go; null: any. */
  readonly changes_in?: readonly string[] | null
}

export interface ModelMetadata {
  readonly model: string
  readonly label: string
  readonly label_plural: string
  readonly help: string | null
  readonly level: number
  readonly module: string
  readonly multi_tenant: boolean
  readonly operations: readonly string[]
  readonly columns: readonly Column[]
  readonly relations: readonly Relation[]
  /** The field that says how a record stands. */
  readonly state_field?: string | null
  /** The life of a document: where it begins, what moves it (an action, or a hand), where it may be deleted. */
  readonly states?: {
    readonly initial: readonly string[]
    readonly moves: readonly {
      readonly from: readonly string[]
      readonly to: string
      readonly by: string
    }[]
    readonly deletable_in: readonly string[]
  } | null
  /** Whether `?preview=true` tells what a write would make. */
  readonly preview?: boolean
  /** The reference to whom a document is with. */
  readonly partner?: string | null
  /** Whether a record has a form to print. */
  readonly printable?: boolean
  /** What makes a record's `_str`. */
  readonly text?: {
    readonly separator: string
    readonly parts: readonly { readonly field: string; readonly reference: string | null }[]
  }
  readonly admin: {
    readonly list_display: readonly string[]
    readonly search_fields: readonly string[]
    readonly filters: readonly string[]
    readonly ordering: readonly string[]
    readonly per_page: number
    /** Texts that name a record whole besides its key, such as a barcode. */
    readonly codes?: readonly string[]
    /** Those that other models have of a record. */
    readonly other_codes?: readonly { readonly model: string; readonly field: string }[]
    /** Amounts whose sums are worth showing; in several currencies, a sum of each value of `group_by`. */
    readonly summary?: readonly { readonly field: string; readonly group_by: string | null }[]
  }
  readonly capture: {
    readonly sections: readonly CaptureSection[]
    /** What is typed, in this order; null: all of it. */
    readonly entry?: readonly string[] | null
  }
  readonly grid: { readonly columns: readonly GridColumn[]; readonly actions: readonly Action[] }
}

interface CaptureSection {
  readonly title: string
  readonly visible_if?: Condition | null
  readonly fields: readonly CaptureField[]
}

export interface CaptureField {
  readonly field: string
  readonly widget: string
  /** Of twelve. */
  readonly width: number
}

interface GridColumn {
  readonly field: string
  /** In pixels, as the dictionary proposes it. */
  readonly width: number
  readonly align: 'left' | 'center' | 'right'
  readonly format: string
  readonly sortable: boolean
  readonly filterable: boolean
}

export interface Action {
  readonly name: string
  readonly label: string
  /** Called on many records by their ids, on one record, or on none. */
  readonly mode: 'grid_action' | 'url_action' | 'native'
  readonly inputs: readonly ActionInput[]
  /** Null: from any state. */
  readonly from_states: readonly string[] | null
  readonly [key: string]: unknown
}

interface ActionInput {
  readonly name: string
  readonly label: string
  readonly type: string
  readonly required: boolean
  readonly help: string | null
  readonly choices: readonly Choice[] | null
  readonly references: string | null
  readonly [key: string]: unknown
}

const known = new Map<string, Promise<ModelMetadata>>()

/** What a model is, asked once a page: the dictionary cannot change while the service runs. */
export function modelMetadata(model: string): Promise<ModelMetadata> {
  const asked =
    known.get(model) ??
    api<ModelMetadata>(`/metadata/${encodeURIComponent(model)}`).then(({ data }) => data)
  known.set(model, asked)
  // A failure is not kept: the next who asks tries again.
  asked.catch(() => known.delete(model))
  return asked
}
