import type { JsonObject } from '../templates/template-api.ts'

/** Names and positions from the data down to a value. */
export type DataPath = readonly (string | number)[]

export function valueAt(data: unknown, path: DataPath): unknown {
  return path.reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)] as unknown
    return isObject(value) ? value[key] : undefined
  }, data)
}

/** The data with another value at a path; what lies on the way is made where it is missing. Undefined removes. */
export function withValue(data: unknown, path: DataPath, value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  if (typeof key === 'number') {
    const list = Array.isArray(data) ? [...(data as unknown[])] : []
    while (list.length < key) list.push({})
    list[key] = withValue(list[key], rest, value)
    return list
  }
  const { [key]: before, ...others } = isObject(data) ? data : {}
  const after = withValue(before, rest, value)
  if (after === undefined) return others
  // A value that stands already keeps its place among the others.
  return before === undefined
    ? { ...others, [key]: after }
    : { ...(data as JsonObject), [key]: after }
}

/** `/partidas/0/clave`, as validators name places. */
export function pointerOf(path: DataPath): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
