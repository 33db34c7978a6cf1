import { fail, ok, type Result } from '@oficina/kit/result.ts'

import type { Picked } from '../../../../dictionary/row-types.ts'
import type { ErrorEntry } from '../../../../errors.ts'
import {
  ARTICLE_STATE,
  CUSTOMER_NOT_ACTIVE,
  CUSTOMER_ORDER_REQUIRED,
  DAY_OF_SALE,
  NOT_FOR_SALE,
  SALE_WAREHOUSE_REQUIRED,
} from '../../../../messages/confirmed-sales.ts'
import { cents, sumOf } from '../../cents.ts'
import { documentAmounts, grossOf, type DocumentAmounts } from '../../document-amounts.ts'
import { share } from '../../quantity.ts'
import type { SaleFacts } from '../load-sale-facts.ts'
import type { CustomerRow } from '../store/credit-store.ts'
import type { SaleLineRow } from '../store/sale-store.ts'
import { priceProblem, type Exceptional } from './prices.ts'

type DecidedSale = Picked<
  'Venta',
  | 'fecha'
  | 'cliente'
  | 'orden_compra_cliente'
  | 'almacen'
  | 'moneda'
  | 'moneda.clave'
  | 'condicion_pago.es_contado'
  | 'tipo_cambio'
  | 'descuento'
  | 'impuestos'
  | 'retenciones'
  | 'total'
>

/**
 * Whether a sale may be confirmed, but for its stock; its customer then owes it.
 * @source docs/decisions/0250-erp-selling.md
 */
export function decideSale(
  facts: SaleFacts,
  sale: DecidedSale,
): Result<DocumentAmounts, readonly ErrorEntry[]> {
  const lines = facts.lines.get(sale.id) ?? []
  const odd = dayProblem(sale, facts.today)
  if (odd !== null) return fail([odd])
  const amounts = documentAmounts({ ...sale, moneda_clave: sale['moneda.clave'] }, lines, {
    model: 'Venta',
    currency: facts.currency,
    rates: facts.rates,
    mayUseAnyRate: facts.mayUseAnyRate,
  })
  if (!amounts.ok) return fail([amounts.error])
  const customer = facts.customers.get(sale.cliente)
  if (customer === undefined) throw new Error(`Venta ${sale.id} has no customer`)
  const blocked = customerProblem(sale, customer)
  if (blocked !== null) return fail([blocked])
  const wrong = lines.flatMap((line) => articleProblem(sale, line) ?? [])
  if (wrong.length > 0) return fail(wrong)
  const { own, base } = amounts.value
  const shares = sharedDiscounts(lines, own.descuento)
  const asked = grossOf(base)
  const exceptional = [
    ...lines.flatMap((line, index) => lineException(facts, line, shares[index] ?? 0n)),
    // Paid at once: no credit is given.
    ...(sale['condicion_pago.es_contado'] ? [] : facts.credit.problemsOf(customer, asked)),
  ]
  const granted = facts.exceptions.get(sale.id)
  const refused = exceptional.filter(({ kind }) => granted?.has(kind) !== true)
  if (refused.length > 0) return fail(refused.map(({ error }) => error))
  facts.credit.add(customer.id, asked)
  return ok(amounts.value)
}

/** A sale is made up to today; one that is a year old is a slip of the pen. */
function dayProblem({ id, fecha }: DecidedSale, today: string): ErrorEntry | null {
  const [year = '', ...rest] = today.split('-')
  const first = [String(Number(year) - 1), ...rest].join('-')
  if (fecha >= first && fecha <= today) return null
  const message = DAY_OF_SALE({ id, day: fecha, first, today })
  return { code: 'VALIDATION', field: 'fecha', message }
}

function customerProblem(sale: DecidedSale, customer: CustomerRow): ErrorEntry | null {
  const { razon_social: name, estado, requiere_orden: wantsOrder } = customer
  if (estado !== 'activo') {
    const message = CUSTOMER_NOT_ACTIVE({ customer: name, state: estado })
    return { code: 'CUSTOMER_BLOCKED', field: 'cliente', message }
  }
  if (!wantsOrder || (sale.orden_compra_cliente ?? '').trim() !== '') return null
  const message = CUSTOMER_ORDER_REQUIRED({ customer: name })
  return { code: 'VALIDATION', field: 'orden_compra_cliente', message }
}

function articleProblem(sale: DecidedSale, line: SaleLineRow): ErrorEntry | null {
  if (line.articulo === null) return null
  const of = { line: line.partida, article: line.articulo_clave ?? '' }
  if (!line.se_vende || line.articulo_estado === 'baja' || line.articulo_estado === 'suspendido') {
    const message = line.se_vende
      ? ARTICLE_STATE({ ...of, state: line.articulo_estado ?? '' })
      : NOT_FOR_SALE(of)
    return { code: 'VALIDATION', field: 'articulo', message }
  }
  if (!line.tiene_existencia || sale.almacen !== null) return null
  return { code: 'VALIDATION', field: 'almacen', message: SALE_WAREHOUSE_REQUIRED(of) }
}

/** What each line has of a discount that stands on the sale alone. */
function sharedDiscounts(lines: readonly SaleLineRow[], discount: bigint): readonly bigint[] {
  const gross = lines.map(({ importe }) => cents(importe))
  const isOfLines = lines.some(({ descuento }) => cents(descuento) > 0n)
  const whole = sumOf(gross)
  if (isOfLines || discount === 0n || whole === 0n) return lines.map(() => 0n)
  return gross.map((importe) => share(discount, importe, whole))
}

function lineException(
  { prices }: SaleFacts,
  line: SaleLineRow,
  shared: bigint,
): readonly Exceptional[] {
  const price = prices.get(line.id)
  const problem = price === undefined ? null : priceProblem(line, price, shared)
  return problem === null ? [] : [problem]
}
