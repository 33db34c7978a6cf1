import { TENANT_COLUMN } from '../dictionary/types.ts'
import { choiceCheckName } from './ddl.ts'
import type {
  ColumnShape,
  ColumnType,
  KeyShape,
  ReferenceShape,
  TableShape,
} from './table-shape.ts'
import { shortName } from './table-shape.ts'

/** What PostgreSQL's catalogs tell of the tables, as they are. */
export interface CatalogRows {
  readonly columns: readonly CatalogColumn[]
  readonly constraints: readonly CatalogConstraint[]
  readonly indexes: readonly CatalogIndex[]
}

export interface CatalogColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly notNull: boolean
  readonly initial: string | null
}

export interface CatalogConstraint {
  readonly table: string
  readonly name: string
  /** Primary key, unique, foreign key, check. */
  readonly kind: 'p' | 'u' | 'f' | 'c'
  /** Whether all rows were looked at; one that was added for new rows only waits for that. */
  readonly isValid: boolean
  readonly columns: readonly string[]
  readonly target: string | null
  readonly definition: string | null
}

/** An index that no constraint owns. */
export interface CatalogIndex {
  readonly table: string
  readonly name: string
  readonly isUnique: boolean
  /** False of one whose making was cut off: it costs writes and serves no reader. */
  readonly isValid: boolean
  readonly method: string
  readonly predicate: string | null
  readonly columns: readonly string[]
}

type Shapes = ReadonlyMap<string, TableShape>

/**
 * The tables as the database has them, in the words of the dictionary: of what is there, only what the dictionary names
 * or named when it was last applied. An index, a column or a table that an operator added for himself is not the
 * service's to judge. What is there but not finished (an index or a constraint whose making was cut off) counts as missing.
 */
export function presentTables(rows: CatalogRows, wanted: Shapes, remembered: Shapes): Shapes {
  const columns = Map.groupBy(rows.columns, ({ table }) => table)
  const constraints = Map.groupBy(rows.constraints, ({ table }) => table)
  const indexes = Map.groupBy(rows.indexes, ({ table }) => table)
  const scopes = new Map(
    [...columns.keys()].map((table) => [table, scopeOf(constraints.get(table) ?? [])]),
  )
  const shapes = new Map<string, TableShape>()
  for (const [table, present] of columns) {
    const named = [wanted.get(table), remembered.get(table)].filter((one) => one !== undefined)
    if (named.length === 0) continue
    const shape = tableOf(
      { table, scope: scopes.get(table) ?? 'global' },
      {
        columns: present,
        constraints: constraints.get(table) ?? [],
        indexes: indexes.get(table) ?? [],
      },
      scopes,
    )
    shapes.set(table, onlyNamed(shape, named))
  }
  return shapes
}

type Scope = TableShape['scope']

function scopeOf(constraints: readonly CatalogConstraint[]): Scope {
  const primary = constraints.find(({ kind }) => kind === 'p')
  return primary?.columns.includes(TENANT_COLUMN) === true ? 'tenant' : 'global'
}

function tableOf(
  { table, scope }: Pick<TableShape, 'table' | 'scope'>,
  { columns, constraints, indexes }: CatalogRows,
  scopes: ReadonlyMap<string, Scope>,
): TableShape {
  const withoutTenant = (names: readonly string[]) =>
    scope === 'tenant' && names[0] === TENANT_COLUMN ? names.slice(1) : names
  const valid = indexes.filter(({ isValid }) => isValid)
  const uniques = constraints.filter(({ kind }) => kind === 'u')
  return {
    table,
    scope,
    columns: columns.map((column) => columnOf(table, column, constraints)),
    keys: [
      ...uniques.map(({ name, columns: of }) => ({ name, columns: withoutTenant(of) })),
      ...valid.flatMap((index) => keyOf(index, withoutTenant)),
    ],
    indexes: valid
      .filter(({ isUnique, method }) => !isUnique && method === 'btree')
      .map(({ name, columns: of }) => ({
        name,
        columns: withoutId(withoutTenant(of.map(unquoted))),
      })),
    references: constraints.flatMap((constraint) => referenceOf(constraint, scopes)),
    search: searchOf(table, valid),
  }
}

