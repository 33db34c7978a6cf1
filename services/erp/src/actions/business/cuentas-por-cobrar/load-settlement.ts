import { findDayRates } from '../../../store/day-rate-store.ts'
import {
  findAccounts,
  findCompanyCurrency,
  findEntryRules,
  type AccountRow,
  type EntryRule,
} from '../../../store/journal-store.ts'
import type { ActionContext } from '../action.ts'
import { loadPeriods, type Periods } from '../contabilidad/accounting-periods.ts'
import { accountsNeeded } from '../contabilidad/decisions/plan-entry.ts'
import { DayRates } from '../exchange-rates.ts'
import type { PaymentRules } from './decisions/application.ts'

/** What settling receivables is held to, and booked by. */
export interface Settlement {
  readonly periods: Periods
  readonly entryRules: readonly EntryRule[]
  readonly accounts: ReadonlyMap<string, AccountRow>
  readonly rules: PaymentRules
}

interface Wanted {
  readonly model: string
  readonly event: string
  /** The module whose periods have to be open. */
  readonly module: string
  readonly days: readonly string[]
  readonly currencies: readonly string[]
  /** Accounts that the documents name. */
  readonly accounts: readonly (string | null)[]
}

/** Reads all of it once for a whole batch; the periods stay open to the end of the transaction. */
export async function loadSettlement(
  { tx, caller, moment }: ActionContext,
  { model, event, module, days, currencies, accounts: named }: Wanted,
): Promise<Settlement> {
  const { empresa } = caller
  const asked = [...new Set(days)].flatMap((fecha) =>
    [...new Set(currencies)].map((moneda) => ({ moneda, fecha })),
  )
  const [currency, periods, entryRules, rates] = await Promise.all([
    findCompanyCurrency(tx, empresa),
    loadPeriods(tx, empresa, { days, module }),
    findEntryRules(tx, empresa, { model, event }),
    findDayRates(tx, empresa, asked),
  ])
  const accounts = await findAccounts(tx, empresa, [
    ...new Set([...accountsNeeded([], entryRules), ...named.flatMap((account) => account ?? [])]),
  ])
  const rules = {
    currency,
    rates: new DayRates(rates),
    mayUseAnyRate: caller.rights.isAdministrator,
    today: moment.today,
  }
  return { periods, entryRules, accounts, rules }
}
