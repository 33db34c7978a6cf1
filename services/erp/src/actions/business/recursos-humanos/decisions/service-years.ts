/** Whole years from a day to another one. */
export function yearsBetween(from: string, to: string): number {
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4))
  return to.slice(5) < from.slice(5) ? years - 1 : years
}

/** The year of service that a day falls into; the first is 1. */
export function yearOfService(hired: string, day: string): number {
  return Math.max(yearsBetween(hired, day), 0) + 1
}

/** The day on which so many years of service are over; of 29 February it is 1 March where there is none. */
export function anniversary(hired: string, years: number): string {
  const year = Number(hired.slice(0, 4)) + years
  const day = new Date(Date.UTC(year, Number(hired.slice(5, 7)) - 1, Number(hired.slice(8, 10))))
  return day.toISOString().slice(0, 10)
}

/** Whole months from a day to another one. */
export function monthsBetween(from: string, to: string): number {
  const [months, until] = [from, to].map(
    (day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)),
  )
  const whole = (until ?? 0) - (months ?? 0)
  return to.slice(8) < from.slice(8) ? whole - 1 : whole
}
