import {
  decimal,
  isZero,
  minus,
  sumOfDecimals,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { least, money, notBelowZero, shown } from './amounts.ts'
import type { ContributionDays } from './contribution-days.ts'
import { step, type Explained, type StepName } from './explanation.ts'
import { EXCESS_UMA } from './labour-terms.ts'
import type { ImssBranch, LawTables } from './law-tables.ts'

/** The branches that a worker pays, and what their steps are called. */
const BRANCHES = [
  ['EME', 'sicknessExcess', 'sickness'],
  ['PD', 'sicknessMoney', 'sickness'],
  ['GMP', 'pensionersCare', 'sickness'],
  ['IV', 'disability', 'others'],
  ['CEAV', 'oldAge', 'others'],
] as const satisfies readonly (readonly [ImssBranch, StepName, keyof ContributionDays])[]

/**
 * The worker's part of IMSS, each branch to the cent as the institute rounds. The employer pays it for who has a minimum
 * wage (LSS 36): that is decided by the caller.
 * @source LSS 106, 107, 25, 147, 168
 */
export function workerQuotas(baseWage: Decimal, days: ContributionDays, law: LawTables): Explained {
  const parts = BRANCHES.map(([branch, name, kind]) => {
    const { workerRate, law: article } = law.quotas[branch]
    const base = quotaBase(branch, baseWage, law)
    const amount = money(times(times(base, days[kind]), workerRate))
    const told = `${shown(base)} × ${shown(days[kind])} × ${shown(workerRate)}`
    return { amount, step: step(name, told, amount, article) }
  }).filter(({ amount }) => !isZero(amount))
  const amount = sumOfDecimals([decimal('0.00'), ...parts.map((part) => part.amount)])
  const told = parts.map((part) => shown(part.amount)).join(' + ')
  const steps = [...parts.map((part) => part.step), step('workerQuotas', told, amount, 'LSS 38')]
  return { amount, steps }
}

/** What a branch is a part of, by the day: the SBC up to its limit, what that has over three UMA, or the UMA. */
export function quotaBase(
  branch: ImssBranch,
  baseWage: Decimal,
  { uma, quotas }: LawTables,
): Decimal {
  if (branch === 'EMF') return uma.daily
  const { limitUma } = quotas[branch]
  const base = limitUma === null ? baseWage : least(baseWage, money(times(uma.daily, limitUma)))
  return branch === 'EME' ? notBelowZero(minus(base, money(times(uma.daily, EXCESS_UMA)))) : base
}
