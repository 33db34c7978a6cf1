import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type { WorkWeek } from '../../../src/actions/business/nomina/decisions/receipt-facts.ts'
import { computeReceipt } from '../../../src/actions/business/nomina/decisions/receipt.ts'
import { decimal, decimalText } from '../../../src/fiscal/decimal.ts'
import { LAW } from './law-fixture.ts'
import { amounts, check, FORTNIGHT, given, MINIMUM, paid } from './receipt-fixture.ts'

function week(hours: string, more: Partial<WorkWeek> = {}): WorkWeek {
  return {
    start: '2026-03-02',
    overtimeHours: decimal(hours),
    restDays: 0,
    holidays: 0,
    ...more,
  }
}

describe('overtime', () => {
  it('is paid twice for nine hours a week and three times beyond, half of the first exempt', () => {
    // Twice: 500.00 ÷ 8 × 9 × 2 = 1,125.00; exempt: half, 562.50, below 5 × 117.31 = 586.55
    // Three times: 500.00 ÷ 8 × 3 × 3 = 562.50, taxed whole
    // Taxed: 7,500.00 + 562.50 + 562.50 = 8,625.00; ISR: (8,625.00 − 7,225.96) × 17.92 % + 660.75 = 911.46
    // Net: 7,500.00 + 1,125.00 + 562.50 − 911.46 − 197.27 = 8,078.77
    const { integrates } = check(
      { ...FORTNIGHT, weeks: [week('12')] },
      {
        salary: '7500.00',
        doubleHours: '1125.00, 562.50 exempt',
        tripleHours: '562.50',
        incomeTax: '911.46',
        socialSecurity: '197.27',
        net: '8078.77',
      },
    )
    assert.equal(
      decimalText(integrates),
      '562.50',
      'what is beyond the limit integrates: LSS 27 IX',
    )
  })

  it('of a high wage is exempt up to five UMA a week', () => {
    // 1,200.00 ÷ 8 × 9 × 2 = 2,700.00; half is 1,350.00, five UMA are 586.55
    // Taxed: 18,000.00 + 2,113.45 = 20,113.45; ISR: (20,113.45 − 17,448.76) × 23.52 % + 2,795.25 = 3,421.99
    const { lines } = computeReceipt({ ...paid('1200.00', '1259.18'), weeks: [week('9')] }, LAW)
    const { doubleHours, incomeTax } = amounts(lines)
    assert.deepEqual([doubleHours, incomeTax], ['2700.00, 586.55 exempt', '3421.99'])
  })

  it('looks at each week alone', () => {
    // First week, 4 hours: 500.00 ÷ 8 × 4 × 2 = 500.00, exempt 250.00
    // Second, 11 hours: 9 twice, 1,125.00, exempt 562.50; 2 three times: 500.00 ÷ 8 × 2 × 3 = 375.00
    const weeks = [week('11', { start: '2026-03-09' }), week('4')]
    const { lines } = computeReceipt({ ...FORTNIGHT, weeks }, LAW)
    const { doubleHours, tripleHours } = amounts(lines)
    assert.deepEqual([doubleHours, tripleHours], ['1625.00, 812.50 exempt', '375.00'])
  })

  it('of a minimum wage is exempt whole, but what is beyond the limit', () => {
    // Twice: 315.04 ÷ 8 × 9 × 2 = 708.84, exempt whole; three times: 315.04 ÷ 8 × 3 × 3 = 354.42, taxed
    // Taxed: 4,725.60 + 354.42 = 5,080.02: (5,080.02 − 3,537.16) × 10.88 % + 207.75 = 375.61; less 264.30 = 111.31
    // Net: 4,725.60 + 708.84 + 354.42 − 111.31 = 5,677.55
    check(
      { ...MINIMUM, weeks: [week('12')] },
      {
        salary: '4725.60',
        doubleHours: '708.84, 708.84 exempt',
        tripleHours: '354.42',
        incomeTax: '111.31',
        net: '5677.55',
      },
    )
  })

  it('within the limit leaves a minimum wage without ISR', () => {
    // 315.04 ÷ 8 × 6 × 2 = 472.56, exempt whole; taxed is the wage alone
    check(
      { ...MINIMUM, weeks: [week('6')] },
      { salary: '4725.60', doubleHours: '472.56, 472.56 exempt', net: '5198.16' },
    )
  })

  it('is of the hours of the day, as the example of alcofin.com.mx has it', () => {
    // 160.00 a day, three hours: by day 160.00 ÷ 8 × 3 × 2 = 120.00; mixed 160.00 ÷ 7.5 × 3 × 2 = 128.00
    // And its day of rest: 160.00 × 2 = 320.00. Of 2026 all of it is below the minimum wage, and exempt
    const lines = (dayHours: string) => {
      const facts = paid('160.00', '315.04', { dayHours: decimal(dayHours) })
      return amounts(computeReceipt({ ...facts, weeks: [week('3', { restDays: 1 })] }, LAW).lines)
    }
    assert.equal(lines('8')['doubleHours'], '120.00, 120.00 exempt')
    assert.equal(lines('7.5')['doubleHours'], '128.00, 128.00 exempt')
    assert.equal(lines('8')['restDays'], '320.00, 320.00 exempt')
  })
})

