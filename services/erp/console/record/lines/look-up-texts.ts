import { modelMetadata, type ModelMetadata } from '../../metadata/model-metadata.ts'
import { api } from '../../session/api.ts'
import type { FoundReference } from '../../values/meant-reference.ts'
import { recordText } from '../../values/record-text.ts'
import { resolveReference } from '../../values/search-references.ts'

interface Row {
  readonly id: number
  readonly [field: string]: unknown
}

// As many as a page of a listing holds.
const BATCH = 100
// What no key fits is searched one by one; a paste of hundreds of wrong words is told as it is.
const MAX_SEARCHED = 30

/**
 * Records of a model by texts that name them: their keys, asked for by the hundred, or whatever else only one of them fits.
 * Texts that name none, or several, are missing from the answer.
 */
export async function lookUpTexts(
  model: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, FoundReference>> {
  const found = new Map<string, FoundReference>()
  const wanted = [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')
  const meta = await modelMetadata(model)
  const key = meta.columns.find(({ unique, type }) => unique && type === 'text')
  if (key !== undefined) {
    for (let at = 0; at < wanted.length; at += BATCH) {
      const batch = wanted.slice(at, at + BATCH)
      for (const [text, record] of await byKey(meta, key.name, batch)) found.set(text, record)
    }
  }
  const others = wanted.filter((text) => !found.has(text)).slice(0, MAX_SEARCHED)
  await Promise.all(
    others.map(async (text) => {
      const meant = await resolveReference({ model }, text)
      if (typeof meant !== 'string') found.set(text, meant)
    }),
  )
  return found
}

/** A cell may hold the key alone, or the words as the console shows them: the key before a blank. */
async function byKey(
  meta: ModelMetadata,
  key: string,
  texts: readonly string[],
): Promise<readonly (readonly [string, FoundReference])[]> {
  const keys = new Map(
    texts.flatMap((text) => [
      [text, text],
      [text.split(' ')[0] ?? text, text],
    ]),
  )
  const query = new URLSearchParams({
    [`${key}__in`]: JSON.stringify([...keys.keys()]),
    per_page: String(BATCH),
    count: 'false',
  })
  const { data } = await api<readonly Row[]>(`/${meta.model}?${query}`)
  const named = data.map((record) => {
    const reference = { id: record.id, text: recordText(meta, record), record }
    return { reference, keyText: String(record[key]) }
  })
  return texts.flatMap((text) => {
    const exact = named.find(
      ({ keyText, reference }) => keyText === text || reference.text === text,
    )
    return exact === undefined ? [] : [[text, exact.reference] as const]
  })
}
