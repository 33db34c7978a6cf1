import {
  ABOVE_ZERO,
  AFTER_OPENING,
  COST_ONCE,
  DUE_BEFORE,
  NO_SUCH,
  NOT_ACTIVE,
  ONE_SIDE,
  OWN_RATE,
  RATE_NEEDED,
  SEVERAL_SUCH,
  TAX_TOO_MUCH,
  TWICE,
} from '../../../messages/opening.ts'
import { amountText, cents } from '../cents.ts'
import type { EntryCurrency } from '../contabilidad/decisions/entry-source.ts'
import { atUnitCost, quantity } from '../quantity.ts'
import type {
  AccountBalance,
  BankBalance,
  OpeningBalances,
  OwedDocument,
  StockBalance,
} from './decisions/opening-balances.ts'
import type { FoundNames, NamedRecords } from './find-named.ts'
import type { OpeningRow, RowProblems } from './opening-rows.ts'
import type { OpeningParty } from './store/opening-store.ts'

interface Reading {
  readonly names: FoundNames
  readonly problems: RowProblems
  /** The day of the balances. */
  readonly fecha: string
  /** The company's currency. */
  readonly moneda: string
}

/** What the rows say; what is wrong with them is collected, and their row is left out. */
export function readBalances(rows: readonly OpeningRow[], reading: Reading): OpeningBalances {
  const of = (kind: string) => rows.filter(({ place }) => place.kind === kind)
  const porCobrar = of('por_cobrar').flatMap((row) => documentOf(row, 'cliente', reading) ?? [])
  const porPagar = of('por_pagar').flatMap((row) => documentOf(row, 'proveedor', reading) ?? [])
  const bancos = of('bancos').flatMap((row) => bankOf(row, reading) ?? [])
  refuseTwice(porPagar, ({ party, documento }) => [`${party.id} ${documento}`, documento], reading)
  refuseTwice(
    [...porCobrar, ...porPagar],
    ({ uuid }) => (uuid === null ? null : [uuid, uuid]),
    reading,
  )
  refuseTwice(bancos, ({ bank }) => [bank.id, bank.clave], reading)
  return {
    cuentas: of('cuentas').flatMap((row) => accountOf(row, reading) ?? []),
    existencias: of('existencias').flatMap((row) => stockOf(row, reading) ?? []),
    porCobrar,
    porPagar,
    bancos,
  }
}

interface Named {
  readonly id: string
  readonly clave: string
}

/** What a column of a row names; null: nothing, or something that is not there, which is told. */
function namedBy<R extends Named>(
  { place, names }: OpeningRow,
  found: NamedRecords<R>,
  of: { readonly column: string; readonly model: string; readonly problems: RowProblems },
): R | null {
  const given = names.get(of.column)
  if (given === undefined) return null
  const record = found.get(given)
  if (record !== undefined) return record
  const { column, model } = of
  of.problems.add(place, column, NO_SUCH({ column, model, shown: given.text.slice(0, MAX_SHOWN) }))
  return null
}

const MAX_SHOWN = 80

/** A customer or supplier, also by an RFC that one of them alone has. */
function partyOf(
  row: OpeningRow,
  column: 'cliente' | 'proveedor',
  { names, problems }: Pick<Reading, 'names' | 'problems'>,
): OpeningParty | null {
  const [parties, model] =
    column === 'cliente' ? [names.clientes, 'Cliente'] : [names.proveedores, 'Proveedor']
  const given = row.names.get(column)
  if (given === undefined || parties.get(given) !== undefined || given.by === 'id') {
    return namedBy(row, parties, { column, model, problems })
  }
  const own = [...parties.all.values()].filter(({ rfc }) => rfc === given.text)
  const [first, second] = own
  if (second === undefined) return first ?? namedBy(row, parties, { column, model, problems })
  problems.add(row.place, column, SEVERAL_SUCH({ model, shown: given.text }))
  return null
}

