/** A value of the wire as text: nothing is no text, and what is made of parts is JSON. */
export function plainText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return JSON.stringify(value) ?? ''
}
