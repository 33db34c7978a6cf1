import { fieldsOf, isComputed, isRanged, sumsOf } from '../formula.ts'
import type { Field, Formula, ModelDefinition, SumOfLines } from '../types.ts'
import type { CheckedModel, Complain } from './checked-model.ts'

const NUMBERS = new Set<Field['type']>(['integer', 'money', 'quantity', 'rate', 'decimal'])

/** Formulas speak of numbers that there are, and no field makes itself. */
export function checkFormulas(
  { model }: CheckedModel,
  models: ReadonlyMap<string, ModelDefinition>,
  complain: Complain,
): void {
  for (const field of model.fields) {
    const path = `fields/${field.name}`
    const say = (message: string) => complain(path, message)
    if ((field.computed !== undefined || isRanged(field)) && !('scale' in field))
      say('Only money, quantity, rate and decimal are computed or have a range.')
    if (isComputed(field)) {
      checkFormula(field.computed.formula, model, say)
      for (const sum of sumsOf(field.computed.formula)) checkSum(sum, { model, models, say })
      if (isMadeOf(model, field.name, { of: field.name, seen: new Set() }))
        say(`"${field.name}" would be made of itself.`)
    }
    if (isRanged(field) && field.range.most !== null) checkFormula(field.range.most, model, say)
  }
}

function checkFormula(
  formula: Formula,
  model: Pick<ModelDefinition, 'name' | 'fields'>,
  say: (message: string) => void,
): void {
  for (const name of fieldsOf(formula)) {
    const field = model.fields.find((candidate) => candidate.name === name)
    if (field === undefined) say(`${model.name} has no field "${name}".`)
    else if (!NUMBERS.has(field.type))
      say(`"${name}" is of type ${field.type}, which is no number.`)
  }
}

function checkSum(
  { lines: name, formula, where }: SumOfLines,
  around: {
    readonly model: ModelDefinition
    readonly models: ReadonlyMap<string, ModelDefinition>
    readonly say: (message: string) => void
  },
): void {
  const lines = around.model.lines.find((own) => own.name === name)
  const target = lines === undefined ? undefined : around.models.get(lines.model)
  if (target === undefined) return around.say(`${around.model.name} has no lines "${name}".`)
  if (sumsOf(formula).length > 0) around.say('A sum is over fields of lines, not over other sums.')
  checkFormula(formula, target, around.say)
  if (where === null) return
  const field = target.fields.find((candidate) => candidate.name === where.field)
  const isChoice =
    field?.type === 'choice' && field.choices.some(({ value }) => value === where.value)
  const isFlag = field?.type === 'boolean' && (where.value === 'true' || where.value === 'false')
  if (!isChoice && !isFlag)
    around.say(`${target.name} has no choice "${where.field}" with "${where.value}".`)
}

function isMadeOf(
  model: ModelDefinition,
  name: string,
  search: { readonly of: string; readonly seen: Set<string> },
): boolean {
  if (search.seen.has(name)) return false
  search.seen.add(name)
  const field = model.fields.find((candidate) => candidate.name === name)
  if (field === undefined || !isComputed(field)) return false
  return fieldsOf(field.computed.formula).some(
    (part) => part === search.of || isMadeOf(model, part, search),
  )
}
