import {
  addKey,
  addReference,
  choiceCheckName,
  choiceCondition,
  columnLine,
  createIndex,
  createTable,
  dropKey,
  findDuplicates,
  literal,
  quoted,
  searchIndex,
  typeName,
} from './ddl.ts'
import { distributeModel, type Placement } from './distribution.ts'
import { dropReadView } from './read-view.ts'
import {
  shortName,
  type ColumnShape,
  type ColumnType,
  type KeyShape,
  type TableShape,
} from './table-shape.ts'

/**
 * One change of the database. `add` loses nothing and the service applies it itself; `lossy` could lose data or fail on
 * existing rows and is only ever printed, for a person to decide.
 */
export interface SchemaStep {
  readonly kind: 'add' | 'lossy'
  readonly sql: string
  readonly reason: string
  /** Of a unique key: a query for what it would refuse. Where that finds nothing, the step loses nothing. */
  readonly duplicates?: string
  /** The table's shape once this step is done, where the step completes one. */
  readonly shapeAfter?: TableShape
}

type Shapes = ReadonlyMap<string, TableShape>

/**
 * The steps from the existing tables to the wanted ones. A new table is created with its references to tables that
 * exist by then, which costs half as much as adding them later: PostgreSQL need not look for rows that break them. The
 * other references follow after all tables, so that cycles are possible. Citus takes references only between tables that it
 * has distributed, so there a new table gets its own in a second statement.
 */
export function schemaDifference(
  present: Shapes,
  wanted: Shapes,
  placement: Placement = 'one server',
): readonly SchemaStep[] {
  const tables: SchemaStep[] = []
  const references: SchemaStep[] = []
  const there = new Set(present.keys())
  for (const shape of wanted.values()) {
    there.add(shape.table)
    const old = present.get(shape.table)
    const known = new Set(old?.references.map(({ name }) => name))
    const made = shape.references.filter(({ name, targetTable }) =>
      old === undefined ? there.has(targetTable) : known.has(name),
    )
    const later = shape.references.filter((reference) => !made.includes(reference))
    if (old === undefined) {
      const shapeAfter = { ...shape, references: [...made] }
      const sql = placement === 'one server' ? createTable(shapeAfter) : distributed(shapeAfter)
      tables.push({ ...add(sql, `new table ${shape.table}`), shapeAfter })
    } else {
      tables.push(...tableSteps(old, shape))
    }
    for (const reference of later) {
      made.push(reference)
      references.push({
        ...add(addReference(shape, reference), `new reference ${shape.table}.${reference.column}`),
        shapeAfter: { ...shape, references: [...made] },
      })
    }
  }
  return [...tables, ...references, ...removedTables(present, wanted)]
}

function distributed(shape: TableShape): string {
  return [
    createTable({ ...shape, references: [] }),
    distributeModel(shape),
    ...shape.references.map((reference) => addReference(shape, reference)),
  ].join('\n')
}

function add(sql: string, reason: string): SchemaStep {
  return { kind: 'add', sql, reason }
}

function lossy(sql: string, reason: string): SchemaStep {
  return { kind: 'lossy', sql, reason }
}

function removedTables(present: Shapes, wanted: Shapes): SchemaStep[] {
  return [...present.values()]
    .filter(({ table }) => !wanted.has(table))
    .map((shape) =>
      lossy(
        `${withoutView(shape)}drop table ${quoted(shape.table)};`,
        `table ${shape.table} is no longer in the dictionary`,
      ),
    )
}

/** What must precede a change of columns that a view would refuse. */
function withoutView({ scope, table }: TableShape): string {
  return scope === 'tenant' ? `${dropReadView(table)}\n` : ''
}

function tableSteps(old: TableShape, shape: TableShape): SchemaStep[] {
  const oldColumns = new Map(old.columns.map((column) => [column.name, column]))
  const steps: SchemaStep[] = []
  if (old.scope !== shape.scope) {
    return [lossy('', `table ${shape.table} changes from ${old.scope} to ${shape.scope}`)]
  }
  for (const column of shape.columns) {
    const before = oldColumns.get(column.name)
    steps.push(
      ...(before === undefined ? newColumn(shape, column) : changedColumn(shape, before, column)),
    )
  }
  const names = new Set(shape.columns.map(({ name }) => name))
  for (const { name } of old.columns.filter((column) => !names.has(column.name))) {
    steps.push(
      lossy(
        `${withoutView(shape)}alter table ${quoted(shape.table)} drop column ${quoted(name)};`,
        `${shape.table}.${name} is no longer in the dictionary`,
      ),
    )
  }
  return [
    ...steps,
    ...referenceRemovals(old, shape),
    ...keySteps(old, shape),
    ...indexSteps(old, shape),
  ]
}

