import { decimal, dividedBy, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { isWithin } from '../../cents.ts'
import { isFar } from '../../exchange-rates.ts'

/** What an `equivalencia` says of the receivable's currency, and what that is known to be worth. */
export interface SaidWorth {
  readonly equivalencia: string
  /** Of the money, in the company's currency. */
  readonly tipo_cambio: string
  /** Of the receivable's currency on the day, else when it was invoiced; and by which part that may differ. */
  readonly known: string
  readonly variation: string
}

const RATE_DECIMALS = 6

/**
 * Why an `equivalencia` cannot be meant, whoever writes it, or null: it is upside down, as `EquivalenciaDR` of the SAT is
 * (of the money's currency how many of the document's), or no rate that a currency comes to between an invoice and its
 * payment. The SAT looks at neither: it takes what it is told as the rate of that day.
 * @source docs/decisions/0252-erp-cash.md
 */
export function impossibleRate(asked: SaidWorth): 'upside down' | 'too far' | null {
  const [equivalence, rate] = [decimal(asked.equivalencia), decimal(asked.tipo_cambio)]
  const known = decimal(asked.known)
  const worth = times(equivalence, rate)
  const turned = dividedBy(rate, equivalence, RATE_DECIMALS)
  const near = (rate: Decimal) => isWithin(textOf(rate), asked.known, asked.variation)
  if (near(turned) && !near(worth)) return 'upside down'
  return isFar(worth, known) ? 'too far' : null
}

/** With the six decimals that a rate has. */
function textOf(value: Decimal): string {
  const { units } = dividedBy(value, decimal('1'), RATE_DECIMALS)
  const digits = units.toString().padStart(RATE_DECIMALS + 1, '0')
  return `${digits.slice(0, -RATE_DECIMALS)}.${digits.slice(-RATE_DECIMALS)}`
}
