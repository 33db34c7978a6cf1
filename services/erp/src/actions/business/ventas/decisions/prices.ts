import type { ErrorEntry } from '../../../../errors.ts'
import {
  compare,
  decimal,
  decimalText,
  dividedBy,
  minus,
  plus,
  rounded,
  roundedDown,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { PRICE_TOO_LOW } from '../../../../messages/sale-limits.ts'
import type { ListPrice } from '../../../../store/records/list-price-store.ts'
import { amountText } from '../../cents.ts'
import type { ExceptionKind } from '../store/exception-store.ts'
import type { SaleLineRow } from '../store/sale-store.ts'

const ONE = decimal('1')
/** Prices have six decimals, amounts two. */
const PRICE_SCALE = 6
const SCALE = 2

/** A refusal that somebody may let pass. */
export interface Exceptional {
  readonly kind: ExceptionKind
  readonly error: ErrorEntry
}

/**
 * Whether a line is sold for less than the price that holds for it lets it be, its discount included.
 * @param shared what the line has of a discount that stands on the sale alone, in cents
 * @source docs/decisions/0250-erp-selling.md
 */
export function priceProblem(
  line: SaleLineRow,
  price: ListPrice,
  shared: bigint,
): Exceptional | null {
  const listed = decimal(price.precio)
  const discounted = times(listed, minus(ONE, decimal(price.descuento)))
  const least = price.minimo === null ? null : decimal(price.minimo)
  const isBelowLeast = least !== null && compare(least, discounted) > 0
  const allowed = isBelowLeast ? least : discounted
  const cantidad = decimal(line.cantidad)
  const net = netOf(line, { shared, isGross: price.incluye_impuestos })
  // A cent less than a price that cannot be paid exactly is none.
  if (compare(net, roundedDown(times(cantidad, allowed), SCALE)) >= 0) return null
  const asked = dividedBy(net, cantidad, PRICE_SCALE)
  const values = { asked: priceText(asked), listed: priceText(listed), allowed: priceText(allowed) }
  const message = PRICE_TOO_LOW({
    ...values,
    line: line.partida,
    article: line.articulo_clave ?? '',
    origin: originOf(price),
    least: values.allowed,
  })
  const error: ErrorEntry = {
    code: 'PRICE_TOO_LOW',
    field: 'precio',
    message,
    articulo: line.articulo_clave ?? '',
    ...values,
  }
  return { kind: isBelowLeast ? 'precio_bajo_minimo' : 'descuento_excedido', error }
}

/** `ListaPrecios MENUDEO` in its two parts. */
function originOf({ origen }: ListPrice): readonly [model: string, key: string] {
  const end = origen.indexOf(' ')
  return [origen.slice(0, end), origen.slice(end + 1)]
}

function netOf(
  { importe, descuento, impuestos }: SaleLineRow,
  { shared, isGross }: { readonly shared: bigint; readonly isGross: boolean },
): Decimal {
  const net = minus(minus(decimal(importe), decimal(descuento)), decimal(amountText(shared)))
  return isGross ? plus(net, decimal(impuestos)) : net
}

function priceText(value: Decimal): string {
  return decimalText(rounded(value, PRICE_SCALE)).replace(/(\.\d\d\d*?)0+$/, '$1')
}
