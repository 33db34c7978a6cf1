const DAY = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/Mexico_City',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** The day that the service counts an instant to, as `2026-11-22`: that of Mexico City, wherever the person is. */
export function companyDay(instant: Date): string {
  return DAY.format(instant)
}
