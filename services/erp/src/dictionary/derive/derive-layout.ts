import type { Grid, GridColumn, GridFormat } from '../layout-types.ts'
import type { GridColumnSource, ModelSource } from '../model-source.ts'
import type { Admin, Field, Ordering } from '../types.ts'
import { leadingDate } from './derive-keys.ts'
import { formatOf } from './derive-widget.ts'

const DEFAULT_PER_PAGE = 25
/** What fits across a screen without scrolling. */
const MAX_LIST_COLUMNS = 8
const MAX_FILTERS = 6
/** Shown in a list whenever the model has them. */
const LIST_TAIL = ['total', 'importe', 'saldo', 'estado', 'activo']

export function deriveAdmin(
  source: ModelSource,
  fields: readonly Field[],
  searchFields: readonly string[],
): Admin {
  const { filters, ordering, perPage } = source.admin
  const listDisplay = source.admin.listDisplay ?? deriveListDisplay(fields)
  return {
    listDisplay,
    searchFields,
    filters: filters ?? deriveFilters(fields),
    ordering: ordering ?? [deriveOrdering(source, fields)],
    perPage: perPage ?? DEFAULT_PER_PAGE,
    summary: source.level >= 3 ? deriveSummary(fields, listDisplay) : [],
  }
}

const MAX_SUMS = 3
/** Amounts that add up; the sum of prices or limits says nothing. */
const ADDS_UP =
  /(?:^|_)(?:total|subtotal|saldo|importe|monto|cargos?|abonos?|neto|pagado|cobrado|debe|haber)(?:_|$)/

/** The amounts of a list that add up, in its order. */
function deriveSummary(
  fields: readonly Field[],
  listDisplay: readonly string[],
): readonly string[] {
  const amounts = new Set(
    fields
      .filter(({ name, type }) => type === 'money' && ADDS_UP.test(name))
      .map(({ name }) => name),
  )
  return listDisplay.filter((name) => amounts.has(name)).slice(0, MAX_SUMS)
}

function deriveListDisplay(fields: readonly Field[]): readonly string[] {
  const listed = fields.filter(isListed)
  const tail = listed.filter(({ name }) => LIST_TAIL.includes(name))
  const rest = listed.filter(({ name }) => !LIST_TAIL.includes(name))
  const byWeight = new Set([
    ...rest.filter(isLeading),
    ...rest.slice(0, 2),
    ...rest.filter(({ name, required }) => required && !isBeside(name)),
    ...rest.filter(({ name }) => !isBeside(name)),
    ...rest,
  ])
  const head = new Set([...byWeight].slice(0, MAX_LIST_COLUMNS - tail.length))
  // The order of the file is the order that people expect; the choice above only says which fields.
  return [...rest.filter((field) => head.has(field)), ...tail].map(({ name }) => name)
}

function isLeading({ name }: Field): boolean {
  return [
    'vencimiento',
    'fecha_vencimiento',
    'moneda',
    'clave',
    'folio',
    'numero',
    'fecha',
    'nombre',
    'apellidos',
    'razon_social',
    'cliente',
    'proveedor',
    'empleado',
    'articulo',
  ].includes(name)
}

/** What says little beside the field that it belongs to. */
function isBeside(name: string): boolean {
  return name === 'tipo_cambio' || name === 'serie' || name.startsWith('version_')
}

function isListed({ type }: Field): boolean {
  return type !== 'json' && type !== 'long_text' && type !== 'secret'
}

function deriveFilters(fields: readonly Field[]): readonly string[] {
  const date = leadingDate(fields)
  const choices = fields.filter(({ type }) => type === 'choice')
  const active = fields.filter(({ name, type }) => type === 'boolean' && name === 'activo')
  const references = fields.filter(({ type }) => type === 'reference')
  const found = new Set([
    ...choices,
    ...active,
    ...(date === undefined ? [] : [date]),
    ...references,
  ])
  return [...found].slice(0, MAX_FILTERS).map(({ name }) => name)
}

/** Documents newest first, catalogs by key; both through an index. Without either, by id, as the contract sorts. */
function deriveOrdering({ level }: ModelSource, fields: readonly Field[]): Ordering {
  const key = fields.find(({ name, unique }) => unique && (name === 'clave' || name === 'codigo'))
  if (key !== undefined) return { field: key.name, direction: 'asc' }
  const date = level >= 3 ? leadingDate(fields) : undefined
  return date === undefined
    ? { field: 'id', direction: 'asc' }
    : { field: date.name, direction: 'desc' }
}

export function deriveGrid(
  source: ModelSource,
  fields: readonly Field[],
  listDisplay: readonly string[],
): Grid {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const rest = fields
    .filter((field) => isListed(field) && !listDisplay.includes(field.name))
    .map(({ name }) => name)
  const wanted: readonly GridColumnSource[] =
    source.grid ?? [...listDisplay, ...rest].map((field) => ({ field }))
  const columns = wanted.flatMap((column) => {
    const field = byName.get(column.field)
    return field === undefined ? [] : [{ ...gridColumn(field), ...column }]
  })
  return { columns }
}

function gridColumn(field: Field): GridColumn {
  const format = formatOf(field)
  return {
    field: field.name,
    width: gridWidth(field),
    align: ALIGNMENT[format] ?? 'left',
    format,
    sortable: isListed(field),
    filterable: field.type !== 'json' && field.type !== 'secret',
  }
}

const ALIGNMENT: Readonly<Partial<Record<GridFormat, GridColumn['align']>>> = {
  integer: 'right',
  money: 'right',
  decimal: 'right',
  percent: 'right',
  date: 'center',
  datetime: 'center',
  boolean: 'center',
}

function gridWidth(field: Field): number {
  switch (field.type) {
    case 'text':
      return textWidth(field)
    case 'boolean':
    case 'integer':
      return 90
    case 'date':
      return 110
    case 'instant':
      return 160
    case 'reference':
      return 220
    case 'long_text':
    case 'json':
      return 300
    case 'secret':
    case 'choice':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return 130
  }
}

/** A form is seen whole; what may be long is mostly shorter than it may be. */
function textWidth({ form, length }: Extract<Field, { type: 'text' }>): number {
  if (form !== undefined && form !== 'email') return Math.max(90, 32 + 8 * length)
  return Math.min(360, Math.max(90, 60 + 3 * length))
}
