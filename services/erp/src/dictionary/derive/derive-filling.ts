import type { Fill, FillWay } from '../fill.ts'
import type { FieldKind, FieldSource, ModelSource } from '../model-source.ts'
import type { Field } from '../types.ts'
import { lineKey } from './derive-text.ts'

type Sources = ReadonlyMap<string, ModelSource>

/** The references whose records say what holds for them: terms, currency, seller. The later one has precedence. */
const PARTIES: readonly string[] = ['cliente', 'proveedor', 'sucursal']
/** With whom a document is: what was agreed last is agreed again. */
const PARTNERS: readonly string[] = ['cliente', 'proveedor']

/**
 * What fills fields in where nobody writes them: as the file says, else what the record says that a reference points to.
 * Of the party a document takes every reference of the same name; of other records only what it requires anyway. Lines take
 * of their article, and of what else they refer to, what they require.
 * @source docs/decisions/0279-erp-filling.md
 */
export function deriveFills(
  source: ModelSource,
  fields: readonly Field[],
  sources: Sources,
): readonly Field[] {
  if (source.level < 3) return fields
  const key = lineKey(source.fields)
  return fields.map((field) => {
    const written = source.fills.get(field.name)
    const own = source.fields.find(({ name }) => name === field.name)
    const fill =
      written ??
      (own === undefined || key.includes(own.name) || !isOpen(field)
        ? []
        : followed(own, { source, key, sources }))
    return fill.length === 0 ? field : { ...field, fill }
  })
}

/** Whether a person would have to write it, and may. */
function isOpen({ readOnly, computed, default: value, unique, listed, type }: Field): boolean {
  const isFree = readOnly === null && computed === undefined && value === null && !unique
  return isFree && listed !== true && type !== 'secret' && type !== 'json'
}

function isParty({ name }: FieldSource): boolean {
  return PARTIES.includes(name)
}

function followed(
  field: FieldSource,
  {
    source,
    key,
    sources,
  }: { readonly source: ModelSource; readonly key: readonly string[]; readonly sources: Sources },
): Fill {
  const others = source.fields.filter(
    ({ name, readOnly }) => name !== field.name && readOnly === null && !key.includes(name),
  )
  const isLine = key.length > 0
  const says = (reference: FieldSource) => saysSame(reference, field, sources)
  const parties = isLine ? [] : others.filter((other) => isParty(other) && says(other)).toReversed()
  const rest = others.filter((other) => (isLine || !isParty(other)) && says(other))
  const isAsked = field.spec.required && (isLine || field.spec.kind.type === 'reference')
  const taken = [...(field.spec.kind.type === 'reference' ? parties : []), ...(isAsked ? rest : [])]
  return taken.map(({ name }): FillWay => ({
    origin: { kind: 'field', reference: name, field: field.name },
    when: [],
  }))
}

/** Whether what a reference points to has a field of the same name and kind. */
function saysSame({ spec }: FieldSource, field: FieldSource, sources: Sources): boolean {
  if (spec.kind.type !== 'reference') return false
  const target = sources.get(spec.kind.target)
  if (target === undefined || target.level < 3) return false
  const same = target.fields.find(({ name }) => name === field.name)
  return same !== undefined && isAlike(same.spec.kind, field.spec.kind)
}

function isAlike(one: FieldKind, other: FieldKind): boolean {
  if (one.type === 'reference') return other.type === 'reference' && one.target === other.target
  return one.type === other.type
}

/** With whom the documents of a model are; null: with nobody. */
export function derivePartner(source: ModelSource): string | null {
  const partner = source.fields.find(
    ({ name, spec }) => PARTNERS.includes(name) && spec.kind.type === 'reference',
  )
  return source.level < 3 ? null : (partner?.name ?? null)
}

/** On one screen with the first lines. */
const MAX_ENTRY = 8
/** Fewer are not worth a click. */
const MIN_FOLDED = 3

/**
 * What is typed of a record, in this order. Of a document by rule: what it requires and nobody fills in, its day, and what
 * its list shows, unless nothing much would be left to fold. Of its lines: what they are of, how much, and at what price.
 * Null: all of it, as it stands in the form.
 */
export function deriveEntry(
  source: ModelSource,
  fields: readonly Field[],
  of: {
    readonly isDocument: boolean
    readonly listDisplay: readonly string[]
    readonly partner: string | null
  },
): readonly string[] | null {
  if (source.entry !== null) return source.entry
  if (lineKey(source.fields).length > 0) return lineEntry(fields)
  if (!of.isDocument) return null
  const written = fields.filter((field) => isWritten(field))
  const asked = written.filter(
    ({ name, required, default: value, fill }) =>
      name === 'fecha' || (required && value === null && fill === undefined),
  )
  const followed = written.filter(({ required, default: value }) => required && value === null)
  const listed = written.filter(({ name }) => of.listDisplay.includes(name))
  const chosen = new Set([...asked, ...followed, ...listed].slice(0, MAX_ENTRY))
  if (written.length - chosen.size < MIN_FOLDED) return null
  // With whom it is decides about most of the rest.
  const first = written.filter(({ name }) => name === of.partner)
  const entry = [...first, ...written].filter((field) => chosen.has(field))
  return [...new Set(entry.map(({ name }) => name))]
}

/** What a hand writes that is no state, and that the service neither numbers nor reckons. */
function isWritten({ name, readOnly, computed, type, ...field }: Field): boolean {
  const isMade = computed !== undefined || 'series' in field
  return readOnly === null && !isMade && name !== 'estado' && type !== 'json'
}

const PRICE = /^(?:precio|costo)(?:_|$)/

function lineEntry(fields: readonly Field[]): readonly string[] | null {
  const written = fields.filter((field) => isWritten(field))
  const article = written.find(({ name, type }) => name === 'articulo' && type === 'reference')
  const quantity = written.find(({ required, type }) => required && type === 'quantity')
  if (article === undefined || quantity === undefined) return null
  const price = written.find(({ name, type }) => PRICE.test(name) && type === 'decimal')
  return [article, quantity, ...(price === undefined ? [] : [price])].map(({ name }) => name)
}
