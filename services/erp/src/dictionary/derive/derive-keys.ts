import type { ModelSource } from '../model-source.ts'
import { constraintName } from '../naming.ts'
import type { Field, Index, LookUp, Scope, UniqueKey } from '../types.ts'
import { lineKey } from './derive-text.ts'

/** Every unique key: single unique fields, the file's own, and the number of a line within its document. */
export function deriveUniqueKeys(
  source: ModelSource,
  table: string,
  fields: readonly Field[],
): readonly UniqueKey[] {
  const singles = fields.filter(({ unique }) => unique).map(({ name }) => [name])
  const lists = distinct([...singles, ...source.unique, ...uniqueLineKey(source)])
  const always = lists.map((list) => ({ name: constraintName(table, list, 'key'), fields: list }))
  return [...always, ...keysInForce(source, table, fields)]
}

const CANCELLED = ['cancelada', 'cancelado']

/** The state in which a document no longer counts. */
export function cancelledState(fields: readonly Field[]): string | undefined {
  const state = fields.find(({ name }) => name === 'estado')
  const values = state?.type === 'choice' ? state.choices.map(({ value }) => value) : []
  return values.find((value) => CANCELLED.includes(value))
}

function keysInForce(
  source: ModelSource,
  table: string,
  fields: readonly Field[],
): readonly UniqueKey[] {
  const unlessState = cancelledState(fields)
  if (unlessState === undefined) return []
  return distinct(source.uniqueInForce).map((list) => ({
    name: constraintName(table, list, 'vigente_key'),
    fields: list,
    unlessState,
  }))
}

/** Each number occurs once per document; an `orden` may be shared while people reorder lines. */
function uniqueLineKey(source: ModelSource): readonly (readonly string[])[] {
  const key = lineKey(source.fields)
  return key.length > 0 && key[1] !== 'orden' ? [key] : []
}

interface KeyedModel {
  readonly table: string
  readonly scope: Scope
  readonly fields: readonly Field[]
  readonly uniqueKeys: readonly UniqueKey[]
  readonly lookUps: readonly LookUp[]
}

/**
 * The indexes that the default filters, the default sort and the search for dependents need: one for each reference;
 * for a tenant model, whose rows grow, also the leading date, the state and what people look it up by. None where a unique key already serves.
 */
export function deriveIndexes(
  source: ModelSource,
  { table, scope, fields, uniqueKeys, lookUps }: KeyedModel,
): readonly Index[] {
  const references = fields.filter(({ type }) => type === 'reference').map(({ name }) => [name])
  const date = leadingDate(fields)
  const state = fields.find(({ name, type }) => name === 'estado' && type === 'choice')
  const growing =
    scope === 'tenant'
      ? [date, state].flatMap((field) => (field === undefined ? [] : [[field.name]]))
      : []
  const inHand =
    scope === 'tenant' ? lookUps.filter(({ by }) => by === 'value').map(({ field }) => [field]) : []
  const lists = distinct([...references, ...growing, ...inHand, ...source.indexes])
  const isServed = (list: readonly string[]) =>
    uniqueKeys.some(
      (key) => key.unlessState === undefined && list.every((field, i) => key.fields[i] === field),
    )
  return lists
    .filter((list) => !isServed(list))
    .map((list) => ({ name: constraintName(table, list, 'idx'), fields: list }))
}

/** The date by which people look for a record. */
export function leadingDate(fields: readonly Field[]): Field | undefined {
  const moments = fields.filter(({ type }) => type === 'date' || type === 'instant')
  return (
    moments.find(({ name }) => name === 'fecha' || name === 'fecha_hora') ??
    moments.find(({ required }) => required)
  )
}

function distinct(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return [...new Map(lists.map((list) => [list.join(), list])).values()]
}
