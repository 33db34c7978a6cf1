import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { MAX_DEPTH } from '../dictionary/line-depth.ts'
import type { Field, Model, ReferenceField, Registry } from '../dictionary/types.ts'
import { HEADER_MISSING, HEADER_TWICE } from '../messages/bodies.ts'
import { cellInput, textCell } from './import-cells.ts'
import { JsonNumber } from './json-number.ts'
import type { Cell } from './table-row.ts'
import { MAX_PROBLEMS, moreProblems, noFieldOf, unknownName } from './unknown-names.ts'
import type { InputProblem, JsonObject } from './write-plan.ts'

/** A row of a file as the body of a write; `lookUps` are references that it gives by key or in words. */
export interface ImportRow {
  /** As the file's reader counts: a spreadsheet's row, a JSON file's line. */
  readonly number: number
  /** References are put into it as they are found. */
  readonly body: Record<string, unknown>
  readonly lookUps: readonly LookUp[]
}

interface LookUp {
  readonly field: ReferenceField
  readonly text: string
  /** The row's body, or that of one of its lines. */
  readonly into: Record<string, unknown>
  /** Where that stands in the row: `partidas[2]`, or nothing. */
  readonly place: string
}

/** What a column of a table is for. */
export interface ImportColumn {
  readonly index: number
  readonly field: Field
  /** A reference in words, from a column such as `moneda_str`. */
  readonly isText: boolean
}

const WORDS_LABEL = ' (descripción)'

/** Maps the columns of a table by its header, which has names or labels of fields; reports every problem at once. */
export function planColumns(
  model: Model,
  header: readonly Cell[],
): Result<readonly ImportColumn[], readonly InputProblem[]> {
  const problems: InputProblem[] = []
  const columns: ImportColumn[] = []
  for (const [index, cell] of header.entries()) {
    const title = (textCell(cell) ?? '').trim()
    if (title === '') continue
    if (problems.length >= MAX_PROBLEMS) {
      problems.push(moreProblems(title))
      break
    }
    const found = columnOf(model, title)
    if (found === null) {
      problems.push(unknownName(noFieldOf(model), title, model.fieldByName.keys()))
    } else if (
      columns.some(({ field, isText }) => field === found.field && isText === found.isText)
    ) {
      problems.push({ code: 'UNKNOWN_FIELD', field: title, message: HEADER_TWICE({ title }) })
    } else {
      columns.push({ index, ...found })
    }
  }
  if (columns.length === 0 && problems.length === 0) {
    problems.push({ code: 'VALIDATION', field: 'header', message: HEADER_MISSING() })
  }
  return problems.length > 0 ? fail(problems) : ok(columns)
}

function columnOf(model: Model, title: string): Omit<ImportColumn, 'index'> | null {
  const field = model.fieldByName.get(title) ?? fieldOfLabel(model, title)
  if (field !== undefined) return { field, isText: false }
  const reference = title.endsWith('_str')
    ? model.fieldByName.get(title.slice(0, -'_str'.length))
    : fieldOfLabel(model, title.slice(0, -WORDS_LABEL.length))
  const isWords = title.endsWith('_str') || title.endsWith(WORDS_LABEL)
  return isWords && reference?.type === 'reference' ? { field: reference, isText: true } : null
}

/** The header of the column that shows a reference in words, when headers are labels. */
export function wordsLabel(field: Field): string {
  return field.label + WORDS_LABEL
}

/** A label counts when only one field has it. */
function fieldOfLabel(model: Model, title: string): Field | undefined {
  const wanted = title.toLowerCase()
  const found = [...model.fieldByName.values()].filter(
    ({ label }) => label.toLowerCase() === wanted,
  )
  return found.length === 1 ? found[0] : undefined
}

/** A row of a table as a body. An empty cell means nothing: the default on create, no change on update. */
export function tableRow(
  columns: readonly ImportColumn[],
  row: { readonly number: number; readonly cells: readonly Cell[] },
): ImportRow {
  const body: Record<string, unknown> = {}
  const lookUps: LookUp[] = []
  for (const { index, field, isText } of columns) {
    const cell = row.cells[index] ?? null
    if (cell === null || cell === '') continue
    if (field.type !== 'reference') {
      body[field.name] = field.name === 'version' ? versionCell(cell) : cellInput(field, cell)
      continue
    }
    const value = isText ? textCell(cell) : cellInput(field, cell)
    if (!isText && isId(value)) body[field.name] = value
    // The id has precedence over the words beside it.
    else if (!isText || !(field.name in body))
      lookUps.push({ field, text: String(value).trim(), into: body, place: '' })
  }
  const open = lookUps.filter(({ field }) => !(field.name in body))
  return { number: row.number, body, lookUps: onePerField(open) }
}

function versionCell(cell: Cell): unknown {
  return typeof cell === 'string' ? new JsonNumber(cell.trim()) : cell
}

function isId(value: unknown): boolean {
  return value instanceof JsonNumber || (typeof value === 'string' && /^\d+$/.test(value))
}

/** When a row gives a reference both by key and in words, the first column counts. */
function onePerField(lookUps: readonly LookUp[]): readonly LookUp[] {
  return lookUps.filter(
    ({ field }, index) => lookUps.findIndex((other) => other.field === field) === index,
  )
}

/** A value of a JSON lines file as a body, with its lines as arrays in it; null when it is not an object. */
export function objectRow(
  registry: Registry,
  model: Model,
  { number, value }: { readonly number: number; readonly value: unknown },
): ImportRow | null {
  if (!isObject(value)) return null
  const lookUps: LookUp[] = []
  const body = bodyOf({ registry, lookUps }, model, { value, place: '', depth: 1 })
  return { number, body, lookUps }
}

function bodyOf(
  all: { readonly registry: Registry; readonly lookUps: LookUp[] },
  model: Model,
  {
    value,
    place,
    depth,
  }: { readonly value: JsonObject; readonly place: string; readonly depth: number },
): Record<string, unknown> {
  const body: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(value)) {
    const field = model.fieldByName.get(name)
    if (field?.type === 'reference' && isWords(raw))
      all.lookUps.push({ field, text: raw, into: body, place })
    else body[name] = raw
  }
  for (const field of model.references) {
    const words = value[`${field.name}_str`]
    // The reference itself, whatever its value, has precedence over its words.
    if (!(field.name in value) && isText(words))
      all.lookUps.push({ field, text: words, into: body, place })
  }
  if (depth < MAX_DEPTH) readLines(all, model, { value, place, depth, body })
  return body
}

function readLines(
  all: { readonly registry: Registry; readonly lookUps: LookUp[] },
  model: Model,
  of: {
    readonly value: JsonObject
    readonly place: string
    readonly depth: number
    readonly body: Record<string, unknown>
  },
): void {
  for (const { name, model: target } of model.lines) {
    const items = of.value[name]
    const line = all.registry.models.get(target)
    if (!Array.isArray(items) || line === undefined) continue
    const path = of.place === '' ? name : `${of.place}.${name}`
    of.body[name] = items.map((item: unknown, i) =>
      isObject(item)
        ? bodyOf(all, line, { value: item, place: `${path}[${i}]`, depth: of.depth + 1 })
        : item,
    )
  }
}

function isObject(value: unknown): value is JsonObject {
  const isComposed = typeof value === 'object' && value !== null
  return isComposed && !Array.isArray(value) && !(value instanceof JsonNumber)
}

function isWords(value: unknown): value is string {
  return isText(value) && !isId(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}
