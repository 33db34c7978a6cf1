import type { Lines, Model, Registry } from '../../dictionary/types.ts'
import {
  decimal,
  minus,
  plus,
  decimalText,
  rounded,
  times,
  type Decimal,
} from '../../fiscal/decimal.ts'
import { roundedTogether } from '../../fiscal/tax-rounding.ts'
import { keptDecimals } from '../../query/amount-decimals.ts'
import { valueOfLine } from '../../query/evaluate-formula.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { articleTaxesSql, taxableSql, type ArticleTax } from '../../store/records/line-tax-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import type { Read } from '../sign-in/new-password.ts'
import { decimalsOfDocuments } from './currency-decimals.ts'
import type { LinesChange, NewLine } from './line-plan.ts'
import { tradersOfDocuments, withWithheld } from './withholding.ts'

type Values = ReadonlyMap<string, FieldValue | null>

const IEPS = '003'

/** A line that is to be made, or a document that is one itself. */
export interface TaxedLine {
  readonly model: Model
  readonly values: Values
  lines: readonly LinesChange[]
}

/** A record with its new lines; `id` null: it is only being made. */
export interface TaxedDocument extends TaxedLine {
  readonly id: string | null
}

interface Taxing {
  readonly registry: Registry
  readonly empresa: EmpresaId
  readonly read: Read
  /** `YYYY-MM-DD`; the rates are those of this day. */
  readonly day: string
}

/**
 * Breaks down the taxes of lines that say nothing of taxes: by the taxes of their article, or of its fiscal group,
 * and by what is withheld of the party. The
 * amounts of the line follow from the breakdown. Taxes of one rate are rounded together, so that those of a document are
 * what its lines come to.
 * @source docs/decisions/0240-erp-documents.md
 */
export async function fillTaxes(
  taxing: Taxing,
  documents: readonly TaxedDocument[],
): Promise<void> {
  const silent = documents.map((document) =>
    [document, ...taxedLines(document.lines)].filter(
      (line) => breakdownOf(line) !== undefined && saysNothing(line),
    ),
  )
  const articles = new Set(silent.flat().flatMap((line) => textOf(line.values, 'articulo') ?? []))
  if (articles.size === 0) return
  const { read, empresa, day } = taxing
  const taxes = await read<ArticleTax>(articleTaxesSql(empresa, { articles: [...articles], day }))
  if (taxes.length === 0) return
  const taxable = new Set((await read<{ id: string }>(taxableSql())).map(({ id }) => id))
  const byArticle = Map.groupBy(taxes, ({ articulo }) => articulo)
  const decimals = await decimalsOfDocuments(taxing, documents)
  const traders = await tradersOfDocuments(taxing, documents)
  for (const [i, lines] of silent.entries()) {
    const bearing = lines.flatMap((line): readonly BearingLine[] => {
      const subject = textOf(line.values, 'objeto_impuesto')
      if (subject !== null && !taxable.has(subject)) return []
      const own = byArticle.get(textOf(line.values, 'articulo') ?? '') ?? []
      const net = own.length === 0 ? null : netOf(line, keptDecimals(decimals[i]))
      return net === null ? [] : [{ line, taxes: withWithheld(own, traders[i]), net }]
    })
    breakDown(taxing.registry, bearing, keptDecimals(decimals[i]))
  }
}

/** A line with the taxes that it bears, and what it comes to after its discount. */
interface BearingLine {
  readonly line: TaxedLine
  readonly taxes: readonly ArticleTax[]
  readonly net: Decimal
}

/** All new lines below records, whatever makes them. */
function taxedLines(changes: readonly LinesChange[]): readonly TaxedLine[] {
  return changes.flatMap(({ created, changed }) => [
    ...created,
    ...changed.flatMap(({ lines }) => taxedLines(lines)),
  ])
}

/** The lines of a model in which taxes are broken down: they have a tax, a rate, a base and an amount. */
export function breakdownOf({ model }: Pick<TaxedLine, 'model'>): Lines | undefined {
  const isTaxed = ['articulo', 'importe', 'impuestos', 'retenciones'].every((name) =>
    model.fieldByName.has(name),
  )
  return isTaxed ? model.lines.find(({ name }) => name === 'desglose') : undefined
}

