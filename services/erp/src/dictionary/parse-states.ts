import type { OpenSource, StatesSource } from './model-source.ts'
import type { Move, OpenLines } from './states.ts'
import {
  takeList,
  takeMap,
  takeOptional,
  takeText,
  takeTexts,
  takeTrue,
  type Entries,
  type Reading,
} from './yaml-reading.ts'

const STATES_KEYS = ['drafts', 'initial', 'open', 'open_lines', 'in', 'moves', 'unreached']
const OPEN_KEYS = ['open', 'open_lines', 'deletable']
const MOVE_KEYS = ['by', 'from', 'to']

/** What a file says of the life of its documents. */
export function takeStates(reading: Reading, value: unknown, path: string): StatesSource | null {
  const entries = takeMap(reading, value, path, STATES_KEYS)
  if (entries === null) return null
  const names = (key: string) =>
    takeOptional(entries, key, path, (item, at) => takeTexts(reading, item, at))
  const inStates =
    takeOptional(entries, 'in', path, (item, at) => takeMap(reading, item, at, null)) ?? {}
  return {
    drafts: names('drafts') ?? [],
    initial: names('initial'),
    ...takeOpen(reading, entries, path),
    inState: new Map(
      Object.entries(inStates).map(([state, item]) => {
        const at = `${path}/in/${state}`
        return [state, takeOpen(reading, takeMap(reading, item, at, OPEN_KEYS) ?? {}, at)]
      }),
    ),
    moves: takeMoves(reading, entries['moves'], `${path}/moves`),
    unreached: names('unreached') ?? [],
  }
}

function takeOpen(reading: Reading, entries: Entries, path: string): OpenSource {
  return {
    open: takeOptional(entries, 'open', path, (item, at) => takeNames(reading, item, at)),
    openLines: takeOptional(entries, 'open_lines', path, (item, at) =>
      takeOpenLines(reading, item, at),
    ),
    isDeletable:
      takeOptional(entries, 'deletable', path, (item, at) => takeTrue(reading, item, at)) ?? false,
  }
}

/** A list of texts, which may be empty: nothing changes in this state. */
function takeNames(reading: Reading, value: unknown, path: string): readonly string[] | null {
  return Array.isArray(value) && value.length === 0 ? [] : takeTexts(reading, value, path)
}

function takeOpenLines(reading: Reading, value: unknown, path: string): OpenLines | null {
  const entries = takeMap(reading, value, path, null)
  if (entries === null) return null
  return Object.fromEntries(
    Object.entries(entries).map(([model, item]) => [
      model,
      item === 'all' ? 'all' : (takeTexts(reading, item, `${path}/${model}`) ?? []),
    ]),
  )
}

function takeMoves(reading: Reading, value: unknown, path: string): readonly Move[] {
  return (takeList(reading, value, path) ?? []).flatMap((item, i) => {
    const at = `${path}/${i}`
    const move = takeMap(reading, item, at, MOVE_KEYS)
    if (move === null) return []
    const by = takeText(reading, move['by'], `${at}/by`)
    const from = takeTexts(reading, move['from'], `${at}/from`)
    const to = takeText(reading, move['to'], `${at}/to`)
    return by === null || from === null || to === null ? [] : [{ from, to, by }]
  })
}
