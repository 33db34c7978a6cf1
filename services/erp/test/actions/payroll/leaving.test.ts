import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import fc from 'fast-check'

import {
  baseWage,
  legalBenefits,
} from '../../../src/actions/business/nomina/decisions/base-wage.ts'
import { separationTax } from '../../../src/actions/business/nomina/decisions/separation-tax.ts'
import {
  settle,
  type LeavingCause,
  type SettlementFacts,
} from '../../../src/actions/business/nomina/decisions/settlement.ts'
import {
  compare,
  decimal,
  decimalText,
  minus,
  plus,
  sumOfDecimals,
} from '../../../src/fiscal/decimal.ts'
import { LAW } from './law-fixture.ts'
import { amounts, FORTNIGHT } from './receipt-fixture.ts'

interface Leaver {
  readonly hired: string
  readonly wage: string
  readonly monthly: string
  /** The running year of service. */
  readonly year: number
  readonly cause: LeavingCause
}

/** Somebody with the law's benefits who leaves on 15 March 2026. */
function leaver({ hired, wage, monthly, year, cause }: Leaver): SettlementFacts {
  const benefits = legalBenefits(year, LAW)
  const none = { paid: decimal('0'), days: decimal('0') }
  const around = { law: LAW, variable: none, minimum: decimal('315.04') }
  const daily = decimal(wage)
  const { fixed } = baseWage(daily, benefits, around)
  const { person, period, group, before } = FORTNIGHT
  return {
    person: {
      ...person,
      hired,
      left: '2026-03-15',
      dailyWage: daily,
      monthlyWage: decimal(monthly),
    },
    period,
    group,
    before,
    benefits,
    integratedWage: fixed.amount,
    uncounted: decimal('0'),
    pendingHolidays: decimal('0'),
    takenHolidays: decimal('0'),
    cause,
    alimonies: [],
    loans: [],
  }
}

const OLD_HAND = leaver({
  hired: '2015-01-10',
  wage: '800.00',
  monthly: '24320.00',
  year: 12,
  cause: { kind: 'dismissal', withServiceDays: true, contract: 'indefinite' },
})

describe('a dismissal after eleven years', () => {
  it('pays bonus, holidays, seniority, three months and twenty days a year, taxed as separation', () => {
    // Integrated wage: 800.00 × (365 + 15 + 24 × 25 %) ÷ 365 = 800.00 × 1.057534 = 846.03
    // Seniority: 11 years and 65 days, 11 + 65 ÷ 365 = 11.1781
    // Bonus: 800.00 × 15 × 74 ÷ 365 = 2,432.88, exempt below 117.31 × 30 = 3,519.30
    // Holidays: 24 × 65 ÷ 365 = 4.2740 days, 3,419.20; premium 854.80, exempt below 1,759.65
    // Seniority premium: min(846.03, 315.04 × 2) = 630.08 × 12 × 11.1781 = 84,517.17
    // Three months: 846.03 × 90 = 76,142.70; twenty days: 846.03 × 20 × 11.1781 = 189,140.16
    // Separation: 349,800.03; exempt: 117.31 × 90 × 11 = 116,136.90; taxed: 233,663.13
    // Last month, 24,320.00: 3,306.40, at 13.5954 %; ISR: 233,663.13 × 13.5954 % = 31,767.44
    // Month: 12,000.00 of wages and 3,419.20: (15,419.20 − 14,644.65) × 17.92 % + 1,339.14 = 1,477.94;
    //   1,631.46 was withheld: 153.52 goes back
    // Net: 356,506.91 + 153.52 − 31,767.44 = 324,892.99
    const before = {
      ...OLD_HAND.before,
      monthTaxed: decimal('12000.00'),
      monthWithheld: decimal('1631.46'),
    }
    const settlement = settle({ ...OLD_HAND, before }, LAW)
    const lines = settlement.lines.map((line) => Object.entries(amounts([line]))).flat()
    assert.deepEqual(lines, [
      ['christmasBonus', '2432.88, 2432.88 exempt'],
      ['vacations', '3419.20'],
      ['vacationPremium', '854.80, 854.80 exempt'],
      ['seniorityPremium', '84517.17, 84517.17 exempt'],
      ['compensation', '76142.70, 31619.73 exempt'],
      ['compensation', '189140.16'],
      ['taxRefund', '153.52'],
      ['separationTax', '31767.44'],
    ])
    const { seniority, perceptions, deductions, net } = settlement
    assert.deepEqual([seniority, perceptions, deductions, net].map(decimalText), [
      '11.1781',
      '356506.91',
      '31767.44',
      '324892.99',
    ])
    const { separation } = settlement
    assert.ok(separation !== null)
    assert.equal(separation.years, 11)
    assert.deepEqual(
      [separation.total, separation.accumulable, separation.notAccumulable].map(decimalText),
      ['349800.03', '24320.00', '209343.13'],
    )
  })

  it('without twenty days a year has three months alone', () => {
    const cause = { kind: 'dismissal', withServiceDays: false, contract: 'indefinite' } as const
    const { lines } = settle({ ...OLD_HAND, cause }, LAW)
    const { compensation } = amounts(lines)
    assert.equal(compensation, '76142.70, 31619.73 exempt')
  })

  it('with cause has seniority and no compensation', () => {
    const { lines } = settle({ ...OLD_HAND, cause: { kind: 'justified' } }, LAW)
    const told = amounts(lines)
    assert.equal(told['seniorityPremium'], '84517.17, 84517.17 exempt')
    assert.equal(told['compensation'], undefined)
  })
})

