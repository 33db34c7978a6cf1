import type { Field } from '../dictionary/types.ts'
import type { FieldValue } from './field-value.ts'

/** Whether two spellings of a field's value mean the same: `10` and `10.00`, or one instant as two texts. */
export function isSameValue(
  field: Field,
  one: FieldValue | null,
  other: FieldValue | null,
): boolean {
  if (one === null || other === null) return one === other
  return normal(field, one) === normal(field, other)
}

function normal(field: Field, value: FieldValue): string {
  const text = String(value)
  switch (field.type) {
    case 'boolean':
      return text === 't' || text === 'true' ? 'true' : 'false'
    case 'instant':
      // PostgreSQL writes `2026-03-02 15:00:00+00`.
      return String(Date.parse(text.replace(' ', 'T').replace(/([+-]\d{2})$/, '$1:00')))
    case 'integer':
    case 'reference':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return normalNumber(text)
    case 'text':
    case 'long_text':
    case 'secret':
    case 'date':
    case 'choice':
    case 'json':
      return text
  }
}

function normalNumber(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^(-?)0+(?=\d)/, '$1').split('.')
  const kept = fraction.replace(/0+$/, '')
  const number = kept === '' ? whole : `${whole}.${kept}`
  return number === '-0' ? '0' : number
}
