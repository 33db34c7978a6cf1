/** An instant of the wire, UTC, as `datetime-local` writes it in the person's time zone: `2026-11-20T10:42`. */
export function localInstant(value: string): string {
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return ''
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16)
}

/** The other way round; empty text is no instant. */
export function instantOf(local: string): string | null {
  if (local === '') return null
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? local : date.toISOString()
}
