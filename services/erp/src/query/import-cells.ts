import type { Field } from '../dictionary/types.ts'
import { JsonNumber, parseExactJson } from './json-number.ts'
import type { Cell } from './table-row.ts'

const TRUE = new Set(['true', '1', 'verdadero', 'sí', 'si'])
const FALSE = new Set(['false', '0', 'falso', 'no'])

/**
 * A cell of a table as a value of a JSON body, so that everything after this works as in `POST /{modelo}`. Spreadsheets
 * write some things in other ways: thousands with commas, days as 31/12/2026, an apostrophe before a text that looks
 * like a formula. What cannot be understood stays as it is, and the check of the field reports it.
 * @source docs/decisions/0204-erp-imports.md
 */
export function cellInput(field: Field, cell: Cell): unknown {
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'secret':
      return textCell(cell)
    case 'choice':
      return choiceCell(
        field.choices.map(({ value, label }) => ({ value, label })),
        textCell(cell),
      )
    case 'integer':
    case 'reference':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return typeof cell === 'string' ? plainNumber(cell) : cell
    case 'date':
      return typeof cell === 'string' ? isoDay(cell.trim()) : cell
    case 'instant':
      return typeof cell === 'string' ? isoMoment(cell.trim()) : cell
    case 'boolean':
      return booleanCell(cell)
    case 'json':
      return typeof cell === 'string' ? jsonCell(cell) : cell
  }
}

/** The text of a cell of any type. */
export function textCell(cell: Cell): string | null {
  if (cell instanceof JsonNumber) return cell.source
  if (typeof cell !== 'string') return cell === null ? null : String(cell)
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

interface ChoiceLabel {
  readonly value: string
  readonly label: string
}

/** A choice by its value or by the label that people see. */
function choiceCell(choices: readonly ChoiceLabel[], text: string | null): string | null {
  if (text === null) return null
  const wanted = text.trim().toLowerCase()
  const found = choices.find(({ value }) => value === text.trim())
  const labelled = choices.find(({ label }) => label.toLowerCase() === wanted)
  return (found ?? labelled)?.value ?? text
}

/** `1,234.50` and `$1,234.50` without commas and currency signs. */
function plainNumber(text: string): string {
  const trimmed = text.trim()
  return /^-?\$?\s?\d{1,3}(?:,\d{3})*(?:\.\d+)?$/.test(trimmed)
    ? trimmed.replaceAll(/[$,\s]/g, '')
    : trimmed
}

const SPOKEN_DAY = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})/

/** `31/12/2026` as `2026-12-31`: day, month, year, as written in Mexico. */
function isoDay(text: string): string {
  const [, day = '', month = '', year] = SPOKEN_DAY.exec(text) ?? []
  const iso =
    year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  // A cell that is formatted as a day and holds midnight.
  return iso.replace(/[T ]00:00(?::00(?:\.0+)?)?Z?$/, '')
}

function isoMoment(text: string): string {
  const [spoken = ''] = SPOKEN_DAY.exec(text) ?? []
  if (spoken === '') return text
  const time = text.slice(spoken.length).trim()
  return time === '' ? isoDay(spoken) : `${isoDay(spoken)}T${time.padStart(5, '0')}`
}

function booleanCell(cell: Cell): unknown {
  const text = (textCell(cell) ?? '').trim().toLowerCase()
  if (TRUE.has(text)) return true
  return FALSE.has(text) ? false : cell
}

function jsonCell(text: string): unknown {
  try {
    return parseExactJson(text)
  } catch {
    // Not JSON: then it is a text, which is valid JSON too.
    return text
  }
}
