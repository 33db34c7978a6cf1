const MEXICAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' })

/** The day in Mexico City, by which fiscal days are counted, as `YYYY-MM-DD`. */
export function mexicanDay(nowMs: number): string {
  return MEXICAN_DAY.format(nowMs)
}
