import type { Sql } from '@oficina/kit/sql.ts'
import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { Condition } from './condition.ts'
import type { Tone } from './derive/derive-tone.ts'
import type { Fill } from './fill.ts'
import type { Capture, Grid } from './layout-types.ts'
import type { States } from './states.ts'
import type { TextForm } from './text-forms.ts'

/**
 * The data dictionary as the rest of the service sees it: exact, complete and immutable.
 * Whatever a YAML file leaves out has been derived by rule before a value of these types exists.
 * @source docs/contract/erp.md, Models and levels
 */

/** 1 and 2 are global catalogs; 3 belongs to a company; 4 is a level 3 model that runs callbacks. */
export type Level = 1 | 2 | 3 | 4

/** Rows of a `global` model are shared by all companies; those of a `tenant` model carry `empresa_id`. */
export type Scope = 'global' | 'tenant'

/** The column that every table of a `tenant` model has first in its keys. It is never a field on the wire. */
export const TENANT_COLUMN = 'empresa_id'

export type Field =
  | TextField
  | LongTextField
  | SecretField
  | IntegerField
  | DecimalField
  | DateField
  | InstantField
  | BooleanField
  | JsonField
  | ChoiceField
  | ReferenceField

interface FieldBase {
  /** Wire name and column name alike; lower snake_case, at most 63 bytes, always quoted in SQL. */
  readonly name: string
  readonly label: string
  readonly help: string | null
  /** Not null. A required field with a default may be left out on create. */
  readonly required: boolean
  /** Unique on its own: in the whole table of a global model, within the company for a tenant model. */
  readonly unique: boolean
  readonly default: DefaultValue | null
  /** Null: clients may write the field. */
  readonly readOnly: ReadOnly | null
  /** The service makes the value from others. Only of numbers. */
  readonly computed?: Computed
  /** What the value may be. Only of numbers. */
  readonly range?: Range
  /** The service takes a number from the model's series when nobody writes one. */
  readonly series?: true
  /** The price of the customer's list, when nobody writes one. */
  readonly listed?: true
  /** What a form fills in where nobody writes the field. */
  readonly fill?: Fill
  /** A record must have it when this holds. */
  readonly requiredIf?: Condition
  /** Only then it is worth showing in a form. */
  readonly visibleIf?: Condition
  /**
   * What a caller is shown instead of the value, of the record that `alias` names. Such a field can be neither filtered
   * nor sorted by, which would reveal the value. Only in a caller's view of the dictionary.
   */
  readonly shown?: (alias: string) => Sql
}

/** How a value is made from others; half of the last digit goes away from zero. */
export interface Computed {
  readonly formula: Formula
  /** As long as the lines make nothing, what was written stands. */
  readonly orGiven: boolean
  /** As long as there are no lines, what was written stands: it may be written before them. */
  readonly needsLines: boolean
}

export type Formula =
  | { readonly kind: 'number'; readonly value: string }
  | { readonly kind: 'field'; readonly name: string }
  | { readonly kind: 'sum'; readonly sum: SumOfLines }
  | {
      readonly kind: 'operation'
      readonly operator: '+' | '-' | '*'
      readonly left: Formula
      readonly right: Formula
    }

/** Over the lines of a document with this name, or those of them whose field has this value. */
export interface SumOfLines {
  readonly lines: string
  readonly formula: Formula
  readonly where: { readonly field: string; readonly value: string } | null
}

/** Not below zero, or above it; and not above `most`. */
export interface Range {
  readonly isAbove: boolean
  readonly most: Formula | null
}

/** At most `length` characters. */
interface TextField extends FieldBase {
  readonly type: 'text'
  readonly length: number
  /** The form that its text must have. */
  readonly form?: TextForm
}

interface LongTextField extends FieldBase {
  readonly type: 'long_text'
}

/** Written as plain text, stored only as a password hash, and in no answer, filter, sort, export or audit row. */
interface SecretField extends FieldBase {
  readonly type: 'secret'
}

/** 64 bits. */
interface IntegerField extends FieldBase {
  readonly type: 'integer'
}

/** `numeric(precision, scale)`; a decimal string in TypeScript, never a number. */
export interface DecimalField extends FieldBase {
  readonly type: 'money' | 'quantity' | 'rate' | 'decimal'
  readonly precision: number
  readonly scale: number
}

