/** The order in which a language writes day and month. */
export type DayOrder = 'day-first' | 'month-first'

const MONTHS = [
  'ene|jan',
  'feb',
  'mar',
  'abr|apr',
  'may',
  'jun',
  'jul',
  'ago|aug',
  'sep',
  'oct',
  'nov',
  'dic|dec',
]

/** `2026-11-20` as people type it: `20/11/2026`, or `11/20/2026`. Other texts stay. */
export function typedDate(wire: string, order: DayOrder): string {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(wire)
  if (found === null) return wire
  const [, year = '', month = '', day = ''] = found
  return order === 'day-first' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`
}

/**
 * A day as people type it, as the wire has it: `20/11/2026`, `20-11`, `20 nov`, `201126`, `hoy`, `+7`. What is no day stays
 * as it was typed.
 * @param today as the wire has it; what is left out is as in it
 */
export function dateOf(
  typed: string,
  { today, order }: { readonly today: string; readonly order: DayOrder },
): string {
  const text = typed.trim().toLowerCase()
  const moved = /^(?:(?:hoy|today|h|t)?\s*([+-]\s*\d{1,4})?)$/.exec(text)
  if (text !== '' && moved !== null) {
    return movedDay(today, Number((moved[1] ?? '0').replaceAll(' ', '')))
  }
  if (/^\d{4}-\d\d?-\d\d?$/.test(text)) return checked(partsOf(text.split('-'), [0, 1, 2]), typed)
  const compact = /^(\d\d)(\d\d)(\d{4}|\d\d)?$/.exec(text)
  const parts =
    compact === null
      ? text.split(/[\s/.-]+/)
      : compact.slice(1).filter((part) => part !== undefined)
  const [first = '', second = '', third = today.slice(0, 4)] = parts.filter((part) => part !== 'de')
  const month = monthOf(second)
  if (month !== undefined) return checked([third, String(month), first], typed)
  const isDayFirst = order === 'day-first'
  return checked([third, isDayFirst ? second : first, isDayFirst ? first : second], typed)
}

function partsOf(parts: readonly string[], order: readonly number[]): readonly string[] {
  return order.map((at) => parts[at] ?? '')
}

function monthOf(text: string): number | undefined {
  const at = MONTHS.findIndex((names) => names.split('|').some((name) => text.startsWith(name)))
  return text.length >= 3 && at >= 0 ? at + 1 : undefined
}

function checked([year = '', month = '', day = '']: readonly string[], typed: string): string {
  if (![year, month, day].every((part) => /^\d{1,4}$/.test(part))) return typed.trim()
  const wire = `${year.length <= 2 ? `20${year.padStart(2, '0')}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const date = new Date(`${wire}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(wire) ? wire : typed.trim()
}

function movedDay(today: string, by: number): string {
  const date = new Date(`${today}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + by)
  return date.toISOString().slice(0, 10)
}
