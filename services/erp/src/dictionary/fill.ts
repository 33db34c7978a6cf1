import { fail, ok, type Result } from '@oficina/kit/result.ts'

/**
 * Where the value of a field comes from that nobody wrote, as a form fills it in: the first of the ways that has one.
 * @source docs/decisions/0279-erp-filling.md
 */
export type Fill = readonly FillWay[]

export interface FillWay {
  readonly origin: FillOrigin
  /** All of them must hold. */
  readonly when: readonly FillTerm[]
}

export type FillOrigin =
  /** What the record says that a reference points to. */
  | { readonly kind: 'field'; readonly reference: string; readonly field: string }
  /** The record of a catalog with this key. */
  | { readonly kind: 'key'; readonly key: string }
  /** The price of the customer's list. */
  | { readonly kind: 'list' }
  /** Whoever writes. */
  | { readonly kind: 'user' }
  /** What the party's last document said, or the last line of the article; `from` null: of the same model and field. */
  | {
      readonly kind: 'last'
      readonly from: { readonly model: string; readonly field: string } | null
    }

/** A field of the record or of its document, or of what a reference there points to. */
export interface FillPlace {
  readonly reference: string | null
  readonly field: string
}

export interface FillTerm {
  readonly place: FillPlace
  readonly test:
    | { readonly kind: 'present' }
    | { readonly kind: 'in'; readonly values: readonly string[] }
    | { readonly kind: 'same'; readonly place: FillPlace }
    /** The currency in which the company keeps its books. */
    | { readonly kind: 'own' }
}

const NAME = '[a-z][a-z0-9_]*'
const PLACE = new RegExp(`^(?:(${NAME})\\.)?(${NAME})$`)
const LAST = new RegExp(`^last(?: ([A-Z][A-Za-z0-9]*)\\.(${NAME}))?$`)
const TERM = new RegExp(`^(${NAME}(?:\\.${NAME})?) (?:is (.+)|present)$`)
const FORMS = [
  'write "referencia.campo", "key CLAVE", "list", "user", "last" or "last Modelo.campo"',
  'each with "if campo is a, b", "if referencia.campo is a", "if campo is referencia.campo"',
  '"if moneda is own" or "if campo present"',
].join(', ')

/** `list or last or articulo.precio_base if moneda is own and unidad is articulo.unidad`. */
export function parseFill(text: string): Result<Fill, string> {
  const ways: FillWay[] = []
  for (const part of text.trim().split(' or ')) {
    const [first = '', ...conditions] = part.trim().split(' if ')
    const origin = originOf(first.trim())
    const terms = conditions.flatMap((one) => one.split(' and ')).map((one) => termOf(one.trim()))
    const when = terms.filter((term) => term !== null)
    if (origin === null || when.length < terms.length || conditions.length > 1) {
      return fail(`"${part.trim()}" is no way to fill a field in: ${FORMS}.`)
    }
    ways.push({ origin, when })
  }
  return ok(ways)
}

function originOf(text: string): FillOrigin | null {
  if (text === 'list' || text === 'user') return { kind: text }
  const [, key] = /^key ([A-Za-z0-9_.-]+)$/.exec(text) ?? []
  if (key !== undefined) return { kind: 'key', key }
  const last = LAST.exec(text)
  if (last !== null) {
    const [, model, field] = last
    return {
      kind: 'last',
      from: model === undefined || field === undefined ? null : { model, field },
    }
  }
  const place = placeOf(text)
  if (place?.reference === undefined || place.reference === null) return null
  return { kind: 'field', reference: place.reference, field: place.field }
}

function placeOf(text: string): FillPlace | null {
  const [, reference = null, field] = PLACE.exec(text) ?? []
  return field === undefined ? null : { reference, field }
}

function termOf(text: string): FillTerm | null {
  const [, at = '', values] = TERM.exec(text) ?? []
  const place = placeOf(at)
  if (place === null) return null
  if (values === undefined) return { place, test: { kind: 'present' } }
  if (values === 'own') return { place, test: { kind: 'own' } }
  const other = values.includes('.') ? placeOf(values) : null
  if (other !== null) return { place, test: { kind: 'same', place: other } }
  return { place, test: { kind: 'in', values: values.split(', ') } }
}

/** As the dictionary writes it. */
export function printFill(fill: Fill): string {
  return fill
    .map(({ origin, when }) =>
      [printOrigin(origin), ...(when.length === 0 ? [] : [when.map(printTerm).join(' and ')])].join(
        ' if ',
      ),
    )
    .join(' or ')
}

function printOrigin(origin: FillOrigin): string {
  switch (origin.kind) {
    case 'field':
      return `${origin.reference}.${origin.field}`
    case 'key':
      return `key ${origin.key}`
    case 'list':
    case 'user':
      return origin.kind
    case 'last':
      return origin.from === null ? 'last' : `last ${origin.from.model}.${origin.from.field}`
  }
}

function printTerm({ place, test }: FillTerm): string {
  const at = printPlace(place)
  switch (test.kind) {
    case 'present':
      return `${at} present`
    case 'own':
      return `${at} is own`
    case 'in':
      return `${at} is ${test.values.join(', ')}`
    case 'same':
      return `${at} is ${printPlace(test.place)}`
  }
}

function printPlace({ reference, field }: FillPlace): string {
  return reference === null ? field : `${reference}.${field}`
}

/** The fields of the record or its document that must have a value first. */
export function sourcesOf(fill: Fill): readonly string[] {
  const names = fill.flatMap(({ origin, when }) => [
    ...(origin.kind === 'field' ? [origin.reference] : []),
    ...when.map(({ place }) => place.reference ?? place.field),
  ])
  return [...new Set(names)]
}
