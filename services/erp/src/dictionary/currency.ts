import type { Field, Model } from './types.ts'

// A tax of a line of a document is two steps from the document’s currency.
const MAX_STEPS = 3
/** Amounts in the company’s currency, whatever the document’s is. */
const OF_COMPANY = /(?:^|_)(?:base|mn|local)$/

/** Where one amount stands in a currency of its own, the others are in the company’s. */
const APART = /_moneda$/

/**
 * Where the currency of an amount stands: a field of the record, or of what its line belongs to, with points between:
 * `moneda`, `compra.moneda`. Null: it is in the company’s currency.
 */
export function currencyOf(
  model: Model,
  field: Field,
  models: ReadonlyMap<string, Model>,
): string | null {
  if (field.type !== 'money' || OF_COMPANY.test(field.name)) return null
  const isApart = model.fields.some(({ name, type }) => type === 'money' && APART.test(name))
  if (isApart && !APART.test(field.name)) return null
  return pathToCurrency(model, models, MAX_STEPS)
}

function pathToCurrency(
  model: Model,
  models: ReadonlyMap<string, Model>,
  steps: number,
): string | null {
  const own = model.references.filter(({ target }) => target === 'Moneda')
  const named = own.find(({ name }) => name === 'moneda') ?? (own.length === 1 ? own[0] : undefined)
  if (named !== undefined) return named.name
  const [head] = model.heads
  const above = head === undefined ? undefined : models.get(head.model)
  if (head === undefined || above === undefined || steps === 0) return null
  const path = pathToCurrency(above, models, steps - 1)
  return path === null ? null : `${head.lines.field}.${path}`
}