describe('worked days of rest', () => {
  it('are paid twice on top, and share five exempt UMA a week with overtime', () => {
    // Wage: 600.00 × 15 = 9,000.00
    // Overtime: 600.00 ÷ 8 × 6 × 2 = 900.00, exempt 450.00 of 586.55
    // Day of rest: 600.00 × 1 × 2 = 1,200.00, exempt min(600.00, 586.55 − 450.00) = 136.55
    // Holiday: 600.00 × 1 × 2 = 1,200.00, of which nothing is left to be exempt
    // Two Sundays: 600.00 × 2 × 25 % = 300.00, exempt 117.31 × 2 = 234.62
    // Taxed: 9,000.00 + 450.00 + 1,063.45 + 1,200.00 + 65.38 = 11,778.83
    // ISR: (11,778.83 − 8,651.41) × 21.36 % + 916.20 = 1,584.22
    const facts = paid('600.00', '629.59')
    const weeks = [week('6', { restDays: 1, holidays: 1 })]
    const { lines, totals } = computeReceipt({ ...facts, weeks, sundays: 2 }, LAW)
    const { socialSecurity: _, ...told } = amounts(lines)
    assert.deepEqual(told, {
      salary: '9000.00',
      sundayPremium: '300.00, 234.62 exempt',
      doubleHours: '900.00, 450.00 exempt',
      restDays: '1200.00, 136.55 exempt',
      holidays: '1200.00',
      incomeTax: '1584.22',
    })
    assert.equal(decimalText(totals.taxed), '11778.83')
  })
})

describe('holidays', () => {
  it('are paid as wage, with their premium, exempt up to fifteen UMA a year', () => {
    // Wage: 800.00 × (15 − 6) = 7,200.00; holidays: 800.00 × 6 = 4,800.00
    // Premium: 800.00 × 14 × 25 % = 2,800.00; exempt: 117.31 × 15 − 1,000.00 before = 759.65
    // Taxed: 12,000.00 + 2,040.35 = 14,040.35: (14,040.35 − 8,651.41) × 21.36 % + 916.20 = 2,067.28
    const vacations = {
      days: decimal('6'),
      premiumDays: decimal('14'),
      premiumRate: decimal('0.25'),
    }
    const before = { ...FORTNIGHT.before, exempt: new Map([['021', decimal('1000.00')]]) }
    const { lines } = computeReceipt({ ...paid('800.00', '839.45'), vacations, before }, LAW)
    const { socialSecurity: _, ...told } = amounts(lines)
    assert.deepEqual(told, {
      salary: '7200.00',
      vacations: '4800.00',
      vacationPremium: '2800.00, 759.65 exempt',
      incomeTax: '2067.28',
    })
  })

  it('may have their premium taxed apart, by the rule of yearly payments', () => {
    // Premium: 800.00 × 14 × 25 % = 2,800.00; exempt 1,759.65; taxed 1,040.35
    // A month's part: 1,040.35 ÷ 365 × 30.4 = 86.65; month 24,320.00 + 86.65 = 24,406.65
    // ISR of the month: (24,406.65 − 17,533.65) × 21.36 % + 1,856.84 = 3,324.91; without: 3,306.40; part: 18.51
    // Rate: 18.51 ÷ 86.65 = 0.213618; ISR: 1,040.35 × 0.213618 = 222.24
    // ISR of the wage: (12,000.00 − 8,651.41) × 21.36 % + 916.20 = 1,631.46
    const vacations = {
      days: decimal('0'),
      premiumDays: decimal('14'),
      premiumRate: decimal('0.25'),
    }
    const group = { ...FORTNIGHT.group, yearlyPayments: 'rule174' as const }
    const facts = paid('800.00', '839.45', { monthlyWage: decimal('24320.00') })
    const { incomeTax, yearlyTax } = amounts(
      computeReceipt({ ...facts, vacations, group }, LAW).lines,
    )
    assert.deepEqual({ incomeTax, yearlyTax }, { incomeTax: '1631.46', yearlyTax: '222.24' })
  })
})

