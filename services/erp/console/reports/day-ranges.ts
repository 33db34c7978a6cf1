/** A span of days that people ask for by name, both ends inside. */
export interface DayRange {
  readonly key: 'thisMonth' | 'lastMonth' | 'thisQuarter' | 'thisYear' | 'lastYear'
  readonly from: string
  readonly to: string
}

/** The named spans as of a day such as `2026-11-22`; those that go on end with the day. */
export function dayRanges(today: string): readonly DayRange[] {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const quarter = month - ((month - 1) % 3)
  return [
    { key: 'thisMonth', from: day(year, month, 1), to: today },
    { key: 'lastMonth', from: day(year, month - 1, 1), to: day(year, month, 0) },
    { key: 'thisQuarter', from: day(year, quarter, 1), to: today },
    { key: 'thisYear', from: day(year, 1, 1), to: today },
    { key: 'lastYear', from: day(year - 1, 1, 1), to: day(year - 1, 12, 31) },
  ]
}

/** Months and days beyond their ends run over, as dates do: day 0 is the last of the month before. */
function day(year: number, month: number, date: number): string {
  return new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)
}
