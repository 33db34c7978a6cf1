/** How often, on which day and at which hour of the company’s clock a report is sent. */
export interface Rhythm {
  readonly frecuencia: 'diaria' | 'semanal' | 'mensual'
  /** Of a week 1 (Monday) to 7, of a month 1 to 31, where a shorter month has its last day; null: every day. */
  readonly dia: number | null
  /** 0 to 23. */
  readonly hora: number
}

/** Days that follow from the day on which a report is sent. */
export const RANGES = [
  'hoy',
  'ayer',
  'semana_actual',
  'semana_pasada',
  'mes_actual',
  'mes_pasado',
  'anio_actual',
] as const
export type Range = (typeof RANGES)[number]

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
// Two months hold every day of a month and of a week.
const MAX_DAYS_AHEAD = 62

/** The first time after an instant; a run that was missed is not made up for. */
export function nextRun(rhythm: Rhythm, afterMs: number, zone: string): Date {
  const today = wallMs(afterMs, zone)
  const firstDay = today - (today % DAY_MS)
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead += 1) {
    const day = firstDay + ahead * DAY_MS
    if (!falls(rhythm, new Date(day))) continue
    const instant = instantOf(day + rhythm.hora * 60 * MINUTE_MS, zone)
    if (instant > afterMs) return new Date(instant)
  }
  throw new Error('a rhythm has a day in every month')
}

function falls({ frecuencia, dia }: Rhythm, day: Date): boolean {
  switch (frecuencia) {
    case 'diaria':
      return true
    case 'semanal':
      return isoWeekday(day) === (dia ?? 1)
    case 'mensual':
      return day.getUTCDate() === Math.min(dia ?? 1, lastOfMonth(day))
  }
}

function isoWeekday(day: Date): number {
  return day.getUTCDay() === 0 ? 7 : day.getUTCDay()
}

function lastOfMonth(day: Date): number {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
}

/** What a clock of the zone shows, as if it were UTC. */
function wallMs(instantMs: number, zone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return Date.parse(`${format.format(instantMs).replace(' ', 'T')}Z`)
}

/** When a clock of the zone shows this; of an hour that a zone leaves out, an hour later. */
function instantOf(wall: number, zone: string): number {
  const first = wall - (wallMs(wall, zone) - wall)
  return wall - (wallMs(first, zone) - first)
}

/** The days of a range as of a day, both included. */
export function daysOfRange(range: Range, today: string): { desde: string; hasta: string } {
  const day = new Date(`${today}T00:00:00Z`)
  const year = day.getUTCFullYear()
  const month = day.getUTCMonth()
  const monday = day.getTime() - (isoWeekday(day) - 1) * DAY_MS
  switch (range) {
    case 'hoy':
      return { desde: today, hasta: today }
    case 'ayer': {
      const yesterday = iso(day.getTime() - DAY_MS)
      return { desde: yesterday, hasta: yesterday }
    }
    case 'semana_actual':
      return { desde: iso(monday), hasta: today }
    case 'semana_pasada':
      return { desde: iso(monday - 7 * DAY_MS), hasta: iso(monday - DAY_MS) }
    case 'mes_actual':
      return { desde: iso(Date.UTC(year, month, 1)), hasta: today }
    case 'mes_pasado':
      return { desde: iso(Date.UTC(year, month - 1, 1)), hasta: iso(Date.UTC(year, month, 0)) }
    case 'anio_actual':
      return { desde: iso(Date.UTC(year, 0, 1)), hasta: today }
  }
}

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10)
}
