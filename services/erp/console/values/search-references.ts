import type { ComboOption } from '@oficina/web/combobox.tsx'

import { modelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'
import { words } from '../words/inputs.ts'
import { codesOf, namedBy, onlyMeant, type FoundReference } from './meant-reference.ts'
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
  const found = data.map((record) => {
    const text = recordText(meta, record)
    if (typeof similar !== 'string') return { value: { id: record.id, text, record }, label: text }
    const value = { id: record.id, text, record, isSimilar: true as const }
    return { value, label: text, heading: words('similar', { words: similar }) }
  })
  // Who types a whole key or a barcode means that record, whatever else it is part of.
  const codes = codesOf(meta)
  const isNamed = (option: ComboOption<FoundReference>): boolean =>
    namedBy(option.value, typed, codes) !== undefined
  if (typed.trim() !== '')
    return [...found.filter(isNamed), ...found.filter((one) => !isNamed(one))]
  if (filter !== '') return found
  const recent = recentReferences(model)
  const others = found.filter(({ value }) => !recent.some(({ id }) => id === value.id))
  return [...recent.map((value) => ({ value, label: value.text })), ...others].slice(0, MAX_FOUND)
}

/** The one record that is meant by what was typed: by its key or its whole text, or the only one found. */
export async function resolveReference(
  of: { readonly model: string; readonly filter?: string | undefined },
  typed: string,
): Promise<FoundReference | 'none' | 'several'> {
  const options = await searchReferences(of, typed, AbortSignal.timeout(20_000))
  return onlyMeant(options, typed, codesOf(await modelMetadata(of.model)))
}
