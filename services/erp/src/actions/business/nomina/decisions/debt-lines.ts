import {
  compare,
  decimal,
  dividedBy,
  isZero,
  minus,
  plus,
  sumOfDecimals,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { least, money, notBelowZero, shown, whole } from './amounts.ts'
import { step, type Explained, type Step } from './explanation.ts'
import {
  DAMAGE_INSURANCE,
  EXCESS_SHARE,
  FONACOT_MINIMUM_SHARE,
  FONACOT_SHARE,
  HOUSING_MINIMUM_SHARE,
  MONTH_DAYS,
  RENT_MINIMUM_SHARE,
  RENT_SHARE,
} from './labour-terms.ts'
import type { LawTables } from './law-tables.ts'
import type { PaidDays } from './paid-days.ts'
import type { Alimony, FonacotCredit, HousingCredit, ReceiptFacts } from './receipt-facts.ts'
import { deduction, type LineConcept, type ReceiptLine } from './receipt-line.ts'
import { minimumWage } from './work-lines.ts'

const NOTHING = decimal('0.00')

/** What the debts of a person are taken from. */
export interface DebtBases {
  readonly law: LawTables
  readonly days: PaidDays
  readonly isMinimum: boolean
  /** Wage of the period: salary and holidays. */
  readonly wage: Decimal
  /** All perceptions in money. */
  readonly gross: Decimal
  /** ISR and IMSS. */
  readonly legal: Decimal
}

/** What is wanted, and the most that the law or the wage leaves for it; null: all that is left. */
interface Wanted {
  readonly concept: LineConcept
  readonly key: string | null
  readonly satKey: string
  readonly wanted: Explained
  /** Debts that share a limit have its name in common. */
  readonly limit: { readonly name: string; readonly most: Explained } | null
}

/** What was to be taken and could not be. */
export interface StillOwed {
  readonly concept: LineConcept
  readonly key: string | null
  readonly amount: Decimal
}

export interface TakenDebts {
  readonly lines: readonly ReceiptLine[]
  readonly owed: readonly StillOwed[]
}

/**
 * What is taken for debts, in the order in which they come before each other: alimony, Infonavit, Fonacot, the union,
 * savings, debts with the employer. None is more than the law leaves, and together they are no more than what is paid.
 * @source LFT 97 and 110
 */
export function takeDebts(facts: ReceiptFacts, bases: DebtBases): TakenDebts {
  const wanted = wantedDebts(facts, bases)
  const used = new Map<string, Decimal>()
  let left = notBelowZero(minus(bases.gross, bases.legal))
  const lines = wanted.map((debt) => {
    const before = used.get(debt.limit?.name ?? '') ?? NOTHING
    const line = taken(debt, left, before)
    left = minus(left, line.amount)
    if (debt.limit !== null) used.set(debt.limit.name, plus(before, line.amount))
    return line
  })
  const owed = wanted.map(({ concept, key, wanted: { amount } }, index) => ({
    concept,
    key,
    amount: minus(amount, lines[index]?.amount ?? NOTHING),
  }))
  return {
    lines: lines.filter(({ amount }) => !isZero(amount)),
    owed: owed.filter(({ amount }) => !isZero(amount)),
  }
}

/** An extraordinary run has no days that debts would be of: it pays alimony alone. */
function wantedDebts(facts: ReceiptFacts, bases: DebtBases): readonly Wanted[] {
  if (facts.period.kind === 'extraordinary') return alimonies(facts, bases)
  return [
    ...alimonies(facts, bases),
    ...housing(facts, bases),
    ...fonacot(facts, bases),
    ...unionDues(facts, bases),
    ...ownSavings(facts, bases),
    ...loans(facts, bases),
    ...others(facts),
  ]
}

/** The least of what is wanted, what its limit leaves, and what is left to pay. */
function taken({ wanted, limit, ...debt }: Wanted, left: Decimal, used: Decimal): ReceiptLine {
  const most = limit === null ? left : least(left, notBelowZero(minus(limit.most.amount, used)))
  const amount = least(wanted.amount, most)
  if (compare(amount, wanted.amount) === 0)
    return deduction({ ...debt, amount, steps: wanted.steps })
  const told = `min(${shown(wanted.amount)}, ${shown(most)})`
  const steps: readonly Step[] = [
    ...wanted.steps,
    ...(limit === null ? [] : limit.most.steps),
    step('taken', told, amount, 'LFT 97, 110'),
  ]
  return deduction({ ...debt, amount, steps })
}

/** Of an extraordinary run it takes a share; what is an amount is taken with the wage. */
function alimonies({ debts, period, person }: ReceiptFacts, bases: DebtBases): readonly Wanted[] {
  const isExtraordinary = period.kind === 'extraordinary'
  return debts.alimonies
    .filter(({ mode }) => !isExtraordinary || mode === 'gross' || mode === 'net')
    .toSorted((a, b) => (a.order < b.order ? -1 : 1))
    .map((alimony) => ({
      concept: 'alimony',
      key: alimony.order,
      satKey: '007',
      limit: null,
      wanted: alimonyWanted(alimony, bases, {
        days: period.tariff === 'monthly' ? MONTH_DAYS : period.paidDays,
        zone: person.zone,
      }),
    }))
}

/** Orders in units of the law are for a month, of which the period takes the part of its days. */
function alimonyWanted(
  { mode, value }: Alimony,
  { gross, legal, law }: DebtBases,
  { days, zone }: { readonly days: Decimal; readonly zone: string },
): Explained {
  const units = (unit: Decimal) =>
    alimonyPart(
      dividedBy(times(times(unit, value), days), MONTH_DAYS, 2),
      `${shown(unit)} × ${shown(value)} ÷ 30.4 × ${shown(days)}`,
    )
  switch (mode) {
    case 'gross':
      return alimonyPart(money(times(gross, value)), `${shown(gross)} × ${shown(value)}`)
    case 'net': {
      const net = notBelowZero(minus(gross, legal))
      return alimonyPart(
        money(times(net, value)),
        `(${shown(gross)} − ${shown(legal)}) × ${shown(value)}`,
      )
    }
    case 'fixed':
      return alimonyPart(money(value), shown(value))
    case 'minimumWages':
      return units(minimumWage(law, zone))
    case 'uma':
      return units(law.uma.daily)
  }
}

function alimonyPart(amount: Decimal, told: string): Explained {
  return { amount, steps: [step('alimony', told, amount, 'LFT 110 V')] }
}

function housing(facts: ReceiptFacts, bases: DebtBases): readonly Wanted[] {
  return facts.debts.housing
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    .map((credit) => ({
      concept: 'housing',
      key: credit.number,
      satKey: '010',
      wanted: housingWanted(credit, facts, bases),
      limit: bases.isMinimum
        ? limitOf('housing', { told: 'LFT 97 III', share: HOUSING_MINIMUM_SHARE, base: bases.wage })
        : null,
    }))
}

/**
 * A percentage is of the SBC of the days that are paid; pesos and units are those of the notice, by the calendar days
 * of the two months, and absences do not lessen them (reform of 21 February 2025).
 * @source LINFONAVIT 29 III
 */
function housingWanted(
  { kind, value, isInsured }: HousingCredit,
  { period, person }: ReceiptFacts,
  { days, law }: DebtBases,
): Explained {
  const monthly = kind === 'factor' ? times(value, law.umi.daily) : value
  const bimester = whole(period.bimesterDays)
  const byDays = dividedBy(times(times(monthly, whole(2)), days.employed), bimester, 2)
  const worked = notBelowZero(minus(minus(days.employed, days.absent), days.incapacity))
  const byWage = money(times(times(person.baseWage, value), worked))
  const part = kind === 'percent' ? byWage : byDays
  const unit = kind === 'factor' ? `${shown(value)} × ${shown(law.umi.daily)}` : shown(value)
  const told =
    kind === 'percent'
      ? `${shown(person.baseWage)} × ${shown(value)} × ${shown(worked)}`
      : `${unit} × 2 ÷ ${period.bimesterDays} × ${shown(days.employed)}`
  const steps = [step('housing', told, part, 'LINFONAVIT 29 III; LFT 110 III')]
  if (!isInsured || !period.endsBimester) return { amount: part, steps }
  const amount = sumOfDecimals([part, DAMAGE_INSURANCE])
  const insured = `${shown(part)} + ${shown(DAMAGE_INSURANCE)}`
  return { amount, steps: [...steps, step('housingInsured', insured, amount)] }
}

function fonacot(facts: ReceiptFacts, bases: DebtBases): readonly Wanted[] {
  const share = bases.isMinimum ? FONACOT_MINIMUM_SHARE : FONACOT_SHARE
  const told = bases.isMinimum ? 'LFT 97 IV' : 'LFT 110 VII'
  return facts.debts.fonacot
    .toSorted((a, b) => (a.number < b.number ? -1 : 1))
    .map((credit) => ({
      concept: 'fonacot',
      key: credit.number,
      satKey: '011',
      wanted: fonacotWanted(credit, facts),
      limit: limitOf('fonacot', { told, share, base: bases.wage }),
    }))
}

/** A month's instalment in equal parts; its last period takes what is left of it. */
function fonacotWanted(
  { number, monthly }: FonacotCredit,
  { period, before }: ReceiptFacts,
): Explained {
  const taken = before.monthFonacot.get(number) ?? NOTHING
  const rest = notBelowZero(minus(monthly, taken))
  const part = dividedBy(monthly, whole(period.monthPeriods), 2)
  const amount = period.endsMonth ? rest : least(part, rest)
  const told = period.endsMonth
    ? `${shown(monthly)} − ${shown(taken)}`
    : `${shown(monthly)} ÷ ${period.monthPeriods}`
  return { amount, steps: [step('fonacot', told, amount, 'LFT 103 bis')] }
}

/** A minimum wage is free of dues: LFT 97 does not name them. */
function unionDues({ debts }: ReceiptFacts, { wage, isMinimum }: DebtBases): readonly Wanted[] {
  if (debts.union === null || isMinimum) return []
  const { rate } = debts.union
  const amount = money(times(wage, rate))
  const told = `${shown(wage)} × ${shown(rate)}`
  const wanted = { amount, steps: [step('union', told, amount, 'LFT 110 VI')] }
  return [{ concept: 'union', key: null, satKey: '019', wanted, limit: null }]
}

function ownSavings(facts: ReceiptFacts, bases: DebtBases): readonly Wanted[] {
  if (facts.savings === null) return []
  const wanted = savingsPart(facts, bases, facts.savings.employeeRate)
  const limit = excessLimit('savings', facts, { bases, told: 'LFT 110 IV' })
  return [{ concept: 'ownSavings', key: null, satKey: '004', wanted, limit }]
}

/** A part of the wage, up to the fund's own limit. */
export function savingsPart(
  { savings }: ReceiptFacts,
  { wage, law, days }: Pick<DebtBases, 'wage' | 'law' | 'days'>,
  rate: Decimal,
): Explained {
  const part = money(times(wage, rate))
  const steps = [step('savings', `${shown(wage)} × ${shown(rate)}`, part)]
  const limitUma = savings?.limitUma ?? null
  if (limitUma === null) return { amount: part, steps }
  const most = money(times(times(law.uma.daily, limitUma), days.paid))
  const amount = least(part, most)
  const told = `min(${shown(part)}, ${shown(law.uma.daily)} × ${shown(limitUma)} × ${shown(days.paid)})`
  return { amount, steps: [...steps, step('savings', told, amount)] }
}

function loans(facts: ReceiptFacts, bases: DebtBases): readonly Wanted[] {
  const debtLimit = excessLimit('loans', facts, { bases, told: 'LFT 110 I' })
  const rentLimit = limitOf('rent', {
    told: bases.isMinimum ? 'LFT 97 II' : 'LFT 110 II',
    share: bases.isMinimum ? RENT_MINIMUM_SHARE : RENT_SHARE,
    base: bases.wage,
  })
  return facts.debts.loans
    .toSorted((a, b) => (a.folio < b.folio ? -1 : 1))
    .map(({ folio, kind, amount }) => ({
      concept: kind === RENT ? 'rent' : 'loan',
      key: folio,
      satKey: kind,
      limit: kind === RENT ? rentLimit : debtLimit,
      wanted: { amount, steps: [step('loan', shown(amount), amount)] },
    }))
}

/** Key of `TipoDeduccion`. */
const RENT = '008'

function others({ debts }: ReceiptFacts): readonly Wanted[] {
  return debts.others
    .toSorted((a, b) => (a.folio < b.folio ? -1 : 1))
    .map(({ folio, kind, amount }) => ({
      concept: 'otherDeduction',
      key: folio,
      satKey: kind,
      limit: null,
      wanted: { amount, steps: [step('otherDeduction', shown(amount), amount)] },
    }))
}

function limitOf(
  name: string,
  { told, share, base }: { readonly told: string; readonly share: Decimal; readonly base: Decimal },
): Wanted['limit'] {
  const amount = money(times(base, share))
  const expression = `${shown(base)} × ${shown(share)}`
  return { name, most: { amount, steps: [step('debtLimit', expression, amount, told)] } }
}

/** Thirty per cent of what the wage has over the minimum wage of its days. */
function excessLimit(
  name: string,
  { person }: ReceiptFacts,
  { bases, told }: { readonly bases: DebtBases; readonly told: string },
): Wanted['limit'] {
  const minimum = money(times(minimumWage(bases.law, person.zone), bases.days.paid))
  const excess = notBelowZero(minus(bases.wage, minimum))
  const amount = money(times(excess, EXCESS_SHARE))
  const expression = `(${shown(bases.wage)} − ${shown(minimum)}) × ${shown(EXCESS_SHARE)}`
  return { name, most: { amount, steps: [step('debtLimit', expression, amount, told)] } }
}
