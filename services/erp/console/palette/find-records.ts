import { formatDecimal } from '@oficina/web/formats.ts'
import { plain } from '@oficina/web/fuzzy.ts'
import { navigate } from '@oficina/web/router.ts'

import { personal } from '../personal/personal.ts'
import { api } from '../session/api.ts'
import { rightsOf } from '../session/permissions.ts'
import type { Entry } from './rank-entries.ts'

/** Shorter texts are in nearly every record. */
export const SEARCHED_FROM = 2

// The service takes so many in one search.
const MODELS_ASKED = 20

interface Found {
  readonly model: string
  readonly id: number
  readonly text: string
  readonly by?: { readonly label: string; readonly value: string }
}

/** Records as entries; `similar`: the words that occur in them, where those that were typed do nowhere. */
export interface RecordsFound {
  readonly entries: readonly Entry[]
  readonly similar?: string | undefined
}

/**
 * Records of the models that the person kept or used last, then of those that the service looks through by itself.
 * @throws ApiFailure
 */
export async function findRecords(typed: string, signal: AbortSignal): Promise<RecordsFound> {
  const models = ownModels()
  const answers = await Promise.all([
    ...(models.length === 0 ? [] : [search({ modelos: models.join(',') }, typed, signal)]),
    search({}, typed, signal),
  ])
  // What is near is nowhere shown beside what was looked for.
  const exact = answers.filter(({ similar }) => similar === undefined)
  const isFound = exact.some(({ entries }) => entries.length > 0)
  const shown = isFound ? exact : answers
  const entries = new Map(shown.flatMap((one) => one.entries.map((entry) => [entry.key, entry])))
  return {
    entries: [...entries.values()],
    similar: isFound ? undefined : shown.find(({ similar }) => similar !== undefined)?.similar,
  }
}

async function search(
  of: Readonly<Record<string, string>>,
  typed: string,
  signal: AbortSignal,
): Promise<RecordsFound> {
  const query = new URLSearchParams({ ...of, q: typed, similar: 'true' })
  const { data, meta } = await api<readonly Found[]>(`/search?${query.toString()}`, { signal })
  const { similar } = meta
  return {
    entries: data.map(entryOf),
    ...(typeof similar === 'string' && { similar }),
  }
}

/** What it was found by is said where its name does not show it. */
function entryOf({ by, id, model, text }: Found): Entry {
  const label = rightsOf(model)?.label ?? model
  const isSeen = by === undefined || plain(text).includes(plain(by.value))
  return {
    key: `/m/${model}/${id}`,
    label: text,
    detail: isSeen ? label : `${label} · ${by.label}: ${shown(by.value)}`,
    run: () => void navigate(`/m/${model}/${id}`),
  }
}

/** An amount as people read amounts. */
function shown(value: string): string {
  return /^-?\d+\.\d+$/v.test(value) ? formatDecimal(value, 2) : value
}

/** The models of favourites and recents, the last used first. */
function ownModels(): readonly string[] {
  const { favourites, recents } = personal.peek()
  const names = [...recents, ...favourites].flatMap(({ path }) => {
    const [, kind, name] = path.split('/')
    return kind === 'm' && name !== undefined && rightsOf(name)?.read === true ? [name] : []
  })
  return [...new Set(names)].slice(0, MODELS_ASKED)
}
