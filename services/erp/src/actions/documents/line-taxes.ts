import type { Lines, Model, Registry } from '../../dictionary/types.ts'
import {
  decimal,
  minus,
  plus,
  decimalText,
  rounded,
  times,
  ZERO,
  type Decimal,
} from '../../fiscal/decimal.ts'
import { valueOfLine } from '../../query/computed-values.ts'
import type { FieldValue } from '../../query/field-value.ts'
import { articleTaxesSql, taxableSql, type ArticleTax } from '../../store/line-tax-store.ts'
import type { EmpresaId } from '../../store/tenant-database.ts'
import type { Read } from '../sign-in/new-password.ts'
import type { LinesChange, NewLine } from './line-plan.ts'

type Values = ReadonlyMap<string, FieldValue | null>

/** Cents. */
const SCALE = 2
const IEPS = '003'

/** A line that is to be made, or a document that is one itself. */
export interface TaxedLine {
  readonly model: Model
  readonly values: Values
  lines: readonly LinesChange[]
}

interface Taxing {
  readonly registry: Registry
  readonly empresa: EmpresaId
  readonly read: Read
  /** `YYYY-MM-DD`; the rates are those of this day. */
  readonly day: string
}

/**
 * Breaks down the taxes of lines that say nothing of taxes: by the taxes of their article, or of its fiscal group. The
 * amounts of the line follow from the breakdown.
 * @source docs/decisions/0240-erp-documents.md
 */
export async function fillTaxes(taxing: Taxing, lines: readonly TaxedLine[]): Promise<void> {
  const silent = lines.filter((line) => breakdownOf(line) !== undefined && saysNothing(line))
  const articles = new Set(silent.flatMap((line) => textOf(line.values, 'articulo') ?? []))
  if (articles.size === 0) return
  const { read, empresa, day } = taxing
  const taxes = await read<ArticleTax>(articleTaxesSql(empresa, { articles: [...articles], day }))
  if (taxes.length === 0) return
  const taxable = new Set((await read<{ id: string }>(taxableSql())).map(({ id }) => id))
  const byArticle = Map.groupBy(taxes, ({ articulo }) => articulo)
  for (const line of silent) {
    const subject = textOf(line.values, 'objeto_impuesto')
    if (subject !== null && !taxable.has(subject)) continue
    const own = byArticle.get(textOf(line.values, 'articulo') ?? '') ?? []
    if (own.length > 0) breakDown(taxing.registry, line, own)
  }
}

/** All new lines below records, whatever makes them. */
export function taxedLines(changes: readonly LinesChange[]): readonly TaxedLine[] {
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

function breakDown(registry: Registry, line: TaxedLine, taxes: readonly ArticleTax[]): void {
  const lines = breakdownOf(line)
  const model = lines === undefined ? undefined : registry.models.get(lines.model)
  const net = netOf(line)
  if (lines === undefined || model === undefined || net === null) return
  // IEPS comes first: it is part of what the other taxes are reckoned on.
  let base = net
  const created = taxes.map((tax) => {
    const amount = rounded(times(base, decimal(tax.tasa)), SCALE)
    const row = rowOf(model, { line, tax, base, amount })
    if (tax.clave === IEPS && tax.tipo === 'traslado') base = plus(base, amount)
    return row
  })
  line.lines = [...line.lines, { lines, model, created, changed: [], removed: [] }]
}

/** What a line comes to after its discount; null for one whose amounts are wrong, which is told elsewhere. */
function netOf({ model, values }: TaxedLine): Decimal | null {
  const importe = model.fieldByName.get('importe')
  const formula = importe?.computed?.formula
  if (formula === undefined) return null
  const made = rounded(valueOfLine(formula, values), SCALE)
  return minus(made, decimal(textOf(values, 'descuento') ?? '0'))
}

function rowOf(
  model: Model,
  of: {
    readonly line: TaxedLine
    readonly tax: ArticleTax
    readonly base: Decimal
    readonly amount: Decimal
  },
): NewLine {
  const { tax, base, amount } = of
  const all: Readonly<Record<string, string>> = {
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
    of.line.model.heads.flatMap(({ model: head }) => {
      const field = model.references.find(({ target }) => target === head)
      return field === undefined ? [] : [[head, field.name] as const]
    }),
  )
  return { model, place: 'desglose', values, id: '', inherited, lines: [] }
}

function textOf(values: Values, name: string): string | null {
  const value = values.get(name) ?? null
  return value === null ? null : String(value)
}

/** A row of a breakdown as it is after its line came to something else; null: it does not follow from the line. */
export function followedTax(
  row: ReadonlyMap<string, string | null>,
  { before, after }: { readonly before: Decimal; readonly after: Decimal },
): { readonly base: string; readonly importe: string } | null {
  const [base, rate, amount] = ['base', 'tasa', 'importe'].map((name) => row.get(name) ?? null)
  if (base === null || rate === null || amount === null) return null
  if (base === undefined || rate === undefined || amount === undefined) return null
  const made = rounded(times(decimal(base), decimal(rate)), SCALE)
  if (before.units === 0n || minus(made, decimal(amount)).units !== 0n) return null
  const share = quotient(times(decimal(base), after), before)
  const changed = rounded(times(share, decimal(rate)), SCALE)
  return { base: decimalText(share), importe: decimalText(changed) }
}

/** In cents, half of one away from zero. */
function quotient(dividend: Decimal, divisor: Decimal): Decimal {
  const scale = Math.max(dividend.scale, divisor.scale)
  const [a, b] = [rounded(dividend, scale).units, rounded(divisor, scale).units]
  const scaled = a * 10n ** BigInt(SCALE + 1)
  return rounded(plus({ units: scaled / b, scale: SCALE + 1 }, ZERO), SCALE)
}
