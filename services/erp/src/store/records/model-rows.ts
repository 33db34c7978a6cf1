import type { Tx } from '@oficina/kit/database.ts'
import { sql, trusted, withName, type Sql } from '@oficina/kit/sql.ts'

import type { Change, FieldOf, New, Picked, RowModel } from '../../dictionary/row-types.ts'
import type { Field, Model, Registry } from '../../dictionary/types.ts'
import { columnOf, insertColumnsSql, type NewColumns } from '../../query/import-sql.ts'
import { updateColumnsSql } from '../../query/line-sql.ts'
import type { EmpresaId } from '../tenant-database.ts'

/** Where rows are: in one transaction, in one company. */
export interface RowsAt {
  readonly tx: Tx
  /** Of the whole dictionary: what an action does is not limited to what its caller sees. */
  readonly registry: Registry
  readonly caller: { readonly empresa: EmpresaId }
}

/** Locks rows in the order of their ids, and gives the wanted fields of those that exist, by id. */
export async function lockRows<M extends RowModel, F extends FieldOf<M>>(
  at: RowsAt,
  model: M,
  wanted: { readonly ids: readonly string[]; readonly fields: readonly F[] },
): Promise<ReadonlyMap<string, Picked<M, F>>> {
  const end = 'order by r.id for no key update of r'
  if (!wanted.fields.some(isReferred)) return await rowsById(at, model, { ...wanted, end })
  // A statement that waits for a lock sees the other tables as they were before it waited.
  const [, rows] = await Promise.all([
    rowsById(at, model, { ids: wanted.ids, fields: [], end }),
    rowsById(at, model, { ...wanted, end: 'order by r.id' }),
  ])
  return rows
}

/**
 * Locks the records to which rows refer, in the order of their ids, and returns these: for what locks a document only
 * after the one that it belongs to.
 */
