import type { Column } from '../metadata/model-metadata.ts'
import { plainText } from '../values/plain-text.ts'
import { shownText } from '../values/shown-value.ts'
import { words } from '../words/surroundings.ts'

// A long text is cut: the history says that it changed, the record what it is.
const MAX_LENGTH = 80

/** Names of records by model and id. */
export type Names = ReadonlyMap<string, ReadonlyMap<number, string>>

/** A value of a column as the history says it. */
export function toldValue(value: unknown, column: Column | undefined, names: Names): string {
  if (value === null || value === undefined || value === '') return words('nothing')
  if (column === undefined) return shortened(plainText(value))
  if (column.write_only) return words('hidden')
  const { name, references } = column
  const text =
    references === null
      ? undefined
      : (names.get(references)?.get(Number(value)) ?? `#${plainText(value)}`)
  return shortened(shownText(column, { [name]: value, [`${name}_str`]: text }))
}

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
