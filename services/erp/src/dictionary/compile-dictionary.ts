import { fail, ok, type Result } from '@oficina/kit/result.ts'

import { checkDictionary } from './check/check-dictionary.ts'
import { linesByHead } from './derive/derive-lines.ts'
import { deriveModel } from './derive/derive-model.ts'
import { LAWS_FILE, NO_LAWS, parseLaws } from './laws.ts'
import type { SourceFile } from './model-source.ts'
import { MANIFEST_FILE, parseManifest, parseWords, WORDS_FILE } from './parse-manifest.ts'
import { parseModel } from './parse-model.ts'
import { labelWords, type LabelWords } from './spanish-labels.ts'
import type { DictionaryProblem, Laws, ModelDefinition, Module } from './types.ts'

/** The whole dictionary as plain data, ready for `buildRegistry` and for a file on disk. Models in alphabetical order. */
export interface CompiledDictionary {
  readonly modules: readonly Omit<Module, 'models'>[]
  readonly models: readonly ModelDefinition[]
  readonly words: LabelWords
  readonly laws: Laws
}

/**
 * Parses, completes and checks all files of a dictionary folder: `diccionario.yaml`, `palabras.yaml`,
 * `normas.yaml`, which may be missing, and `<modulo>/<Modelo>.yaml`. Reports every problem at once, in the order of files and lines.
 */
export function compileDictionary(
  files: readonly SourceFile[],
): Result<CompiledDictionary, readonly DictionaryProblem[]> {
  const problems: DictionaryProblem[] = []
  const words = parseWords(takeFile(files, WORDS_FILE, problems), problems)
  const manifest = parseManifest(takeFile(files, MANIFEST_FILE, problems), problems)
  const modelFiles = files.filter(({ path }) => !OF_ALL.includes(path))
  const parsed = modelFiles
    .flatMap((file) => parseModel(file, problems) ?? [])
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const sources = new Map(parsed.map((source) => [source.name, source]))
  const byHead = linesByHead(parsed)
  const entries = parsed.map((source) => ({
    source,
    model: deriveModel(source, { words, sources, byHead }),
  }))
  // References between files are checked only when all files can be read: a broken one would look like a missing one.
  if (problems.length === 0) problems.push(...checkDictionary(entries, manifest))
  const models = entries.map(({ model }) => model)
  const lawsFile = files.find(({ path }) => path === LAWS_FILE)
  const laws = lawsFile === undefined ? NO_LAWS : parseLaws(lawsFile, models, problems)
  if (problems.length > 0) return fail(problems.toSorted(byPlace))
  return ok({
    modules: manifest.modules,
    models,
    words: labelWords(words),
    laws,
  })
}

const OF_ALL: readonly string[] = [WORDS_FILE, MANIFEST_FILE, LAWS_FILE]

function takeFile(
  files: readonly SourceFile[],
  path: string,
  problems: DictionaryProblem[],
): SourceFile {
  const file = files.find((candidate) => candidate.path === path)
  if (file === undefined) problems.push({ file: path, line: 1, message: 'The file is missing.' })
  return file ?? { path, text: '' }
}

function byPlace(a: DictionaryProblem, b: DictionaryProblem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1
  return a.line - b.line
}
