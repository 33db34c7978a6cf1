import {
  decimal,
  isZero,
  minus,
  sumOfDecimals,
  times,
  type Decimal,
} from '../../../../fiscal/decimal.ts'
import { least, money, notBelowZero, shown } from './amounts.ts'
import { exemptPart, ONCE } from './exemption.ts'
import { fact, step, type Explained, type Step } from './explanation.ts'
import type { LawTables } from './law-tables.ts'
import type { PaidDays } from './paid-days.ts'
import type { GivenPerception, IncapacityFact, ReceiptFacts } from './receipt-facts.ts'
import type { ReceiptLine } from './receipt-line.ts'
import { exemptWelfare, isWelfare } from './welfare.ts'

const NOTHING = decimal('0.00')

/** A perception on its way to a line. */
interface Item extends GivenPerception {
  readonly line: 'given' | 'incapacity'
  readonly quantity: Decimal | null
}

/** What is given as an amount, and wages paid in an incapacity: taxed and exempt parts, and what of it integrates. */
export function givenLines(
  facts: ReceiptFacts,
  others: readonly ReceiptLine[],
  { law, days }: { readonly law: LawTables; readonly days: PaidDays },
): readonly ReceiptLine[] {
  const given = itemsOf(facts)
  const isLimited = ({ kind, treatment }: Item) => treatment === 'mixed' && isWelfare(law, kind)
  const plain = given
    .filter((item) => !isLimited(item))
    .map((item) => lineOf(item, exemptOf(item, facts, law), { facts, law, days }))
  const income = [...others, ...plain].filter(({ type }) => type === 'perception')
  const otherIncome = sumOfDecimals(income.map(({ amount }) => amount))
  const shares = welfareShares(given.filter(isLimited), {
    otherIncome,
    law,
    days: facts.period.paidDays,
  })
  const welfare = shares.map(({ item, exempt }) => lineOf(item, exempt, { facts, law, days }))
  return [...plain, ...welfare].filter(({ amount }) => !isZero(amount))
}

function itemsOf({ given, incapacities, person }: ReceiptFacts): readonly Item[] {
  const own = given.map((item): Item => ({ ...item, line: 'given', quantity: null }))
  const incapacity = incapacities.map((item) => incapacityItem(item, person.dailyWage))
  return [...own, ...incapacity].toSorted((a, b) => (a.concept < b.concept ? -1 : 1))
}

/** IMSS pays an incapacity; what the employer pays of the wage all the same is social welfare. LISR 93 VIII. */
function incapacityItem(
  { certificate, days, employerShare }: IncapacityFact,
  dailyWage: Decimal,
): Item {
  const amount = money(times(times(dailyWage, days), employerShare))
  const told = `${shown(dailyWage)} × ${shown(days)} × ${shown(employerShare)}`
  return {
    line: 'incapacity',
    concept: certificate,
    kind: '014',
    quantity: days,
    amount,
    isOtherPayment: false,
    treatment: 'mixed',
    integrates: 'no',
    inKind: false,
    steps: [step('incapacityPay', told, amount)],
  }
}

function exemptOf(given: GivenPerception, facts: ReceiptFacts, law: LawTables): Explained {
  const { amount, kind, treatment } = given
  switch (treatment) {
    case 'taxed':
      return { amount: NOTHING, steps: [] }
    case 'exempt':
      return { amount, steps: [step('exempt', shown(amount), amount)] }
    case 'mixed':
      return exemptPart(law, kind, amount, ONCE(facts.before.exempt.get(kind) ?? NOTHING))
  }
}

/** What is exempt of all welfare, shared among its lines in their order, each up to its amount. */
function welfareShares(
  given: readonly Item[],
  around: { readonly otherIncome: Decimal; readonly law: LawTables; readonly days: Decimal },
): readonly { readonly item: Item; readonly exempt: Explained }[] {
  const exempt = exemptWelfare(around.law, sumOfDecimals(given.map(({ amount }) => amount)), around)
  let left = exempt.amount
  return given.map((item) => {
    const share = least(item.amount, left)
    left = minus(left, share)
    const own = step('exemptShare', shown(share), share)
    return { item, exempt: { amount: share, steps: [...exempt.steps, own] } }
  })
}

interface Around {
  readonly facts: ReceiptFacts
  readonly law: LawTables
  readonly days: PaidDays
}

function lineOf(given: Item, exempt: Explained, around: Around): ReceiptLine {
  const { amount } = given
  const integrates = integratingPart(given, around)
  return {
    concept: given.line,
    key: given.concept,
    type: given.isOtherPayment ? 'otherPayment' : 'perception',
    satKey: given.kind,
    quantity: given.quantity,
    amount,
    taxed: given.isOtherPayment ? NOTHING : minus(amount, exempt.amount),
    exempt: given.isOtherPayment ? NOTHING : exempt.amount,
    integrates: integrates.amount,
    inKind: given.inKind,
    steps: [...exempt.steps, ...integrates.steps, ...wayTo(given)],
  }
}

function wayTo({ amount, steps }: GivenPerception): readonly Step[] {
  return steps.length > 0 ? steps : [fact('given', amount)]
}

/** What is over the share that the law leaves out, by the day. LSS 27. */
function integratingPart(given: GivenPerception, { facts, law, days }: Around): Explained {
  const { amount, integrates, kind } = given
  if (integrates === 'no') return { amount: NOTHING, steps: [] }
  const rule = law.integrations.get(kind)
  if (integrates === 'yes' || rule === undefined) return { amount, steps: [] }
  if (!rule.integrates || rule.excluded === null) {
    const part = rule.integrates ? amount : NOTHING
    return { amount: part, steps: [step('integrates', shown(part), part, rule.law)] }
  }
  const { unit, share } = rule.excluded
  const base = unit === 'SBC' ? facts.person.baseWage : law.uma.daily
  const excluded = money(times(times(base, share), days.paid))
  const part = notBelowZero(minus(amount, excluded))
  const told = `max(0, ${shown(amount)} − ${shown(base)} × ${shown(share)} × ${shown(days.paid)})`
  return { amount: part, steps: [step('integrates', told, part, rule.law)] }
}
