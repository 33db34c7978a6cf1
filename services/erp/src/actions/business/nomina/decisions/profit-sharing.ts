import {
  compare,
  decimal,
  dividedBy,
  minus,
  plus,
  sumOfDecimals,
  times,
  ZERO,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { greatest, least, money, shown, whole } from './amounts.ts'
import { exemptPart, ONCE } from './exemption.ts'
import { step, type Step } from './explanation.ts'
import { PROFIT_SHARE_DAYS, PROFIT_SHARE_MINIMUM_DAYS, TRUSTED_WAGE } from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'

export interface SharingWorker {
  /** Key of the employee. */
  readonly key: string
  /** Days worked in the year; incapacities by risks of work and maternity count. LFT 127 IV. */
  readonly days: number
  /** Wages of the year without overtime, bonuses and the like. LFT 124. */
  readonly wages: Decimal
  /** LFT 127 II: his wages count up to 20 % more than the highest of the others. */
  readonly isTrusted: boolean
  /** LFT 127 VII: he takes part from 60 days on. */
  readonly isTemporary: boolean
  readonly dailyWage: Decimal
  /** PTU of the three years before, for the limit of LFT 127 VIII. */
  readonly lastThree: readonly Decimal[]
}

interface ProfitShare {
  readonly key: string
  readonly byDays: Decimal
  readonly byWages: Decimal
  /** What he may have at most. */
  readonly limit: Decimal
  readonly amount: Decimal
  readonly taxed: Decimal
  readonly exempt: Decimal
  readonly steps: readonly Step[]
}

export interface ProfitSharing {
  readonly shares: readonly ProfitShare[]
  /** What limits kept from being paid. */
  readonly undistributed: Decimal
}

/**
 * Profits shared: half by days, half by wages, each half to the last cent; who has more than three months' wages and
 * more than the mean of three years is cut down to the larger of both. Shares stand in the order of their keys.
 * @source LFT 117 to 127; LISR 93 XIV
 */
export function shareProfits(
  amount: Decimal,
  workers: readonly SharingWorker[],
  law: LawTables,
): ProfitSharing {
  const sharing = workers
    .filter(({ days, isTemporary }) => !isTemporary || days >= PROFIT_SHARE_MINIMUM_DAYS)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const half = dividedBy(amount, decimal('2'), 2)
  const halves = { days: half, wages: minus(amount, half) }
  const most = highestWages(sharing)
  const wages = sharing.map((worker) => countedWages(worker, most))
  const days = sharing.map((worker) => whole(worker.days))
  const byDays = proportions(halves.days, days)
  const byWages = proportions(halves.wages, wages)
  const totals = { days: sumOfDecimals(days), wages: sumOfDecimals(wages), halves }
  const shares = sharing.map((worker, index) =>
    shareOf(worker, law, {
      totals,
      byDays: byDays[index] ?? ZERO,
      byWages: byWages[index] ?? ZERO,
      wages: wages[index] ?? ZERO,
    }),
  )
  const paid = sumOfDecimals(shares.map((share) => share.amount))
  return { shares, undistributed: minus(amount, paid) }
}

/** The highest wages of somebody who is not trusted; null: all are, and nothing limits them. */
function highestWages(workers: readonly SharingWorker[]): Decimal | null {
  const others = workers.filter(({ isTrusted }) => !isTrusted).map(({ wages }) => wages)
  const [first, ...rest] = others
  return first === undefined ? null : greatest(first, ...rest)
}

function countedWages({ isTrusted, wages }: SharingWorker, highest: Decimal | null): Decimal {
  return isTrusted && highest !== null ? least(wages, money(times(highest, TRUSTED_WAGE))) : wages
}

/**
 * An amount in proportion of weights, to the last cent: each has his share without what is below a cent, and the cents
 * that are left go to those who lost most, the first of equals.
 */
function proportions(amount: Decimal, weights: readonly Decimal[]): readonly Decimal[] {
  const scaled = weights.map((weight) => money(weight).units)
  const total = scaled.reduce((sum, weight) => sum + weight, 0n)
  if (total === 0n) return weights.map(() => decimal('0.00'))
  const cents = money(amount).units
  const parts = scaled.map((weight, index) => ({
    index,
    share: (cents * weight) / total,
    lost: (cents * weight) % total,
  }))
  const left = cents - parts.reduce((sum, { share }) => sum + share, 0n)
  const first = parts
    .toSorted((a, b) => (a.lost === b.lost ? a.index - b.index : a.lost > b.lost ? -1 : 1))
    .slice(0, Number(left))
  const raised = new Set(first.map(({ index }) => index))
  return parts.map(({ index, share }) => ({
    units: raised.has(index) ? share + 1n : share,
    scale: 2,
  }))
}

interface Shared {
  readonly totals: {
    readonly days: Decimal
    readonly wages: Decimal
    readonly halves: { readonly days: Decimal; readonly wages: Decimal }
  }
  readonly byDays: Decimal
  readonly byWages: Decimal
  readonly wages: Decimal
}

function shareOf(worker: SharingWorker, law: LawTables, shared: Shared): ProfitShare {
  const { totals, byDays, byWages, wages } = shared
  const { halves } = totals
  const sum = plus(byDays, byWages)
  const limit = limitOf(worker)
  const amount = least(sum, limit)
  const exempt = exemptPart(law, '003', amount, ONCE(decimal('0.00')))
  const capped = compare(sum, limit) > 0
  const daysTold = `${shown(halves.days)} × ${worker.days} ÷ ${shown(totals.days)}`
  const wagesTold = `${shown(halves.wages)} × ${shown(wages)} ÷ ${shown(totals.wages)}`
  const told = `${shown(byDays)} + ${shown(byWages)}`
  return {
    key: worker.key,
    byDays,
    byWages,
    limit,
    amount,
    taxed: minus(amount, exempt.amount),
    exempt: exempt.amount,
    steps: [
      step('profitByDays', daysTold, byDays, 'LFT 123'),
      step('profitByWages', wagesTold, byWages, 'LFT 123, 124, 127 II'),
      ...exempt.steps,
      step('profitShare', capped ? `min(${told}, ${shown(limit)})` : told, amount, 'LFT 127 VIII'),
    ],
  }
}

/** Three months' wages, or the mean of the last three years if that is more. LFT 127 VIII. */
function limitOf({ dailyWage, lastThree }: SharingWorker): Decimal {
  const months = money(times(dailyWage, PROFIT_SHARE_DAYS))
  if (lastThree.length === 0) return months
  const mean = dividedBy(sumOfDecimals(lastThree), whole(lastThree.length), 2)
  return greatest(months, mean)
}
