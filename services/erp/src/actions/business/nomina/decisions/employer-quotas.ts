import {
  compare,
  decimal,
  isZero,
  sumOfDecimals,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { money, shown } from './amounts.ts'
import { contributionDays, type ContributionDays } from './contribution-days.ts'
import { step, type Explained, type Step, type StepName } from './explanation.ts'
import type { ImssBranch, LawTables } from './law-tables.ts'
import { quotaBase, workerQuotas } from './worker-quotas.ts'

/** Days with one SBC: a change of wage begins another stretch. */
interface ContributionStretch {
  readonly baseWage: Decimal
  /** Calendar days of employment. */
  readonly employed: Decimal
  readonly absences: Decimal
  readonly incapacity: Decimal
}

/** A worker, for the employer's quotas of a month, or of two for `twoMonthQuotas`. */
export interface ContributingWorker {
  readonly stretches: readonly ContributionStretch[]
  /** He has a minimum wage: the employer pays his part too. LSS 36. */
  readonly isMinimum: boolean
  /** `PrimaRiesgoTrabajo` of the registration, a fraction: `0.0054355`. */
  readonly riskPremium: Decimal
  /** Key of `ZonaSalarial`. */
  readonly zone: string
}

type MonthBranch = readonly [ImssBranch, StepName, keyof ContributionDays]

const MONTH_BRANCHES: readonly MonthBranch[] = [
  ['EMF', 'sicknessFixed', 'sickness'],
  ['EME', 'sicknessExcess', 'sickness'],
  ['PD', 'sicknessMoney', 'sickness'],
  ['GMP', 'pensionersCare', 'sickness'],
  ['IV', 'disability', 'others'],
  ['GPS', 'nurseries', 'others'],
]

/**
 * What the employer owes IMSS for a month: each branch of each stretch to the cent, and the worker's part of a minimum
 * wage.
 * @source LSS 25, 36, 39, 71, 106, 107, 147, 211
 */
export function monthQuotas(worker: ContributingWorker, law: LawTables): Explained {
  const parts = worker.stretches.flatMap((stretch) => {
    const days = daysOf(stretch)
    return [
      riskPart(worker, stretch, { days, law }),
      ...MONTH_BRANCHES.map((branch) => partOf(branch, stretch.baseWage, { days, law })),
      ...workerPart(worker, stretch, { days, law }),
    ]
  })
  return summed('monthQuotas', parts, 'LSS 39')
}

/**
 * What he owes for two months: retirement, old age, and Infonavit.
 * @source LSS 167, 168; LINFONAVIT 29 II
 */
export function twoMonthQuotas(
  worker: ContributingWorker,
  law: LawTables,
): {
  readonly retirement: Explained
  readonly oldAge: Explained
  readonly housing: Explained
} {
  const each = (part: (stretch: ContributionStretch, around: Around) => QuotaPart) =>
    worker.stretches.map((stretch) => part(stretch, { days: daysOf(stretch), law }))
  const retirement: MonthBranch = ['RET', 'retirement', 'retirement']
  const housing: MonthBranch = ['INF', 'housingFund', 'retirement']
  return {
    retirement: summed(
      'retirement',
      each((stretch, around) => partOf(retirement, stretch.baseWage, around)),
      'LSS 168 I',
    ),
    oldAge: summed('oldAge', each(oldAgePart(worker.zone)), 'LSS 168 II'),
    housing: summed(
      'housingFund',
      each((stretch, around) => partOf(housing, stretch.baseWage, around)),
      'LINFONAVIT 29 II',
    ),
  }
}

interface Around {
  readonly days: ContributionDays
  readonly law: LawTables
}

interface QuotaPart {
  readonly amount: Decimal
  readonly step: Step
}

function daysOf({ employed, absences, incapacity }: ContributionStretch): ContributionDays {
  return contributionDays(employed, absences, incapacity)
}

function partOf(
  [branch, name, kind]: MonthBranch,
  baseWage: Decimal,
  { days, law }: Around,
): QuotaPart {
  const { employerRate, law: article } = law.quotas[branch]
  const base = quotaBase(branch, baseWage, law)
  return product(name, [base, days[kind], employerRate], article)
}

function riskPart(
  { riskPremium }: ContributingWorker,
  { baseWage }: ContributionStretch,
  { days, law }: Around,
): QuotaPart {
  const base = quotaBase('IV', baseWage, law)
  return product('riskPremium', [base, days.others, riskPremium], 'LSS 71, 72')
}

/** The worker's part of a minimum wage, old age included: it is withheld by the month. */
function workerPart(
  { isMinimum }: ContributingWorker,
  { baseWage }: ContributionStretch,
  { days, law }: Around,
): readonly QuotaPart[] {
  if (!isMinimum) return []
  const { amount, steps } = workerQuotas(baseWage, days, law)
  const told = steps.at(-1)?.expression ?? ''
  return [{ amount, step: step('workerQuotas', told, amount, 'LSS 36') }]
}

const oldAgePart =
  (zone: string) =>
  ({ baseWage }: ContributionStretch, { days, law }: Around): QuotaPart => {
    const base = quotaBase('CEAV', baseWage, law)
    const rate = oldAgeRate(base, zone, law)
    return product('oldAge', [base, days.others, rate], 'LSS 168 II; transitorio segundo de 2020')
  }

/** The rate of the first range that the SBC does not exceed. */
function oldAgeRate(base: Decimal, zone: string, law: LawTables): Decimal {
  const range = law.oldAge.find(({ upTo }) => {
    if (upTo === null) return true
    const most =
      upTo.kind === 'minimumWage' ? law.minimumWages.get(zone) : times(law.uma.daily, upTo.times)
    return most !== undefined && compare(base, most) <= 0
  })
  if (range === undefined) throw new Error("the law's tables of old age end before the SBC does")
  return range.employerRate
}

function product(
  name: StepName,
  [base, days, rate]: readonly [Decimal, Decimal, Decimal],
  law: string,
): QuotaPart {
  const amount = money(times(times(base, days), rate))
  const told = `${shown(base)} × ${shown(days)} × ${shown(rate)}`
  return { amount, step: step(name, told, amount, law) }
}

function summed(name: StepName, parts: readonly QuotaPart[], law: string): Explained {
  const owed = parts.filter(({ amount }) => !isZero(amount))
  const amount = sumOfDecimals([decimal('0.00'), ...owed.map((part) => part.amount)])
  const told = owed.map((part) => shown(part.amount)).join(' + ')
  return { amount, steps: [...owed.map((part) => part.step), step(name, told, amount, law)] }
}
