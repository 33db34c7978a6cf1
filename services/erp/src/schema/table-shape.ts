import { TENANT_COLUMN, type Field, type Model } from '../dictionary/types.ts'

/** A table as PostgreSQL has it: plain data, stored in the database to find out what a new dictionary changes. */
export interface TableShape {
  readonly table: string
  readonly scope: 'global' | 'tenant'
  readonly columns: readonly ColumnShape[]
  readonly keys: readonly KeyShape[]
  readonly indexes: readonly KeyShape[]
  readonly references: readonly ReferenceShape[]
  /** Columns of the index for `q` and `__like`; empty: none. */
  readonly search: readonly string[]
}

export interface ColumnShape {
  readonly name: string
  readonly type: ColumnType
  readonly notNull: boolean
  /** The allowed values of a closed choice. */
  readonly choices: readonly string[] | null
  /** A constant in wire form that existing rows get when the column is added; null: none. */
  readonly initial: string | number | boolean | null
}

export type ColumnType =
  | { readonly kind: 'varchar'; readonly length: number }
  | { readonly kind: 'numeric'; readonly precision: number; readonly scale: number }
  | { readonly kind: 'text' | 'int8' | 'date' | 'timestamptz' | 'boolean' | 'jsonb' }
  /** A type that no dictionary asks for, as somebody may have given it to a column. */
  | { readonly kind: 'other'; readonly name: string }

export interface KeyShape {
  readonly name: string
  readonly columns: readonly string[]
  /** Of a unique key: rows whose `estado` is this do not count, nor do empty texts. */
  readonly unlessState?: string
}

export interface ReferenceShape {
  readonly name: string
  readonly column: string
  readonly targetTable: string
  readonly targetScope: 'global' | 'tenant'
}

// PostgreSQL cuts identifiers at 63 bytes; names in the dictionary are ASCII, so characters are bytes.
const MAX_IDENTIFIER = 63

/** The table for a model. System columns (`id`, `creado_en`, `modificado_en`, `version`) are the same everywhere. */
export function tableShape(model: Model, targets: ReadonlyMap<string, Model>): TableShape {
  return {
    table: model.table,
    scope: model.scope,
    columns: model.fields.map(columnShape),
    keys: model.uniqueKeys.map(({ name, fields, unlessState }) => ({
      name,
      columns: fields,
      ...(unlessState !== undefined && { unlessState }),
    })),
    indexes: model.indexes.map(({ name, fields }) => ({ name, columns: fields })),
    references: model.references.flatMap((field) => {
      const target = targets.get(field.target)
      if (target === undefined) return []
      return [
        {
          name: shortName(model.table, field.name, 'fk'),
          column: field.name,
          targetTable: target.table,
          targetScope: target.scope,
        },
      ]
    }),
    search: searchColumns(model),
  }
}

function columnShape(field: Field): ColumnShape {
  return {
    name: field.name,
    type: columnType(field),
    notNull: field.required,
    choices: field.type === 'choice' ? field.choices.map(({ value }) => value) : null,
    initial: field.default?.kind === 'value' ? field.default.value : null,
  }
}

function columnType(field: Field): ColumnType {
  switch (field.type) {
    case 'text':
      return { kind: 'varchar', length: field.length }
    case 'long_text':
    case 'secret':
    case 'choice':
      return { kind: 'text' }
    case 'integer':
    case 'reference':
      return { kind: 'int8' }
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return { kind: 'numeric', precision: field.precision, scale: field.scale }
    case 'date':
      return { kind: 'date' }
    case 'instant':
      return { kind: 'timestamptz' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'json':
      return { kind: 'jsonb' }
  }
}

/** The search fields whose values are texts; only those can be searched. */
function searchColumns(model: Model): readonly string[] {
  return model.admin.searchFields.filter((name) => {
    const type = model.fieldByName.get(name)?.type
    return type === 'text' || type === 'long_text'
  })
}

/** `<table>_<column>_<suffix>`, cut in the middle and made unique by a hash where it would be too long. */
export function shortName(table: string, column: string, suffix: string): string {
  const whole = `${table}_${column}_${suffix}`
  if (whole.length <= MAX_IDENTIFIER) return whole
  const hash = checksum(whole).toString(36)
  return `${whole.slice(0, MAX_IDENTIFIER - hash.length - suffix.length - 2)}_${hash}_${suffix}`
}

// FNV-1a: only distinguishes names that share a long beginning.
function checksum(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01_00_01_93) >>> 0
  }
  return hash
}

/** The columns of a key, preceded by the tenant if the table has one. */
export function keyColumns(
  shape: Pick<TableShape, 'scope'>,
  columns: readonly string[],
): readonly string[] {
  return shape.scope === 'tenant' ? [TENANT_COLUMN, ...columns] : columns
}
