import { sourcesOf, type Fill } from '../../dictionary/fill.ts'
import type { Field, Model } from '../../dictionary/types.ts'
import { JsonNumber } from '../../query/json-number.ts'
import { defaultOf, type JsonObject, type WriteMoment } from '../../query/write-plan.ts'

/** A value that was filled in, as text, and where it is from. */
export interface Filled {
  readonly value: string
  /**
   * A field of the record or its document; or `list`, a list of prices; `last`, the last document; `user`, whoever writes;
   * `company`, its own currency; `only`, the only record there is.
   */
  readonly by: string
  /** The key of a list of prices. */
  readonly of?: string
}

/** A record of a body that is being filled in: the document, or a line of it. */
export interface Slot {
  /** As the caller sees it. */
  readonly model: Model
  /** `partidas[2].`, empty for the document. */
  readonly place: string
  readonly head: Slot | null
  /** What it holds as far as it is known, as text: sent, stored, by default, filled. */
  readonly values: Map<string, string>
  /** The fields about which nobody has said anything and nothing has been decided. */
  readonly open: Set<string>
  readonly filled: Map<string, Filled>
}

/** The document of a body and its new lines; what is stored is not filled in. */
export function slotsOf(
  modelFor: (name: string) => Model | undefined,
  of: { readonly model: Model; readonly id: string | null; readonly body: JsonObject },
  { moment, stored }: { readonly moment: WriteMoment; readonly stored: JsonObject | null },
): readonly Slot[] {
  const head = slotOf({ model: of.model, body: of.body, place: '', head: null }, { moment, stored })
  if (of.id !== null) head.open.clear()
  const lines = of.model.lines.flatMap(({ name, model }): readonly Slot[] => {
    const target = modelFor(model)
    const items = of.body[name]
    if (target === undefined || !Array.isArray(items)) return []
    return items.flatMap((body: unknown, i) =>
      isNewLine(body)
        ? [slotOf({ model: target, body, place: `${name}[${i}].`, head }, { moment, stored: null })]
        : [],
    )
  })
  return [head, ...lines]
}

function isNewLine(body: unknown): body is JsonObject {
  return (
    typeof body === 'object' &&
    body !== null &&
    !Array.isArray(body) &&
    !(body instanceof JsonNumber) &&
    !Object.hasOwn(body, 'id')
  )
}

function slotOf(
  of: Pick<Slot, 'model' | 'place' | 'head'> & { readonly body: JsonObject },
  { moment, stored }: { readonly moment: WriteMoment; readonly stored: JsonObject | null },
): Slot {
  const { model, place, head, body } = of
  const values = new Map<string, string>()
  const open = new Set<string>()
  for (const field of model.fields) {
    const isSaid = Object.hasOwn(body, field.name) || Object.hasOwn(body, `${field.name}_str`)
    const value = isSaid
      ? body[field.name]
      : stored === null
        ? defaultOf(field, moment)
        : stored[field.name]
    const text = textOf(value)
    if (text !== null) values.set(field.name, text)
    const mayFill = field.fill !== undefined || (head === null && field.type === 'reference')
    if (!isSaid && mayFill && field.readOnly === null) open.add(field.name)
  }
  return { model, place, head, values, open, filled: new Map() }
}

function textOf(value: unknown): string | null {
  if (value instanceof JsonNumber) return value.source
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'boolean' || typeof value === 'number' ? String(value) : null
}

/** What a name is in a record, or else in its document. */
export function heldBy(
  slot: Slot,
  name: string,
): { readonly slot: Slot; readonly field: Field } | null {
  const field = slot.model.fieldByName.get(name)
  if (field !== undefined) return { slot, field }
  return slot.head === null ? null : heldBy(slot.head, name)
}

export function valueIn(slot: Slot, name: string): string | null {
  return heldBy(slot, name)?.slot.values.get(name) ?? null
}

/** What the price of a line follows from, whatever the dictionary says of it. */
const OF_PRICES = ['articulo', 'unidad', 'moneda', 'cliente', 'proveedor', 'sucursal', 'vendedor']

/** The open fields that can be decided now: all that they follow from is decided. In a circle any may be. */
export function readyIn(
  slots: readonly Slot[],
): readonly { readonly slot: Slot; readonly name: string }[] {
  const open = slots.flatMap((slot) => [...slot.open].map((name) => ({ slot, name })))
  const ready = open.filter(({ slot, name }) => {
    const fill = slot.model.fieldByName.get(name)?.fill
    return namesOf(fill ?? []).every(
      (source) => source === name || heldBy(slot, source)?.slot.open.has(source) !== true,
    )
  })
  return ready.length > 0 ? ready : open
}

const known = new WeakMap<Fill, readonly string[]>()

function namesOf(fill: Fill): readonly string[] {
  const found = known.get(fill)
  if (found !== undefined) return found
  const isPriced = fill.some(({ origin: { kind } }) => kind === 'list' || kind === 'last')
  const names = [...sourcesOf(fill), ...(isPriced ? OF_PRICES : [])]
  known.set(fill, names)
  return names
}

/** Nothing more is to be said about the field; undefined: nothing fills it in. */
export function decide(slot: Slot, name: string, filled: Filled | undefined): void {
  slot.open.delete(name)
  if (filled === undefined) return
  slot.filled.set(name, filled)
  slot.values.set(name, filled.value)
}

/** Takes back what turned out to be none of the caller's business. */
export function withdraw(slot: Slot, name: string): void {
  slot.filled.delete(name)
  slot.values.delete(name)
}

/** The body with what was filled in. */
export function filledBody(body: JsonObject, slots: readonly Slot[]): JsonObject {
  const byPlace = new Map(slots.map((slot) => [slot.place, slot]))
  const own = (object: JsonObject, place: string): JsonObject => {
    const slot = byPlace.get(place)
    const values = [...(slot?.filled ?? [])].map(([name, { value }]): [string, unknown] => [
      name,
      sentValue(slot?.model.fieldByName.get(name), value),
    ])
    return { ...object, ...Object.fromEntries(values) }
  }
  const lines = (byPlace.get('')?.model.lines ?? []).flatMap(({ name }): [string, unknown][] => {
    const items = body[name]
    if (!Array.isArray(items)) return []
    return [
      [
        name,
        items.map((item: unknown, i) => (isNewLine(item) ? own(item, `${name}[${i}].`) : item)),
      ],
    ]
  })
  return { ...own(body, ''), ...Object.fromEntries(lines) }
}

function sentValue(field: Field | undefined, value: string): unknown {
  switch (field?.type) {
    case 'reference':
    case 'integer':
    case 'money':
    case 'quantity':
    case 'rate':
    case 'decimal':
      return new JsonNumber(value)
    case 'boolean':
      return value === 'true'
    default:
      return value
  }
}
