const MS_PER_DAY = 86_400_000
// Day 0 of Excel's calendar, which has a leap day 1900-02-29 that never existed.
const EPOCH_1900_MS = Date.UTC(1899, 11, 30)
const EPOCH_1904_MS = Date.UTC(1904, 0, 1)

/** Whether workbooks count days from 1900 or, written by old Macs, from 1904. */
export type DateSystem = 1900 | 1904

/** The day or moment of a serial number: `YYYY-MM-DD`, with `THH:MM:SS` unless it is midnight. */
export function dateOfSerial(serial: number, system: DateSystem): string {
  const epoch = system === 1900 ? EPOCH_1900_MS : EPOCH_1904_MS
  // Excel stores seconds only approximately.
  const ms = epoch + Math.round((serial * MS_PER_DAY) / 1_000) * 1_000
  const text = new Date(ms).toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19)
}

/** The serial number, in the system of 1900, of a day or an instant in ISO 8601; null before 1900-03-01. */
export function serialOfDate(iso: string): number | null {
  const ms = Date.parse(iso)
  const serial = (ms - EPOCH_1900_MS) / MS_PER_DAY
  return Number.isNaN(ms) || serial < 61 ? null : serial
}

// The built-in formats that show days or times.
const BUILT_IN = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 30, 36, 45, 46, 47, 50, 57])

/** Whether a number format shows a date: one of the built-in ones, or a code with day, month, year, hour in it. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.has(id)
  // Texts in quotes, colours and conditions in brackets, and escaped characters mean nothing here. A bracket ends before
  // the next one begins: of a million that stay open each would be looked through to the end.
  return /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\[[^\][]*\]|\\./g, ''))
}
