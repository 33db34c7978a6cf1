import { CELL_TOO_LONG, QUOTE_NOT_CLOSED, TOO_MANY_CELLS } from '../messages/files.ts'
import type { TableRow } from '../query/table-row.ts'
import { FileProblem } from './file-problem.ts'
import { MAX_CELL_LENGTH, RowLength } from './row-length.ts'
import { readText, textEncoding } from './text-file.ts'

const MAX_CELLS = 2_000
const DELIMITERS = [',', ';', '\t', '|'] as const

/** What is known of a file in advance; otherwise its first line shows the delimiter. */
export interface CsvDialect {
  readonly delimiter: string
  /** False: a quote is a character like any other. */
  readonly isQuoted: boolean
}

/**
 * The rows of a CSV file as spreadsheets write it: RFC 4180 with comma, semicolon, tab or bar, whichever occurs most in
 * the first line, or the one that a line `sep=;` names; with or without a byte order mark; UTF-8, UTF-16 or
 * Windows-1252.
 * @throws FileProblem naming the row
 */
export async function* readCsv(path: string, dialect?: CsvDialect): AsyncGenerator<TableRow> {
  const parser = new CsvParser(dialect)
  for await (const text of readText(path, await textEncoding(path))) {
    yield* parser.push(text)
  }
  yield* parser.end()
}

/** Reads a text piece by piece; a state machine over characters, since a chunk may end anywhere in a field. */
class CsvParser {
  #delimiter: string
  readonly #isQuoted: boolean
  #pending = ''
  #row = 1
  #cells: string[] = []
  readonly #length = new RowLength()
  #cell = ''
  #state: 'start' | 'plain' | 'quoted' | 'quote' = 'start'

  constructor(dialect: CsvDialect | undefined) {
    this.#delimiter = dialect?.delimiter ?? ''
    this.#isQuoted = dialect?.isQuoted ?? true
  }

  #append(text: string): void {
    this.#cell += text
    if (this.#cell.length > MAX_CELL_LENGTH) {
      throw new FileProblem(CELL_TOO_LONG(), this.#row)
    }
  }

  *push(text: string): Generator<TableRow> {
    if (this.#delimiter === '') {
      this.#pending += text
      if (!this.#pending.includes('\n') && this.#pending.length < MAX_CELL_LENGTH) return
      yield* this.#begin()
      return
    }
    yield* this.#read(text)
  }

  *end(): Generator<TableRow> {
    if (this.#delimiter === '' && this.#pending !== '') yield* this.#begin()
    if (this.#state === 'quoted') {
      throw new FileProblem(QUOTE_NOT_CLOSED(), this.#row)
    }
    if (this.#state !== 'start' || this.#cells.length > 0) yield this.#endRow()
  }

  *#begin(): Generator<TableRow> {
    const text = this.#pending
    this.#pending = ''
    const named = /^sep=(.)\r?\n/.exec(text)
    this.#delimiter = named?.[1] ?? mostFrequent(text.slice(0, text.search(/\n|$/)))
    if (named !== null) this.#row += 1
    yield* this.#read(named === null ? text : text.slice(named[0].length))
  }

  *#read(text: string): Generator<TableRow> {
    let at = 0
    while (at < text.length) {
      if (this.#state === 'quoted') at = this.#readQuoted(text, at)
      else if (this.#state === 'quote') at = this.#afterQuote(text, at)
      else if (this.#state === 'start' && this.#isQuoted && text[at] === '"') {
        this.#state = 'quoted'
        at += 1
      } else {
        const end = this.#endOfPlain(text, at)
        this.#append(text.slice(at, end))
        if (end > at) this.#state = 'plain'
        at = end
        if (at < text.length) {
          const isRow = text[at] === '\n'
          this.#endCell()
          if (isRow) yield this.#endRow()
          at += 1
        }
      }
    }
  }

  #endOfPlain(text: string, from: number): number {
    for (let at = from; at < text.length; at += 1) {
      const character = text[at]
      if (character === this.#delimiter || character === '\n') return at
    }
    return text.length
  }

  #readQuoted(text: string, from: number): number {
    const quote = text.indexOf('"', from)
    const end = quote < 0 ? text.length : quote
    this.#append(text.slice(from, end))
    if (quote >= 0) this.#state = 'quote'
    return quote < 0 ? end : end + 1
  }

  /** A quote inside a quoted cell: a doubled one is a quote, else the cell has ended. */
  #afterQuote(text: string, at: number): number {
    if (text[at] === '"') {
      this.#append('"')
      this.#state = 'quoted'
      return at + 1
    }
    this.#state = 'plain'
    return at
  }

  #endCell(): void {
    this.#length.add(this.#cell.length, this.#row)
    this.#cells.push(this.#cell)
    this.#cell = ''
    this.#state = 'start'
    if (this.#cells.length > MAX_CELLS) {
      throw new FileProblem(TOO_MANY_CELLS({ most: MAX_CELLS }), this.#row)
    }
  }

  #endRow(): TableRow {
    if (this.#state !== 'start' || this.#cell !== '') this.#endCell()
    const last = this.#cells.at(-1)
    // Lines end in CR LF or in LF alone; a return inside quotes never gets here.
    if (last?.endsWith('\r') === true) this.#cells[this.#cells.length - 1] = last.slice(0, -1)
    const row = { number: this.#row, cells: this.#cells }
    this.#row += 1
    this.#cells = []
    this.#length.restart()
    return row
  }
}

/** The delimiter that occurs most in the first line, outside quotes. */
function mostFrequent(line: string): string {
  const bare = line.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((delimiter) => bare.split(delimiter).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}