describe('a resignation', () => {
  it('pays what is due in proportion, and holidays that were not taken', () => {
    // Since 1 September 2025: 196 days. Bonus: 500.00 × 15 × 74 ÷ 365 = 1,520.55, exempt
    // Holidays: 14 × 196 ÷ 365 = 7.5178, and 3 pending: 10.5178 × 500.00 = 5,258.90; premium 1,314.73, exempt
    // Month: 7,500.00 + 5,258.90 = 12,758.90: (12,758.90 − 12,598.03) × 16 % + 1,011.68 = 1,037.42
    //   less 709.86 = 327.56. Net: 1,520.55 + 5,258.90 + 1,314.73 − 327.56 = 7,766.62
    const facts = leaver({
      hired: '2024-09-01',
      wage: '500.00',
      monthly: '15200.00',
      year: 2,
      cause: { kind: 'resignation' },
    })
    const before = {
      ...facts.before,
      monthTaxed: decimal('7500.00'),
      monthWithheld: decimal('709.86'),
    }
    const settlement = settle({ ...facts, before, pendingHolidays: decimal('3') }, LAW)
    assert.deepEqual(
      { ...amounts(settlement.lines), net: decimalText(settlement.net) },
      {
        christmasBonus: '1520.55, 1520.55 exempt',
        vacations: '5258.90',
        vacationPremium: '1314.73, 1314.73 exempt',
        incomeTax: '327.56',
        net: '7766.62',
      },
    )
    assert.equal(settlement.separation, null)
  })

  it('after fifteen years has seniority too', () => {
    // 16 years and 74 days: 16.2027; integrated 500.00 × 1.058904 = 529.45, below 630.08
    // 529.45 × 12 × 16.2027 = 102,942.23, exempt below 117.31 × 90 × 16 = 168,926.40
    const facts = leaver({
      hired: '2010-01-01',
      wage: '500.00',
      monthly: '15200.00',
      year: 17,
      cause: { kind: 'resignation' },
    })
    const { seniorityPremium, separationTax: tax } = amounts(settle(facts, LAW).lines)
    assert.deepEqual([seniorityPremium, tax], ['102942.23, 102942.23 exempt', undefined])
  })
})

