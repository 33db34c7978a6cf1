import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { decimal, decimalText } from '../../../src/fiscal/decimal.ts'
import {
  check,
  debts,
  FORTNIGHT,
  given,
  MINIMUM,
  paid,
  SECOND_FORTNIGHT,
} from './receipt-fixture.ts'

describe('ISR of the month in its last period', () => {
  const adjusts = { ...FORTNIGHT.group, adjustsMonth: true }
  const second = { ...paid('400.00', '419.73'), group: adjusts, period: SECOND_FORTNIGHT }

  it('takes what earlier periods withheld too little', () => {
    // First fortnight, 6,000.00: (6,000.00 − 3,537.16) × 10.88 % + 207.75 = 475.71
    // Month: 6,000.00 + 6,000.00 + 3,000.00 = 15,000.00: (15,000.00 − 14,644.65) × 17.92 % + 1,339.14 = 1,402.82
    // Now: 1,402.82 − 475.71 = 927.11
    // IMSS of 16 days of 419.73: 67.80 × 16 × 0.40 % = 4.34; 16.79 + 25.18 + 41.97 + 75.55; together 163.83
    // Net: 9,000.00 − 927.11 − 163.83 = 7,909.06
    const before = {
      ...FORTNIGHT.before,
      monthTaxed: decimal('6000.00'),
      monthWithheld: decimal('475.71'),
    }
    check(
      { ...second, before, given: [given('3000.00')] },
      {
        salary: '6000.00',
        'given P900': '3000.00',
        incomeTax: '927.11',
        socialSecurity: '163.83',
        net: '7909.06',
      },
    )
  })

  it('gives back what they withheld too much, and finds the subsidy of the month', () => {
    // First fortnight, 9,000.00: (9,000.00 − 8,651.41) × 21.36 % + 916.20 = 990.66
    // Second, ten days absent: 400.00 × 5 = 2,000.00
    // Month: 11,000.00: (11,000.00 − 7,168.52) × 10.88 % + 420.95 = 837.82; less 535.65 = 302.17
    // Given back: 990.66 − 302.17 = 688.49
    // IMSS of 16 days, and 16 − 7 of what looks at absences: 4.34 + 16.79 + 25.18 + 23.61 + 42.50 = 112.42
    // Net: 2,000.00 + 688.49 − 112.42 = 2,576.07
    const before = {
      ...FORTNIGHT.before,
      monthTaxed: decimal('9000.00'),
      monthWithheld: decimal('990.66'),
    }
    const { month } = check(
      { ...second, before, absences: decimal('10') },
      { salary: '2000.00', taxRefund: '688.49', socialSecurity: '112.42', net: '2576.07' },
    )
    assert.deepEqual(
      [decimalText(month.withheld), decimalText(month.subsidy)],
      ['-688.49', '535.65'],
    )
  })

  it('is no more subsidy than the month’s, in a month with five weeks', () => {
    // A week's is 123.34; four of them are 493.36, and 535.65 − 493.36 = 42.29 are left for the fifth
    // ISR of 2,310.00 a week is 168.68: 168.68 − 42.29 = 126.39
    const week = { start: '2026-03-30', end: '2026-04-05', paidDays: decimal('7') }
    const { month } = check(
      {
        ...paid('330.00', '346.27'),
        period: { ...FORTNIGHT.period, ...week, tariff: 'weekly' },
        before: { ...FORTNIGHT.before, monthSubsidy: decimal('493.36') },
      },
      { salary: '2310.00', incomeTax: '126.39', socialSecurity: '57.57', net: '2126.04' },
    )
    assert.equal(decimalText(month.subsidy), '42.29')
  })
})

describe('a minimum wage', () => {
  it('that had a taxed bonus in the month is taxed with the month', () => {
    // First fortnight: 5,225.60 taxed, 127.15 withheld. Month: 5,225.60 + 4,725.60 = 9,951.20
    // (9,951.20 − 7,168.52) × 10.88 % + 420.95 = 723.71; less 535.65 = 188.06; less 127.15 = 60.91
    const before = {
      ...FORTNIGHT.before,
      monthTaxed: decimal('5225.60'),
      monthWithheld: decimal('127.15'),
      monthSubsidy: decimal('264.30'),
    }
    const group = { ...FORTNIGHT.group, adjustsMonth: true }
    check(
      { ...MINIMUM, group, before, period: SECOND_FORTNIGHT },
      { salary: '4725.60', incomeTax: '60.91', net: '4664.69' },
    )
  })
})

