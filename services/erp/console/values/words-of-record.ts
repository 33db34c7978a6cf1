import { modelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'
import { recordText } from './record-text.ts'

/** A record in words, by its id. */
export async function wordsOfRecord(
  model: string,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  const path = `/${encodeURIComponent(model)}/${encodeURIComponent(id)}`
  const [meta, { data }] = await Promise.all([
    modelMetadata(model),
    api<Readonly<Record<string, unknown>>>(path, { signal }),
  ])
  return recordText(meta, data)
}
