import {
  allRowsOf,
  notAmong,
  rowsBeyond,
  rowsOfOneKey,
  rowsWith,
  rowsWithOtherChoice,
  rowsWithout,
} from './breaking-rows.ts'
import {
  addKey,
  choiceCheckName,
  choiceCondition,
  columnLine,
  createIndex,
  dropKey,
  gentlyKeyed,
  literal,
  quoted,
  searchIndex,
  typeName,
  validate,
} from './ddl.ts'
import type { Placement } from './distribution.ts'
import { createReadView, dropReadView } from './read-view.ts'
import { add, lossy, type SchemaStep } from './step.ts'
import {
  shortName,
  type ColumnShape,
  type ColumnType,
  type KeyShape,
  type TableShape,
} from './table-shape.ts'

/** What a table that is there lacks, and what it has that the dictionary no longer names. */
export function tableSteps(
  old: TableShape,
  shape: TableShape,
  placement: Placement,
): readonly SchemaStep[] {
  const { table } = shape
  if (old.scope !== shape.scope) {
    const reason = `table ${table} changes from ${old.scope} to ${shape.scope}`
    return [lossy({ table, sql: '', reason }, { isRemoval: true })]
  }
  const oldColumns = new Map(old.columns.map((column) => [column.name, column]))
  const names = new Set(shape.columns.map(({ name }) => name))
  const place = { shape, placement }
  return [
    ...shape.columns.flatMap((column) => {
      const before = oldColumns.get(column.name)
      return before === undefined ? newColumn(place, column) : changedColumn(place, before, column)
    }),
    ...old.columns.filter(({ name }) => !names.has(name)).map((one) => removedColumn(place, one)),
    ...referenceRemovals(old, shape),
    ...keySteps(old, shape),
    ...indexSteps(old, shape),
  ]
}

interface Place {
  readonly shape: TableShape
  readonly placement: Placement
}

/**
 * A column is there at once, whatever the table's size: its default is kept beside the rows. Its choices are checked
 * afterwards, because PostgreSQL would look at all rows while nobody else may.
 */
function newColumn({ placement, shape }: Place, column: ColumnShape): SchemaStep[] {
  const table = quoted(shape.table)
  const reason = `new column ${shape.table}.${column.name}`
  const sql = `alter table ${table} add column if not exists ${columnLine(column)};`
  // On an empty table this succeeds; with rows PostgreSQL refuses it, so a person must say which value they get.
  const hasNoValue = column.notNull && column.initial === null
  const made = { table: shape.table, sql, reason }
  return [
    hasNoValue
      ? lossy(
          { ...made, reason: `${reason} is required and has no default` },
          { rows: allRowsOf(shape) },
        )
      : add(made),
    ...(column.choices === null ? [] : checkSteps({ placement, shape }, column, { isSafe: true })),
  ]
}

function changedColumn(place: Place, before: ColumnShape, column: ColumnShape): SchemaStep[] {
  const { shape } = place
  const alter = `alter table ${quoted(shape.table)} alter column ${quoted(column.name)}`
  const reason = `${shape.table}.${column.name}`
  const steps: SchemaStep[] = []
  if (typeName(before.type) !== typeName(column.type)) steps.push(typeStep(place, before, column))
  if (before.notNull && !column.notNull) {
    const sql = `${alter} drop not null;`
    steps.push(add({ table: shape.table, sql, reason: `${reason} may be empty` }))
  }
  if (!before.notNull && column.notNull) steps.push(...requiredSteps(place, column))
  if (!isSameConstant(before.initial, column.initial)) {
    const value =
      column.initial === null ? 'drop default' : `set default ${literal(column.initial)}`
    steps.push(
      add({ table: shape.table, sql: `${alter} ${value};`, reason: `default of ${reason}` }),
    )
  }
  return [...steps, ...choiceSteps(place, before, column)]
}

/** A view refuses changes of the columns that it shows, so it is made again around them, for nobody to miss it. */
function aroundView({ placement, shape }: Place, sql: string): string {
  if (shape.scope !== 'tenant') return sql
  const again = placement === 'one server' ? `\n${createReadView(shape.table, placement)}` : ''
  return `${dropReadView(shape.table)}\n${sql}${again}`
}

