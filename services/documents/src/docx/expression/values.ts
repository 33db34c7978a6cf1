/** A value as text: nothing for absent values and objects, items joined for lists. Never calls into the data. */
export function toText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return numberText(value)
    case 'boolean':
    case 'bigint':
      return String(value)
    case 'object':
      return Array.isArray(value) ? listText(value) : ''
    default:
      return ''
  }
}

/** A list within a list is left out: otherwise its text would be as long as the data is deep. */
function listText(list: readonly unknown[]): string {
  return list.map((item) => (Array.isArray(item) ? '' : toText(item))).join(',')
}

function numberText(value: number): string {
  if (Number.isInteger(value)) return String(value)
  // 0.1 + 0.2 is 0.3 to the reader of an invoice.
  return String(Number(value.toPrecision(15)))
}

/** The condition of a section: false, 0, "", null, absent and the empty list are false; anything else is true. */
export function isTruthy(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value)
}

const NUMERIC = /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i

/** A number, or a text that is one, such as an amount; undefined for anything else. */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value === 'string' && value.length <= 400 && NUMERIC.test(value)) return Number(value)
  return undefined
}

export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (left === null || left === undefined) return right === null || right === undefined
  const leftNumber = toNumber(left)
  return leftNumber !== undefined && leftNumber === toNumber(right)
}

/**
 * Order of two values: numbers and texts that are numbers by size, other texts by code point (so ISO dates by time),
 * undefined when they cannot be ordered.
 */
export function compareValues(left: unknown, right: unknown): number | undefined {
  const leftNumber = toNumber(left)
  const rightNumber = toNumber(right)
  if (leftNumber !== undefined && rightNumber !== undefined) return leftNumber - rightNumber
  if (typeof left === 'string' && typeof right === 'string')
    return left < right ? -1 : left > right ? 1 : 0
  if (typeof left === 'boolean' && typeof right === 'boolean') return Number(left) - Number(right)
  return undefined
}