describe('what is given beside the wage', () => {
  const vouchers = (amount: string) =>
    given(amount, { kind: '029', treatment: 'mixed', integrates: 'partial', inKind: true })

  it('is exempt as welfare while all is up to seven UMA, and is not paid in money', () => {
    // 7,500.00 + 1,000.00 is below 117.31 × 7 × 15 = 12,317.55: exempt whole
    // It integrates over 40 % of a UMA a day: 1,000.00 − 117.31 × 0.40 × 15 = 1,000.00 − 703.86 = 296.14
    // Net: 7,500.00 + 1,000.00 − 709.86 − 197.27 = 7,592.87, of which 6,592.87 is money
    const { totals, integrates } = check(
      { ...FORTNIGHT, given: [vouchers('1000.00')] },
      {
        salary: '7500.00',
        'given P900': '1000.00, 1000.00 exempt',
        incomeTax: '709.86',
        socialSecurity: '197.27',
        net: '7592.87',
      },
    )
    assert.deepEqual([totals.inKind, totals.paid, integrates].map(decimalText), [
      '1000.00',
      '6592.87',
      '296.14',
    ])
  })

  it('beyond seven UMA is exempt for one UMA a day', () => {
    // 12,000.00 + 2,500.00 is above 12,317.55: exempt max(117.31 × 15 = 1,759.65, 12,317.55 − 12,000.00 = 317.55)
    // Taxed: 12,000.00 + 740.35 = 12,740.35: (12,740.35 − 8,651.41) × 21.36 % + 916.20 = 1,789.60
    // IMSS of 839.45: 29.25 + 31.48 + 47.22 + 78.70 + 141.66 = 328.31
    // Net: 14,500.00 − 1,789.60 − 328.31 = 12,382.09
    check(
      { ...paid('800.00', '839.45'), given: [vouchers('2500.00')] },
      {
        salary: '12000.00',
        'given P900': '2500.00, 1759.65 exempt',
        incomeTax: '1789.60',
        socialSecurity: '328.31',
        net: '12382.09',
      },
    )
  })

  it('for punctuality is taxed whole, and integrates over a tenth of the SBC', () => {
    // Taxed: 8,400.00: (8,400.00 − 7,225.96) × 17.92 % + 660.75 = 871.14; net: 8,400.00 − 871.14 − 197.27 = 7,331.59
    // Integrates: 900.00 − 524.66 × 0.10 × 15 = 900.00 − 786.99 = 113.01
    const bonus = given('900.00', { kind: '010', treatment: 'mixed', integrates: 'partial' })
    const { integrates } = check(
      { ...FORTNIGHT, given: [bonus] },
      {
        salary: '7500.00',
        'given P900': '900.00',
        incomeTax: '871.14',
        socialSecurity: '197.27',
        net: '7331.59',
      },
    )
    assert.equal(decimalText(integrates), '113.01')
  })

  it('as another payment is no income: travel expenses are paid and not taxed', () => {
    // 6,592.87 + 850.00 = 7,442.87
    const travel = given('850.00', { kind: '003', isOtherPayment: true })
    const { totals } = check(
      { ...FORTNIGHT, given: [travel] },
      {
        salary: '7500.00',
        'given P900': '850.00',
        incomeTax: '709.86',
        socialSecurity: '197.27',
        net: '7442.87',
      },
    )
    assert.deepEqual([totals.perceptions, totals.otherPayments].map(decimalText), [
      '7500.00',
      '850.00',
    ])
  })
})