/** `YYYY-MM-DD`. */
interface DateField extends FieldBase {
  readonly type: 'date'
}

/** A moment in UTC, ISO 8601. */
interface InstantField extends FieldBase {
  readonly type: 'instant'
}

interface BooleanField extends FieldBase {
  readonly type: 'boolean'
}

interface JsonField extends FieldBase {
  readonly type: 'json'
}

/** A closed list; stored and sent as `value`, shown as `label`. */
interface ChoiceField extends FieldBase {
  readonly type: 'choice'
  readonly choices: readonly Choice[]
}

interface Choice {
  readonly value: string
  readonly label: string
  readonly tone: Tone
}

/** Holds the `id` of a record of `target`, of the same company when `target` is a tenant model. */
export interface ReferenceField extends FieldBase {
  readonly type: 'reference'
  /** Name of the model referred to; it exists in the registry. */
  readonly target: string
  /** Always `restrict`: deleting a record that others refer to is 409, also for document lines. */
  readonly onDelete: 'restrict'
}

/** `value` is in wire form: decimals as strings. `today` and `now` are taken from the clock at the moment of the write. */
export type DefaultValue =
  | { readonly kind: 'value'; readonly value: string | number | boolean }
  | { readonly kind: 'today' }
  | { readonly kind: 'now' }

/**
 * `action`: only these business actions change it. `platform`: the service itself maintains it. `profile`: the caller's
 * profile only lets him read it.
 */
export type ReadOnly =
  | { readonly kind: 'action'; readonly actions: readonly string[] }
  | { readonly kind: 'platform' }
  | { readonly kind: 'profile' }

/**
 * How a record is written in words, the `_str` value: the texts of `parts` that are not null, joined by `separator`.
 * In SQL: `concat_ws(separator, ...parts)`.
 */
export interface RecordText {
  readonly separator: string
  /** At least one. */
  readonly parts: readonly TextPart[]
}

/**
 * A scalar field (text, integer, decimal, date or instant) of the record itself (`reference` null), or of the record
 * that its field `reference` points to. Never more than one step.
 */
export interface TextPart {
  readonly reference: string | null
  readonly field: string
}

/** A B-tree index on `fields`. On a tenant table `empresa_id` goes before them. */
export interface Index {
  /** At most 63 bytes, unique in the whole dictionary. */
  readonly name: string
  readonly fields: readonly string[]
}

/** Fields unique together, `fields` of length 1 included. On a tenant table `empresa_id` goes before them. */
export interface UniqueKey {
  readonly name: string
  readonly fields: readonly string[]
  /** Records in this state do not count, nor do empty texts. */
  readonly unlessState?: string
}

/** What people have in hand of a record, and the field that holds it. */
export interface LookUp {
  readonly kind: 'uuid' | 'clabe' | 'rfc' | 'barcode' | 'folio' | 'amount'
  readonly field: string
  /** By the index of the search fields, or the field's own. */
  readonly by: 'pattern' | 'value'
}

export interface Ordering {
  readonly field: string
  readonly direction: 'asc' | 'desc'
}

export interface Admin {
  readonly listDisplay: readonly string[]
  readonly searchFields: readonly string[]
  readonly filters: readonly string[]
  readonly ordering: readonly Ordering[]
  /** 1 to 100. */
  readonly perPage: number
  /** Amounts whose sums are worth showing above a list. */
  readonly summary: readonly string[]
}

/**
 * A one-to-many that belongs to its head: the lines of a document, which are written, shown and deleted with it.
 * @source docs/decisions/0240-erp-documents.md
 */
export interface Lines {
  /** Of the array in a head's JSON: `partidas`. */
  readonly name: string
  /** Whose records they are: `CompraPartida`. */
  readonly model: string
  /** The line's reference to its head: `compra`. */
  readonly field: string
  /** The line's running number within its head, where it has one: `partida`. */
  readonly number: string | null
}

/** What the generic API may do besides reading. The audit log, for example, allows none of it. */
export type Operation = 'create' | 'update' | 'delete'

