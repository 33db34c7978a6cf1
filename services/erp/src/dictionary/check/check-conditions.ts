import type { Condition, Term } from '../condition.ts'
import type { ModelDefinition } from '../types.ts'
import type { CheckedModel, Complain } from './checked-model.ts'

/** What `required_if` and `visible_if` mention. */
export function checkConditions({ source, model }: CheckedModel, complain: Complain): void {
  for (const { name, requiredIf, visibleIf, spec } of source.fields) {
    const path = `fields/${name}`
    if (requiredIf !== null && spec.required)
      complain(`${path}/required_if`, `"${name}" is required anyway.`)
    for (const problem of problemsOf(requiredIf, model)) complain(`${path}/required_if`, problem)
    for (const problem of problemsOf(visibleIf, model)) complain(`${path}/visible_if`, problem)
  }
}

function problemsOf(condition: Condition | null, model: ModelDefinition): readonly string[] {
  return (condition ?? []).flat().flatMap((term) => problemOf(term, model) ?? [])
}

function problemOf(term: Term, { fields }: ModelDefinition): string | null {
  const field = fields.find(({ name }) => name === term.field)
  if (field === undefined) return `There is no field "${term.field}".`
  if ('empty' in term) return null
  const known =
    field.type === 'choice'
      ? field.choices.map(({ value }) => value)
      : field.type === 'boolean'
        ? ['true', 'false']
        : null
  if (known === null) return `"${term.field}" has no values to choose from.`
  const wrong = ('in' in term ? term.in : term.not_in).find((value) => !known.includes(value))
  return wrong === undefined ? null : `"${wrong}" is no value of "${term.field}".`
}
