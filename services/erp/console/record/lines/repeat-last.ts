import type { Column, ModelMetadata } from '../../metadata/model-metadata.ts'
import { api } from '../../session/api.ts'
import { isDecimalType } from '../../values/column-kinds.ts'
import { recordText } from '../../values/record-text.ts'
import { isTyped } from '../form/form-state.ts'
import { readRecord } from '../load-record.ts'
import { isNothing, nodeAt, valueOf, type RecordNode, type Values } from '../record-node.ts'
import { entryOfLine, quantityOf } from './entry-moves.ts'
import { addLines, emptyLine, type LinesPlace } from './line-edits.ts'

/** With whom a document is, as it was chosen; undefined: with nobody yet. */
export function partnerOf({
  state,
  path,
}: LinesPlace): { readonly field: string; readonly id: number; readonly text: string } | undefined {
  const { partner } = state.shape.meta
  const node = nodeAt(state.node.value, path)
  if (partner === undefined || partner === null || node === undefined || path.length > 0)
    return undefined
  const id = valueOf(node, partner)
  const text = valueOf(node, `${partner}_str`)
  return typeof id === 'number' && typeof text === 'string'
    ? { field: partner, id, text }
    : undefined
}

/** Some are drafts that came to nothing, or were taken back. */
const LOOKED_AT = 5

/**
 * The lines of the last document with a partner, once more: what was sold and how much of it. Prices are those of today,
 * which the service fills in.
 * @returns the document in words, undefined where there is none
 * @throws ApiFailure
 */
export async function repeatLast(
  place: LinesPlace,
  partner: { readonly field: string; readonly id: number },
): Promise<{ readonly text: string; readonly count: number } | undefined> {
  const { shape } = place.state
  const { meta } = shape
  const [ordering = '-id'] = meta.admin.ordering
  const query = new URLSearchParams({
    [partner.field]: String(partner.id),
    sort: ordering.replace(/^-/, ''),
    order: 'desc',
    per_page: String(LOOKED_AT),
    count: 'false',
  })
  const { data } = await api<readonly Values[]>(`/${meta.model}?${query}`)
  const last = data.find((record) => !isTakenBack(meta, record))
  if (last === undefined) return undefined
  const { node } = await readRecord(shape, String(last['id']))
  const lines = node.lines[place.line.name] ?? []
  addLines(
    place,
    lines.map((line) => ({ ...emptyLine(place), edits: repeated(place, line) })),
  )
  return { text: recordText(meta, last), count: lines.length }
}

/** A state that is shown as danger, such as cancelled, is no order. */
function isTakenBack({ columns, state_field: state }: ModelMetadata, record: Values): boolean {
  const column = columns.find(({ name }) => name === state)
  const choice = column?.choices?.find(({ value }) => value === record[column.name])
  return choice?.tone === 'danger'
}

/** What is typed of a line and what follows from it; the price only where nothing says what it is of. */
function repeated(place: LinesPlace, line: RecordNode): Values {
  const { shape, headFields, order } = place.line
  const entry = entryOfLine(place) ?? []
  const quantity = quantityOf(place)?.name
  const isOfSomething = !isNothing(valueOf(line, entry[0] ?? ''))
  const isPrice = ({ name, type }: Column): boolean => isDecimalType(type) && name !== quantity
  const copied = shape.meta.columns.filter(
    (column) =>
      isTyped(place.state, shape, column) &&
      !headFields.has(column.name) &&
      column.name !== order &&
      column.computed === null &&
      !column.unique &&
      (entry.includes(column.name) || (column.fill_from ?? []).length > 0 || column.required) &&
      !(isOfSomething && isPrice(column)) &&
      column.default === null,
  )
  return Object.fromEntries(
    copied.flatMap(({ name, references }) => [
      [name, valueOf(line, name)] as const,
      ...(references === null ? [] : [[`${name}_str`, valueOf(line, `${name}_str`)] as const]),
    ]),
  )
}
