import { MAX_IDENTIFIER_BYTES } from '../naming.ts'
import { MANIFEST_FILE, type Manifest } from '../parse-manifest.ts'
import type { DictionaryProblem, ModelDefinition } from '../types.ts'
import { lineOf } from '../yaml-reading.ts'
import { checkConditions } from './check-conditions.ts'
import { findDuplicates } from './check-duplicates.ts'
import { checkFields } from './check-fields.ts'
import { checkFilling } from './check-filling.ts'
import { checkFormulas } from './check-formulas.ts'
import { checkLines } from './check-lines.ts'
import { checkStates } from './check-states.ts'
import type { CheckedModel, Complain } from './checked-model.ts'

/**
 * Checks that no single file allows: counts, references, levels, names, and the fields that layouts and keys mention.
 */
export function checkDictionary(
  entries: readonly CheckedModel[],
  manifest: Manifest,
): readonly DictionaryProblem[] {
  const problems: DictionaryProblem[] = []
  const models = new Map(entries.map(({ model }) => [model.name, model]))
  const actions = new Set(entries.flatMap(({ model }) => model.actions))
  for (const entry of entries) {
    const complain: Complain = (path, message) =>
      problems.push({ file: entry.source.file, line: lineOf(entry.source.lines, path), message })
    checkModel(entry, manifest, complain)
    checkReferences(entry.model, models, complain)
    checkFields(entry, models, complain)
    checkConditions(entry, complain)
    checkLines(entry, models, complain)
    checkFormulas(entry, models, complain)
    checkFilling(entry, models, complain)
    checkStates(entry, { models, actions }, complain)
  }
  return [
    ...problems,
    ...findDuplicates(entries),
    ...checkTenant(entries),
    ...checkCounts(entries, manifest),
  ]
}

function checkModel({ source, model }: CheckedModel, manifest: Manifest, complain: Complain): void {
  if (!manifest.modules.some(({ name }) => name === source.module))
    complain('', `Module "${source.module}" is not in ${MANIFEST_FILE}.`)
  if (model.table.length > MAX_IDENTIFIER_BYTES)
    complain('', `Table name ${model.table} is longer than ${MAX_IDENTIFIER_BYTES} bytes.`)
  if (model.level === 4 && model.callbacks.length === 0)
    complain('level', 'A level 4 model runs callbacks: name them under "callbacks".')
  if (model.level !== 4 && model.callbacks.length > 0)
    complain('callbacks', 'Only a level 4 model runs callbacks.')
  for (const field of model.fields) {
    if (field.readOnly?.kind !== 'action') continue
    const unknown = field.readOnly.actions.find((action) => !model.actions.includes(action))
    if (unknown !== undefined)
      complain(`fields/${field.name}/changed_by`, `"${unknown}" is not among the model's actions.`)
  }
}

function checkReferences(
  model: ModelDefinition,
  models: ReadonlyMap<string, ModelDefinition>,
  complain: Complain,
): void {
  for (const field of model.fields) {
    if (field.type !== 'reference') continue
    const target = models.get(field.target)
    const path = `fields/${field.name}`
    if (target === undefined) complain(path, `There is no model "${field.target}".`)
    else if (model.level === 1) complain(path, 'A level 1 model has no references.')
    else if (model.level === 2 && target.level > 2)
      complain(
        path,
        `A level 2 model refers to levels 1 and 2 only; ${target.name} is of level ${target.level}.`,
      )
  }
}

function checkTenant(entries: readonly CheckedModel[]): readonly DictionaryProblem[] {
  const tenants = entries.filter(({ model }) => model.isTenant)
  const [first] = tenants
  if (first === undefined)
    return [{ file: MANIFEST_FILE, line: 1, message: 'No model is marked "tenant: true".' }]
  return tenants
    .filter((entry) => entry !== first || entry.model.scope !== 'tenant')
    .map(({ source }) => ({
      file: source.file,
      line: lineOf(source.lines, 'tenant'),
      message: 'Exactly one model must be the tenant, and it must be of level 3.',
    }))
}

function checkCounts(
  entries: readonly CheckedModel[],
  manifest: Manifest,
): readonly DictionaryProblem[] {
  const found = { 1: 0, 2: 0, 3: 0, 4: 0 }
  for (const { model } of entries) {
    found[model.level] += 1
    if (model.level === 4) found[3] += 1
  }
  return ([1, 2, 3, 4] as const).flatMap((level) => {
    const expected = manifest.counts[level]
    if (found[level] === expected) return []
    return [
      {
        file: MANIFEST_FILE,
        line: lineOf(manifest.lines, `counts/${level}`),
        message: `Level ${level} has ${found[level]} models, not ${expected}.`,
      },
    ]
  })
}
