const DAY_MS = 86_400_000

/** The day so many days after another one; before it, where the number is negative. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** How many days there are from one to another, both counted; zero where the last is before the first. */
export function daysFromTo(first: string, last: string): number {
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS + 1
  return days > 0 ? days : 0
}

/** Complete years between two days, as anniversaries count them; who began on 29 February has his on 1 March. */
export function completeYears(first: string, last: string): number {
  const years = Number(last.slice(0, 4)) - Number(first.slice(0, 4))
  return last.slice(5) < first.slice(5) ? years - 1 : years
}

/** The same day of the year so many years later; 29 February becomes 1 March where there is none. */
export function anniversary(day: string, years: number): string {
  const [year, month, date] = [day.slice(0, 4), day.slice(5, 7), day.slice(8)].map(Number)
  const found = new Date(Date.UTC((year ?? 0) + years, (month ?? 1) - 1, date))
  return found.toISOString().slice(0, 10)
}

export function laterOf(a: string, b: string): string {
  return a > b ? a : b
}

export function earlierOf(a: string, b: string): string {
  return a < b ? a : b
}
