import type { Column } from '../metadata/model-metadata.ts'
import { plainText } from '../values/plain-text.ts'
import { shownText } from '../values/shown-value.ts'
import { words } from '../words/surroundings.ts'

// A long text is cut: the history says that it changed, the record what it is.
const MAX_LENGTH = 80

/**
 * A value of a column as the history says it.
 * @param text a reference in words
 */
export function toldValue(value: unknown, column: Column | undefined, text: unknown): string {
  if (value === null || value === undefined || value === '') return words('nothing')
  if (column === undefined) return shortened(plainText(value))
  if (column.write_only) return words('hidden')
  const { name, references } = column
  const said = references === null ? undefined : (text ?? `#${plainText(value)}`)
  return shortened(shownText(column, { [name]: value, [`${name}_str`]: said }))
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
