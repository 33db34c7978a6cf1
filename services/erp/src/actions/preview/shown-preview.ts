import type { Model } from '../../dictionary/types.ts'
import { JsonNumber } from '../../query/json-number.ts'
import type { JsonObject } from '../../query/write-plan.ts'
import type { StandIns } from './tried-write.ts'

/** What exists for the time being only is nothing to show: ids, folios, versions and moments of new records. */
export function withoutStandIns(record: JsonObject, { ids, folio }: StandIns): JsonObject {
  const invented = new Set(ids.values())
  const isInvented = (value: unknown) => value instanceof JsonNumber && invented.has(value.source)
  const clean = (value: unknown): unknown => {
    if (isInvented(value)) return null
    if (typeof value === 'string') return folio !== null && value.includes(folio) ? null : value
    if (Array.isArray(value)) return value.map(clean)
    return value instanceof JsonNumber || !isObject(value) ? value : cleanObject(value)
  }
  const cleanObject = (object: JsonObject): JsonObject => {
    const isNew = isInvented(object['id'])
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [
        name,
        isNew && OF_STORED.has(name) ? null : clean(value),
      ]),
    )
  }
  return cleanObject(record)
}

const OF_STORED: ReadonlySet<string> = new Set(['version', 'creado_en', 'modificado_en'])

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null
}

/**
 * Lines in the order of the body, where it names all of them, so that a new one stands where it was put; else as they are
 * stored.
 */
export function orderedLines(
  record: JsonObject,
  details: { readonly model: Model; readonly body: JsonObject; readonly ids: StandIns['ids'] },
): JsonObject {
  const ordered = details.model.lines.flatMap(({ name }): readonly [string, unknown][] => {
    const [shown, sent] = [record[name], details.body[name]]
    if (!Array.isArray(shown) || !Array.isArray(sent)) return []
    const places = sent.map((line: unknown, i) => idOf(line) ?? details.ids.get(`${name}[${i}]`))
    const rank = new Map(places.map((id, i) => [id, i]))
    const rankOf = (line: unknown) => rank.get(idOf(line) ?? undefined)
    if (shown.some((line) => rankOf(line) === undefined)) return []
    return [[name, shown.toSorted((a, b) => (rankOf(a) ?? 0) - (rankOf(b) ?? 0))]]
  })
  return { ...record, ...Object.fromEntries(ordered) }
}

function idOf(line: unknown): string | null {
  const id = isObject(line) ? line['id'] : null
  if (id instanceof JsonNumber) return id.source
  return typeof id === 'string' ? id : null
}
