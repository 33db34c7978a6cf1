import type { FieldSource, ModelSource } from './source.ts'
import type { Field, RecordText, TextPart } from './types.ts'

/** What a record is known by, best first. */
const KEYS = ['clave', 'folio', 'codigo', 'numero', 'numero_economico', 'numero_lote', 'numero_credito', 'numero_serie', 'numero_guia', 'uuid']
/** What stands after the key. */
const NAMES = ['nombre', 'razon_social', 'titulo', 'asunto', 'nombre_corto', 'etiqueta', 'descripcion', 'titular', 'mensaje']
/** The running number of a line within its document. */
const LINE_NUMBERS = ['partida', 'renglon', 'numero', 'orden', 'consecutivo', 'nivel', 'revision']

const SEARCHABLE = new Set([
  ...KEYS,
  ...NAMES,
  'apellidos',
  'nombre_comercial',
  'rfc',
  'curp',
  'correo',
  'telefono',
  'abreviatura',
  'alias',
  'concepto',
  'referencia',
  'palabras_similares',
])
/** More than this and the search index grows without finding more. */
const MAX_SEARCH_FIELDS = 6

/**
 * `_str` by rule: the key and the name of the record; for a line its document and its number;
 * for a record made of references the keys of what it joins.
 */
export function deriveText(source: ModelSource, sources: ReadonlyMap<string, ModelSource>): RecordText {
  if (source.text !== null) return source.text
  const own = ownParts(source)
  if (own.length > 0) return { separator: ' ', parts: own }
  const joined = joinedParts(source, sources)
  if (joined.length > 0) return { separator: ' / ', parts: joined }
  const first = source.fields.find(isShowable)
  return { separator: ' ', parts: [part(first?.name ?? 'id')] }
}

function ownParts({ fields }: ModelSource): readonly TextPart[] {
  const key = KEYS.map((name) => scalar(fields, name)).find((field) => field !== undefined && isText(field))
  const name = NAMES.map((candidate) => scalar(fields, candidate)).find((field) => field !== undefined && isText(field))
  const surname = name?.name === 'nombre' ? scalar(fields, 'apellidos') : undefined
  return [key, name, surname].flatMap((field) => (field === undefined ? [] : [part(field.name)]))
}

/** A reference's key can be shown only where it is the referred record's own: the text goes one step deep, not two. */
function joinedParts(source: ModelSource, sources: ReadonlyMap<string, ModelSource>): readonly TextPart[] {
  const references = source.fields.flatMap((field): TextPart[] => {
    const { kind } = field.spec
    const key = kind.type === 'reference' ? leadingField(sources.get(kind.target)) : undefined
    return key === undefined ? [] : [{ reference: field.name, field: key }]
  })
  const number = LINE_NUMBERS.map((name) => scalar(source.fields, name)).find((field) => field !== undefined && field.spec.kind.type === 'integer')
  if (number !== undefined) return [...references.slice(0, 1), part(number.name)]
  const moment = source.fields.find(({ spec }) => spec.required && (spec.kind.type === 'date' || spec.kind.type === 'instant'))
  const text = source.fields.find((field) => field.spec.required && isText(field))
  const last = text ?? moment
  return last === undefined ? references.slice(0, 2) : [...references.slice(0, 1), part(last.name)]
}

/** The first field of a model's own that stands in its text. */
export function leadingField(source: ModelSource | undefined): string | undefined {
  if (source === undefined) return undefined
  const explicit = source.text?.parts.find(({ reference }) => reference === null)
  if (explicit !== undefined) return explicit.field
  return ownParts(source)[0]?.field ?? source.fields.find((field) => field.spec.required && isText(field))?.name
}

export function deriveSearch(source: ModelSource, fields: readonly Field[]): readonly string[] {
  if (source.search !== null) return source.search
  const texts = fields.filter(({ type }) => type === 'text')
  const known = texts.filter(({ name }) => SEARCHABLE.has(name))
  return (known.length > 0 ? known : texts.slice(0, 1)).slice(0, MAX_SEARCH_FIELDS).map(({ name }) => name)
}

function scalar(fields: readonly FieldSource[], name: string): FieldSource | undefined {
  return fields.find((field) => field.name === name && isShowable(field))
}

function isText(field: FieldSource): boolean {
  return field.spec.kind.type === 'text'
}

/** What may stand in a record's text: a value that is short and reads as it is. */
export function isShowableType(type: Field['type']): boolean {
  switch (type) {
    case 'text':
    case 'integer':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
    case 'date':
    case 'instant':
      return true
    case 'long_text':
    case 'secret':
    case 'boolean':
    case 'json':
    case 'choice':
    case 'reference':
      return false
  }
}

function isShowable(field: FieldSource): boolean {
  return isShowableType(field.spec.kind.type)
}

function part(field: string): TextPart {
  return { reference: null, field }
}
