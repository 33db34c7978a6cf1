import type { ComboOption } from '@oficina/web/combobox.tsx'

import { modelMetadata } from '../metadata/model-metadata.ts'
import { api } from '../session/api.ts'

type Found = Readonly<Record<string, unknown>>

const OPTIONS = 20
// A record is known by what people search it by; more than two words of it are too many for a field.
const FIELDS = 2

/** Records of a model that match what is typed, as options of a picker. */
export async function findRecords(
  model: string,
  { typed, filter, signal }: Search,
): Promise<readonly ComboOption<string>[]> {
  const fields = await namingFields(model)
  const query = new URLSearchParams(filter ?? '')
  query.set('per_page', String(OPTIONS))
  query.set('fields', fields.join(','))
  query.set('count', 'false')
  if (typed !== '') query.set('q', typed)
  const { data } = await api<readonly Found[]>(
    `/${encodeURIComponent(model)}?${query.toString()}`,
    {
      signal,
    },
  )
  return data.map((record) => ({ value: String(record['id']), label: namesOf(record, fields) }))
}

export interface Search {
  readonly typed: string
  /** What the records must be besides, as an encoded query. */
  readonly filter: string | null
  readonly signal: AbortSignal
}

/** A record in words. */
export async function wordsOfRecord(
  model: string,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  const fields = await namingFields(model)
  const path = `/${encodeURIComponent(model)}/${encodeURIComponent(id)}?fields=${fields.join(',')}`
  const { data } = await api<Found>(path, { signal })
  return namesOf(data, fields)
}

async function namingFields(model: string): Promise<readonly string[]> {
  const { admin } = await modelMetadata(model)
  const names = admin.search_fields.length > 0 ? admin.search_fields : admin.list_display
  return names.slice(0, FIELDS)
}

function namesOf(record: Found, fields: readonly string[]): string {
  const texts = fields.map((name) => record[`${name}_str`] ?? record[name])
  const told = texts.filter((text) => typeof text === 'string' || typeof text === 'number')
  return told.length === 0 ? `#${String(record['id'])}` : told.join(' ')
}
