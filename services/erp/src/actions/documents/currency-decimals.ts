import { ownCurrency } from '../../dictionary/currency.ts'
import type { Model, Registry } from '../../dictionary/types.ts'
import { MONEY_DECIMALS } from '../../query/amount-decimals.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  currencyDecimalsSql,
  documentDecimalsSql,
  type CurrencyDecimals,
} from '../../store/currency-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import type { Read } from '../sign-in/new-password.ts'
import type { DocumentRun } from './document-run.ts'

type Values = ReadonlyMap<string, FieldValue | null>

interface Reading {
  readonly registry: Registry
  readonly empresa: EmpresaId
  readonly read: Read
}

interface CurrencyDocument {
  readonly model: Model
  /** Null: it is only being made. */
  readonly id: string | null
  readonly values: Values
}

/**
 * How many decimals the amounts of documents have, each by what it says of its currency, else by what is stored of it or
 * of the document that it is a line of. Of more than two the books keep two (`keptDecimals`).
 */
export async function decimalsOfDocuments(
  reading: Reading,
  documents: readonly CurrencyDocument[],
): Promise<readonly number[]> {
  const currencies = documents.map(({ model, values }) => written(model, values))
  const known = await decimalsOfCurrencies(reading.read, currencies)
  const stored = documents.map((document, i) =>
    currencies[i] === null ? storedDocument(reading.registry, document) : null,
  )
  const found = await storedDecimals(reading, stored)
  return documents.map((_, i) => {
    const currency = currencies[i] ?? null
    const decimals = currency === null ? found.get(keyOf(stored[i] ?? null)) : known.get(currency)
    return decimals ?? MONEY_DECIMALS
  })
}

/** The currency that a record says itself. */
function written(model: Model, values: Values): string | null {
  const own = ownCurrency(model)
  return own === undefined ? null : textOf(values, own)
}

async function decimalsOfCurrencies(
  read: Read,
  currencies: readonly (string | null)[],
): Promise<ReadonlyMap<string, number>> {
  const ids = [...new Set(currencies.flatMap((id) => id ?? []))]
  if (ids.length === 0) return new Map()
  return byId(await read<CurrencyDecimals>(currencyDecimalsSql(ids)))
}

function byId(rows: readonly CurrencyDecimals[]): ReadonlyMap<string, number> {
  return new Map(rows.map(({ id, decimales }) => [id, decimales]))
}

interface StoredDocument {
  readonly model: Model
  readonly field: string
  readonly id: string
}

/** The record that is there and says the currency: the document itself, or the head of a line. */
function storedDocument(
  registry: Registry,
  { model, id, values }: CurrencyDocument,
): StoredDocument | null {
  const own = ownCurrency(model)
  if (own !== undefined) return id === null ? null : { model, field: own, id }
  const [above] = model.heads
  const head = registry.models.get(above?.model ?? '')
  const headId = above === undefined ? null : textOf(values, above.lines.field)
  const field = head === undefined ? undefined : ownCurrency(head)
  if (head === undefined || field === undefined || headId === null) return null
  return { model: head, field, id: headId }
}

function keyOf(document: StoredDocument | null): string {
  return document === null ? '' : `${document.model.name} ${document.id}`
}

async function storedDecimals(
  { empresa, read }: Reading,
  documents: readonly (StoredDocument | null)[],
): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>()
  const asked = documents.filter((row) => row !== null)
  for (const [model, same] of Map.groupBy(asked, (row) => row.model)) {
    const [{ field } = { field: '' }] = same
    const ids = [...new Set(same.map(({ id }) => id))]
    const rows = await read<CurrencyDecimals>(documentDecimalsSql(empresa, { model, field, ids }))
    for (const [id, decimals] of byId(rows)) found.set(`${model.name} ${id}`, decimals)
  }
  return found
}

/** The same of the documents of new records, of which nothing is stored; undefined: their amounts have no currency. */
export async function decimalsOfNew(
  read: Read,
  model: Model,
  records: readonly Values[],
): Promise<readonly (number | undefined)[]> {
  if (!hasAmounts(model)) return records.map(() => undefined)
  const currencies = records.map((values) => written(model, values))
  const known = await decimalsOfCurrencies(read, currencies)
  return currencies.map((id) => (id === null ? undefined : known.get(id)))
}

/** The documents that were locked with their stored fields, by model and id. */
type Locked = ReadonlyMap<Model, ReadonlyMap<string, Values>>

/**
 * Within a transaction, of a record as it will be; one that is a line has the currency of its locked document.
 * @returns undefined where its amounts are in the company's currency, or it has none
 */
export async function decimalsOfRecord(
  run: Pick<DocumentRun, 'tools' | 'tx'>,
  model: Model,
  { values, locked }: { readonly values: Values; readonly locked: Locked },
): Promise<number | undefined> {
  const [decimals] = await decimalsOfRecords(run, model, { records: [values], locked })
  return decimals
}

/** Of several records of a model. */
export async function decimalsOfRecords(
  run: Pick<DocumentRun, 'tools' | 'tx'>,
  model: Model,
  { records, locked }: { readonly records: readonly Values[]; readonly locked: Locked },
): Promise<readonly (number | undefined)[]> {
  if (!hasAmounts(model)) return records.map(() => undefined)
  const currencies = records.map((values) =>
    currencyAbove(run.tools.registry, model, { values, locked }),
  )
  const read: Read = (statement) => run.tx.query(statement)
  const known = await decimalsOfCurrencies(read, currencies)
  return currencies.map((id) => (id === null ? undefined : known.get(id)))
}

function currencyAbove(
  registry: Registry,
  model: Model,
  { values, locked }: { readonly values: Values; readonly locked: Locked },
): string | null {
  if (ownCurrency(model) !== undefined) return written(model, values)
  const [above] = model.heads
  const head = registry.models.get(above?.model ?? '')
  if (above === undefined || head === undefined) return null
  const stored = locked.get(head)?.get(textOf(values, above.lines.field) ?? '')
  return stored === undefined ? null : currencyAbove(registry, head, { values: stored, locked })
}

function hasAmounts({ fields }: Model): boolean {
  return fields.some(({ type }) => type === 'money')
}

function textOf(values: Values, name: string): string | null {
  const value = values.get(name) ?? null
  return value === null ? null : String(value)
}
