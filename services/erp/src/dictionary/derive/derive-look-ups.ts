import type { ModelSource } from '../model-source.ts'
import type { Field, LookUp } from '../types.ts'
import { leadingDate } from './derive-keys.ts'
import { KEYS, lineKey } from './derive-text.ts'

/** The amount by which people know a record: the first of these that it has. */
const AMOUNTS = ['total', 'importe', 'monto', 'neto', 'importe_total', 'total_pagar']

/**
 * What people have in hand of a record when they look for it, each found by an index: of texts that `q` looks through,
 * theirs; of others one of its own. Lines are found through their documents.
 * @source docs/decisions/0265-erp-search.md
 */
export function deriveLookUps(
  source: ModelSource,
  fields: readonly Field[],
  searched: readonly string[],
): readonly LookUp[] {
  if (lineKey(source.fields).length > 0) return []
  return [...fields.flatMap((field) => ofText(field, searched)), ...amountOf(source, fields)]
}

function ofText(field: Field, searched: readonly string[]): readonly LookUp[] {
  if (field.type !== 'text') return []
  const { form, name } = field
  const by = searched.includes(name) ? 'pattern' : 'value'
  const kind =
    form === 'rfc' || form === 'clabe' || form === 'uuid'
      ? form
      : name === 'codigo_barras'
        ? 'barcode'
        : KEYS.includes(name)
          ? 'folio'
          : undefined
  if (kind === undefined) return []
  // By its first characters or its last it is found by a pattern only.
  if (by === 'value' && (kind === 'folio' || kind === 'uuid')) return []
  return [{ kind, field: name, by }]
}

/** Of what happened or has a number of its own; of others, such as limits, nobody knows the amount. */
function amountOf({ level }: ModelSource, fields: readonly Field[]): readonly LookUp[] {
  const isDocument =
    leadingDate(fields) !== undefined ||
    fields.some(({ name, type }) => type === 'text' && KEYS.includes(name))
  const amount = AMOUNTS.map((name) => fields.find((field) => field.name === name)).find(
    (field) => field?.type === 'money',
  )
  if (level < 3 || !isDocument || amount === undefined) return []
  return [{ kind: 'amount', field: amount.name, by: 'value' }]
}
