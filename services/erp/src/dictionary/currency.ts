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
  return isOfDocument(model, field) ? pathToCurrency(model, models, MAX_STEPS) : null
}

/** Whether an amount is in the currency of its document, if that has one; the others are in the company's. */
export function isOfDocument(model: Model, field: Field): boolean {
  if (field.type !== 'money' || OF_COMPANY.test(field.name)) return false
  const isApart = model.fields.some(({ name, type }) => type === 'money' && APART.test(name))
  return !isApart || APART.test(field.name)
}

/** The field of a record that says its currency itself; undefined: what it belongs to says it, or nothing does. */
export function ownCurrency(model: Model): string | undefined {
  const own = model.references.filter(({ target }) => target === 'Moneda')
  const named = own.find(({ name }) => name === 'moneda') ?? (own.length === 1 ? own[0] : undefined)
  return named?.name
}

function pathToCurrency(
  model: Model,
  models: ReadonlyMap<string, Model>,
  steps: number,
): string | null {
  const own = ownCurrency(model)
  if (own !== undefined) return own
  const [head] = model.heads
  const above = head === undefined ? undefined : models.get(head.model)
  if (head === undefined || above === undefined || steps === 0) return null
  const path = pathToCurrency(above, models, steps - 1)
  return path === null ? null : `${head.lines.field}.${path}`
}
