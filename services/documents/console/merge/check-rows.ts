import { valueAt } from '../data/data-path.ts'
import type { Field } from '../data/fields.ts'
import { words } from '../words/merge.ts'
import { rowData, type RowContext } from './mapping.ts'

/** What is wrong with a row before anything is made of it. */
export interface RowProblem {
  readonly target: string
  readonly message: string
}

/** The problems of each row, by its position; rows without any are left out. */
export function checkRows(context: RowContext): ReadonlyMap<number, readonly RowProblem[]> {
  const found = new Map<number, readonly RowProblem[]>()
  for (const [index, row] of context.sheet.rows.entries()) {
    const problems = rowProblems(row, context)
    if (problems.length > 0) found.set(index, problems)
  }
  return found
}

function rowProblems(row: readonly string[], context: RowContext): readonly RowProblem[] {
  const data = rowData(row, context)
  return context.targets.flatMap(({ name, path, field }) => {
    const message = problemOf(field, valueAt(data, path))
    return message === undefined ? [] : [{ target: name, message }]
  })
}

function problemOf(field: Field, value: unknown): string | undefined {
  if (value === undefined) return field.isRequired ? words('missing') : undefined
  switch (field.kind) {
    case 'number':
      return typeof value === 'number' ? undefined : words('noNumber')
    case 'boolean':
      return typeof value === 'boolean' ? undefined : words('noBoolean')
    case 'date':
      return /^\d{4}-\d\d-\d\d/.test(String(value)) ? undefined : words('noDate')
    case 'choice':
      return field.choices.includes(String(value))
        ? undefined
        : words('noChoice', { choices: field.choices.join(', ') })
    default:
      return undefined
  }
}
