import type { Column } from '../../metadata/model-metadata.ts'
import { plainText } from '../../values/plain-text.ts'
import { shownText } from '../../values/shown-value.ts'
import { words } from '../../words/surroundings.ts'

// A long text is cut: the history says that it changed, the record what it is.
const MAX_LENGTH = 80

/**
 * A value of a column as the history says it.
 * @param text a reference in words
 */
export function toldValue(value: unknown, column: Column | undefined, text: unknown): string {
  if (value === null || value === undefined || value === '') return words('nothing')
  if (column === undefined) return shortened(notedText(value))
  if (column.write_only) return words('hidden')
  const { name, references } = column
  const said = references === null ? undefined : (text ?? `#${plainText(value)}`)
  return shortened(shownText(column, { [name]: value, [`${name}_str`]: said }))
}

/** What an action noted has no column that says its type: its form does. Amounts have two decimals, quantities six. */
function notedText(noted: unknown): string {
  return shownText({ name: 'noted', type: typeOf(noted), scale: null, choices: null }, { noted })
}

function typeOf(noted: unknown): string {
  if (typeof noted === 'boolean') return 'boolean'
  const text = plainText(noted)
  return FORMS.find(([, form]) => form.test(text))?.[0] ?? 'text'
}

const FORMS: readonly (readonly [type: string, form: RegExp])[] = [
  ['money', /^-?\d+\.\d\d$/],
  ['decimal', /^-?\d+\.\d+$/],
  ['date', /^\d{4}-\d\d-\d\d$/],
  ['instant', /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/],
]

function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1)}…` : text
}
