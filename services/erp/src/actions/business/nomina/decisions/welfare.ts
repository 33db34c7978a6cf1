import { compare, minus, plus, times, ZERO, type Decimal } from '../../../../fiscal/decimal.ts'
import { greatest, least, money, notBelowZero, shown } from './amounts.ts'
import { step, type Explained } from './explanation.ts'
import { WELFARE_UMA } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'

const LAW = 'LISR 93, penúltimo párrafo'

/** Kinds of perception that share the limit of social welfare: those that the law gives its rule. */
export function isWelfare(law: LawTables, kind: string): boolean {
  return (law.exemptions.get(kind) ?? []).some(({ unit }) => unit === 'UMA_WELFARE')
}

/** How many UMA are exempt where all together exceeds seven: what the law's rule says. */
function beyondLimit({ exemptions }: LawTables): Decimal {
  const rules = [...exemptions.values()].flat()
  return rules.find(({ unit }) => unit === 'UMA_WELFARE')?.limit ?? ZERO
}

/**
 * What of all social welfare of some days is exempt: all of it as long as it and the other income are up to seven UMA;
 * beyond, one UMA, or what is left up to seven if that is more. The year's limits are taken in proportion of the days.
 */
export function exemptWelfare(
  law: LawTables,
  welfare: Decimal,
  around: { readonly otherIncome: Decimal; readonly days: Decimal },
): Explained {
  const { otherIncome, days } = around
  const guaranteed = money(times(times(law.uma.daily, beyondLimit(law)), days))
  const seven = money(times(times(law.uma.daily, WELFARE_UMA), days))
  const together = plus(otherIncome, welfare)
  const limit = step('welfareLimit', `${shown(law.uma.daily)} × 7 × ${shown(days)}`, seven, LAW)
  if (compare(together, seven) <= 0) {
    const sum = step('withWages', `${shown(otherIncome)} + ${shown(welfare)}`, together)
    return { amount: welfare, steps: [limit, sum, step('exempt', shown(welfare), welfare, LAW)] }
  }
  const left = notBelowZero(minus(seven, otherIncome))
  const exempt = least(welfare, greatest(guaranteed, left))
  const told = `min(${shown(welfare)}, max(${shown(guaranteed)}, ${shown(seven)} − ${shown(otherIncome)}))`
  return { amount: exempt, steps: [limit, step('exempt', told, exempt, LAW)] }
}
