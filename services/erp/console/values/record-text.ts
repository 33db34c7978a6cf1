import type { ModelMetadata } from '../metadata/model-metadata.ts'
import { shownText } from './shown-value.ts'

type Shown = Readonly<Record<string, unknown>>

const MAX_GUESSED = 2

const OF_TIME = new Set(['date', 'instant'])

/**
 * A record in words, as `_str` says it of whoever refers to it: by the parts that the service names, else by the model's
 * unique text and the first field that it is searched by. Days and instants are as people read them, in their time zone.
 */
export function recordText(meta: ModelMetadata, record: Shown): string {
  const said = record['_str']
  if (typeof said === 'string') return said
  const { parts, separator } = meta.text ?? guessed(meta)
  const texts = parts.flatMap(({ field, reference }) => {
    const value = reference === null ? record[field] : record[`${reference}_str`]
    if (value === null || value === undefined || value === '') return []
    const column = meta.columns.find(({ name, type }) => name === field && OF_TIME.has(type))
    return [column === undefined ? String(value) : shownText(column, record)]
  })
  return texts.length > 0 ? texts.join(separator) : `${meta.label} ${String(record['id'] ?? '')}`
}

function guessed({ columns, admin }: ModelMetadata) {
  const unique = columns.filter(({ unique, type }) => unique && type === 'text')
  const names = new Set([...unique.map(({ name }) => name), ...admin.search_fields])
  const parts = [...names].slice(0, MAX_GUESSED).map((field) => ({ field, reference: null }))
  return { parts, separator: ' ' }
}
