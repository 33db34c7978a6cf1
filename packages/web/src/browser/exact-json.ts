/**
 * JSON whose fractions, and numbers that a binary fraction cannot hold, stay the text that they were: an amount keeps
 * every digit. Other numbers are numbers.
 */
export function parseExact(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown, context?: { readonly source?: string }) => {
    if (typeof value !== 'number') return value
    const source = context?.source ?? String(value)
    return /^-?\d+$/.test(source) && Number.isSafeInteger(value) ? value : source
  })
}
