/** A number in a JSON text with all the digits it was written with; a JavaScript number would round money. */
export class JsonNumber {
  readonly source: string

  constructor(source: string) {
    this.source = source
  }
}

/**
 * Parses JSON with all numbers as `JsonNumber`.
 * @throws SyntaxError when the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, keepDigits)
}

// `source` is part of ECMAScript's JSON.parse source text access; the library types do not know it yet.
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source !== undefined
    ? new JsonNumber(context.source)
    : value
}

/** The JSON text of what `parseExactJson` returned, digit for digit. */
export function printExactJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.source
  if (Array.isArray(value)) return `[${value.map(printExactJson).join(',')}]`
  if (typeof value === 'object' && value !== null) {
    const parts = Object.entries(value).map(
      ([key, item]) => `${JSON.stringify(key)}:${printExactJson(item)}`,
    )
    return `{${parts.join(',')}}`
  }
  return JSON.stringify(value)
}
