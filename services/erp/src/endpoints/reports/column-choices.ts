import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { Model } from '../../dictionary/types.ts'
import type { ReportColumn } from './report-words.ts'

/** A value of a closed list, and how it is called. */
export interface ColumnChoice {
  readonly value: string
  readonly label: Bilingual
  readonly tone?: string | undefined
}

/** The values of a column of choices; null for any other. */
export function columnChoices(
  { choices, field }: ReportColumn,
  modelOf: (name: string) => Model,
): readonly ColumnChoice[] | null {
  if (choices !== undefined) {
    return Object.entries(choices).map(([value, label]) => ({ value, label }))
  }
  if (field === undefined) return null
  const declared = modelOf(field.model).fieldByName.get(field.name)
  if (declared?.type !== 'choice') throw new Error(`${field.model}.${field.name} has no choices`)
  return declared.choices.map(({ value, label, tone }) => ({
    value,
    label: { es: label, en: label },
    tone,
  }))
}
