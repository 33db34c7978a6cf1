const MEXICAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' })

/** The day in Mexico City, where the fiscal day is, as `YYYY-MM-DD`. */
export function mexicanDay(nowMs: number): string {
  return MEXICAN_DAY.format(nowMs)
}