/** The currency of a row; null: something is wrong with it, which is told. */
function currencyOf(row: OpeningRow, reading: Reading): EntryCurrency | null {
  const { names, problems, moneda } = reading
  if (!row.names.has('moneda')) return rateOf(row, reading, moneda)
  const named = namedBy(row, names.monedas, { column: 'moneda', model: 'Moneda', problems })
  return named === null ? null : rateOf(row, reading, named.id)
}

function rateOf(
  { place, values }: OpeningRow,
  { names, problems, moneda }: Reading,
  id: string,
): EntryCurrency | null {
  const rate = values.get('tipo_cambio') ?? null
  if (id === moneda) {
    if (rate === null || quantity(rate) === quantity('1')) return { moneda, tipoCambio: '1' }
    problems.add(place, 'tipo_cambio', OWN_RATE())
    return null
  }
  if (rate !== null && quantity(rate) > 0n) return { moneda: id, tipoCambio: rate }
  const currency = names.monedas.all.get(id)?.clave ?? ''
  problems.add(place, 'tipo_cambio', RATE_NEEDED({ currency }))
  return null
}

function amountOf({ values }: OpeningRow, column: string): bigint {
  return cents(values.get(column) ?? '0')
}

function accountOf(row: OpeningRow, reading: Reading): AccountBalance | null {
  const { names, problems } = reading
  const { place } = row
  const model = 'CuentaContable'
  const cuenta = namedBy(row, names.cuentas, { column: 'cuenta', model, problems })
  const currency = currencyOf(row, reading)
  const dimensions = dimensionsOf(row, reading)
  const [cargo, abono] = [amountOf(row, 'cargo'), amountOf(row, 'abono')]
  // An account without a balance is one that a trial balance lists, too.
  if (cargo === 0n && abono === 0n) return null
  if (cargo < 0n || abono < 0n || cargo > 0n === abono > 0n) {
    problems.add(place, 'cargo', ONE_SIDE())
    return null
  }
  if (cuenta === null || currency === null) return null
  return { place, cuenta, cargo, abono, currency, ...dimensions }
}

/** What accounts may ask for beside an amount. */
function dimensionsOf(row: OpeningRow, reading: Reading) {
  const { names, problems } = reading
  const centro = { column: 'centro_costo', model: 'CentroCosto', problems }
  return {
    centroCosto: namedBy(row, names.centros, centro)?.id ?? null,
    cliente: partyOf(row, 'cliente', reading)?.id ?? null,
    proveedor: partyOf(row, 'proveedor', reading)?.id ?? null,
  }
}

function stockOf(row: OpeningRow, { names, problems }: Reading): StockBalance | null {
  const { place, values } = row
  const articulo = namedBy(row, names.articulos, {
    column: 'articulo',
    model: 'Articulo',
    problems,
  })
  const almacen = namedBy(row, names.almacenes, { column: 'almacen', model: 'Almacen', problems })
  const lote = partOf(row, names.lotes, { column: 'lote', model: 'Lote', articulo, problems })
  const part = { column: 'serie', model: 'SerieArticulo', articulo, problems }
  const serie = partOf(row, names.series, part)
  const cantidad = values.get('cantidad')
  if (cantidad === undefined) return null
  const isAbove = quantity(cantidad) > 0n
  if (!isAbove) problems.add(place, 'cantidad', ABOVE_ZERO({ column: 'cantidad' }))
  const importe = costOf(row, cantidad, problems)
  if (articulo === null || almacen === null || importe === null || !isAbove) return null
  return { place, articulo: articulo.id, almacen: almacen.id, cantidad, importe, lote, serie }
}

/** What all of it costs: what one does, or as the row says. */
function costOf({ place, values }: OpeningRow, cantidad: string, problems: RowProblems) {
  const cost = values.get('costo_unitario')
  const whole = values.get('importe')
  const [column, given] =
    cost === undefined ? (['importe', whole] as const) : (['costo_unitario', cost] as const)
  if (given === undefined || (cost !== undefined && whole !== undefined)) {
    problems.add(place, 'costo_unitario', COST_ONCE())
    return null
  }
  if (given.startsWith('-')) {
    problems.add(place, column, ABOVE_ZERO({ column }))
    return null
  }
  return column === 'importe' ? cents(given) : atUnitCost(quantity(cantidad), quantity(given))
}

