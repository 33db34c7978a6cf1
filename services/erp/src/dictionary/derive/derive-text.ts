import type { FieldSource, ModelSource } from '../model-source.ts'
import type { Field, RecordText, TextPart } from '../types.ts'

/** Fields by which people recognize a record, best first. */
export const KEYS: readonly string[] = [
  'clave',
  'folio',
  'codigo',
  'numero',
  'numero_economico',
  'numero_lote',
  'numero_credito',
  'numero_serie',
  'numero_guia',
  'uuid',
]
/** Fields that follow the key. */
const NAMES = [
  'nombre',
  'razon_social',
  'titulo',
  'asunto',
  'nombre_corto',
  'etiqueta',
  'descripcion',
  'titular',
  'mensaje',
]
/** People know a document by its folio; what follows it must be a short name, not its description. */
const DOCUMENT_NAMES = ['nombre', 'razon_social', 'titulo', 'asunto']
/** The running number of a line within its document. */
export const LINE_NUMBERS: readonly string[] = ['partida', 'renglon', 'numero', 'orden']

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
 * `_str` by rule, the first that applies: the key of the record and its name; for a line its document and its number;
 * its name alone; the unique key that the file gives; whatever distinguishes it from its neighbours.
 */
export function deriveText(
  source: ModelSource,
  sources: ReadonlyMap<string, ModelSource>,
): RecordText {
  if (source.text !== null) return source.text
  const key = ownKey(source)
  if (key.length > 0) return { separator: ' ', parts: key }
  const line = keyParts(lineKey(source.fields), source, sources)
  if (line.length > 0) return { separator: ' / ', parts: line }
  const name = ownName(source)
  if (name.length > 0) return { separator: ' ', parts: name }
  const unique = keyParts(source.unique[0] ?? [], source, sources)
  if (unique.length > 0) return { separator: ' / ', parts: unique }
  return { separator: ' / ', parts: distinguishingParts(source, sources) }
}

/** `compra, partida`: the first field is the document and the second counts its lines. Empty for any other model. */
export function lineKey([document, number]: readonly FieldSource[]): readonly string[] {
  const isLine =
    document?.spec.kind.type === 'reference' &&
    document.spec.required &&
    number?.spec.kind.type === 'integer' &&
    LINE_NUMBERS.includes(number.name)
  return isLine ? [document.name, number.name] : []
}

/** The model's first own field that is part of its text. */
function leadingField(source: ModelSource | undefined): string | undefined {
  if (source === undefined) return undefined
  const own = source.text?.parts ?? [...ownKey(source), ...ownName(source)]
  return own.find(({ reference }) => reference === null)?.field ?? firstRequiredText(source)?.name
}

/** A key that may be missing identifies nothing, so it has to be required or unique. */
function ownKey(source: ModelSource): readonly TextPart[] {
  const key = KEYS.map((name) => textField(source, name)).find(
    (field) => field !== undefined && (field.spec.required || field.spec.unique),
  )
  if (key === undefined) return []
  const names = key.name === 'folio' ? DOCUMENT_NAMES : NAMES
  const name = names
    .map((candidate) => textField(source, candidate))
    .find((field) => field !== undefined)
  return [key, name].flatMap((field) => (field === undefined ? [] : [part(field.name)]))
}

function ownName(source: ModelSource): readonly TextPart[] {
  const name = NAMES.map((candidate) => textField(source, candidate)).find(
    (field) => field?.spec.required === true,
  )
  const surname = name?.name === 'nombre' ? textField(source, 'apellidos') : undefined
  return [name, surname].flatMap((field) => (field === undefined ? [] : [part(field.name)]))
}

/** A list of fields as parts, a reference by the key of what it refers to; empty when one of them cannot be shown. */
function keyParts(
  names: readonly string[],
  source: ModelSource,
  sources: ReadonlyMap<string, ModelSource>,
): readonly TextPart[] {
  const parts = names.flatMap((name) => {
    const field = source.fields.find((candidate) => candidate.name === name)
    return field === undefined ? [] : [fieldPart(field, sources)]
  })
  return parts.every((shown) => shown !== null) ? parts : []
}

/** A reference's key can be shown only if it is the referred record's own: the text goes one step deep, not two. */
function fieldPart(field: FieldSource, sources: ReadonlyMap<string, ModelSource>): TextPart | null {
  const { kind } = field.spec
  if (kind.type !== 'reference') return isShowableType(kind.type) ? part(field.name) : null
  const key = leadingField(sources.get(kind.target))
  return key === undefined ? null : { reference: field.name, field: key }
}

/** What it belongs to, followed by a text, a date or another thing that it belongs to. */
function distinguishingParts(
  source: ModelSource,
  sources: ReadonlyMap<string, ModelSource>,
): readonly TextPart[] {
  const required = source.fields.filter(({ spec }) => spec.required)
  const references = [...required, ...source.fields]
    .filter(
      ({ spec }, i, all) =>
        spec.kind.type === 'reference' && all.findIndex(({ name }) => name === all[i]?.name) === i,
    )
    .flatMap((field) => fieldPart(field, sources) ?? [])
  const moment = required.find(
    ({ spec }) => spec.kind.type === 'date' || spec.kind.type === 'instant',
  )
  const last = firstRequiredText(source) ?? moment
  const parts =
    last === undefined ? references.slice(0, 2) : [...references.slice(0, 1), part(last.name)]
  const first = source.fields.find(({ spec }) => isShowableType(spec.kind.type))
  return parts.length > 0 ? parts : [part(first?.name ?? 'id')]
}

function firstRequiredText(source: ModelSource): FieldSource | undefined {
  return source.fields.find(({ spec }) => spec.required && spec.kind.type === 'text')
}

function textField(source: ModelSource, name: string): FieldSource | undefined {
  return source.fields.find((field) => field.name === name && field.spec.kind.type === 'text')
}

export function deriveSearch(source: ModelSource, fields: readonly Field[]): readonly string[] {
  if (source.search !== null) return source.search
  const texts = fields.filter(({ type }) => type === 'text')
  const known = texts.filter(({ name }) => SEARCHABLE.has(name))
  const fallback = texts.find(({ required }) => required) ?? texts[0]
  const found = known.length > 0 || fallback === undefined ? known : [fallback]
  return found.slice(0, MAX_SEARCH_FIELDS).map(({ name }) => name)
}

/** What may be part of a record's text: a value that is short and readable as it is. */
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

function part(field: string): TextPart {
  return { reference: null, field }
}