function typeStep(place: Place, before: ColumnShape, column: ColumnShape): SchemaStep {
  const { shape } = place
  const from = typeName(before.type)
  const to = typeName(column.type)
  const name = quoted(column.name)
  const alter = `alter table ${quoted(shape.table)} alter column ${name} type ${to}`
  const reason = `${shape.table}.${column.name} from ${from} to ${to}`
  if (holds(before.type, column.type)) {
    return add({ table: shape.table, sql: aroundView(place, `${alter};`), reason })
  }
  const sql = aroundView(place, `${alter} using ${name}::${to};`)
  return lossy(
    { table: shape.table, sql, reason },
    { rows: rowsBeyond(shape, column, column.type), mend: '' },
  )
}

/** Whether every value of the old type is a value of the new one, digit for digit. */
function holds(before: ColumnType, after: ColumnType): boolean {
  if (before.kind === 'varchar' && after.kind === 'varchar') return after.length >= before.length
  if (before.kind === 'numeric' && after.kind === 'numeric') {
    const whole = after.precision - after.scale >= before.precision - before.scale
    return whole && after.scale >= before.scale
  }
  return before.kind === 'varchar' && after.kind === 'text'
}

/** PostgreSQL takes a checked condition for a look at all rows, which it would else take while nobody else may read. */
function requiredSteps({ placement, shape }: Place, column: ColumnShape): SchemaStep[] {
  const table = quoted(shape.table)
  const name = quoted(column.name)
  const reason = `${shape.table}.${column.name} becomes required`
  const rows = rowsWithout(shape, column)
  const fill =
    column.initial === null
      ? {}
      : { mend: `update ${table} set ${name} = ${literal(column.initial)} where ${name} is null;` }
  const required = `alter table ${table} alter column ${name} set not null;`
  if (placement === 'distributed') {
    return [lossy({ table: shape.table, sql: required, reason }, { rows, ...fill })]
  }
  const check = quoted(shortName(shape.table, column.name, 'nn'))
  const drop = `alter table ${table} drop constraint if exists ${check};`
  const sql = `${drop}\nalter table ${table} add constraint ${check} check (${name} is not null) not valid;`
  return [
    lossy({ table: shape.table, sql, reason }, { rows, ...fill }),
    add({ table: shape.table, sql: `alter table ${table} validate constraint ${check};`, reason }),
    add({ table: shape.table, sql: `${required}\n${drop}`, reason }),
  ]
}

/** Defaults as the dictionary and as PostgreSQL write them: `0.00` is `0`. */
function isSameConstant(a: ColumnShape['initial'], b: ColumnShape['initial']): boolean {
  if (a === null || b === null) return a === b
  return plain(a) === plain(b)
}

function plain(value: string | number | boolean): string {
  const text = String(value)
  return /^-?\d+\.\d+$/v.test(text) ? text.replace(/\.?0+$/v, '') : text
}

function choiceSteps(place: Place, before: ColumnShape, column: ColumnShape): SchemaStep[] {
  const old = before.choices ?? []
  const now = column.choices ?? []
  if (before.choices !== null && column.choices !== null && old.join(',') === now.join(','))
    return []
  if (column.choices === null) {
    if (before.choices === null) return []
    const { shape } = place
    const sql = dropCheck(shape, column)
    return [add({ table: shape.table, sql, reason: `choices of ${shape.table}.${column.name}` })]
  }
  const isSafe = before.choices !== null && old.every((value) => now.includes(value))
  return checkSteps(place, column, { isSafe })
}

function dropCheck(shape: TableShape, column: ColumnShape): string {
  return `alter table ${quoted(shape.table)} drop constraint if exists ${quoted(choiceCheckName(shape, column))};`
}

/** The check first holds for what is written from now on; then all rows are looked at, while others read and write. */
function checkSteps(
  { placement, shape }: Place,
  column: ColumnShape,
  { isSafe }: { readonly isSafe: boolean },
): SchemaStep[] {
  const check = choiceCheckName(shape, column)
  const later = placement === 'one server' ? ' not valid' : ''
  const condition = choiceCondition(column)
  const sql = `${dropCheck(shape, column)}\nalter table ${quoted(shape.table)} add constraint ${quoted(check)} ${condition}${later};`
  const made = { table: shape.table, sql, reason: `choices of ${shape.table}.${column.name}` }
  const empty = `update ${quoted(shape.table)} set ${quoted(column.name)} = null where ${notAmong(column)};`
  const first = isSafe
    ? add(made)
    : lossy(made, {
        rows: rowsWithOtherChoice(shape, column),
        ...(!column.notNull && { mend: empty }),
      })
  return placement === 'one server'
    ? [first, add({ ...made, sql: validate(shape, check) })]
    : [first]
}