/** A lot or a serial number of the row's article. */
function partOf(
  { place, names }: OpeningRow,
  found: FoundNames['lotes'],
  of: {
    readonly column: string
    readonly model: string
    readonly articulo: Named | null
    readonly problems: RowProblems
  },
): string | null {
  const given = names.get(of.column)
  if (given === undefined || of.articulo === null) return null
  const part = found.find(
    ({ id, clave, articulo }) =>
      articulo === of.articulo?.id && (given.by === 'id' ? id : clave) === given.text,
  )
  if (part !== undefined) return part.id
  const { column, model } = of
  of.problems.add(place, column, NO_SUCH({ column, model, shown: given.text.slice(0, MAX_SHOWN) }))
  return null
}

function documentOf(
  row: OpeningRow,
  column: 'cliente' | 'proveedor',
  reading: Reading,
): OwedDocument | null {
  const { values, place } = row
  const party = partyOf(row, column, reading)
  const currency = currencyOf(row, reading)
  const days = daysOf(row, reading)
  const amounts = amountsOf(row, reading)
  const documento = values.get('documento')?.trim()
  if (party === null || currency === null || documento === undefined) return null
  if (days === null || amounts === null) return null
  return {
    place,
    party,
    documento,
    currency,
    uuid: values.get('uuid') ?? null,
    ...days,
    ...amounts,
  }
}

function daysOf({ place, values }: OpeningRow, { problems, fecha: opening }: Reading) {
  const fecha = values.get('fecha') ?? opening
  const vencimiento = values.get('vencimiento') ?? fecha
  if (fecha > opening) {
    problems.add(place, 'fecha', AFTER_OPENING({ day: fecha, opening }))
    return null
  }
  if (vencimiento >= fecha) return { fecha, vencimiento }
  problems.add(place, 'vencimiento', DUE_BEFORE({ due: vencimiento, day: fecha }))
  return null
}

function amountsOf(row: OpeningRow, { problems }: Reading) {
  const [total, iva] = [amountOf(row, 'total'), amountOf(row, 'iva')]
  if (total <= 0n) {
    problems.add(row.place, 'total', ABOVE_ZERO({ column: 'total' }))
    return null
  }
  // The general rate of what is no tax of it, to within a cent.
  if (iva >= 0n && iva * 100n <= (total - iva) * 16n + 100n) return { total, iva }
  const told = { iva: amountText(iva), total: amountText(total) }
  problems.add(row.place, 'iva', TAX_TOO_MUCH(told))
  return null
}

function bankOf(row: OpeningRow, reading: Reading): BankBalance | null {
  const { names, problems } = reading
  const model = 'CuentaBancaria'
  const bank = namedBy(row, names.bancos, { column: 'cuenta', model, problems })
  if (bank === null) return null
  if (!bank.activo) problems.add(row.place, 'cuenta', NOT_ACTIVE({ clave: bank.clave }))
  const currency = rateOf(row, reading, bank.moneda)
  return currency === null
    ? null
    : { place: row.place, bank, saldo: amountOf(row, 'saldo'), currency }
}

/** What may stand in one row alone. */
function refuseTwice<R extends { readonly place: OpeningRow['place'] }>(
  rows: readonly R[],
  keyOf: (row: R) => readonly [key: string, shown: string] | null,
  { problems }: Pick<Reading, 'problems'>,
): void {
  const first = new Map<string, number>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key === null) continue
    const { kind, index, row: line } = row.place
    const other = first.get(`${kind} ${key[0]}`)
    if (other === undefined) first.set(`${kind} ${key[0]}`, line ?? index + 1)
    else
      problems.add(
        row.place,
        kind === 'bancos' ? 'cuenta' : 'documento',
        TWICE({ shown: key[1], other }),
      )
  }
}