function saysNothing({ values, lines }: TaxedLine): boolean {
  const isSaid = ['impuestos', 'retenciones'].some((name) => textOf(values, name) !== null)
  return !isSaid && !lines.some((own) => own.lines.name === 'desglose')
}

/** A tax of a line that is to be reckoned. */
interface DueTax {
  readonly line: TaxedLine
  readonly tax: ArticleTax
  readonly base: Decimal
}

function breakDown(registry: Registry, bearing: readonly BearingLine[], decimals: number): void {
  const due = (select: (tax: ArticleTax) => boolean, added: ReadonlyMap<TaxedLine, Decimal>) =>
    bearing.flatMap(({ line, taxes, net }) => {
      const base = plus(net, added.get(line) ?? { units: 0n, scale: decimals })
      return taxes.filter(select).map((tax): DueTax => ({ line, tax, base }))
    })
  const first = reckon(due(isFirst, new Map()), decimals)
  const ieps = new Map<TaxedLine, Decimal>()
  for (const { line, amount } of first)
    ieps.set(line, plus(ieps.get(line) ?? { units: 0n, scale: decimals }, amount))
  const others = reckon(
    due((tax) => !isFirst(tax), ieps),
    decimals,
  )
  for (const [line, own] of Map.groupBy([...first, ...others], (tax) => tax.line)) {
    const lines = breakdownOf(line)
    const model = lines === undefined ? undefined : registry.models.get(lines.model)
    if (lines === undefined || model === undefined) continue
    const created = own.map((tax) => rowOf(model, tax))
    line.lines = [...line.lines, { lines, model, created, changed: [], removed: [] }]
  }
}

/** IEPS comes first: it is part of what the other taxes are reckoned on. */
function isFirst({ clave, tipo }: ArticleTax): boolean {
  return clave === IEPS && tipo === 'traslado'
}

/** The amounts of taxes, those of one kind and rate rounded together. */
function reckon(
  due: readonly DueTax[],
  decimals: number,
): readonly (DueTax & { readonly amount: Decimal })[] {
  const groups = Map.groupBy(due, ({ tax }) => [tax.impuesto, tax.tipo, tax.tasa].join(' '))
  const amounts = new Map<DueTax, Decimal>()
  for (const same of groups.values()) {
    const exact = same.map(({ base, tax }) => ({ exact: times(base, decimal(tax.tasa ?? '0')) }))
    for (const [i, amount] of roundedTogether(exact, decimals).entries()) {
      const tax = same[i]
      if (tax !== undefined) amounts.set(tax, amount)
    }
  }
  return due.flatMap((dueTax) => {
    const amount = amounts.get(dueTax)
    return amount === undefined ? [] : [{ ...dueTax, amount }]
  })
}

/** What a line comes to after its discount; null for one whose amounts are wrong, which is told elsewhere. */
export function netOf(
  { model, values }: Pick<TaxedLine, 'model' | 'values'>,
  decimals: number,
): Decimal | null {
  const formula = model.fieldByName.get('importe')?.computed?.formula
  if (formula === undefined) return null
  const made = rounded(valueOfLine(formula, values), decimals)
  return minus(made, decimal(textOf(values, 'descuento') ?? '0'))
}

function rowOf(
  model: Model,
  details: {
    readonly line: TaxedLine
    readonly tax: ArticleTax
    readonly base: Decimal
    readonly amount: Decimal
  },
): NewLine {
  const { tax, base, amount } = details
  const all: Readonly<Record<string, string | null>> = {
    impuesto: tax.impuesto,
    tipo: tax.tipo,
    factor: tax.factor,
    tasa_cuota: tax.tasa_cuota,
    tasa: tax.tasa,
    base: decimalText(base),
    importe: decimalText(amount),
    ambito: 'federal',
  }
  const values = new Map(Object.entries(all).filter(([name]) => model.fieldByName.has(name)))
  const inherited = new Map(
    details.line.model.heads.flatMap(({ model: head }) => {
      const field = model.references.find(({ target }) => target === head)
      return field === undefined ? [] : [[head, field.name] as const]
    }),
  )
  return { model, place: 'desglose', values, id: '', inherited, lines: [], isReckoned: true }
}

function textOf(values: Values, name: string): string | null {
  const value = values.get(name) ?? null
  return value === null ? null : String(value)
}
