import { escapeText } from '@oficina/xml/xml-text.ts'

import { serialOfDate } from './xlsx-dates.ts'

/** How the values of a column are written and shown. */
export type SheetFormat = 'text' | 'number' | 'money' | 'date' | 'instant' | 'boolean'

/** A value as text: numbers digit for digit, days and instants in ISO 8601, booleans `true` or `false`; null is empty. */
export type SheetValue = string | null

/** A format, and the workbook’s styles for it: of the value, and of a text that stands in its place. */
interface CellLook {
  readonly format: SheetFormat
  readonly style: number
  readonly textStyle?: number
}

// Excel refuses a workbook with a longer text in a cell.
const MAX_CELL_LENGTH = 32_767
// Excel would round a longer number; it is written as a text.
const EXACT_DIGITS = 15

/** A cell; a number that Excel would round, and a day that it does not know, are texts. */
export function cellXml(
  reference: string,
  value: string,
  { format, style, textStyle = 0 }: CellLook,
): string {
  switch (format) {
    case 'text':
      return textCell(reference, value, style)
    case 'boolean':
      return `<c r="${reference}" t="b"><v>${value === 'true' ? 1 : 0}</v></c>`
    case 'number':
    case 'money':
      return value.replaceAll(/[-.]|^-?0+(?=\d)/g, '').length > EXACT_DIGITS
        ? textCell(reference, value, textStyle)
        : `<c r="${reference}"${styleOf(style)}><v>${value}</v></c>`
    case 'date':
    case 'instant': {
      const serial = serialOfDate(value)
      return serial === null
        ? textCell(reference, value, textStyle)
        : `<c r="${reference}"${styleOf(style)}><v>${serial}</v></c>`
    }
  }
}

function styleOf(style: number): string {
  return style === 0 ? '' : ` s="${style}"`
}

export function textCell(reference: string, text: string, style: number): string {
  const cut = text.length > MAX_CELL_LENGTH ? text.slice(0, MAX_CELL_LENGTH) : text
  const styled = style === 0 ? '' : ` s="${style}"`
  return `<c r="${reference}" t="inlineStr"${styled}><is><t xml:space="preserve">${escaped(cut)}</t></is></c>`
}

// What XML 1.0 cannot hold: control characters, two non-characters, half of a surrogate pair.
const UNWRITABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]|_x[\dA-Fa-f]{4}_/gu

function escaped(text: string): string {
  return escapeText(writable(text)).replaceAll('\r', '_x000D_')
}

/** What XML cannot hold is written `_x0001_`, and the underscore of a text that looks like that is escaped as well. */
export function writable(text: string): string {
  return text.replaceAll(UNWRITABLE, (found) =>
    found.startsWith('_')
      ? `_x005F${found}`
      : `_x${found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  )
}

export function columnLetters(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnLetters(Math.floor(index / 26) - 1) + letter
}