function removedColumn(place: Place, column: ColumnShape): SchemaStep {
  const { shape } = place
  const drop = `alter table ${quoted(shape.table)} drop column if exists ${quoted(column.name)};`
  const reason = `${shape.table}.${column.name} is no longer in the dictionary`
  return lossy(
    { table: shape.table, sql: aroundView(place, drop), reason },
    { isRemoval: true, rows: rowsWith(shape, column) },
  )
}

function referenceRemovals(old: TableShape, shape: TableShape): SchemaStep[] {
  const wanted = new Set(shape.references.map(({ name }) => name))
  const { table } = shape
  return old.references
    .filter(({ name }) => !wanted.has(name))
    .map(({ name }) =>
      add({
        table,
        sql: `alter table ${quoted(table)} drop constraint if exists ${quoted(name)};`,
        reason: `${name} is no longer a reference`,
      }),
    )
}

function keySteps(old: TableShape, shape: TableShape): SchemaStep[] {
  const { table } = shape
  const present = new Set(old.keys.map(keyText))
  const wanted = new Set(shape.keys.map(keyText))
  const dropped = old.keys
    .filter((key) => !wanted.has(keyText(key)))
    .map((key) =>
      add({ table, sql: dropKey(shape, key), reason: `${key.name} need not be unique` }),
    )
  const created = shape.keys
    .filter((key) => !present.has(keyText(key)))
    .map((key) => {
      const rows = rowsOfOneKey(old, shape, key)
      const sql = addKey(shape, key)
      const reason = `${table}: ${key.columns.join(', ')} become unique`
      const more = { gentle: gentlyKeyed(shape, key) }
      return rows === null
        ? add({ table, sql, reason }, more)
        : lossy({ table, sql, reason }, { ...more, rows })
    })
  return [...dropped, ...created]
}

function keyText({ name, columns, unlessState }: KeyShape): string {
  return `${name}(${columns.join(',')})${unlessState ?? ''}`
}

function indexText({ name, columns }: KeyShape): string {
  return `${name}(${columns.join(',')})`
}

function indexSteps(old: TableShape, shape: TableShape): SchemaStep[] {
  const { table } = shape
  const present = new Set(old.indexes.map(indexText))
  const wanted = new Set(shape.indexes.map(indexText))
  const dropped = old.indexes
    .filter((index) => !wanted.has(indexText(index)))
    .map(({ name }) =>
      add({
        table,
        sql: `drop index if exists ${quoted(name)};`,
        reason: `index ${name} is no longer used`,
      }),
    )
  const created = shape.indexes
    .filter((index) => !present.has(indexText(index)))
    .map(({ columns, name }) =>
      indexStep(shape, name, createIndex(shape, { name, columns }), `new index ${name}`),
    )
  return [...dropped, ...created, ...searchSteps(old, shape)]
}

function searchSteps(old: TableShape, shape: TableShape): SchemaStep[] {
  if (old.search.join(',') === shape.search.join(',')) return []
  const { table } = shape
  const name = shortName(table, 'busqueda', 'ix')
  const reason = `search fields of ${table}`
  const [create] = searchIndex(shape)
  return create === undefined
    ? [add({ table, sql: `drop index if exists ${quoted(name)};`, reason })]
    : [indexStep(shape, name, create, reason)]
}

/** One that a start which was cut off left unfinished is made again. */
function indexStep(
  { table }: TableShape,
  name: string,
  create: string,
  reason: string,
): SchemaStep {
  return add(
    { table, sql: `drop index if exists ${quoted(name)};\n${create}`, reason },
    {
      gentle: [
        `drop index concurrently if exists ${quoted(name)};`,
        create.replace('create index', 'create index concurrently'),
      ],
    },
  )
}
