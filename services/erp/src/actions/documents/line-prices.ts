import type { Field, Model, Registry } from '../../dictionary/types.ts'
import type { ErrorEntry } from '../../errors.ts'
import { NO_LIST_PRICE } from '../../messages/lines.ts'
import { placed } from '../../query/document-body.ts'
import type { FieldValue } from '../../query/field-value.ts'
import {
  listPricesSql,
  pricingHeadsSql,
  type ListPrice,
  type PricedLine,
  type PricingField,
  type PricingHead,
} from '../../store/records/list-price-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import type { Read } from '../sign-in/new-password.ts'
import type { LinesChange } from './line-plan.ts'

type Values = ReadonlyMap<string, FieldValue | null>

/** A record with its new lines, or one that is a line itself; `id` null: it is only being made. */
export interface PricedDocument {
  readonly model: Model
  readonly id: string | null
  readonly values: Map<string, FieldValue | null>
  readonly lines: readonly LinesChange[]
}

interface Pricing {
  readonly registry: Registry
  readonly empresa: EmpresaId
  readonly read: Read
  /** `YYYY-MM-DD`, for documents without a date. */
  readonly day: string
}

/** A line without a price. */
interface Priceless {
  readonly document: number
  /** What has no price: the line, or a record that is one by itself. */
  readonly model: Model
  readonly place: string
  readonly field: Field
  readonly values: Map<string, FieldValue | null>
  readonly head: Head
}

/** The document that a line belongs to: what is written of it, over what is stored. */
interface Head {
  readonly model: Model
  readonly id: string | null
  readonly written: Values
}

/**
 * Gives lines that sell an article and say no price that of the customer's list. What no list knows is told by the
 * document's place in the set.
 * @source docs/decisions/0250-erp-selling.md
 */
export async function fillPrices(
  pricing: Pricing,
  documents: readonly PricedDocument[],
): Promise<ReadonlyMap<number, readonly ErrorEntry[]>> {
  const lines = documents.flatMap((document, i) => pricelessOf(pricing.registry, document, i))
  if (lines.length === 0) return new Map()
  const facts = await headFacts(pricing, lines)
  const asked = lines.flatMap((line, i) => pricedLine(line, { i, facts, day: pricing.day }))
  const { read, empresa } = pricing
  const found = asked.length === 0 ? [] : await read<ListPrice>(listPricesSql(empresa, asked))
  const prices = new Map(found.map((price) => [price.linea, price]))
  const problems = new Map<number, readonly ErrorEntry[]>()
  for (const [i, { document, model, place, field, values }] of lines.entries()) {
    const price = prices.get(String(i))
    // A price with taxes is none of the line, which has its own.
    if (price !== undefined && !price.incluye_impuestos) {
      values.set(field.name, price.precio)
      continue
    }
    const message = NO_LIST_PRICE({ field: field.name, model: model.name })
    const problem = placed(place, { code: 'VALIDATION', field: field.name, message } as const)
    problems.set(document, [...(problems.get(document) ?? []), problem])
  }
  return problems
}

function listedField(model: Model): Field | undefined {
  return model.fields.find(({ listed }) => listed === true)
}

function pricelessOf(
  registry: Registry,
  { model, id, values, lines }: PricedDocument,
  document: number,
): readonly Priceless[] {
  const own = listedField(model)
  const [above] = model.heads
  const headModel = registry.models.get(above?.model ?? '')
  if (own !== undefined && id === null && isEmpty(values, own.name)) {
    if (above === undefined || headModel === undefined) return []
    const head = { model: headModel, id: textOf(values, above.lines.field), written: new Map() }
    return [{ document, model, place: '', field: own, values, head }]
  }
  const head = { model, id, written: values }
  return lines.flatMap(({ model: lineModel, created }) => {
    const field = listedField(lineModel)
    if (field === undefined) return []
    const priceless = created.filter((line) => isEmpty(line.values, field.name))
    return priceless.map((line) => ({
      document,
      model: lineModel,
      place: line.place,
      field,
      values: line.values,
      head,
    }))
  })
}

function isEmpty(values: Values, name: string): boolean {
  return textOf(values, name) === null
}

/** What is stored of the documents that lines are added to, by model and id. */
async function headFacts(
  { empresa, read }: Pricing,
  lines: readonly Priceless[],
): Promise<ReadonlyMap<string, PricingHead>> {
  const facts = new Map<string, PricingHead>()
  for (const [model, own] of Map.groupBy(lines, ({ head }) => head.model)) {
    const ids = [...new Set(own.flatMap(({ head }) => head.id ?? []))]
    if (ids.length === 0) continue
    const heads = pricingHeadsSql(empresa, model, ids)
    const rows = await read<PricingHead & { readonly id: string }>(heads)
    for (const row of rows) facts.set(`${model.name} ${row.id}`, row)
  }
  return facts
}

const DAY = 10

function pricedLine(
  { head, values }: Priceless,
  details: {
    readonly i: number
    readonly facts: ReadonlyMap<string, PricingHead>
    readonly day: string
  },
): readonly PricedLine[] {
  const stored = details.facts.get(`${head.model.name} ${head.id}`)
  const fact = (name: PricingField) =>
    head.written.has(name) ? textOf(head.written, name) : (stored?.[name] ?? null)
  const articulo = textOf(values, 'articulo')
  const [cliente, moneda] = [fact('cliente'), fact('moneda')]
  if (articulo === null || cliente === null || moneda === null) return []
  return [
    {
      id: String(details.i),
      articulo,
      unidad: textOf(values, 'unidad') ?? '0',
      cantidad: textOf(values, 'cantidad') ?? '0',
      cliente,
      moneda,
      fecha: (fact('fecha') ?? details.day).slice(0, DAY),
      tipo_cambio: fact('tipo_cambio') ?? '1',
      sucursal: fact('sucursal'),
      vendedor: fact('vendedor'),
    },
  ]
}

function textOf(values: Values, name: string): string | null {
  const value = values.get(name) ?? null
  return value === null ? null : String(value)
}
