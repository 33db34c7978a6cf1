import type { AdminSource, GridColumnSource, SectionSource } from './model-source.ts'
import type { Ordering } from './types.ts'
import {
  takeInteger,
  takeList,
  takeMap,
  takeOneOf,
  takeOptional,
  takeText,
  takeTexts,
  type Entries,
  type Reading,
} from './yaml-reading.ts'

const WIDGETS = [
  'text',
  'textarea',
  'password',
  'number',
  'decimal',
  'date',
  'datetime',
  'checkbox',
  'select',
  'reference',
  'json',
  'percent',
  'email',
  'phone',
  'url',
  'time',
  'file',
  'image',
] as const
const FORMATS = [
  'text',
  'integer',
  'money',
  'decimal',
  'percent',
  'date',
  'datetime',
  'boolean',
  'choice',
  'reference',
] as const
const ALIGNMENTS = ['left', 'right', 'center'] as const

/** What a file says of lists and of what they show at first. */
export function takeAdmin(reading: Reading, top: Entries): AdminSource {
  const entries =
    takeOptional(top, 'admin', '', (value, path) =>
      takeMap(reading, value, path, ['list_display', 'filters', 'ordering', 'per_page']),
    ) ?? {}
  const names = (key: string) =>
    takeOptional(entries, key, 'admin', (value, path) => takeTexts(reading, value, path))
  return {
    listDisplay: names('list_display'),
    filters: names('filters'),
    ordering: names('ordering')?.map(toOrdering) ?? null,
    perPage: takeOptional(entries, 'per_page', 'admin', (value, path) =>
      takeInteger(reading, value, path, { least: 1, most: 100 }),
    ),
  }
}

function toOrdering(text: string): Ordering {
  return text.startsWith('-')
    ? { field: text.slice(1), direction: 'desc' }
    : { field: text, direction: 'asc' }
}

export function takeSections(
  reading: Reading,
  value: unknown,
  path: string,
): readonly SectionSource[] {
  const entries = takeMap(reading, value, path, null) ?? {}
  return Object.entries(entries).map(([title, list]) => ({
    title,
    fields: (takeList(reading, list, `${path}/${title}`) ?? []).flatMap(
      (item, i) => takeCaptureField(reading, item, `${path}/${title}/${i}`) ?? [],
    ),
  }))
}

function takeCaptureField(
  reading: Reading,
  value: unknown,
  path: string,
): SectionSource['fields'][number] | null {
  if (typeof value === 'string') return { field: value, width: null, widget: null }
  const entries = takeMap(reading, value, path, ['field', 'width', 'widget']) ?? {}
  const field = takeText(reading, entries['field'], `${path}/field`)
  if (field === null) return null
  return {
    field,
    width: takeOptional(entries, 'width', path, (item, at) =>
      takeInteger(reading, item, at, { least: 1, most: 12 }),
    ),
    widget: takeOptional(entries, 'widget', path, (item, at) =>
      takeOneOf(reading, item, at, WIDGETS),
    ),
  }
}

export function takeColumns(
  reading: Reading,
  value: unknown,
  path: string,
): readonly GridColumnSource[] {
  return (takeList(reading, value, path) ?? []).flatMap(
    (item, i) => takeColumn(reading, item, `${path}/${i}`) ?? [],
  )
}

function takeColumn(reading: Reading, value: unknown, path: string): GridColumnSource | null {
  if (typeof value === 'string') return { field: value }
  const entries = takeMap(reading, value, path, ['field', 'width', 'align', 'format']) ?? {}
  const field = takeText(reading, entries['field'], `${path}/field`)
  if (field === null) return null
  const width = takeOptional(entries, 'width', path, (item, at) =>
    takeInteger(reading, item, at, { least: 20, most: 2000 }),
  )
  const align = takeOptional(entries, 'align', path, (item, at) =>
    takeOneOf(reading, item, at, ALIGNMENTS),
  )
  const format = takeOptional(entries, 'format', path, (item, at) =>
    takeOneOf(reading, item, at, FORMATS),
  )
  return {
    field,
    ...(width !== null && { width }),
    ...(align !== null && { align }),
    ...(format !== null && { format }),
  }
}