function newColumn(shape: TableShape, column: ColumnShape): SchemaStep[] {
  const what = `new column ${shape.table}.${column.name}`
  const check =
    column.choices === null
      ? ''
      : ` constraint ${quoted(choiceCheckName(shape, column))} ${choiceCondition(column)}`
  const sql = `alter table ${quoted(shape.table)} add column ${columnLine(column)}${check};`
  // On an empty table this succeeds; with rows PostgreSQL refuses it, so a person must say which value they get.
  const hasNoValue = column.notNull && column.initial === null
  return [hasNoValue ? lossy(sql, `${what} is required and has no default`) : add(sql, what)]
}

function changedColumn(shape: TableShape, before: ColumnShape, column: ColumnShape): SchemaStep[] {
  const table = quoted(shape.table)
  const name = quoted(column.name)
  const place = `${shape.table}.${column.name}`
  const steps: SchemaStep[] = []
  if (typeName(before.type) !== typeName(column.type)) {
    const sql = `${withoutView(shape)}alter table ${table} alter column ${name} type ${typeName(column.type)};`
    const change = `${place} from ${typeName(before.type)} to ${typeName(column.type)}`
    steps.push(holds(before.type, column.type) ? add(sql, change) : lossy(sql, change))
  }
  if (before.notNull && !column.notNull) {
    steps.push(
      add(`alter table ${table} alter column ${name} drop not null;`, `${place} may be empty`),
    )
  }
  if (!before.notNull && column.notNull) {
    steps.push(
      lossy(`alter table ${table} alter column ${name} set not null;`, `${place} becomes required`),
    )
  }
  if (before.initial !== column.initial) {
    const value =
      column.initial === null ? 'drop default' : `set default ${literal(column.initial)}`
    steps.push(add(`alter table ${table} alter column ${name} ${value};`, `default of ${place}`))
  }
  return [...steps, ...choiceSteps(shape, before, column)]
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

function choiceSteps(shape: TableShape, before: ColumnShape, column: ColumnShape): SchemaStep[] {
  const old = before.choices ?? []
  const now = column.choices ?? []
  if (old.join(',') === now.join(',')) return []
  const name = quoted(choiceCheckName(shape, column))
  const drop =
    before.choices === null ? '' : `alter table ${quoted(shape.table)} drop constraint ${name};\n`
  const create =
    column.choices === null
      ? ''
      : `alter table ${quoted(shape.table)} add constraint ${name} ${choiceCondition(column)};`
  const place = `choices of ${shape.table}.${column.name}`
  const losesNone =
    column.choices === null ||
    (before.choices !== null && old.every((value) => now.includes(value)))
  return [losesNone ? add(drop + create, place) : lossy(drop + create, place)]
}

function referenceRemovals(old: TableShape, shape: TableShape): SchemaStep[] {
  const wanted = new Set(shape.references.map(({ name }) => name))
  return old.references
    .filter(({ name }) => !wanted.has(name))
    .map(({ name }) =>
      add(
        `alter table ${quoted(shape.table)} drop constraint if exists ${quoted(name)};`,
        `${name} is no longer a reference`,
      ),
    )
}

function keySteps(old: TableShape, shape: TableShape): SchemaStep[] {
  const present = new Set(old.keys.map(keyText))
  const wanted = new Set(shape.keys.map(keyText))
  const dropped = old.keys
    .filter((key) => !wanted.has(keyText(key)))
    .map((key) => add(dropKey(shape, key), `${key.name} need not be unique`))
  const created = shape.keys
    .filter((key) => !present.has(keyText(key)))
    .map((key) => ({
      ...lossy(
        addKey(shape, key),
        `${shape.table}: ${key.columns.join(', ')} become unique, which existing rows may not be`,
      ),
      // A column that comes with this start has no values, so nothing can be found in it.
      ...(hasColumns(old, key) && { duplicates: findDuplicates(old, key) }),
    }))
  return [...dropped, ...created]
}

function keyText({ name, columns, unlessState }: KeyShape): string {
  return `${name}(${columns.join(',')})${unlessState ?? ''}`
}

function hasColumns(old: TableShape, { columns }: KeyShape): boolean {
  return columns.every((name) => old.columns.some((column) => column.name === name))
}

function indexSteps(old: TableShape, shape: TableShape): SchemaStep[] {
  const present = new Set(old.indexes.map(({ name, columns }) => `${name}(${columns.join(',')})`))
  const wanted = new Set(shape.indexes.map(({ name, columns }) => `${name}(${columns.join(',')})`))
  const dropped = old.indexes
    .filter(({ name, columns }) => !wanted.has(`${name}(${columns.join(',')})`))
    .map(({ name }) =>
      add(`drop index if exists ${quoted(name)};`, `index ${name} is no longer used`),
    )
  const created = shape.indexes
    .filter(({ name, columns }) => !present.has(`${name}(${columns.join(',')})`))
    .map((index) => add(createIndex(shape, index), `new index ${index.name}`))
  if (old.search.join(',') === shape.search.join(',')) return [...dropped, ...created]
  const search = quoted(shortName(shape.table, 'busqueda', 'ix'))
  const sql = [`drop index if exists ${search};`, ...searchIndex(shape)].join('\n')
  return [...dropped, ...created, add(sql, `search fields of ${shape.table}`)]
}
