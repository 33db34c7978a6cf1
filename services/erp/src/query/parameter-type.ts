import { trusted, type Sql } from '@oficina/kit/sql.ts'

import type { Field } from '../dictionary/types.ts'

/** The parameter's type, so that PostgreSQL never has to guess it from the text. */
export function cast(field: Field, suffix = ''): Sql {
  return trusted(`::${parameterType(field)}${suffix}`)
}

/** The type of a field's values in PostgreSQL, as a parameter names it. */
export function parameterType(field: Field): string {
  switch (field.type) {
    case 'text':
    case 'long_text':
    case 'secret':
    case 'choice':
      return 'text'
    case 'integer':
    case 'reference':
      return 'int8'
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return 'numeric'
    case 'date':
      return 'date'
    case 'instant':
      return 'timestamptz'
    case 'boolean':
      return 'boolean'
    case 'json':
      return 'jsonb'
  }
}
