import type { Fill, FillOrigin, FillPlace, FillTerm } from '../fill.ts'
import type { Field, ModelDefinition } from '../types.ts'
import type { CheckedModel, Complain } from './checked-model.ts'

type Models = ReadonlyMap<string, ModelDefinition>

interface Place {
  readonly model: ModelDefinition
  /** The documents whose lines the records are. */
  readonly heads: readonly ModelDefinition[]
  readonly models: Models
}

/** What `fills`, `entry` and `codes` of a file mention. */
export function checkFilling(
  { source, model }: CheckedModel,
  models: Models,
  complain: Complain,
): void {
  const heads =
    source.fills.size === 0
      ? []
      : [...models.values()].filter(({ lines }) => lines.some((own) => own.model === model.name))
  const place = { model, heads, models }
  for (const [name, fill] of source.fills)
    for (const problem of fillProblems(name, fill, place)) complain(`fills/${name}`, problem)
  for (const name of source.entry ?? []) {
    const field = model.fields.find((candidate) => candidate.name === name)
    if (field === undefined) complain('entry', `There is no field "${name}".`)
    else if (field.readOnly !== null) complain('entry', `"${name}" is not written by a hand.`)
  }
  checkCodes({ source, model }, complain)
}

/** What names a record whole, or another one that has no such name itself. */
function checkCodes({ source, model }: CheckedModel, complain: Complain): void {
  const { codes, codesOf } = source
  for (const name of codes) {
    const type = model.fields.find((candidate) => candidate.name === name)?.type
    if (type !== 'text') complain('codes', `There is no text "${name}".`)
    else if (codesOf === null && !model.admin.searchFields.includes(name))
      complain('codes', `"${name}" is not among what is searched, so nobody would find it.`)
  }
  if (codesOf === null) return
  const named = model.fields.find(({ name }) => name === codesOf)
  if (named?.type !== 'reference') complain('codes_of', `There is no reference "${codesOf}".`)
  else if (codes.length === 0) complain('codes_of', 'It has no codes.')
}

function fillProblems(name: string, fill: Fill, place: Place): readonly string[] {
  const field = place.model.fields.find((candidate) => candidate.name === name)
  if (field === undefined) return [`There is no field "${name}".`]
  if (field.readOnly !== null || field.computed !== undefined)
    return [`"${name}" is not written by a hand, so nothing fills it in.`]
  return fill.flatMap(({ origin, when }) => [
    ...problemsOf(originProblem(origin, field, place)),
    ...when.flatMap((term) => termProblems(term, place)),
  ])
}

function problemsOf(problem: string | null): readonly string[] {
  return problem === null ? [] : [problem]
}

function termProblems({ place: at, test }: FillTerm, place: Place): readonly string[] {
  const mentioned = [at, ...(test.kind === 'same' ? [test.place] : [])]
  const wrong = mentioned.flatMap((one) => placeProblem(one, place) ?? [])
  const target = fieldAt(at, place)
  const isOwn = target?.type === 'reference' && target.target === 'Moneda'
  if (wrong.length > 0 || test.kind !== 'own' || isOwn) return wrong
  return [`"${at.field}" is no Moneda, of which a company has one of its own.`]
}

function originProblem(origin: FillOrigin, field: Field, place: Place): string | null {
  switch (origin.kind) {
    case 'field': {
      const problem = placeProblem(origin, place)
      if (problem !== null) return problem
      const said = fieldAt(origin, place)
      return said !== undefined && isAlike(said, field)
        ? null
        : `"${origin.reference}.${origin.field}" is not of the type of "${field.name}".`
    }
    case 'key':
      return field.type === 'reference' ? null : `"${field.name}" refers to nothing with a key.`
    case 'list':
      return field.listed === true ? null : `No list of prices says "${field.name}".`
    case 'user':
      return field.type === 'reference' && field.target === 'Usuario'
        ? null
        : `"${field.name}" refers to no Usuario.`
    case 'last':
      return lastProblem(origin.from, field, place)
  }
}

function lastProblem(
  from: { readonly model: string; readonly field: string } | null,
  field: Field,
  { model, models }: Place,
): string | null {
  const at = from ?? { model: model.name, field: field.name }
  const source = models.get(at.model)
  const said = source?.fields.find(({ name }) => name === at.field)
  if (source === undefined || said === undefined || !isAlike(said, field))
    return `There is no "${at.model}.${at.field}" of its type.`
  if (model.partner !== null && from === null) return null
  return hasArticle(model) && hasArticle(source)
    ? null
    : 'The last is that of a cliente, a proveedor or an articulo.'
}

function hasArticle({ fields }: ModelDefinition): boolean {
  return fields.some(({ name }) => name === 'articulo')
}

function placeProblem(at: FillPlace, place: Place): string | null {
  if (at.reference !== null && fieldNamed(at.reference, place)?.type !== 'reference')
    return `There is no reference "${at.reference}" in ${place.model.name} or its document.`
  if (fieldAt(at, place) !== undefined) return null
  const shown = at.reference === null ? at.field : `${at.reference}.${at.field}`
  return `There is no field "${shown}".`
}

function fieldAt(at: FillPlace, place: Place): Field | undefined {
  if (at.reference === null) return fieldNamed(at.field, place)
  const reference = fieldNamed(at.reference, place)
  const target = reference?.type === 'reference' ? place.models.get(reference.target) : undefined
  return target?.fields.find(({ name }) => name === at.field)
}

function fieldNamed(name: string, { model, heads }: Place): Field | undefined {
  for (const one of [model, ...heads]) {
    const field = one.fields.find((candidate) => candidate.name === name)
    if (field !== undefined) return field
  }
  return undefined
}

function isAlike(one: Field, other: Field): boolean {
  if (one.type === 'reference') return other.type === 'reference' && one.target === other.target
  return one.type === other.type || ('scale' in one && 'scale' in other)
}
