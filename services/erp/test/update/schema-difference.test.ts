import assert from 'node:assert/strict'
import { test } from 'node:test'

import { schemaDifference } from '../../src/schema/difference.ts'
import type { ColumnShape, TableShape } from '../../src/schema/table-shape.ts'

const column = (name: string, more: Partial<ColumnShape> = {}): ColumnShape => ({
  name,
  type: { kind: 'varchar', length: 10 },
  notNull: false,
  choices: null,
  initial: null,
  ...more,
})

const shape = (columns: readonly ColumnShape[], more: Partial<TableShape> = {}): TableShape => ({
  table: 'cosa',
  scope: 'tenant',
  columns,
  keys: [],
  indexes: [],
  references: [],
  search: [],
  ...more,
})

const shapes = (...all: readonly TableShape[]) => new Map(all.map((one) => [one.table, one]))

/** The kinds and the SQL of the steps from one table to another, without the view that is made again around them. */
function steps(from: TableShape, to: TableShape): readonly string[] {
  return schemaDifference(shapes(from), shapes(to)).map(
    ({ kind, sql }) =>
      `${kind}: ${sql.replaceAll(/(?:drop|create|grant|comment)[^;]*lectura\.[^;]*;\n?/gv, '').trim()}`,
  )
}

const OLD = shape([column('clave', { notNull: true })])

test('nothing is done when nothing changed', () => {
  assert.deepEqual(steps(OLD, OLD), [])
})

test('an optional column, a defaulted one and a longer text are added by themselves', () => {
  const to = shape([
    column('clave', { notNull: true, type: { kind: 'varchar', length: 20 } }),
    column('nota'),
    column('activo', { type: { kind: 'boolean' }, notNull: true, initial: true }),
  ])
  assert.deepEqual(steps(OLD, to), [
    'add: alter table "cosa" alter column "clave" type varchar(20);',
    'add: alter table "cosa" add column if not exists "nota" varchar(10);',
    'add: alter table "cosa" add column if not exists "activo" boolean not null default true;',
  ])
})

test('another default is set for what comes', () => {
  const from = shape([column('n', { type: { kind: 'int8' }, initial: 1 })])
  const to = shape([column('n', { type: { kind: 'int8' }, initial: 2 })])
  assert.deepEqual(steps(from, to), ['add: alter table "cosa" alter column "n" set default 2;'])
})

test('what could lose data or fail on rows is not done before the rows were looked at', () => {
  const changes: readonly TableShape[] = [
    shape([]),
    shape([column('clave', { notNull: true, type: { kind: 'varchar', length: 5 } })]),
    shape([column('clave', { notNull: true }), column('otra', { notNull: true })]),
    shape([column('clave', { notNull: true, type: { kind: 'int8' } })]),
    shape([column('clave', { notNull: true })], { keys: [{ name: 'k', columns: ['clave'] }] }),
    shape([column('clave', { notNull: true })], { scope: 'global' }),
  ]
  for (const to of changes) {
    const [first] = schemaDifference(shapes(OLD), shapes(to))
    assert.equal(first?.kind, 'lossy', JSON.stringify(to))
  }
  assert.deepEqual(
    schemaDifference(shapes(OLD), new Map()).map(({ kind, sql }) => [kind, sql]),
    [['lossy', 'drop view if exists lectura."cosa";\ndrop table if exists "cosa";']],
  )
})

test('a key of documents in force is an index without the cancelled ones and without empty texts', () => {
  const estado = column('estado', { type: { kind: 'text' } })
  const numero = column('numero', { type: { kind: 'int8' } })
  const columns = [column('clave'), numero, estado]
  const key = { name: 'k', columns: ['clave', 'numero'], unlessState: 'cancelada' }
  const index = `create unique index "k" on "cosa" ("empresa_id", "clave", "numero") where estado <> 'cancelada' and "clave" <> '';`
  const [added] = schemaDifference(shapes(shape(columns)), shapes(shape(columns, { keys: [key] })))
  assert.deepEqual([added?.kind, added?.sql], ['lossy', `drop index if exists "k";\n${index}`])
  assert.match(added?.rows ?? '', /group by "empresa_id", "clave", "numero" having count/)
  assert.deepEqual(steps(shape(columns, { keys: [key] }), shape(columns)), [
    'add: drop index if exists "k";',
  ])
  const [made] = schemaDifference(new Map(), shapes(shape(columns, { keys: [key] })))
  assert.ok(made?.sql.includes(index))
})

test('a new choice is added, one that goes only if no row has it', () => {
  const choices = (...values: readonly string[]) =>
    shape([column('estado', { type: { kind: 'text' }, choices: values })])
  const more = schemaDifference(shapes(choices('a')), shapes(choices('a', 'b')))
  const fewer = schemaDifference(shapes(choices('a', 'b')), shapes(choices('a')))
  assert.deepEqual([more[0]?.kind, fewer[0]?.kind], ['add', 'lossy'])
  assert.match(more[0]?.sql ?? '', /check \("estado" in \('a', 'b'\)\)/)
})

test('a reference comes with its table, or after all tables where the other is not there yet, so that circles can be made', () => {
  const refer = (table: string, target: string): TableShape => ({
    ...shape([column('otro', { type: { kind: 'int8' } })]),
    table,
    references: [
      { name: `${table}_fk`, column: 'otro', targetTable: target, targetScope: 'tenant' },
    ],
  })
  const made = schemaDifference(new Map(), shapes(refer('a', 'b'), refer('b', 'a')))
  assert.deepEqual(
    made.map(({ reason }) => reason),
    ['new table a', 'new table b', 'new reference a.otro'],
  )
  const foreignKey = (target: string) =>
    new RegExp(`foreign key \\(empresa_id, "otro"\\) references "${target}" \\(empresa_id, id\\)`)
  assert.doesNotMatch(made[0]?.sql ?? '', /foreign key/)
  assert.match(made[1]?.sql ?? '', foreignKey('a'))
  assert.match(made[2]?.sql ?? '', foreignKey('b'))
  assert.deepEqual(
    made.map(({ shapeAfter }) => shapeAfter?.references.length),
    [0, 1, 1],
  )
})
