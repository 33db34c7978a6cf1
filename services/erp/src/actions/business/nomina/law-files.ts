import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'

import { CsvError, parse } from 'csv-parse/sync'

import type { Field, Model, Registry } from '../../../dictionary/types.ts'
import {
  LAW_CELL,
  LAW_CELL_TOO_LONG,
  LAW_COLUMN_MISSING,
  LAW_COLUMN_UNKNOWN,
  LAW_ROW_LENGTH,
  LAW_ROW_TWICE,
  NO_LAW_TABLE,
} from '../../../messages/law-tables.ts'
import type { Message } from '../../../messages/message.ts'
import { FIELD_IS } from '../../../messages/values.ts'
import { parseFieldValue } from '../../../query/field-value.ts'
import { naturalKeyFields } from '../../../query/natural-key.ts'
import { LAW_CHECKS } from './decisions/check-law.ts'

/** A file of one of the law's tables, whose cells are what their fields take. */
export interface LawFile {
  readonly model: Model
  /** Its name, as people call it in messages. */
  readonly file: string
  readonly text: string
  readonly fields: readonly Field[]
  readonly rows: number
}

interface ReadFiles {
  /** In the order in which they refer to each other. */
  readonly files: readonly LawFile[]
  readonly problems: readonly Message[]
}

// A table of the law has some hundred rows; a file beyond this is something else.
const MAX_FILE_BYTES = 5_000_000

/**
 * Reads files of the law's tables, or folders of them, each named for its model: `TarifaIsr.csv`. Of a folder, what does not
 * end in .csv is left alone.
 */
export async function readLawFiles(
  registry: Registry,
  paths: readonly string[],
): Promise<ReadFiles> {
  const read = await Promise.all((await filesOf(paths)).map((path) => readLawFile(registry, path)))
  const order = [...registry.loadOrder]
  const files = read.flatMap(({ file }) => file ?? [])
  return {
    files: files.toSorted((a, b) => order.indexOf(a.model) - order.indexOf(b.model)),
    problems: read.flatMap(({ problems }) => problems),
  }
}

async function filesOf(paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) {
    if (!(await stat(path)).isDirectory()) {
      found.push(path)
      continue
    }
    const names = (await readdir(path)).filter((name) => name.endsWith('.csv'))
    found.push(...names.toSorted().map((name) => join(path, name)))
  }
  return found
}

interface ReadFile {
  readonly file: LawFile | null
  readonly problems: readonly Message[]
}

async function readLawFile(registry: Registry, path: string): Promise<ReadFile> {
  const file = basename(path)
  const name = file.replace(/\.csv$/v, '')
  const model = Object.hasOwn(LAW_CHECKS, name) ? registry.models.get(name) : undefined
  const { size } = await stat(path)
  if (model === undefined || size > MAX_FILE_BYTES) {
    return { file: null, problems: [NO_LAW_TABLE({ file, known: Object.keys(LAW_CHECKS) })] }
  }
  const text = await readFile(path, 'utf8')
  const table = tableOf(text)
  if (table === null) return { file: null, problems: [LAW_ROW_LENGTH({ place: file })] }
  const [header = [], ...lines] = table
  const columns = columnsOf(model, file, header)
  if (columns.problems.length > 0) return { file: null, problems: columns.problems }
  const { fields } = columns
  const problems = [
    ...lines.flatMap((cells, index) => cellProblems(fields, cells, `${file}:${index + 2}`)),
    ...twice({ model, fields, lines, file }),
  ]
  return { file: { model, file, text, fields, rows: lines.length }, problems }
}

/** Null: a row has another number of cells than the header, or a quote is open. */
function tableOf(text: string): readonly (readonly string[])[] | null {
  try {
    return parse(text, { bom: true, relax_column_count: false })
  } catch (error) {
    if (error instanceof CsvError) return null
    throw error
  }
}

function columnsOf(model: Model, file: string, header: readonly string[]) {
  const place = `${file}:1`
  const fields = header.flatMap((name) => model.fieldByName.get(name) ?? [])
  const unknown = header.filter((name) => !model.fieldByName.has(name))
  const needed = model.fields.filter(
    ({ default: value, name, required }) =>
      (required && value === null) || naturalKeyFields(model).includes(name),
  )
  const missing = needed.filter(({ name }) => !header.includes(name))
  const problems = [
    ...unknown.map((field) => LAW_COLUMN_UNKNOWN({ place, field })),
    ...missing.map(({ name }) => LAW_COLUMN_MISSING({ place, field: name })),
  ]
  return { fields, problems }
}

function cellProblems(
  fields: readonly Field[],
  cells: readonly string[],
  place: string,
): readonly Message[] {
  return fields.flatMap((field, index) => {
    const cell = cells[index] ?? ''
    const { name } = field
    if (cell === '') {
      const isNeeded = field.required && field.default === null
      return isNeeded ? [LAW_COLUMN_MISSING({ place, field: name })] : []
    }
    // A reference is the natural key of another row, which is looked up when the file is written.
    if (field.type === 'reference') return []
    if (field.type === 'text' && cell.length > field.length) {
      return [LAW_CELL_TOO_LONG({ place, field: name, most: field.length })]
    }
    const value = parseFieldValue(field, cell)
    return value.ok ? [] : [LAW_CELL({ place, what: FIELD_IS({ field: name, what: value.error }) })]
  })
}

function twice({
  fields,
  file,
  lines,
  model,
}: {
  readonly model: Model
  readonly fields: readonly Field[]
  readonly lines: readonly (readonly string[])[]
  readonly file: string
}): readonly Message[] {
  const at = naturalKeyFields(model).map((name) => fields.findIndex((field) => field.name === name))
  const seen = new Set<string>()
  return lines.flatMap((cells, index) => {
    const key = at.map((column) => cells[column] ?? '').join('|')
    if (seen.size < seen.add(key).size) return []
    return [LAW_ROW_TWICE({ place: `${file}:${index + 2}`, key })]
  })
}
