import { ArchiveProblem } from './archive-problem.ts'

/** A row as it was read: nothing of it is trusted. */
export interface ArchiveRow {
  readonly table: string
  readonly fields: Readonly<Record<string, unknown>>
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Ids of any server stay far below; above it numbers lose digits.
const MAX_ID = Number.MAX_SAFE_INTEGER

/** How a row is named in problems. */
function rowName({ table, fields }: ArchiveRow): string {
  const { id } = fields
  return typeof id === 'number' ? `${table} ${id}` : `a row of ${table}`
}

/** @throws ArchiveProblem saying what the field must be */
export function wrong(row: ArchiveRow, field: string, expected: string): ArchiveProblem {
  const value = JSON.stringify(row.fields[field])?.slice(0, 80) ?? 'absent'
  return new ArchiveProblem(`${rowName(row)}: "${field}" is ${value}, and must be ${expected}`)
}

export function idIn(row: ArchiveRow, field: string): number {
  const value = row.fields[field]
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0 && value <= MAX_ID) {
    return value
  }
  throw wrong(row, field, 'an id, a whole number above 0')
}

/** Absent is null. */
export function idOrNull(row: ArchiveRow, field: string): number | null {
  const value = row.fields[field] ?? null
  return value === null ? null : idIn(row, field)
}

interface Bounds {
  readonly min: number
  readonly max: number
  /** Stands for an absent value. */
  readonly fallback?: number
}

export function integerIn(row: ArchiveRow, field: string, { min, max, fallback }: Bounds): number {
  const value = row.fields[field] ?? fallback
  if (typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max) {
    return value
  }
  throw wrong(row, field, `a whole number from ${min} to ${max}`)
}

interface TextRule {
  /** In characters; longer texts are no archive's. */
  readonly max: number
  /** Stands for an absent text. */
  readonly fallback?: string
}

/** A text without the character that no text of a database may hold. */
export function textIn(row: ArchiveRow, field: string, { max, fallback }: TextRule): string {
  const value = row.fields[field] ?? fallback
  if (typeof value !== 'string') throw wrong(row, field, 'a text')
  if (value.length > max) throw wrong(row, field, `a text of at most ${max} characters`)
  return value.includes('\0') ? value.replaceAll('\0', '') : value
}

export function textOrNull(row: ArchiveRow, field: string, max: number): string | null {
  const value = row.fields[field] ?? null
  return value === null ? null : textIn(row, field, { max })
}

export function flagIn(row: ArchiveRow, field: string, fallback: true | false): boolean {
  const value = row.fields[field] ?? fallback
  if (typeof value === 'boolean') return value
  throw wrong(row, field, 'true or false')
}

/** A choice of a person that may be left open. */
export function flagOrNull(row: ArchiveRow, field: string): boolean | null {
  const value = row.fields[field] ?? null
  return value === null ? null : flagIn(row, field, false)
}

// From 1970 to the year 9999, in seconds.
const MAX_SECONDS = 253_402_300_799

/** UNIX seconds with fractions. */
export function timeIn(row: ArchiveRow, field: string): Date {
  const value = row.fields[field]
  if (typeof value === 'number' && value >= 0 && value <= MAX_SECONDS) {
    return new Date(Math.round(value * 1000))
  }
  throw wrong(row, field, 'a time in UNIX seconds')
}

export function timeOrNull(row: ArchiveRow, field: string): Date | null {
  const value = row.fields[field] ?? null
  return value === null ? null : timeIn(row, field)
}

export function idsIn(row: ArchiveRow, field: string): readonly number[] {
  const value = row.fields[field] ?? []
  if (Array.isArray(value) && value.every((one) => Number.isSafeInteger(one) && one > 0)) {
    return value
  }
  throw wrong(row, field, 'a list of ids')
}

/** Whom or what a field points at. @throws ArchiveProblem when it is not in the archive */
export function referenceIn<T>(
  row: ArchiveRow,
  field: string,
  { known, table }: { readonly known: ReadonlyMap<number, T>; readonly table: string },
): T {
  const found = known.get(idIn(row, field))
  if (found === undefined) throw wrong(row, field, `an id in ${table}`)
  return found
}
