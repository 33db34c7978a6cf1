import { modelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'
import { recordText } from '../values/record-text.ts'
import type { NamedIds } from './history-text.ts'
import type { Names } from './told-value.ts'

/** What one listing names at most. */
const MAX_IDS = 100

interface Named {
  readonly id: number
  readonly [field: string]: unknown
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
  const listed = [...ids].slice(0, MAX_IDS).join(',')
  try {
    const [meta, { data }] = await Promise.all([
      modelMetadata(model),
      api<readonly Named[]>(`/${model}?id__in=${listed}&per_page=${MAX_IDS}&count=false`, {
        signal,
      }),
    ])
    return new Map(data.map((record) => [record.id, recordText(meta, record)]))
  } catch {
    return new Map()
  }
}
