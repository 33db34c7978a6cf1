import type { Bilingual } from '@oficina/words/bilingual.ts'

import type { SourceFile } from './model-source.ts'
import type { DictionaryProblem, Field, Laws, ModelDefinition } from './types.ts'
import { readYaml, report, takeMap, takeText, type Entries, type Reading } from './yaml-reading.ts'

export const LAWS_FILE = 'normas.yaml'

export const NO_LAWS: Laws = { catalogs: {}, fields: {}, inputs: {} }

/** Of a field of a model. */
export function lawOf({ catalogs, fields }: Laws, model: string, field: Field): Bilingual | null {
  const ofCatalog = field.type === 'reference' ? catalogs[field.target] : undefined
  return fields[`${model}.${field.name}`] ?? fields[field.name] ?? ofCatalog ?? null
}

/** Of an input of an action, named as `Venta.cancelar_venta`. */
export function lawOfInput(laws: Laws, action: string, field: Field): Bilingual | null {
  const own = laws.inputs[`${action}.${field.name}`] ?? laws.inputs[field.name]
  return own ?? lawOf(laws, action, field)
}

/** Reports by file and line what names nothing, and texts that are missing or too long for a note. */
export function parseLaws(
  file: SourceFile,
  models: readonly ModelDefinition[],
  problems: DictionaryProblem[],
): Laws {
  const reading = readYaml(file)
  const top = takeMap(reading, reading.value, '', ['catalogs', 'fields', 'inputs']) ?? {}
  const known = new Map(models.map((model) => [model.name, model]))
  const laws = {
    catalogs: takeLaws(reading, top['catalogs'], 'catalogs', (name) => known.has(name)),
    fields: takeLaws(reading, top['fields'], 'fields', (name) => isField(name, known)),
    // Which inputs actions have is said by their code; a test compares.
    inputs: takeLaws(reading, top['inputs'], 'inputs', () => true),
  }
  problems.push(...reading.problems)
  return laws
}

function isField(path: string, models: ReadonlyMap<string, ModelDefinition>): boolean {
  const [first = '', name] = path.split('.')
  if (name === undefined) return [...models.values()].some((model) => hasField(model, first))
  const model = models.get(first)
  return model !== undefined && hasField(model, name)
}

function hasField({ fields }: ModelDefinition, name: string): boolean {
  return fields.some((field) => field.name === name)
}

function takeLaws(
  reading: Reading,
  value: unknown,
  path: string,
  isThere: (name: string) => boolean,
): Readonly<Record<string, Bilingual>> {
  const entries: Entries = value === undefined ? {} : (takeMap(reading, value, path, null) ?? {})
  return Object.fromEntries(
    Object.entries(entries).map(([name, said]) => {
      const at = `${path}/${name}`
      if (!isThere(name)) report(reading, at, `There is no "${name}".`)
      return [name, takeLaw(reading, said, at)]
    }),
  )
}

// What a person reads beside a field before going on.
const MAX_LAW = 300

function takeLaw(reading: Reading, value: unknown, path: string): Bilingual {
  const said = takeMap(reading, value, path, ['es', 'en']) ?? {}
  const textOf = (language: string) => {
    const at = `${path}/${language}`
    const text = takeText(reading, said[language], at) ?? ''
    if (text.length > MAX_LAW) report(reading, at, `At most ${MAX_LAW} characters.`)
    return text
  }
  return { es: textOf('es'), en: textOf('en') }
}
