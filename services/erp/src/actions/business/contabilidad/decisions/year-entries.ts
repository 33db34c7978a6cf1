import type { Picked } from '../../../../dictionary/row-types.ts'
import { amountText, cents, sumOf } from '../../cents.ts'
import type { ResultRow } from '../store/year-store.ts'
import type { PlannedEntry, PlannedLine } from './plan-entry.ts'

export const YEAR_FIELDS = [
  'ejercicio',
  'nombre',
  'fecha_fin',
  'numero_periodos',
  'cuenta_resultado',
] as const

export type Year = Picked<'EjercicioFiscal', (typeof YEAR_FIELDS)[number]> & {
  readonly estado: string
}

/** What the entries of a closed year are made of. */
export interface YearBooks {
  readonly year: Year
  readonly results: readonly ResultRow[]
  /** Accounts of the year's result, and of the results of years before. */
  readonly accounts: { readonly ofYear: string; readonly before: string }
  readonly type: Pick<PlannedEntry['rule'], 'tipo' | 'tipo_clave' | 'reinicia'>
  readonly moneda: string
  /** Where the opening goes: the first day of the next year on which something can be posted. */
  readonly opening: { readonly id: string; readonly desde: string }
}

/** An entry with the period that it is booked in. */
interface DatedEntry extends PlannedEntry {
  readonly periodo: string
}

/** The profit of the year, in cents; a loss is below zero. */
export function profitOf(results: readonly ResultRow[]): bigint {
  return -sumOf(results.map(({ saldo }) => cents(saldo)))
}

/**
 * Every account of results back to zero against the result of the year, in the adjustment period; in the next year that
 * result becomes one of years before. Nothing that is zero is booked.
 */
export function yearEntries(books: YearBooks, periodo: string): readonly DatedEntry[] {
  const { year, results, accounts, opening } = books
  const profit = profitOf(results)
  const closing = results.map((row) => line(books, { ...row, amount: -cents(row.saldo) }))
  const result = line(books, { cuenta: accounts.ofYear, centro_costo: null, amount: -profit })
  const carried = [
    line(books, { cuenta: accounts.ofYear, centro_costo: null, amount: profit }),
    line(books, { cuenta: accounts.before, centro_costo: null, amount: -profit }),
  ]
  const entries = [
    entry(books, { name: 'Cierre', fecha: year.fecha_fin, periodo }, [...closing, result]),
    entry(books, { name: 'Apertura', fecha: opening.desde, periodo: opening.id }, carried),
  ]
  return entries.filter(({ lines }) => lines.length > 0)
}

function entry(
  { year, type, moneda }: YearBooks,
  facts: { readonly name: string; readonly fecha: string; readonly periodo: string },
  all: readonly PlannedLine[],
): DatedEntry {
  const lines = all.filter(({ cargo, abono }) => cargo !== abono)
  const concepto = `${facts.name} del ejercicio ${year.ejercicio}`
  const total = sumOf(lines.map(({ cargo }) => cargo))
  return {
    source: {
      model: 'EjercicioFiscal',
      event: 'cerrar_ejercicio',
      origin: 'cierre',
      record: year.id,
      folio: String(year.ejercicio),
      fecha: facts.fecha,
      currency: { moneda, tipoCambio: '1' },
      dimensiones: {},
      total,
      amounts: {},
      accounts: {},
      proveedor: null,
      cliente: null,
      lines: [],
    },
    rule: { ...type, clave: facts.name, condicion: null, concepto, partidas: [] },
    periodo: facts.periodo,
    concepto,
    total,
    lines: lines.map((plannedLine) => ({ ...plannedLine, concepto })),
  }
}

/** A line of the company's currency; an amount above zero is a debit. */
function line(
  { moneda }: YearBooks,
  facts: { readonly cuenta: string; readonly centro_costo: string | null; readonly amount: bigint },
): PlannedLine {
  const size = facts.amount < 0n ? -facts.amount : facts.amount
  return {
    cuenta: facts.cuenta,
    cargo: facts.amount > 0n ? size : 0n,
    abono: facts.amount > 0n ? 0n : size,
    importeMoneda: size,
    currency: { moneda, tipoCambio: '1' },
    centroCosto: facts.centro_costo,
    proveedor: null,
    cliente: null,
    concepto: '',
  }
}

export function profitText(results: readonly ResultRow[]): string {
  return amountText(profitOf(results))
}