export async function lockReferred<M extends RowModel>(
  at: RowsAt,
  model: M,
  wanted: { readonly reference: FieldOf<M>; readonly ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const known = modelOf(at, model)
  const { table } = targetOf(at, known, wanted.reference)
  const { empresa } = at.caller
  const statement = sql`select t.id::text as id from ${trusted(`"${table}"`)} t
where t.empresa_id = ${empresa}::int8 and t.id in (select ${trusted(columnNamed(known, wanted.reference))}
  from ${trusted(`"${known.table}" r`)} where r.empresa_id = ${empresa}::int8 and r.id = any(${wanted.ids}::int8[]))
order by t.id for no key update`
  const name = nameFor(known, `referred ${wanted.reference}`)
  const rows = await at.tx.query<{ readonly id: string }>(withName(name, statement))
  return new Set(rows.map(({ id }) => id))
}

/** Reads the wanted fields of rows that exist, by id, and locks nothing. */
export async function readRows<M extends RowModel, F extends FieldOf<M>>(
  at: RowsAt,
  model: M,
  wanted: { readonly ids: readonly string[]; readonly fields: readonly F[] },
): Promise<ReadonlyMap<string, Picked<M, F>>> {
  return await rowsById(at, model, { ...wanted, end: '' })
}

interface Below<P, F> {
  readonly parent: P
  readonly ids: readonly string[]
  readonly fields: readonly F[]
}

/** The rows that belong to others by a reference, such as the lines of documents: by parent, then as they are numbered. */
export async function rowsBelow<M extends RowModel, P extends FieldOf<M>, F extends FieldOf<M>>(
  at: RowsAt,
  model: M,
  below: Below<P, F>,
): Promise<ReadonlyMap<string, readonly Picked<M, F | P>[]>> {
  const known = modelOf(at, model)
  const parent = columnNamed(known, below.parent)
  const number = known.heads.find(({ lines }) => lines.field === below.parent)?.lines.number
  const order = [parent, ...(typeof number === 'string' ? [`r."${number}"`] : []), 'r.id']
  return await selectBelow(at, model, { ...below, end: `order by ${order.join(', ')}` })
}

/** A field of a record to which the row refers. */
function isReferred(field: string): boolean {
  return field.includes('.')
}

/** Locks the same rows in the order of their ids. */
export async function lockRowsBelow<M extends RowModel, P extends FieldOf<M>, F extends FieldOf<M>>(
  at: RowsAt,
  model: M,
  below: Below<P, F>,
): Promise<ReadonlyMap<string, readonly Picked<M, F | P>[]>> {
  const end = 'order by r.id for no key update of r'
  if (!below.fields.some(isReferred)) return await selectBelow(at, model, { ...below, end })
  const [, rows] = await Promise.all([
    selectBelow(at, model, { ...below, fields: [], end }),
    selectBelow(at, model, { ...below, end: 'order by r.id' }),
  ])
  return rows
}

async function selectBelow<M extends RowModel, P extends FieldOf<M>, F extends FieldOf<M>>(
  at: RowsAt,
  model: M,
  wanted: Below<P, F> & { readonly end: string },
): Promise<ReadonlyMap<string, readonly Picked<M, F | P>[]>> {
  if (wanted.ids.length === 0) return new Map()
  const known = modelOf(at, model)
  const parent = columnNamed(known, wanted.parent)
  const rows = await at.tx.query<Picked<M, F | P>>(
    selection(known, [...new Set<F | P>([wanted.parent, ...wanted.fields])], {
      by: parent,
      end: wanted.end,
      at,
      ids: wanted.ids,
    }),
  )
  return Map.groupBy(rows, (row) => String(row[wanted.parent as keyof Picked<M, F | P>]))
}

async function rowsById<M extends RowModel, F extends FieldOf<M>>(
  at: RowsAt,
  model: M,
  wanted: { readonly ids: readonly string[]; readonly fields: readonly F[]; readonly end: string },
): Promise<ReadonlyMap<string, Picked<M, F>>> {
  if (wanted.ids.length === 0) return new Map()
  const rows = await at.tx.query<Picked<M, F>>(
    selection(modelOf(at, model), wanted.fields, {
      by: 'r.id',
      end: wanted.end,
      at,
      ids: wanted.ids,
    }),
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Rows with new values of some columns. */
export interface ChangedRow<M extends RowModel> {
  readonly id: string
  readonly fields: Change<M>
}

/** Changes rows, those with the same columns in one statement; each counts its version up. */
export async function changeRows<M extends RowModel>(
  at: RowsAt,
  model: M,
  changed: { readonly rows: readonly ChangedRow<M>[]; readonly now: string },
): Promise<void> {
  const statements = byColumns(at, model, changed).map(([names, columns]) =>
    withName(nameFor(columns.model, `change ${names}`), updateColumnsSql(columns)),
  )
  await Promise.all(statements.map((statement) => at.tx.execute(statement)))
}

/** A row to be made, with its id. */
export interface NewRow<M extends RowModel> {
  readonly id: string
  readonly fields: New<M>
}

/** Makes rows with the given ids, those with the same columns in one statement; what is left out has its default. */
export async function insertRows<M extends RowModel>(
  at: RowsAt,
  model: M,
  made: { readonly rows: readonly NewRow<M>[]; readonly now: string },
): Promise<void> {
  const statements = byColumns(at, model, made).map(([names, columns]) =>
    withName(nameFor(columns.model, `insert ${names}`), insertColumnsSql(columns)),
  )
  await Promise.all(statements.map((statement) => at.tx.execute(statement)))
}

interface WrittenRow {
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** Rows with the same columns, by the names of these. */
function byColumns(
  at: RowsAt,
  name: RowModel,
  { rows, now }: { readonly rows: readonly WrittenRow[]; readonly now: string },
): readonly (readonly [names: string, columns: NewColumns])[] {
  const model = modelOf(at, name)
  // Most rows name their columns in one order, which is put in the order of all once.
  const sorted = new Map<string, string>()
  const groups = Map.groupBy(rows, ({ fields }) => {
    const names = Object.keys(fields).join(',')
    const known = sorted.get(names) ?? names.split(',').toSorted().join(',')
    sorted.set(names, known)
    return known
  })
  return [...groups].map(([names, alike]) => {
    const fields = names === '' ? [] : names.split(',').map((field) => fieldOf(model, field))
    const columns = fields.map((field) =>
      columnOf(
        field,
        alike.map((row) => textOf(field.name, row.fields[field.name])),
      ),
    )
    const ids = alike.map(({ id }) => id)
    return [names, { model, empresaId: at.caller.empresa, ids, fields, columns, now }]
  })
}

/** @throws Error at a value of a JSON field, which no action writes yet */
function textOf(field: string, value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  throw new Error(`${field} holds no text, number or truth value`)
}

/** The counter from which the ids of a model's rows are taken. */
export function idCounter({ registry }: Pick<RowsAt, 'registry'>, model: RowModel): string {
  return modelOf({ registry }, model).table
}

function modelOf({ registry }: Pick<RowsAt, 'registry'>, name: string): Model {
  const model = registry.models.get(name)
  if (model === undefined) throw new Error(`there is no model ${name}`)
  if (model.scope !== 'tenant') throw new Error(`${name} does not belong to a company`)
  return model
}

interface Selection {
  /** The column in which the ids are. */
  readonly by: string
  readonly end: string
  readonly at: RowsAt
  readonly ids: readonly string[]
}

// The texts of selections by what makes them, which the source names: they are few.
const selections = new WeakMap<Model, Map<string, string>>()

function selection(model: Model, fields: readonly string[], { by, end, at, ids }: Selection): Sql {
  const key = `${by} ${end} ${fields.join(',')}`
  const known = selections.get(model) ?? new Map<string, string>()
  selections.set(model, known)
  const text = known.get(key) ?? selectionText(at, model, { fields, by, end })
  if (known.size < MAX_NAMES) known.set(key, text)
  return withName(nameFor(model, key), { text, values: [at.caller.empresa, ids] })
}

/**
 * Parameters: the company, the ids. A field of a record to which references lead comes by joins, `movimiento.folio` as
 * `"movimiento.folio"`.
 */
function selectionText(
  at: RowsAt,
  model: Model,
  { fields, by, end }: Pick<Selection, 'by' | 'end'> & { readonly fields: readonly string[] },
): string {
  const joins = new Joins(at, model)
  const shown = fields.map((field) => {
    const [alias, shownField] = joins.reach(field.split('.'))
    return `${asShown(alias, shownField)} as "${field}"`
  })
  const from = [`"${model.table}" r`, ...joins.texts].join(' ')
  return `select ${['r.id::text as id', ...shown].join(', ')} from ${from}
where r.empresa_id = $1::int8 and ${by} = any($2::int8[]) ${end}`
}

/** The records to which the references of a row lead, each joined once. */
class Joins {
  readonly texts: string[] = []
  readonly #at: RowsAt
  readonly #reached: Map<string, readonly [alias: string, model: Model]>

  constructor(at: RowsAt, model: Model) {
    this.#at = at
    this.#reached = new Map([['', ['r', model]]])
  }

  /** A field at the end of a path, and the alias of its record. */
  reach(path: readonly string[]): readonly [alias: string, field: Field] {
    const [alias, model] = this.#record(path.slice(0, -1))
    return [alias, fieldOf(model, path.at(-1) ?? '')]
  }

  #record(path: readonly string[]): readonly [alias: string, model: Model] {
    const known = this.#reached.get(path.join('.'))
    if (known !== undefined) return known
    const [from, model] = this.#record(path.slice(0, -1))
    const reference = path.at(-1) ?? ''
    const target = targetOf(this.#at, model, reference)
    const alias = `j${this.texts.length}`
    const company = target.scope === 'tenant' ? ` and ${alias}.empresa_id = $1::int8` : ''
    this.texts.push(
      `left join "${target.table}" ${alias} on ${alias}.id = ${from}."${reference}"${company}`,
    )
    const reached = [alias, target] as const
    this.#reached.set(path.join('.'), reached)
    return reached
  }
}

function fieldOf(model: Model, name: string): Field {
  const field = model.fieldByName.get(name)
  if (field === undefined) throw new Error(`${model.name} has no field ${name}`)
  return field
}

function columnNamed(model: Model, name: string): string {
  return `r."${fieldOf(model, name).name}"`
}

function targetOf(at: RowsAt, model: Model, reference: string): Model {
  const field = fieldOf(model, reference)
  if (field.type !== 'reference') throw new Error(`${model.name}.${reference} is no reference`)
  const target = at.registry.models.get(field.target)
  if (target === undefined) throw new Error(`there is no model ${field.target}`)
  return target
}

function asShown(alias: string, { name, type }: Field): string {
  switch (type) {
    case 'text':
    case 'long_text':
    case 'choice':
    case 'integer':
    case 'boolean':
    case 'json':
      return `${alias}."${name}"`
    case 'instant':
      return `to_char(${alias}."${name}" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    default:
      return `${alias}."${name}"::text`
  }
}

// The fields that actions name are constants of the source, so these are few; one more would be planned each time.
const MAX_NAMES = 500
const names = new WeakMap<Model, Map<string, string>>()
let named = 0

function nameFor(model: Model, key: string): string | undefined {
  const known = names.get(model) ?? new Map<string, string>()
  names.set(model, known)
  const name = known.get(key)
  if (name !== undefined) return name
  if (known.size >= MAX_NAMES) return undefined
  named += 1
  known.set(key, `row_${named}`)
  return known.get(key)
}
