import { stem } from './derive/derive-tone.ts'
import type { Tone } from './derive/derive-tone.ts'
import type { SourceFile } from './model-source.ts'
import type { Words } from './spanish-labels.ts'
import type { DictionaryProblem, Module } from './types.ts'
import {
  readYaml,
  takeInteger,
  takeMap,
  takeOptional,
  takeText,
  takeTexts,
  takeTrue,
  type Reading,
} from './yaml-reading.ts'

export const MANIFEST_FILE = 'diccionario.yaml'
export const WORDS_FILE = 'palabras.yaml'

/** `diccionario.yaml`: the modules in menu order, and how many models each level has. */
export interface Manifest {
  readonly modules: readonly Omit<Module, 'models'>[]
  /** Level 3 counts every model of a company, those marked 4 included; 4 counts only those. */
  readonly counts: Readonly<Record<1 | 2 | 3 | 4, number>>
  readonly lines: ReadonlyMap<string, number>
}

export function parseManifest(file: SourceFile, problems: DictionaryProblem[]): Manifest {
  const reading = readYaml(file)
  const top = takeMap(reading, reading.value, '', ['modules', 'counts']) ?? {}
  const modules = takeMap(reading, top['modules'], 'modules', null) ?? {}
  const counts = takeMap(reading, top['counts'], 'counts', ['1', '2', '3', '4']) ?? {}
  const countOf = (level: string) =>
    takeInteger(reading, counts[level], `counts/${level}`, { least: 0, most: 100_000 }) ?? 0
  const manifest = {
    modules: Object.entries(modules).flatMap(([name, value]) => {
      return takeModule(reading, value, name) ?? []
    }),
    counts: { 1: countOf('1'), 2: countOf('2'), 3: countOf('3'), 4: countOf('4') },
    lines: reading.lines,
  }
  problems.push(...reading.problems)
  return manifest
}

/** `ventas: Ventas`, or with what else is said of it: `seguridad: { label: Seguridad, serves: true }`. */
function takeModule(
  reading: Reading,
  value: unknown,
  name: string,
): Omit<Module, 'models'> | undefined {
  const path = `modules/${name}`
  if (typeof value !== 'object') {
    const label = takeText(reading, value, path)
    return label === null ? undefined : { name, label, serves: false }
  }
  const said = takeMap(reading, value, path, ['label', 'serves'])
  if (said === null) return undefined
  const label = takeText(reading, said['label'], `${path}/label`)
  const serves = takeOptional(said, 'serves', path, (one, at) => takeTrue(reading, one, at))
  return label === null ? undefined : { name, label, serves: serves ?? false }
}

const WORD_KEYS = ['written', 'nouns', 'openers', 'phrases', 'tones']
const TONES = ['neutral', 'info', 'success', 'warning', 'danger'] as const

/** `palabras.yaml`. Words are listed in runs separated by blanks, since there are many. */
export function parseWords(file: SourceFile, problems: DictionaryProblem[]): Words {
  const reading = readYaml(file)
  const top = takeMap(reading, reading.value, '', WORD_KEYS) ?? {}
  const words = {
    written: takeDictionary(reading, top['written'], 'written'),
    nouns: takeWordSet(reading, top['nouns'], 'nouns'),
    openers: takeWordSet(reading, top['openers'], 'openers'),
    phrases:
      takeOptional(top, 'phrases', '', (value, path) => takeDictionary(reading, value, path)) ??
      new Map<string, string>(),
    tones:
      takeOptional(top, 'tones', '', (value, path) => takeTones(reading, value, path)) ??
      new Map<string, Tone>(),
  }
  problems.push(...reading.problems)
  return words
}

function takeDictionary(
  reading: Reading,
  value: unknown,
  path: string,
): ReadonlyMap<string, string> {
  const entries = takeMap(reading, value, path, null) ?? {}
  return new Map(
    Object.entries(entries).flatMap(([key, item]): [string, string][] => {
      const text = takeText(reading, item, `${path}/${key}`)
      return text === null ? [] : [[key, text]]
    }),
  )
}

/** `danger: [cancelado rechazado]`: the words of each tone. */
function takeTones(reading: Reading, value: unknown, path: string): ReadonlyMap<string, Tone> {
  const entries = takeMap(reading, value, path, TONES) ?? {}
  return new Map(
    TONES.filter((tone) => entries[tone] !== undefined).flatMap((tone) =>
      [...takeWordSet(reading, entries[tone], `${path}/${tone}`)].map((word): [string, Tone] => [
        stem(word),
        tone,
      ]),
    ),
  )
}

function takeWordSet(reading: Reading, value: unknown, path: string): ReadonlySet<string> {
  const runs = takeTexts(reading, value, path) ?? []
  return new Set(runs.flatMap((run) => run.split(/\s+/)))
}