function columnOf(
  table: string,
  { initial, name, notNull, type }: CatalogColumn,
  constraints: readonly CatalogConstraint[],
): ColumnShape {
  const check = choiceCheckName({ table }, { name })
  const choices = constraints.find((one) => one.kind === 'c' && one.isValid && one.name === check)
  return {
    name,
    type: typeOf(type),
    notNull,
    choices: choices === undefined ? null : textsIn(choices.definition ?? ''),
    initial: initial === null ? null : valueOf(initial),
  }
}

function typeOf(text: string): ColumnType {
  const varchar = /^character varying\((\d+)\)$/v.exec(text)
  if (varchar !== null) return { kind: 'varchar', length: Number(varchar[1]) }
  const numeric = /^numeric\((\d+),(\d+)\)$/v.exec(text)
  if (numeric !== null) {
    return { kind: 'numeric', precision: Number(numeric[1]), scale: Number(numeric[2]) }
  }
  switch (text) {
    case 'bigint':
      return { kind: 'int8' }
    case 'timestamp with time zone':
      return { kind: 'timestamptz' }
    case 'text':
    case 'date':
    case 'boolean':
    case 'jsonb':
      return { kind: text }
    default:
      return { kind: 'other', name: text }
  }
}

/** The constant of a default as PostgreSQL writes it: a quoted text, a number, a truth value, mostly with its type. */
function valueOf(expression: string): string {
  const quoted = /^'(?<text>(?:[^']|'')*)'(?:::.*)?$/v.exec(expression)
  if (quoted?.groups?.['text'] !== undefined) return quoted.groups['text'].replaceAll("''", "'")
  return expression
    .replace(/^\((?<number>-?[\d.]+)\)/v, '$<number>')
    .replace(/::[a-z0-9 \(\),]+$/v, '')
}

/** The texts of `CHECK ((estado = ANY (ARRAY['a'::text, 'b'::text])))`, in their order. */
function textsIn(definition: string): readonly string[] {
  return [...definition.matchAll(/'(?<text>(?:[^']|'')*)'/gv)].map(({ groups }) =>
    (groups?.['text'] ?? '').replaceAll("''", "'"),
  )
}

/** A unique key of documents in force is an index with a condition; one without is a constraint, or not finished. */
function keyOf(
  { columns, isUnique, name, predicate }: CatalogIndex,
  withoutTenant: (names: readonly string[]) => readonly string[],
): readonly KeyShape[] {
  const state = /\bestado <> '(?<state>(?:[^']|'')*)'/v.exec(predicate ?? '')?.groups?.['state']
  if (!isUnique || state === undefined) return []
  return [{ name, columns: withoutTenant(columns.map(unquoted)), unlessState: state }]
}

function unquoted(name: string): string {
  return name.replace(/^"(?<name>.*)"$/v, '$<name>')
}

/** The id at the end of an index is the order of lists; see `createIndex`. */
function withoutId(columns: readonly string[]): readonly string[] {
  return columns.length > 1 && columns.at(-1) === 'id' ? columns.slice(0, -1) : columns
}

function referenceOf(
  { columns, isValid, kind, name, target }: CatalogConstraint,
  scopes: ReadonlyMap<string, Scope>,
): readonly ReferenceShape[] {
  const column = columns.at(-1)
  if (kind !== 'f' || !isValid || target === null || column === undefined) return []
  return [{ name, column, targetTable: target, targetScope: scopes.get(target) ?? 'global' }]
}

function searchOf(table: string, indexes: readonly CatalogIndex[]): readonly string[] {
  const name = shortName(table, 'busqueda', 'ix')
  const index = indexes.find((one) => one.name === name)
  return (index?.columns ?? []).flatMap((expression) => {
    const column = /sin_acentos\(\(*"?(?<name>[a-z0-9_]+)/v.exec(expression)?.groups?.['name']
    return column === undefined ? [] : [column]
  })
}

/** What of a table the dictionary names, or named. */
function onlyNamed(shape: TableShape, named: readonly TableShape[]): TableShape {
  const names = (of: (one: TableShape) => readonly { readonly name: string }[]) =>
    new Set(named.flatMap((one) => of(one).map(({ name }) => name)))
  const columns = names((one) => one.columns)
  const keys = names((one) => one.keys)
  const indexes = names((one) => one.indexes)
  const references = names((one) => one.references)
  return {
    ...shape,
    columns: shape.columns.filter(({ name }) => columns.has(name)),
    keys: shape.keys.filter(({ name }) => keys.has(name)),
    indexes: shape.indexes.filter(({ name }) => indexes.has(name)),
    references: shape.references.filter(({ name }) => references.has(name)),
  }
}
