import { decimal, minus, times, type Decimal } from '../../../../fiscal/decimal.ts'
import { least, money, notBelowZero, shown, whole } from './amounts.ts'
import { step, type Explained, type Step } from './explanation.ts'
import type { ExemptionRule, LawTables } from './law-tables.ts'

/** How often the limits of an exemption count. */
export interface ExemptionCounts {
  /** Days, Sundays, weeks or times that the amount is of. */
  readonly times: number
  /** What was exempt of the same kind in the calendar year. */
  readonly before: Decimal
}

export const ONCE = (before: Decimal): ExemptionCounts => ({ times: 1, before })

/**
 * What of a perception is exempt by the law's rules of its kind: the least that they give, and nothing without a rule.
 * Of social welfare all is exempt here: its limit looks at the wages too, and is `exemptWelfare`'s.
 * @source LISR 93
 */
export function exemptPart(
  law: LawTables,
  kind: string,
  amount: Decimal,
  counts: ExemptionCounts,
): Explained {
  const rules = law.exemptions.get(kind) ?? []
  if (rules.length === 0) {
    const none = decimal('0.00')
    return { amount: none, steps: [step('exempt', '0', none, 'LISR 94')] }
  }
  const limits = rules.map((rule) => limitOf(rule, amount, { law, counts }))
  const exempt = least(amount, ...limits.map((limit) => limit.amount))
  const terms = [amount, ...limits.map((limit) => limit.amount)].map(shown).join(', ')
  return {
    amount: exempt,
    steps: [
      ...limits.flatMap((limit) => limit.steps),
      step('exempt', `min(${terms})`, exempt, rules.map((rule) => rule.law).join('; ')),
    ],
  }
}

interface Around {
  readonly law: LawTables
  readonly counts: ExemptionCounts
}

function limitOf(rule: ExemptionRule, amount: Decimal, { law, counts }: Around): Explained {
  const { unit, limit } = rule
  switch (unit) {
    case 'WHOLE':
    case 'UMA_WELFARE':
      return { amount, steps: [] }
    case 'SHARE': {
      const share = money(times(amount, limit))
      const told = `${shown(amount)} × ${shown(limit)}`
      return { amount: share, steps: [step('exemptShare', told, share, rule.law)] }
    }
    case 'UMA_YEAR': {
      const left = notBelowZero(minus(money(times(law.uma.daily, limit)), counts.before))
      const told = `${shown(law.uma.daily)} × ${shown(limit)} − ${shown(counts.before)}`
      return { amount: left, steps: [step('exemptLimit', told, left, rule.law)] }
    }
    case 'UMA_TIME':
    case 'UMA_DAY':
    case 'UMA_WEEK':
    case 'UMA_SERVICE':
      return eachTime(rule, law.uma.daily, counts.times)
  }
}

function eachTime(rule: ExemptionRule, uma: Decimal, count: number): Explained {
  const amount = money(times(times(uma, rule.limit), whole(count)))
  const told = `${shown(uma)} × ${shown(rule.limit)} × ${count}`
  const steps: readonly Step[] = [step('exemptLimit', told, amount, rule.law)]
  return { amount, steps }
}
