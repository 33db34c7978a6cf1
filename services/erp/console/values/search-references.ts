import type { ComboOption } from '@oficina/web/combobox.tsx'

import { modelMetadata, type ModelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'
import { words } from '../words/inputs.ts'
import { codesOf, namedBy, onlyMeant, type Codes, type FoundReference } from './meant-reference.ts'
import { recentReferences } from './recent-references.ts'
import { recordText } from './record-text.ts'

interface Row {
  readonly id: number
  readonly [field: string]: unknown
}

const MAX_FOUND = 12

/** Records of a model whose words fit what is typed; those chosen last come first while nothing is typed. */
export async function searchReferences(
  { model, filter = '' }: { readonly model: string; readonly filter?: string | undefined },
  typed: string,
  signal: AbortSignal,
): Promise<readonly ComboOption<FoundReference>[]> {
  const query = new URLSearchParams(filter)
  query.set('per_page', String(MAX_FOUND))
  query.set('count', 'false')
  if (typed.trim() !== '') {
    query.set('q', typed.trim())
    query.set('similar', 'true')
  }
  const [meta, { data, meta: answered }] = await Promise.all([
    modelMetadata(model),
    api<readonly Row[]>(`/${model}?${query}`, { signal }),
  ])
  const { similar } = answered
  const codes = codesOf(meta)
  const isThere = data.some((record) => namedBy({ id: record.id, text: '', record }, typed, codes))
  const beyond =
    data.length < MAX_FOUND || isThere ? [] : await withKey({ model, filter, typed }, codes, signal)
  const found = [...beyond, ...data]
    .slice(0, MAX_FOUND)
    .map((record): ComboOption<FoundReference> => {
      const text = recordText(meta, record)
      if (typeof similar !== 'string')
        return { value: { id: record.id, text, record }, label: text }
      const value = { id: record.id, text, record, isSimilar: true as const }
      return { value, label: text, heading: words('similar', { words: similar }) }
    })
  // Who types a whole key or a barcode means that record, whatever else it is part of.
  const isNamed = (option: ComboOption<FoundReference>): boolean =>
    namedBy(option.value, typed, codes) !== undefined
  if (typed.trim() !== '') {
    const named = found.filter(isNamed)
    const elsewhere =
      named.length === 0 ? await namedElsewhere(meta, { typed: typed.trim(), filter, signal }) : []
    const others = found.filter(
      (one) => !isNamed(one) && !elsewhere.some(({ value }) => value.id === one.value.id),
    )
    // Words near to what was typed are not wanted where it names a record.
    const more = elsewhere.length === 0 ? others : others.filter(({ value }) => !value.isSimilar)
    return [...named, ...elsewhere, ...more]
  }
  if (filter !== '') return found
  const recent = recentReferences(model)
  const others = found.filter(({ value }) => !recent.some(({ id }) => id === value.id))
  return [...recent.map((value) => ({ value, label: value.text })), ...others].slice(0, MAX_FOUND)
}

interface Elsewhere {
  readonly typed: string
  readonly filter: string
  readonly signal: AbortSignal
}

/** Records that what was typed names by a code that another model has of them, such as one of several barcodes. */
async function namedElsewhere(
  meta: ModelMetadata,
  { typed, filter, signal }: Elsewhere,
): Promise<readonly ComboOption<FoundReference>[]> {
  if ((meta.admin.other_codes ?? []).length === 0 || /\s/.test(typed)) return []
  const query = new URLSearchParams({ modelos: meta.model, q: typed })
  const { data: found } = await api<readonly FoundByCode[]>(`/search?${query}`, { signal })
  const ids = found.filter(({ by }) => by?.field.includes('.') === true).map(({ id }) => id)
  if (ids.length === 0) return []
  // What the field takes of them.
  const taken = new URLSearchParams(filter)
  taken.set('id__in', ids.join(','))
  const { data } = await api<readonly Row[]>(`/${meta.model}?${taken}`, { signal })
  return data.map((record) => {
    const text = recordText(meta, record)
    return { value: { id: record.id, text, record, code: typed }, label: text }
  })
}

interface FoundByCode {
  readonly id: number
  readonly by?: { readonly field: string }
}

/** The record whose key was typed, where so many others have it in their words that the first page lacks it. */
async function withKey(
  {
    model,
    filter,
    typed,
  }: { readonly model: string; readonly filter: string; readonly typed: string },
  { keys }: Codes,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const [key] = keys
  const wanted = typed.trim()
  if (key === undefined || wanted === '' || wanted.includes(',')) return []
  const query = new URLSearchParams(filter)
  query.set('per_page', '1')
  query.set('count', 'false')
  // Keys are mostly in capitals, whatever people type.
  query.set(`${key}__in`, [...new Set([wanted, wanted.toUpperCase()])].join(','))
  return (await api<readonly Row[]>(`/${model}?${query}`, { signal })).data
}

/** The one record that is meant by what was typed: by its key or its whole text, or the only one found. */
export async function resolveReference(
  of: { readonly model: string; readonly filter?: string | undefined },
  typed: string,
): Promise<FoundReference | 'none' | 'several'> {
  const options = await searchReferences(of, typed, AbortSignal.timeout(20_000))
  return onlyMeant(options, typed, codesOf(await modelMetadata(of.model)))
}
