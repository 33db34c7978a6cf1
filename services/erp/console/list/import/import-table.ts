import { printCsv } from '@oficina/web/csv-text.ts'
import { dayOfWorkbook, readTableFile } from '@oficina/web/table-file.ts'

import type { ListColumn } from '../list-columns.ts'

/** A file as it was given: a table whose columns are matched to fields, or lines of JSON, which name theirs. */
export type ImportFile =
  | {
      readonly kind: 'table'
      readonly name: string
      readonly isWorkbook: boolean
      readonly titles: readonly string[]
      /** Without the titles; row 0 is this one in the file. */
      readonly rows: readonly (readonly string[])[]
      readonly firstRow: number
    }
  | {
      readonly kind: 'lines'
      readonly name: string
      readonly content: Blob
      readonly count: number
      readonly preview: readonly string[]
    }

/** What a column of the file is; undefined: it is left out. */
export type Mapping = readonly (string | undefined)[]

const PREVIEW_LINES = 5

/** Reads a file of any of the three kinds. @throws Error when it is none */
export async function readImport(file: File): Promise<ImportFile> {
  const { name } = file
  if (/\.(jsonl|ndjson|json)$/i.test(name)) return readLines(file)
  const { isWorkbook, rows: all } = await readTableFile(file)
  const at = all.findIndex((row) => row.some((cell) => cell.trim() !== ''))
  const titles = all[at]
  if (titles === undefined) throw new Error('the file is empty')
  return { kind: 'table', name, isWorkbook, titles, rows: all.slice(at + 1), firstRow: at + 2 }
}

async function readLines(file: File): Promise<ImportFile> {
  const lines = (await file.text()).split('\n').filter((line) => line.trim() !== '')
  for (const line of lines.slice(0, PREVIEW_LINES)) JSON.parse(line)
  return {
    kind: 'lines',
    name: file.name,
    content: file,
    count: lines.length,
    preview: lines.slice(0, PREVIEW_LINES),
  }
}

/** A field that a column of a file can be; a reference also in words, as exports have it. */
export interface Target {
  readonly name: string
  readonly label: string
}

export function targetsOf(
  columns: readonly ListColumn[],
  inWords: (label: string) => string,
): readonly Target[] {
  return columns.flatMap(({ name, label, references }) => {
    const own = { name, label }
    return references === null ? [own] : [own, { name: `${name}_str`, label: inWords(label) }]
  })
}

/**
 * The columns that are named as fields, or labelled as they are, whatever the case and the accents. A column that bears
 * the label of a reference and not its very name holds keys or words, as people write them, and some keys are numbers,
 * such as the SAT's 601; ids stand there only beside the words, as exports have them.
 */
export function proposedMapping(titles: readonly string[], targets: readonly Target[]): Mapping {
  const taken = new Set<string>()
  const given = new Set(titles.map(plain))
  return titles.map((title) => {
    const wanted = plain(title)
    const named = targets.find(
      ({ name, label }) => !taken.has(name) && (plain(name) === wanted || plain(label) === wanted),
    )
    const inWords =
      named !== undefined && title.trim() !== named.name
        ? targets.find(
            ({ name, label }) => name === `${named.name}_str` && !given.has(plain(label)),
          )
        : undefined
    const found = inWords ?? named
    if (found !== undefined) taken.add(found.name)
    return found?.name
  })
}

function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
}

/** The mapped columns under the names of their fields, as CSV; the rows keep their numbers. */
export function mappedCsv(
  file: ImportFile & { readonly kind: 'table' },
  mapping: Mapping,
  columns: readonly ListColumn[],
): Blob {
  const kept = mapping.flatMap((name, at) => (name === undefined ? [] : [{ name, at }]))
  const isDated = kept.map(({ name }) => {
    const type = columns.find((column) => column.name === name)?.type
    return file.isWorkbook && (type === 'date' || type === 'instant')
  })
  const empty = kept.map(() => '')
  const before = Array.from({ length: file.firstRow - 2 }, () => empty)
  const rows = file.rows.map((row) =>
    kept.map(({ at }, index) => {
      const text = row[at] ?? ''
      return isDated[index] === true ? dayOfWorkbook(text) : text
    }),
  )
  const text = printCsv([...before, kept.map(({ name }) => name), ...rows])
  return new Blob([`\u{feff}${text}`], { type: 'text/csv' })
}
