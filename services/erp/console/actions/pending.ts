import { plainText } from '../values/plain-text.ts'
import type { LineColumn } from './action-description.ts'

type Line = Readonly<Record<string, unknown>>

const DECIMAL = /^-?\d+(\.\d+)?$/

/** What stands in a column of a line first: its default, less what was taken already, never below zero. */
export function pendingOf(
  { default: from }: Pick<LineColumn, 'default'>,
  line: Line,
): string | undefined {
  if (from === null) return undefined
  const taken = from.minus.map((field) => decimalText(line[field]))
  const left = less(decimalText(line[from.field]), taken)
  return left.startsWith('-') ? '0' : left
}

/** Whether a decimal is nothing. */
export function isZero(text: string): boolean {
  return /^-?0*(\.0*)?$/.test(text)
}

/** `one` minus `others`, exactly, without zeros at its end. */
export function less(one: string, others: readonly string[]): string {
  const places = Math.max(...[one, ...others].map((text) => text.split('.')[1]?.length ?? 0))
  const units = (text: string): bigint => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(places, '0'))
  }
  const left = others.reduce((sum, other) => sum - units(other), units(one))
  const digits = String(left < 0n ? -left : left).padStart(places + 1, '0')
  const whole = digits.slice(0, digits.length - places)
  const fraction = digits.slice(digits.length - places).replace(/0+$/, '')
  return `${left < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`
}

function decimalText(value: unknown): string {
  const text = plainText(value)
  return DECIMAL.test(text) ? text : '0'
}
