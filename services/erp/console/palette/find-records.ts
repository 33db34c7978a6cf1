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
}

/**
 * Records of the models that the person kept or used last.
 * @throws ApiFailure
 */
export async function findRecords(typed: string, signal: AbortSignal): Promise<readonly Entry[]> {
  const models = ownModels()
  if (models.length === 0) return []
  const query = new URLSearchParams({ q: typed, modelos: models.join(',') })
  const { data } = await api<readonly Found[]>(`/search?${query.toString()}`, { signal })
  return data.map(({ model, id, text }) => ({
    key: `/m/${model}/${id}`,
    label: text,
    detail: rightsOf(model)?.label ?? model,
    run: () => void navigate(`/m/${model}/${id}`),
  }))
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
