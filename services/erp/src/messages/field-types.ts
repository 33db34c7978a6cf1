import type { Field } from '../dictionary/types.ts'

export type FieldType = Field['type']

const SPANISH: Readonly<Record<FieldType, string>> = {
  text: 'texto',
  long_text: 'texto largo',
  secret: 'secreto',
  integer: 'número entero',
  money: 'importe',
  quantity: 'cantidad',
  rate: 'tasa',
  decimal: 'número decimal',
  date: 'fecha',
  instant: 'fecha y hora',
  boolean: 'sí o no',
  json: 'JSON',
  choice: 'opción',
  reference: 'referencia',
}

/** What a field holds, in Spanish, as in `un campo de texto`. */
export function fieldTypeWords(type: FieldType): string {
  return SPANISH[type]
}