/** One model as plain data: survives JSON, so that a compiled dictionary can be kept on disk. */
export interface ModelDefinition {
  /** Wire name, PascalCase: `Compra`. */
  readonly name: string
  /** Table name, lower snake_case, at most 63 bytes, always quoted in SQL: `compra`. */
  readonly table: string
  readonly level: Level
  readonly scope: Scope
  /** Key of its module: `Compras`. */
  readonly module: string
  readonly label: string
  readonly labelPlural: string
  readonly help: string
  /** True for `Empresa` alone: the company itself, whose `id` equals its `empresa_id`. */
  readonly isTenant: boolean
  /** The model's own fields in the order of its file; the platform's are in `Model.systemFields`. */
  readonly fields: readonly Field[]
  readonly text: RecordText
  /** Every unique key, those of single `unique` fields included. */
  readonly uniqueKeys: readonly UniqueKey[]
  /** Every other index but the primary key's: one for each reference, the leading date, the state, and those of the file. */
  readonly indexes: readonly Index[]
  readonly lookUps: readonly LookUp[]
  readonly admin: Admin
  readonly capture: Capture
  readonly grid: Grid
  /** What is typed, in this order: the rest of a document's form is folded. Null: all of it. */
  readonly entry: readonly string[] | null
  /** Texts that name a record whole besides its key, such as a barcode. */
  readonly codes: readonly string[]
  /** The reference to the record that they name; null: the one that has them. */
  readonly codesOf: string | null
  /** The reference to whom a document is with; null: nobody. */
  readonly partner: string | null
  readonly operations: readonly Operation[]
  /** What belongs to a record of this model as lines do to a document. */
  readonly lines: readonly Lines[]
  /** Null: its records have no life of their own. */
  readonly states: States | null
  /** Names of the callbacks of a level 4 model, in the order they run. */
  readonly callbacks: readonly string[]
  /** Names of the business actions. */
  readonly actions: readonly string[]
}

export interface Model extends ModelDefinition {
  /** `id`; for a tenant model also `creado_en`, `modificado_en`, `version`. All read-only. */
  readonly systemFields: readonly Field[]
  /** Own and system fields by wire name. */
  readonly fieldByName: ReadonlyMap<string, Field>
  /** The reference fields among `fields`. */
  readonly references: readonly ReferenceField[]
  /** The references of all models, its own included, that point to this one: its possible dependents. */
  readonly dependents: readonly Dependent[]
  /** The documents whose lines its records are. */
  readonly heads: readonly Head[]
  /** Own fields that a caller must not know of, in his view of the dictionary; else empty. */
  readonly withheld: readonly Field[]
  /** The condition on records that a caller may reach, in his view of the dictionary; null: any record. */
  readonly condition: RecordCondition | null
}

/** A condition on the record that `alias` names, in a statement for one company. */
export type RecordCondition = (row: { readonly alias: string; readonly empresaId: string }) => Sql

/** A model that holds these lines. */
export interface Head {
  readonly model: string
  readonly lines: Lines
}

export interface Dependent {
  readonly model: string
  readonly field: string
}

/** A group of models in menus and permissions; `models` in alphabetical order. */
export interface Module {
  readonly name: string
  readonly label: string
  /** Without business actions of its own, what it holds is what others and the service itself work by. */
  readonly serves: boolean
  readonly models: readonly string[]
}

export interface Registry {
  readonly models: ReadonlyMap<string, Model>
  readonly modelByTable: ReadonlyMap<string, Model>
  /** In menu order. */
  readonly modules: readonly Module[]
  /** Every model after those that it refers to, as far as references allow without a cycle. */
  readonly loadOrder: readonly Model[]
  /** The model with `isTenant`. */
  readonly tenantModel: Model
  /** What a name that is no field's is called in Spanish. */
  readonly labelOf: (name: string) => string
  readonly laws: Laws
}

/**
 * What the SAT or the law wants in fields, for people.
 * @source docs/decisions/0290-erp-laws-beside-fields.md
 */
export interface Laws {
  /** By the catalog that a field refers to. */
  readonly catalogs: Readonly<Record<string, Bilingual>>
  /** By the name of a field, or of one of a model (`Cliente.rfc`). */
  readonly fields: Readonly<Record<string, Bilingual>>
  /** By the name of an input of actions, or of one (`CertificadoSat.registrar_certificado.llave`). */
  readonly inputs: Readonly<Record<string, Bilingual>>
}

/** A fault in a dictionary file. `line` counts from 1. */
export interface DictionaryProblem {
  /** Relative to the dictionary folder: `Compras/Compra.yaml`. */
  readonly file: string
  readonly line: number
  readonly message: string
}
