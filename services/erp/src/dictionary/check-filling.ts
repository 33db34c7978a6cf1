import type { CheckedModel, Complain } from './checked-model.ts'
import type { FillOrigin, FillPlace } from './fill.ts'
import type { Field, ModelDefinition } from './types.ts'

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
  const written = [...source.fills]
  const heads =
    written.length === 0
      ? []
      : [...models.values()].filter(({ lines }) => lines.some((own) => own.model === model.name))
  for (const [name, fill] of written) {
    const say = (message: string) => complain(`fills/${name}`, message)
    const field = model.fields.find((candidate) => candidate.name === name)
    if (field === undefined) {
      say(`There is no field "${name}".`)
      continue
    }
    if (field.readOnly !== null || field.computed !== undefined)
      say(`"${name}" is not written by a hand, so nothing fills it in.`)
    const place = { model, heads, models }
    for (const { origin, when } of fill) {
      const problem = originProblem(origin, field, place)
      if (problem !== null) say(problem)
      for (const { place: at, test } of when) {
        const wrong = [at, ...(test.kind === 'same' ? [test.place] : [])].flatMap(
          (one) => placeProblem(one, place) ?? [],
        )
        for (const one of wrong) say(one)
        const target = fieldAt(at, place)
        if (test.kind === 'own' && !(target?.type === 'reference' && target.target === 'Moneda'))
          say(`"${at.field}" is no Moneda, of which a company has one of its own.`)
      }
    }
  }
  for (const name of source.entry ?? []) {
    const field = model.fields.find((candidate) => candidate.name === name)
    if (field === undefined) complain('entry', `There is no field "${name}".`)
    else if (field.readOnly !== null) complain('entry', `"${name}" is not written by a hand.`)
  }
  for (const name of source.codes) {
    const type = model.fields.find((candidate) => candidate.name === name)?.type
    if (type !== 'text') complain('codes', `There is no text "${name}".`)
    else if (!model.admin.searchFields.includes(name))
      complain('codes', `"${name}" is not among what is searched, so nobody would find it.`)
  }
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
  const source = from === null ? model : models.get(from.model)
  const said = source?.fields.find(({ name }) => name === (from?.field ?? field.name))
  if (source === undefined || said === undefined || !isAlike(said, field))
    return `There is no "${from?.model ?? ''}.${from?.field ?? field.name}" of its type.`
  const has = (one: ModelDefinition) => one.fields.some(({ name }) => name === 'articulo')
  if (model.partner !== null && from === null) return null
  return has(model) && has(source)
    ? null
    : 'The last is that of a cliente, a proveedor or an articulo.'
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
