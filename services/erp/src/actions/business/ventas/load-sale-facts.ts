import type { Picked } from '../../../dictionary/row-types.ts'
import { findDayRates } from '../../../store/day-rate-store.ts'
import { findCompanyCurrency } from '../../../store/journal-store.ts'
import {
  findPrices,
  type ListPrice,
  type PricedLine,
} from '../../../store/records/list-price-store.ts'
import type { ActionContext } from '../action.ts'
import { cents, timesRate } from '../cents.ts'
import { DayRates } from '../exchange-rates.ts'
import { CreditState, type Credit } from './decisions/credit.ts'
import {
  findCreditLines,
  findDebts,
  lockCustomers,
  type CreditLineRow,
  type CustomerRow,
} from './store/credit-store.ts'
import { findExceptions } from './store/exception-store.ts'
import { findSaleLines, type SaleLineRow } from './store/sale-store.ts'

type SoldRow = Picked<
  'Venta',
  'cliente' | 'fecha' | 'moneda' | 'tipo_cambio' | 'sucursal' | 'vendedor'
>

/** Everything that the checks of sales need, read once for the whole batch. */
export interface SaleFacts {
  readonly lines: ReadonlyMap<string, readonly SaleLineRow[]>
  readonly customers: ReadonlyMap<string, CustomerRow>
  readonly prices: ReadonlyMap<string, ListPrice>
  readonly credit: CreditState
  readonly currency: string
  readonly today: string
  readonly rates: DayRates
  /** What was authorized for each sale although a rule says no. */
  readonly exceptions: ReadonlyMap<string, ReadonlySet<string>>
  readonly mayUseAnyRate: boolean
}

/** Locks the customers of sales that are locked, and reads what decides about them. */
export async function loadSaleFacts(
  { tx, caller, moment }: ActionContext,
  sales: readonly SoldRow[],
): Promise<SaleFacts> {
  const { empresa } = caller
  const ids = sales.map(({ id }) => id)
  const customerIds = [...new Set(sales.map(({ cliente }) => cliente))]
  const customers = await lockCustomers(tx, empresa, customerIds)
  const of = { customers: customerIds, today: moment.today }
  const currency = await findCompanyCurrency(tx, empresa)
  const lines = await findSaleLines(tx, empresa, ids)
  const [prices, creditLines, debts, rates, exceptions] = await Promise.all([
    findPrices(tx, empresa, pricedLines(sales, lines)),
    findCreditLines(tx, empresa, of),
    findDebts(tx, empresa, of),
    findDayRates(tx, empresa, sales),
    findExceptions(tx, empresa, ids),
  ])
  const foreign = creditLines
    .filter(({ moneda }) => moneda !== currency)
    .map(({ moneda }) => ({ moneda, fecha: moment.today }))
  const limitRates = new DayRates(await findDayRates(tx, empresa, foreign))
  const limits = limitsOf(creditLines, ({ moneda }) =>
    moneda === currency ? '1' : limitRates.of({ moneda, fecha: moment.today })?.tipo_cambio,
  )
  const credits = customerIds.map((id): [string, Credit] => [
    id,
    { limit: limits.get(id) ?? null, debt: debts.get(id) },
  ])
  return {
    lines: Map.groupBy(lines, ({ venta }) => venta),
    customers,
    prices,
    credit: new CreditState(new Map(credits)),
    currency,
    today: moment.today,
    rates: new DayRates(rates),
    exceptions,
    mayUseAnyRate: caller.rights.isAdministrator,
  }
}

function pricedLines(
  sales: readonly SoldRow[],
  lines: readonly SaleLineRow[],
): readonly PricedLine[] {
  const byId = new Map(sales.map((sale) => [sale.id, sale]))
  return lines.flatMap(({ id, venta, articulo, unidad, cantidad }) => {
    const sale = byId.get(venta)
    if (articulo === null || sale === undefined) return []
    const { cliente, fecha, moneda, tipo_cambio, sucursal, vendedor } = sale
    const head = { cliente, fecha, moneda, tipo_cambio, sucursal, vendedor }
    return [{ id, articulo, unidad, cantidad, ...head }]
  })
}

/** The credit lines of each customer, added up in the company's currency; one whose rate nobody knows allows nothing. */
function limitsOf(
  lines: readonly CreditLineRow[],
  rateOf: (line: CreditLineRow) => string | undefined,
): ReadonlyMap<string, bigint> {
  const limits = new Map<string, bigint>()
  for (const line of lines) {
    const { cliente, limite } = line
    const allowed = timesRate(cents(limite), rateOf(line) ?? '0')
    limits.set(cliente, (limits.get(cliente) ?? 0n) + allowed)
  }
  return limits
}
