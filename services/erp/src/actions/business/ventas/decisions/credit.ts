import type { ErrorEntry } from '../../../../errors.ts'
import { amountText, cents } from '../../cents.ts'
import type { CustomerRow, DebtRow } from '../store/credit-store.ts'
import type { Exceptional } from './prices.ts'

/** What a customer may owe and owes, in cents of the company's currency. */
export interface Credit {
  /** Null: nobody has set one. */
  readonly limit: bigint | null
  readonly debt: DebtRow | undefined
}

/** What customers come to owe while the sales of a batch are decided one after the other. */
export class CreditState {
  readonly #credits: ReadonlyMap<string, Credit>
  readonly #added = new Map<string, bigint>()

  constructor(credits: ReadonlyMap<string, Credit>) {
    this.#credits = credits
  }

  /** Why a sale on credit goes too far, or nothing; several reasons can hold at once. */
  problemsOf(customer: CustomerRow, asked: bigint): readonly Exceptional[] {
    const { limit = null, debt } = this.#credits.get(customer.id) ?? {}
    const balance = cents(debt?.saldo ?? '0') + (this.#added.get(customer.id) ?? 0n)
    const values = {
      limit: limit === null ? null : amountText(limit),
      balance: amountText(balance),
      asked: amountText(asked),
    }
    const problems: Exceptional[] = []
    if (limit !== null && balance + asked > limit) {
      const message =
        `The customer ${customer.razon_social} owes ${values.balance} and may owe ${values.limit}; this sale adds ${values.asked}.` +
        ' Cash what is owed, raise the LineaCreditoCliente, or have a VentaAutorizacion authorized.'
      problems.push({ kind: 'credito_excedido', error: exceeded(message, values) })
    }
    if (debt !== undefined && cents(debt.vencido) > 0n) {
      const message =
        `The customer ${customer.razon_social} has ${debt.vencido} overdue since ${debt.vencido_desde}.` +
        ' Cash it, or have a VentaAutorizacion authorized.'
      problems.push({ kind: 'saldo_vencido', error: exceeded(message, values) })
    }
    return problems
  }

  /** The customer owes it from now on. */
  add(customer: string, amount: bigint): void {
    this.#added.set(customer, (this.#added.get(customer) ?? 0n) + amount)
  }
}

function exceeded(
  message: string,
  { limit, ...values }: { limit: string | null; balance: string; asked: string },
): ErrorEntry {
  const known = limit === null ? {} : { limit }
  return { code: 'CREDIT_EXCEEDED', field: 'cliente', message, ...known, ...values }
}
