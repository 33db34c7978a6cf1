import type { ErrorEntry } from '../../../../errors.ts'
import { CASH_NOT_DEDUCTED, TOO_LITTLE_IN_BANK } from '../../../../messages/bank-funds.ts'
import type { Message } from '../../../../messages/message.ts'
import { amountText, cents } from '../../cents.ts'
import type { BankAccountRow } from '../store/bank-store.ts'

/** What is left in bank accounts while the payments of a batch leave them. */
export type Funds = ReadonlyMap<string, bigint>

export function fundsOf(accounts: ReadonlyMap<string, BankAccountRow>): Funds {
  return new Map([...accounts].map(([id, { saldo }]) => [id, cents(saldo)]))
}

/** Takes an amount from an account; where that leaves less than it must hold, it says so. */
export function withdraw(
  funds: Funds,
  account: BankAccountRow,
  amount: bigint,
): { readonly funds: Funds; readonly shortage: ErrorEntry | null } {
  const before = funds.get(account.id) ?? 0n
  const after = before - amount
  const least = cents(account.saldo_minimo)
  const left = new Map(funds).set(account.id, after)
  if (after >= least) return { funds: left, shortage: null }
  const [asked, available] = [amountText(amount), amountText(before - least)]
  const message = TOO_LITTLE_IN_BANK({
    account: account.clave,
    currency: account.moneda_clave,
    available,
    asked,
  })
  return {
    funds: left,
    shortage: {
      code: 'INSUFFICIENT_FUNDS',
      field: 'cuenta_bancaria',
      message,
      cuenta_bancaria: account.clave,
      asked,
      available,
    },
  }
}

// LISR 27 III: what is paid in cash above this is not deducted.
const MOST_IN_CASH = 200_000n

/** What an auditor would ask about a payment in cash; `importe` in the company's currency. */
export function cashWarning(
  name: Message | string,
  { sat, importe }: { readonly sat: string; readonly importe: bigint },
): ErrorEntry | null {
  if (sat !== '01' || importe <= MOST_IN_CASH) return null
  const message = CASH_NOT_DEDUCTED({
    name,
    paid: amountText(importe),
    most: amountText(MOST_IN_CASH),
  })
  return { code: 'NOT_DEDUCTIBLE', field: 'forma_pago', message }
}
