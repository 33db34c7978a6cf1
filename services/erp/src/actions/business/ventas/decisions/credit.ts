import type { ErrorEntry } from '../../../../errors.ts'
import type { Message } from '../../../../messages/message.ts'
import { CREDIT_EXCEEDED, CREDIT_OVERDUE } from '../../../../messages/sale-limits.ts'
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
    const { razon_social: name } = customer
    if (limit !== null && balance + asked > limit) {
      const { balance: owed, asked: added } = values
      const told = { customer: name, balance: owed, limit: amountText(limit), asked: added }
      const message = CREDIT_EXCEEDED(told)
      problems.push({ kind: 'credito_excedido', error: exceeded(message, values) })
    }
    if (debt !== undefined && cents(debt.vencido) > 0n) {
      const { vencido: overdue, vencido_desde: since } = debt
      const message = CREDIT_OVERDUE({ customer: name, overdue, since: String(since) })
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
  message: Message,
  { limit, ...values }: { limit: string | null; balance: string; asked: string },
): ErrorEntry {
  const known = limit === null ? {} : { limit }
  return { code: 'CREDIT_EXCEEDED', field: 'cliente', message, ...known, ...values }
}
