import type { JsonObject, Tag } from '../templates/template-api.ts'

/** How a value is typed. `formatted` is Markdown; `texts` a list of plain values; `json` what no form can show. */
type FieldKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'image'
  /** Markdown. */
  | 'rich'
  | 'formatted'
  | 'choice'
  | 'object'
  | 'list'
  | 'texts'
  | 'json'

/** A value of the data as a form asks for it. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly kind: FieldKind
  readonly isRequired: boolean
  readonly help: string | undefined
  /** Of a choice. */
  readonly choices: readonly string[]
  /** Of an object, or of each item of a list. */
  readonly fields: readonly Field[]
}

// A template that nests deeper is written by a program, and its data too.
const MAX_DEPTH = 8

/**
 * The fields of a template's data: what its tags read, and what its schema says of them. A schema knows better than the
 * tags, which cannot tell a list from a condition.
 */
export function fieldsOf(
  inferred: JsonObject,
  tags: readonly Tag[],
  schema: JsonObject | undefined,
): readonly Field[] {
  return objectFields(inferred, schema ?? {}, { kinds: kindsByName(tags), depth: 0 })
}

interface Around {
  readonly kinds: ReadonlyMap<string, FieldKind>
  readonly depth: number
}

const KINDS: Readonly<Partial<Record<Tag['kind'], FieldKind>>> = {
  image: 'image',
  rich: 'rich',
  code: 'text',
}

/** What tags that show more than text say of the names they read. */
function kindsByName(tags: readonly Tag[]): ReadonlyMap<string, FieldKind> {
  const found = (tag: Tag): readonly (readonly [string, FieldKind])[] => {
    const kind = KINDS[tag.kind]
    const own =
      kind === undefined
        ? []
        : tag.paths.map((path) => [path.split('.').at(-1) ?? path, kind] as const)
    return [...own, ...tag.tags.flatMap(found)]
  }
  return new Map(tags.flatMap(found))
}

function objectFields(inferred: JsonObject, schema: JsonObject, around: Around): readonly Field[] {
  const [read, said] = [objectAt(inferred, 'properties'), objectAt(schema, 'properties')]
  const required = new Set(arrayAt(schema, 'required').map(String))
  const names = new Set([...Object.keys(read), ...Object.keys(said)])
  return [...names].map((name) => {
    const given = { inferred: objectAt(read, name), said: objectAt(said, name) }
    const field = fieldOf(name, given, around)
    return required.has(name) ? { ...field, isRequired: true } : field
  })
}

interface Given {
  readonly inferred: JsonObject
  readonly said: JsonObject
}

function fieldOf(name: string, { inferred, said }: Given, around: Around): Field {
  const kind = around.depth >= MAX_DEPTH ? 'json' : kindOf(name, { inferred, said }, around.kinds)
  const isList = kind === 'list'
  const within = { ...around, depth: around.depth + 1 }
  const fields =
    kind === 'object'
      ? objectFields(inferred, said, within)
      : isList
        ? objectFields(itemsOf(inferred), itemsOf(said), within)
        : []
  return {
    name,
    label: textAt(said, 'title') ?? labelOf(name),
    kind,
    isRequired: false,
    help: textAt(said, 'description'),
    choices: arrayAt(said, 'enum').map(String),
    fields,
  }
}

function kindOf(
  name: string,
  { inferred, said }: Given,
  kinds: ReadonlyMap<string, FieldKind>,
): FieldKind {
  const stated = statedKind(said)
  // A list that the schema leaves open still has the columns that the tags read.
  if (stated === 'texts' && hasFields(itemsOf(inferred))) return 'list'
  const shown = isPlain(inferred) ? kinds.get(name) : undefined
  if (stated === undefined || stated === 'text') return shown ?? stated ?? inferredKind(inferred)
  return stated
}

/** A value of its own: other things may have the same name elsewhere in the data. */
function isPlain(inferred: JsonObject): boolean {
  return !typesOf(inferred).includes('array') && !hasFields(inferred)
}

/** What an uploaded schema says; undefined where it says nothing that a form can use. */
function statedKind(schema: JsonObject): FieldKind | undefined {
  if (arrayAt(schema, 'enum').length > 0) return 'choice'
  const types = typesOf(schema).filter((type) => type !== 'null')
  const [type] = types
  if (type === undefined || types.length > 1) return hasFields(schema) ? 'object' : undefined
  switch (type) {
    case 'array':
      return hasFields(itemsOf(schema)) ? 'list' : 'texts'
    case 'object':
      return hasFields(schema) ? 'object' : 'json'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'string':
      return textAt(schema, 'format') === 'date' ? 'date' : 'text'
    default:
      return undefined
  }
}

/** What the service infers from tags: each kind of use has types of its own. */
function inferredKind(schema: JsonObject): FieldKind {
  const types = typesOf(schema)
  if (types.includes('array')) return hasFields(itemsOf(schema)) ? 'list' : 'texts'
  // Formatted text is a text, or an object that names its form.
  if (types.includes('object')) return types[0] === 'string' ? 'formatted' : 'object'
  if (types[0] === 'number') return 'number'
  // Dates are texts or milliseconds; plain texts may also be true or false.
  if (types.includes('number') && textAt(schema, 'description') !== undefined) return 'date'
  // A value of which nothing is shown only decides whether something else is.
  return types.length === 0 ? 'boolean' : 'text'
}

function hasFields(schema: JsonObject): boolean {
  return Object.keys(objectAt(schema, 'properties')).length > 0
}

function itemsOf(schema: JsonObject): JsonObject {
  return objectAt(schema, 'items')
}

// Names that people know by their letters.
const ACRONYMS = new Set([
  'rfc',
  'curp',
  'nss',
  'cp',
  'iva',
  'isr',
  'ieps',
  'clabe',
  'cfdi',
  'uuid',
  'id',
  'url',
])

/** `fecha_de_pago` as `Fecha de pago`, `rfc` as `RFC`. */
function labelOf(name: string): string {
  if (ACRONYMS.has(name.toLowerCase())) return name.toUpperCase()
  const spaced = name
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(
      /(\p{Ll})(\p{Lu})/gu,
      (_all, before: string, next: string) => `${before} ${next.toLowerCase()}`,
    )
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema
  return Array.isArray(type) ? type.map(String) : typeof type === 'string' ? [type] : []
}

function objectAt(schema: JsonObject, key: string): JsonObject {
  const value = schema[key]
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as JsonObject) : {}
}

function arrayAt(schema: JsonObject, key: string): readonly unknown[] {
  const value = schema[key]
  return Array.isArray(value) ? value : []
}

function textAt(schema: JsonObject, key: string): string | undefined {
  const value = schema[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
