import type { Column } from '../metadata/model-metadata.ts'
import { isDecimalType } from './column-kinds.ts'

// Of a character in the consoles' type, in pixels: of titles, of running text, of what stands out, of digits side by side,
// of sums, of the capitals and digits of a key, which should never be cut. Separators are narrower; a percent sign takes two.
const CHARACTERS = { title: 7, text: 7.4, strong: 8.2, digits: 8.5, sum: 8.8, key: 9 } as const

/** How wide so many characters are, in pixels. */
export function textWidth(length: number, kind: keyof typeof CHARACTERS): number {
  return length * CHARACTERS[kind]
}

/** How wide a column of a type is at least, in pixels, and how much it takes of what is left. */
export interface ColumnWidth {
  readonly least: number
  readonly share: number
}

// A longer text has the most to say of its line.
const LONG_TEXT = 60

/** What a column needs by its type, before anybody has looked at its values. */
export function usualWidth({ type, length }: Pick<Column, 'type' | 'length'>): ColumnWidth {
  if (type === 'boolean') return { least: 72, share: 0 }
  if (type === 'date') return { least: 124, share: 0 }
  if (type === 'instant') return { least: 180, share: 0 }
  if (type === 'integer') return { least: 80, share: 0.4 }
  if (isDecimalType(type)) return { least: type === 'money' ? 88 : 76, share: 0.6 }
  if (type === 'reference') return { least: 100, share: 1.2 }
  if (type === 'choice') return { least: 110, share: 0.6 }
  return (length ?? 0) > LONG_TEXT ? { least: 130, share: 2 } : { least: 100, share: 1 }
}
