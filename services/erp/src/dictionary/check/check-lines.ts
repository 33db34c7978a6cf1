import type { Lines, ModelDefinition } from '../types.ts'
import type { CheckedModel, Complain } from './checked-model.ts'

const NAME = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/
/** What an answer has beside a record's own fields. */
const SYSTEM = new Set(['id', 'creado_en', 'modificado_en', 'version'])

/** The lines of a document have a name that nothing else in its JSON has, and lead to it. */
export function checkLines(
  { source, model }: CheckedModel,
  models: ReadonlyMap<string, ModelDefinition>,
  complain: Complain,
): void {
  const fields = new Set(model.fields.flatMap(({ name }) => [name, `${name}_str`]))
  for (const [i, lines] of model.lines.entries()) {
    const path = source.lineModels.some(({ name }) => name === lines.name)
      ? `lines/${lines.name}`
      : 'fields'
    const isTaken =
      fields.has(lines.name) ||
      SYSTEM.has(lines.name) ||
      model.lines.findIndex(({ name }) => name === lines.name) !== i
    if (!NAME.test(lines.name)) complain(path, `"${lines.name}" must be lower snake_case.`)
    if (isTaken)
      complain(
        path,
        `"${lines.name}" would be two things in a ${model.name}; name its ${lines.model} under "lines".`,
      )
    const problem = wrongModel(model, lines, models)
    if (problem !== null) complain(path, problem)
  }
}

function wrongModel(
  head: ModelDefinition,
  { model, field }: Lines,
  models: ReadonlyMap<string, ModelDefinition>,
): string | null {
  const target = models.get(model)
  if (target === undefined) return `There is no model "${model}".`
  if (head.scope !== 'tenant' || target.scope !== 'tenant')
    return 'Only records of a company are lines.'
  const reference = target.fields.find(({ name }) => name === field)
  const isToHead = reference?.type === 'reference' && reference.target === head.name
  return isToHead ? null : `${model} has no reference "${field}" to ${head.name}.`
}
