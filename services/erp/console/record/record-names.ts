import { api } from '../session/api.ts'
import type { NamedIds } from './history-text.ts'
import type { Names } from './told-value.ts'

/** What one answer names at most. */
const MAX_IDS = 200

interface Named {
  readonly id: number
  readonly text: string
}

/** Records in words, one request a model. Those that the person may not read, or that are gone, stay without. */
export async function recordNames(ids: NamedIds, signal: AbortSignal): Promise<Names> {
  const asked = [...ids].filter(([, wanted]) => wanted.size > 0)
  return new Map(
    await Promise.all(
      asked.map(async ([model, wanted]) => [model, await namesIn(model, wanted, signal)] as const),
    ),
  )
}

async function namesIn(
  model: string,
  ids: ReadonlySet<number>,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  const query = new URLSearchParams({
    modelos: model,
    ids: [...ids].slice(0, MAX_IDS).join(','),
  })
  try {
    const { data } = await api<readonly Named[]>(`/search?${query.toString()}`, { signal })
    return new Map(data.map(({ id, text }) => [id, text]))
  } catch {
    // The history is told with ids then.
    return new Map()
  }
}