describe('an extraordinary run', () => {
  const period = { ...FORTNIGHT.period, kind: 'extraordinary' as const }
  const bonus = given('24000.00', { kind: '002', treatment: 'mixed' })
  const facts = {
    ...paid('800.00', '839.45', { monthlyWage: decimal('24320.00') }),
    period,
    given: [bonus],
  }

  it('pays what is given alone, taxed on top of the month', () => {
    // Exempt: 117.31 × 30 = 3,519.30; taxed: 20,480.70
    // ISR of 24,320.00 + 20,480.70 = 44,800.70: (44,800.70 − 35,362.84) × 23.52 % + 5,665.16 = 7,884.94
    // ISR of 24,320.00: 3,306.40; now 4,578.54. Net: 24,000.00 − 4,578.54 = 19,421.46
    check(facts, {
      'given P900': '24000.00, 3519.30 exempt',
      incomeTax: '4578.54',
      net: '19421.46',
    })
  })

  it('pays alimony that is a share of it, and no other debt', () => {
    // (24,000.00 − 4,578.54) × 10 % = 1,942.15 (1,942.146); net 17,479.31
    const alimony = (order: string, mode: 'net' | 'fixed', value: string) => ({
      order,
      mode,
      value: decimal(value),
    })
    const housing = {
      number: '10',
      kind: 'fixed' as const,
      value: decimal('900'),
      isInsured: true,
    }
    const loan = { folio: 'L1', kind: '004', amount: decimal('100.00') }
    const some = debts({
      alimonies: [alimony('A1', 'net', '0.10'), alimony('A2', 'fixed', '500')],
      housing: [housing],
      loans: [loan],
      others: [loan],
    })
    const { owed } = check(
      { ...facts, period: { ...period, endsBimester: true }, debts: some },
      {
        'given P900': '24000.00, 3519.30 exempt',
        incomeTax: '4578.54',
        'alimony A1': '1942.15',
        net: '17479.31',
      },
    )
    assert.deepEqual(owed, [])
  })

  it('may be taxed by the rule of yearly payments', () => {
    // 20,480.70 × 21.3602 % = 4,374.72, as the Christmas bonus by hand has it
    const group = { ...FORTNIGHT.group, yearlyPayments: 'rule174' as const }
    check(
      { ...facts, group },
      { 'given P900': '24000.00, 3519.30 exempt', yearlyTax: '4374.72', net: '19625.28' },
    )
  })
})

describe('what is paid', () => {
  it('has a balance of the year in favour set off against its tax', () => {
    // 709.86 is withheld and set off; 5,166.19 − 709.86 stay for the next ones. Net: 6,592.87 + 709.86 = 7,302.73
    const before = { ...FORTNIGHT.before, inFavour: decimal('5166.19') }
    check(
      { ...FORTNIGHT, before },
      {
        salary: '7500.00',
        annualSetOff: '709.86',
        incomeTax: '709.86',
        socialSecurity: '197.27',
        net: '7302.73',
      },
    )
  })

  it('is a multiple of the group’s unit, and the rest is kept for the next time', () => {
    // 6,592.87 and 0.40 that the last one kept are 6,593.27: 6,593.00 is paid, 0.27 is kept
    const group = { ...FORTNIGHT.group, netUnit: decimal('1.00') }
    const before = { ...FORTNIGHT.before, netLeft: decimal('0.40') }
    const { totals } = check(
      { ...FORTNIGHT, group, before },
      {
        salary: '7500.00',
        incomeTax: '709.86',
        socialSecurity: '197.27',
        roundingPaid: '0.40',
        roundingKept: '0.27',
        net: '6593.00',
      },
    )
    assert.equal(decimalText(totals.left), '0.27')
  })
})
