import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { SourceFile } from '../../dictionary/model-source.ts'
import type { DictionaryProblem } from '../../dictionary/types.ts'
import {
  readYaml,
  takeMap,
  takeOptional,
  takeText,
  takeTexts,
  type Reading,
} from '../../dictionary/yaml-reading.ts'

/** What a profile of a trade may do, as its file says it. */
export interface Trade {
  readonly clave: string
  readonly label: string
  readonly help: string
  /** The one that its work is in. */
  readonly module: string
  /** Modules and models. */
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  /** Business actions by model. */
  readonly acts: ReadonlyMap<string, readonly string[]>
}

export interface ReadyTrades {
  /** Modules that every profile reads. */
  readonly everybody: readonly string[]
  /** By model the fields that are hidden from whom it is only referred to. */
  readonly personal: ReadonlyMap<string, readonly string[]>
  readonly profiles: readonly Trade[]
}

const KEYS = ['label', 'help', 'module', 'reads', 'writes', 'acts']

/** Every fault at once. */
export function parseReadyProfiles(
  file: SourceFile,
): Result<ReadyTrades, readonly DictionaryProblem[]> {
  const reading = readYaml(file)
  const top = takeMap(reading, reading.value, '', ['everybody', 'personal', 'profiles']) ?? {}
  const profiles = takeMap(reading, top['profiles'], 'profiles', null) ?? {}
  const trades = {
    everybody: takeTexts(reading, top['everybody'], 'everybody') ?? [],
    personal: takeLists(reading, top['personal'], 'personal'),
    profiles: Object.entries(profiles).flatMap(
      ([clave, value]) => takeTrade(reading, value, clave) ?? [],
    ),
  }
  return reading.problems.length > 0 ? fail(reading.problems) : ok(trades)
}

function takeTrade(reading: Reading, value: unknown, clave: string): Trade | null {
  const path = `profiles/${clave}`
  const said = takeMap(reading, value, path, KEYS)
  if (said === null) return null
  const textOf = (key: string) => takeText(reading, said[key], `${path}/${key}`) ?? ''
  const listOf = (key: string) =>
    takeOptional(said, key, path, (list, at) => takeTexts(reading, list, at)) ?? []
  const acts = takeOptional(said, 'acts', path, (map, at) => takeLists(reading, map, at))
  return {
    clave,
    label: textOf('label'),
    help: textOf('help'),
    module: textOf('module'),
    reads: listOf('reads'),
    writes: listOf('writes'),
    acts: acts ?? new Map(),
  }
}

function takeLists(
  reading: Reading,
  value: unknown,
  path: string,
): ReadonlyMap<string, readonly string[]> {
  const entries = takeMap(reading, value, path, null) ?? {}
  return new Map(
    Object.entries(entries).map(([key, list]) => [
      key,
      takeTexts(reading, list, `${path}/${key}`) ?? [],
    ]),
  )
}
