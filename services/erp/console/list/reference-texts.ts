import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

import { modelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'
import { recordText } from '../values/record-text.ts'
import type { Values } from '../values/shown-value.ts'

/** Records in words by model and id, as far as they are known: addresses hold ids alone. */
const texts = signal<Readonly<Record<string, string>>>({})
const asked = new Set<string>()

export function keepReferenceText(model: string, id: string, text: string): void {
  texts.value = { ...texts.peek(), [`${model} ${id}`]: text }
}

/** The words of these records by id; those that are not known yet are asked for. */
export function useReferenceTexts(
  model: string,
  ids: readonly string[],
): Readonly<Record<string, string>> {
  const known = texts.value
  useEffect(() => {
    const missing = ids.filter((id) => known[`${model} ${id}`] === undefined)
    if (model !== '') void load(model, missing)
  }, [model, ids.join(',')])
  return Object.fromEntries(
    ids.flatMap((id) => {
      const text = known[`${model} ${id}`]
      return text === undefined ? [] : [[id, text]]
    }),
  )
}

async function load(model: string, ids: readonly string[]): Promise<void> {
  const fresh = ids.filter((id) => /^\d+$/.test(id) && !asked.has(`${model} ${id}`))
  if (fresh.length === 0) return
  for (const id of fresh) asked.add(`${model} ${id}`)
  try {
    const [meta, { data }] = await Promise.all([
      modelMetadata(model),
      api<readonly Values[]>(`/${model}?id__in=${fresh.join(',')}&per_page=100&count=false`),
    ])
    for (const record of data) {
      keepReferenceText(model, String(record['id']), recordText(meta, record))
    }
  } catch {
    // The chip shows the ids; who may not read the model sees no more.
    for (const id of fresh) asked.delete(`${model} ${id}`)
  }
}
