import { isComputed } from '../../dictionary/formula.ts'
import type { Field, Lines, Model, Registry } from '../../dictionary/types.ts'
import { fillLoosely } from '../../query/computed-values.ts'
import { splitDocument, type DocumentBody, type LineBody } from '../../query/document-body.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { parseInput } from '../../query/input-value.ts'
import { JsonNumber, printExactJson } from '../../query/json-number.ts'
import { isMask } from '../../query/mask.ts'
import { defaultOf, type JsonObject, type WriteMoment } from '../../query/write-plan.ts'
import { numberLines, sumNewLines } from '../documents/complete-lines.ts'
import type { LinesChange, NewLine } from '../documents/line-plan.ts'

/** A document that cannot be written yet, as far as it is known. */
export interface Draft {
  readonly model: Model
  readonly id: string | null
  readonly values: Map<string, FieldValue | null>
  lines: readonly LinesChange[]
}

interface Drafting {
  /** As the caller sees it. */
  readonly registry: Registry
  readonly moment: WriteMoment
}

/**
 * What a body and what is stored make of a document: whatever can be read of it, lines in the order of the body. Prices
 * and taxes that others say are filled in by the caller, then `completeDraft` computes the rest.
 */
export function draftDocument(
  drafting: Drafting,
  details: { readonly model: Model; readonly id: string | null; readonly body: JsonObject },
  stored: JsonObject | null,
): Draft {
  const parts = splitDocument(drafting.registry, details, [])
  const values = valuesOf(drafting, details.model, { own: parts.own, stored })
  const lines = linesOf(drafting, details.model, { parts, stored })
  return { model: details.model, id: details.id, values, lines }
}

function valuesOf(
  { moment }: Drafting,
  model: Model,
  { own, stored }: { readonly own: JsonObject; readonly stored: JsonObject | null },
): Map<string, FieldValue | null> {
  const values = new Map<string, FieldValue | null>()
  const isTaxed = isTaxChanged(own)
  for (const field of model.fields) {
    if (field.type === 'secret') continue
    const kept =
      stored === null ? defaultOf(field, moment) : storedValue(stored[field.name] ?? null)
    // What follows from others is computed anew.
    const follows = isComputed(field) && (isMade(field) || isTaxed)
    const sent = sentValue(field, own[field.name])
    if (sent !== undefined) values.set(field.name, sent)
    else if (!follows) values.set(field.name, kept ?? null)
  }
  return values
}

/** What a body says of a field that a hand may write; undefined: nothing, or nothing that fits. */
function sentValue(field: Field, raw: unknown): FieldValue | null | undefined {
  if (raw === undefined || field.readOnly !== null || isMask(field, raw)) return undefined
  if (isMade(field)) return undefined
  const sent = parseInput(field, raw)
  return sent.ok ? sent.value : undefined
}

/** Whether nothing but its formula says what a field is. */
function isMade(field: Field): boolean {
  return field.computed !== undefined && !field.computed.orGiven
}

function isTaxChanged(own: JsonObject): boolean {
  return AMOUNTS.some((name) => Object.hasOwn(own, name))
}

/** A change of one of these makes the taxes of a line follow. */
const AMOUNTS = ['articulo', 'cantidad', 'precio', 'descuento']

function storedValue(value: unknown): FieldValue | null {
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  return value instanceof JsonNumber ? value.source : printExactJson(value)
}

function linesOf(
  drafting: Drafting,
  model: Model,
  { parts, stored }: { readonly parts: DocumentBody; readonly stored: JsonObject | null },
): readonly LinesChange[] {
  return model.lines.flatMap((lines): readonly LinesChange[] => {
    const target = drafting.registry.models.get(lines.model)
    if (target === undefined) return []
    const items = parts.lines.find((group) => group.lines.name === lines.name)?.items ?? []
    const kept = storedLines(stored, lines)
    const created = itemsOf(items, kept).flatMap((item) =>
      item.isRemoved ? [] : [draftLine(drafting, target, { item, kept })],
    )
    if (created.length === 0 && items.length === 0 && stored === null) return []
    return [{ lines, model: target, created, changed: [], removed: [] }]
  })
}

/** Lines that the body does not name stay where they are, before those that it names. */
function itemsOf(
  items: readonly LineBody[],
  kept: ReadonlyMap<string, JsonObject>,
): readonly LineBody[] {
  const named = new Set(items.map(({ id }) => id))
  const others = [...kept.keys()].filter((id) => !named.has(id))
  return [
    ...others.map((id) => ({ id, place: '', isRemoved: false, own: {}, lines: [] })),
    ...items,
  ]
}

function storedLines(stored: JsonObject | null, { name }: Lines): ReadonlyMap<string, JsonObject> {
  const list = stored?.[name]
  if (!Array.isArray(list)) return new Map()
  // The database made these objects itself.
  return new Map((list as JsonObject[]).map((line) => [String(storedValue(line['id'])), line]))
}

function draftLine(
  drafting: Drafting,
  model: Model,
  { item, kept }: { readonly item: LineBody; readonly kept: ReadonlyMap<string, JsonObject> },
): NewLine {
  const stored = item.id === null ? null : (kept.get(item.id) ?? null)
  const values = valuesOf(drafting, model, { own: item.own, stored })
  const isSaid = item.lines.some(({ lines }) => lines.name === BREAKDOWN)
  const isTaxed = isTaxChanged(item.own)
  const lines = linesOf(drafting, model, { parts: item, stored }).filter(
    (own) => own.lines.name !== BREAKDOWN || isSaid || !isTaxed,
  )
  const place = item.place
  return {
    model,
    place,
    values,
    id: stored === null ? '' : (item.id ?? ''),
    inherited: new Map(),
    lines,
  }
}

const BREAKDOWN = 'desglose'

/** Computes what the lines and the fields of a draft make, as far as they do. */
export function completeDraft(draft: Draft, decimals: number | undefined): void {
  for (const { created } of draft.lines) for (const line of created) completeLine(line, decimals)
  for (const own of draft.lines) numberLines(own, 0n)
  const write = { model: draft.model, values: draft.values, previous: null, decimals }
  const made = fillLoosely(write, sumNewLines(draft.model, draft.lines))
  for (const [name, value] of made) draft.values.set(name, value)
}

function completeLine(line: NewLine, decimals: number | undefined): void {
  for (const { created } of line.lines) for (const own of created) completeLine(own, decimals)
  for (const own of line.lines) numberLines(own, 0n)
  const write = { model: line.model, values: line.values, previous: null, decimals }
  line.values = new Map(fillLoosely(write, sumNewLines(line.model, line.lines)))
}
