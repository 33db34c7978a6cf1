import type { Endpoint } from '../../src/api/endpoint.ts'

/** A source of chance that gives the same for the same seed. */
export interface Chance {
  /** From 0 to below `end`. */
  below(end: number): number
  /** Whether something happens that happens once in so many times. */
  oneIn(times: number): boolean
  pick<T>(choices: readonly [T, ...T[]]): T
}

/** The generator known as mulberry32. */
export function chance(seed: number): Chance {
  const state = { value: seed >>> 0 }
  const next = () => {
    state.value = (state.value + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state.value ^ (state.value >>> 15), state.value | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    oneIn: (times) => below(times) === 0,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
  }
}

export interface RandomRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

const TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'true',
  '[]',
  '{}',
  '"',
  '\\',
  '\0',
  'a\0b',
  '\uD800',
  '\uFFFE',
  '\u{FDD0}',
  '🎉'.repeat(70),
  'x'.repeat(10_100),
  '../../etc/passwd',
  '%00',
  '%',
  "'; drop table message; --",
  'owner@example.com',
  'general',
  'role:owners',
  '@**all**',
  '@*g*',
  '/poll Who?\nme',
  '```python\nprint(1)\n```',
  '$$x^2$$ <time:2026-01-01T00:00:00Z> #**general>x**',
  '(?P<id>[0-9]+)',
  'https://example.com/{id}',
  'inbox',
  'tada',
  '1f389',
  'starred',
  'read',
  'add',
  'remove',
  'start',
  'stream',
  'direct',
  'newest',
  'first_unread',
  'x@example.com',
  'example.com',
] as const

const NUMBERS = [
  0,
  1,
  2,
  3,
  4,
  5,
  6,
  7,
  8,
  12,
  20,
  100,
  400,
  600,
  5_000,
  5_001,
  -1,
  1.5,
  1e15,
  2 ** 31,
  -(2 ** 31),
  2 ** 53,
  1e300,
  4_102_444_800,
] as const

const OPERATORS = [
  'channel',
  'channels',
  'topic',
  'sender',
  'dm',
  'dm-including',
  'is',
  'has',
  'near',
  'id',
  'with',
  'search',
  'constructor',
] as const

/** JSON of any kind, never deep. */
function anyValue(by: Chance, depth = 0): unknown {
  const kind = by.below(depth > 2 ? 4 : 7)
  if (kind === 0) return by.pick(NUMBERS)
  if (kind === 1) return by.pick(TEXTS)
  if (kind === 2) return by.oneIn(2)
  if (kind === 3) return null
  const items = Array.from({ length: by.below(4) }, () => anyValue(by, depth + 1))
  if (kind === 4) return items
  if (kind === 5) return { operator: by.pick(OPERATORS), operand: anyValue(by, depth + 1) }
  return Object.fromEntries(items.map((item) => [by.pick(TEXTS).slice(0, 20), item]))
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
}

/** A value that mostly fits a schema, and sometimes anything. */
function valueOf(by: Chance, schema: Schema): unknown {
  if (by.oneIn(8)) return anyValue(by)
  const { anyOf = [], enum: allowed = [], properties = {}, required = [] } = schema
  const [choice, ...choices] = anyOf
  if (choice !== undefined) return valueOf(by, by.pick([choice, ...choices]))
  if (allowed.length > 0) return allowed[by.below(allowed.length)]
  switch (schema.type) {
    case 'integer':
      return by.pick(NUMBERS)
    case 'boolean':
      return by.oneIn(2)
    case 'string':
      return by.pick(TEXTS)
    case 'array':
      return Array.from({ length: by.below(4) }, () => valueOf(by, schema.items ?? {}))
    case 'object': {
      const names = Object.keys(properties).filter((name) => required.includes(name) || by.oneIn(2))
      return Object.fromEntries(names.map((name) => [name, valueOf(by, properties[name] ?? {})]))
    }
    default:
      return anyValue(by)
  }
}

function pathOf(by: Chance, { path }: Endpoint): string {
  return path.replaceAll(/:\w+/g, () => {
    const value = by.oneIn(6) ? by.pick(TEXTS) : String(by.pick(NUMBERS))
    // A lone surrogate cannot be encoded at all.
    return by.oneIn(30) ? value : encodeURIComponent(value.toWellFormed().slice(0, 2_000))
  })
}

function formOf(by: Chance, { parameters }: Endpoint): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, { kind, presence }] of Object.entries(parameters)) {
    if (by.oneIn(presence === 'required' ? 25 : 2)) continue
    const value = valueOf(by, kind.schema)
    const isText = kind.isRaw && typeof value === 'string'
    form.set(name, isText ? value : (JSON.stringify(value) ?? ''))
  }
  if (by.oneIn(20)) form.set(by.pick(TEXTS).slice(0, 50), by.pick(TEXTS))
  // Waiting for events is no hang.
  if (form.has('dont_block') || 'dont_block' in parameters) form.set('dont_block', 'true')
  return form
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const
const TYPES = [
  'application/json',
  'text/plain',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
] as const

/** A request to one of the operations: mostly as a client would send it, with values that no client would send. */
export function randomRequest(
  by: Chance,
  endpoints: readonly Endpoint[],
  authorization: string,
): RandomRequest {
  const endpoint = endpoints[by.below(endpoints.length)]
  if (endpoint === undefined) throw new Error('there are operations')
  const method = by.oneIn(40) ? by.pick(METHODS) : endpoint.method
  const path = `/api/v1${pathOf(by, endpoint)}`
  const form = formOf(by, endpoint).toString()
  const headers = by.oneIn(60)
    ? { authorization: by.pick(['Basic', 'Basic x', 'Bearer y']) }
    : { authorization }
  const isQuery = method === 'GET' || method === 'HEAD' || method === 'DELETE' || by.oneIn(20)
  if (isQuery) {
    const query = form.length > 100_000 ? form.slice(0, 100_000) : form
    return { method, path: `${path}?${query}`, headers }
  }
  const type = by.oneIn(30) ? by.pick(TYPES) : 'application/x-www-form-urlencoded'
  return { method, path, headers: { ...headers, 'content-type': type }, body: form }
}