describe('a settlement', () => {
  const resigned = leaver({
    hired: '2024-09-01',
    wage: '500.00',
    monthly: '15200.00',
    year: 2,
    cause: { kind: 'resignation' },
  })

  it('takes alimony of what it pays, and debts up to a month’s wage', () => {
    // Bonus 1,520.55, holidays 7.5178 × 500.00 = 3,758.90, premium 939.73; together 6,219.18, taxed 3,758.90
    // ISR: (3,758.90 − 844.60) × 6.40 % + 16.22 = 202.74, less 535.65 of subsidy: nothing
    // Alimony: 6,219.18 × 25 % = 1,554.80 (1,554.795); left: 4,664.38 of 5,000.00 that he owes
    const alimonies = [{ order: 'A1', mode: 'net' as const, value: decimal('0.25') }]
    const loans = [{ folio: 'L1', kind: '004', amount: decimal('5000.00') }]
    const { lines, net, subsidy } = settle({ ...resigned, alimonies, loans }, LAW)
    assert.equal(decimalText(subsidy), '535.65')
    assert.deepEqual(
      { ...amounts(lines), net: decimalText(net) },
      {
        christmasBonus: '1520.55, 1520.55 exempt',
        vacations: '3758.90',
        vacationPremium: '939.73, 939.73 exempt',
        'alimony A1': '1554.80',
        'loan L1': '4664.38',
        net: '0.00',
      },
    )
  })

  it('of much takes no more of debts than a month’s wage', () => {
    // Owed 30,000.00; a month's wage is 24,320.00
    const loans = [{ folio: 'L1', kind: '004', amount: decimal('30000.00') }]
    assert.equal(amounts(settle({ ...OLD_HAND, loans }, LAW).lines)['loan L1'], '24320.00')
  })

  it('adds up, and every line explains itself, whoever leaves when', () => {
    const day = fc
      .integer({ min: 2000, max: 2025 })
      .chain((year) =>
        fc
          .integer({ min: 1, max: 12 })
          .map((month) => `${year}-${String(month).padStart(2, '0')}-09`),
      )
    const cause = fc.constantFrom<LeavingCause>(
      { kind: 'resignation' },
      { kind: 'justified' },
      { kind: 'dismissal', withServiceDays: true, contract: 'indefinite' },
      { kind: 'dismissal', withServiceDays: true, contract: 'fixedTerm' },
    )
    const wage = fc.integer({ min: 316, max: 9000 }).map(String)
    fc.assert(
      fc.property(day, wage, cause, (hired, daily, why) => {
        const facts = leaver({ hired, wage: daily, monthly: daily, year: 3, cause: why })
        const { lines, perceptions, deductions, net } = settle(facts, LAW)
        const refunds = lines.filter(({ type }) => type === 'otherPayment')
        const back = sumOfDecimals(refunds.map(({ amount }) => amount))
        assert.equal(compare(minus(plus(perceptions, back), deductions), net), 0)
        for (const { type, amount, taxed, exempt, steps } of lines) {
          assert.equal(steps.at(-1)?.value, decimalText(amount))
          if (type === 'perception') assert.equal(compare(plus(taxed, exempt), amount), 0)
        }
      }),
    )
  })
})

describe('work for a fixed time that is ended before', () => {
  const ended = (hired: string, year: number) =>
    leaver({
      hired,
      wage: '500.00',
      monthly: '15200.00',
      year,
      cause: { kind: 'dismissal', withServiceDays: true, contract: 'fixedTerm' },
    })

  it('of less than a year pays half of its days', () => {
    // 288 days since 1 June 2025: 524.66 × 144 = 75,551.04; three months 47,219.40
    // Seniority: 524.66 × 12 × 0.7890 = 4,967.48; separation 127,737.92
    // More than six months are a year: exempt 117.31 × 90 = 10,557.90; taxed 117,180.02
    // Last month, 15,200.00: 1,438.66, at 9.4649 %; ISR: 117,180.02 × 9.4649 % = 11,090.97
    const { lines, separation } = settle(ended('2025-06-01', 1), LAW)
    const told = amounts(lines)
    assert.equal(told['seniorityPremium'], '4967.48, 4967.48 exempt')
    assert.equal(told['compensation'], '75551.04')
    assert.equal(told['separationTax'], '11090.97')
    assert.equal(separation?.years, 1)
  })

  it('of more than a year pays six months and twenty days for each year after the first', () => {
    // Since 15 September 2023: 2 years and 182 days, 2.4986; (180 + 20 × 1.4986) = 209.9720 days
    // Integrated in the third year, 16 days: 500.00 × 1.052055 = 526.03; 526.03 × 209.9720 = 110,451.57
    const { lines } = settle(ended('2023-09-15', 3), LAW)
    assert.equal(amounts(lines)['compensation'], '110451.57')
  })
})

describe('the tax of separation', () => {
  const employment = { hired: '2015-01-10', left: '2026-03-15', monthlyWage: decimal('24320.00') }

  it('of less than a month’s wage is by the tariff', () => {
    // 120,000.00 − 116,136.90 = 3,863.10: (3,863.10 − 844.60) × 6.40 % + 16.22 = 209.40; all of it adds to the income
    const tax = separationTax(decimal('120000'), employment, LAW)
    assert.deepEqual([tax.tax, tax.accumulable, tax.notAccumulable].map(decimalText), [
      '209.40',
      '3863.10',
      '0.00',
    ])
  })

  it('counts a year for more than six months, not for six', () => {
    const years = (left: string) =>
      separationTax(decimal('1000'), { ...employment, hired: '2020-01-10', left }, LAW).years
    assert.deepEqual(
      ['2026-07-10', '2026-07-11', '2026-01-09', '2026-01-10'].map(years),
      [6, 7, 6, 6],
    )
  })
})
