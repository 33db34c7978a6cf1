import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  annualAdjustment,
  setOff,
  type TaxedYear,
} from '../../../src/actions/business/nomina/decisions/annual-adjustment.ts'
import { christmasBonus } from '../../../src/actions/business/nomina/decisions/christmas-bonus.ts'
import {
  shareProfits,
  type SharingWorker,
} from '../../../src/actions/business/nomina/decisions/profit-sharing.ts'
import { yearlyPaymentTax } from '../../../src/actions/business/nomina/decisions/yearly-payment-tax.ts'
import { decimal, decimalText } from '../../../src/fiscal/decimal.ts'
import { LAW } from './law-fixture.ts'

const BONUS = {
  year: 2026,
  hired: '2020-01-01',
  left: null,
  dailyWage: decimal('800.00'),
  bonusDays: decimal('30'),
  uncounted: decimal('0'),
  exemptBefore: decimal('0'),
}

describe('a Christmas bonus', () => {
  it('is in proportion of the days worked', () => {
    // From 16 April: 260 days less 10 that do not count, 250: 500.00 × 15 × 250 ÷ 365 = 5,136.99
    // Exempt: 117.31 × 30 = 3,519.30; taxed: 1,617.69
    const facts = { ...BONUS, hired: '2026-04-16', uncounted: decimal('10') }
    const wage = { dailyWage: decimal('500.00'), bonusDays: decimal('15') }
    const { workedDays, amount, taxed, exempt } = christmasBonus({ ...facts, ...wage }, LAW)
    assert.deepEqual([workedDays, amount, taxed, exempt].map(decimalText), [
      '250',
      '5136.99',
      '1617.69',
      '3519.30',
    ])
  })

  it('of a leap year is no larger than of another one', () => {
    // 800.00 × 30 × 365 ÷ 365 = 24,000.00
    for (const year of [2026, 2028])
      assert.equal(decimalText(christmasBonus({ ...BONUS, year }, LAW).amount), '24000.00')
  })

  it('is taxed at the rate of its part of a month, where the company chose so', () => {
    // Taxed: 24,000.00 − 3,519.30 = 20,480.70; its part of a month: 20,480.70 ÷ 365 × 30.4 = 1,705.79
    // ISR of 24,320.00 + 1,705.79 = 26,025.79: (26,025.79 − 17,533.65) × 21.36 % + 1,856.84 = 3,670.76
    // ISR of 24,320.00: (24,320.00 − 17,533.65) × 21.36 % + 1,856.84 = 3,306.40; difference 364.36
    // Rate: 364.36 ÷ 1,705.79 = 21.3602 %; ISR: 20,480.70 × 21.3602 % = 4,374.72
    const { taxed } = christmasBonus(BONUS, LAW)
    const { amount, steps } = yearlyPaymentTax(taxed, decimal('24320.00'), LAW)
    assert.equal(decimalText(amount), '4374.72')
    assert.equal(steps.find(({ name }) => name === 'rate')?.value, '0.213602')
  })
})

function sharing(key: string, days: number, wages: string, more: Partial<SharingWorker> = {}) {
  const wage = { wages: decimal(wages), dailyWage: decimal('500.00') }
  const plain = { isTrusted: false, isTemporary: false, lastThree: [] }
  return { key, days, ...wage, ...plain, ...more }
}

describe('profits', () => {
  const workers = [
    sharing('D', 365, '400000.00', { isTrusted: true, dailyWage: decimal('1095.89') }),
    sharing('A', 365, '182500.00'),
    sharing('C', 50, '15000.00', { isTemporary: true }),
    sharing('B', 200, '60000.00', { dailyWage: decimal('300.00') }),
  ]

  it('are shared half by days and half by wages, of trusted workers up to a fifth more', () => {
    // C worked 50 days for a time, and has none. D counts with 182,500.00 × 1.20 = 219,000.00
    // Days: 365 + 200 + 365 = 930; wages: 182,500 + 60,000 + 219,000 = 461,500
    // A: 50,000 × 365 ÷ 930 = 19,623.655…; 50,000 × 182,500 ÷ 461,500 = 19,772.481…
    // B: 50,000 × 200 ÷ 930 = 10,752.688…; 50,000 × 60,000 ÷ 461,500 = 6,500.541…
    // D: 19,623.655…; 50,000 × 219,000 ÷ 461,500 = 23,726.977…
    // The cents that are left: of days 2, to B (0.817 of a cent lost) and A (0.591, before D); of wages 1, to D (0.724)
    const { shares, undistributed } = shareProfits(decimal('100000.00'), workers, LAW)
    assert.deepEqual(
      shares.map(({ key, byDays, byWages, amount }) =>
        [key, ...[byDays, byWages, amount].map(decimalText)].join(' '),
      ),
      [
        'A 19623.66 19772.48 39396.14',
        'B 10752.69 6500.54 17253.23',
        'D 19623.65 23726.98 43350.63',
      ],
    )
    assert.equal(decimalText(undistributed), '0.00')
    // Exempt: 117.31 × 15 = 1,759.65
    assert.deepEqual(
      shares.map(({ exempt }) => decimalText(exempt)),
      ['1759.65', '1759.65', '1759.65'],
    )
  })

  it('are at most three months’ wages, or the mean of three years if that is more', () => {
    // B: 300.00 × 90 = 27,000.00, and half of 300,000.00 by days and wages would be 51,759.69
    // A: 500.00 × 90 = 45,000.00, but (60,000 + 40,000 + 50,000) ÷ 3 = 50,000.00
    const lastThree = [decimal('60000'), decimal('40000'), decimal('50000')]
    const limited = workers.map((worker) =>
      worker.key === 'A' ? { ...worker, lastThree } : worker,
    )
    const { shares, undistributed } = shareProfits(decimal('300000.00'), limited, LAW)
    // D: 1,095.89 × 90 = 98,630.10. Not shared: 300,000.00 − 50,000.00 − 27,000.00 − 98,630.10 = 124,369.90
    assert.deepEqual(
      shares.map(({ amount }) => decimalText(amount)),
      ['50000.00', '27000.00', '98630.10'],
    )
    assert.equal(decimalText(undistributed), '124369.90')
  })

  it('of nobody stay where they are', () => {
    const { shares, undistributed } = shareProfits(decimal('1000.00'), [], LAW)
    assert.deepEqual([shares.length, decimalText(undistributed)], [0, '1000.00'])
  })
})

describe('the annual adjustment', () => {
  const YEAR: TaxedYear = {
    year: 2026,
    hired: '2020-01-01',
    left: null,
    taxed: decimal('180000.00'),
    withheld: decimal('22000.00'),
    subsidy: decimal('0'),
    localTax: decimal('0'),
    filesHimself: false,
  }

  function adjusted(year: TaxedYear) {
    const result = annualAdjustment(year, LAW)
    assert.ok(result.ok)
    return result.value
  }

  it('gives back what was withheld too much', () => {
    // (180,000.00 − 175,735.67) × 17.92 % + 16,069.64 = 16,833.81; less 22,000.00: 5,166.19 in favour
    const { tax, difference } = adjusted(YEAR)
    assert.deepEqual([tax, difference].map(decimalText), ['16833.81', '-5166.19'])
    // December withholds 1,500.00, which is set off; 3,666.19 is left for January and after
    const { used, left } = setOff(decimal('5166.19'), decimal('1500.00'))
    assert.deepEqual([used, left].map(decimalText), ['1500.00', '3666.19'])
  })

  it('takes what was withheld too little, less the subsidy of the year', () => {
    // (120,000.00 − 86,022.12) × 10.88 % + 5,051.37 = 8,748.16; less 5,356.50 = 3,391.66; less 3,000.00 = 391.66
    const little = { taxed: decimal('120000'), subsidy: decimal('5356.50') }
    const { subsidy, difference } = adjusted({ ...YEAR, ...little, withheld: decimal('3000') })
    assert.deepEqual([subsidy, difference].map(decimalText), ['5356.50', '391.66'])
  })

  it('does not pay out a subsidy that is larger than the tax', () => {
    // (15,000.00 − 10,135.12) × 6.40 % + 194.59 = 505.94; the subsidy of 1,071.30 takes 505.94 of it
    const little = { taxed: decimal('15000'), subsidy: decimal('1071.30'), withheld: decimal('0') }
    const { subsidy, difference } = adjusted({ ...YEAR, ...little })
    assert.deepEqual([subsidy, difference].map(decimalText), ['505.94', '0.00'])
  })

  it('takes the local tax on wages off first', () => {
    // 180,000.00 − 4,264.33 = 175,735.67, where a row begins: 16,069.64
    assert.equal(decimalText(adjusted({ ...YEAR, localTax: decimal('4264.33') }).tax), '16069.64')
  })

  it('is not for who came or went in the year, earned over 400,000 or files himself', () => {
    const refusal = (some: Partial<TaxedYear>) => {
      const result = annualAdjustment({ ...YEAR, ...some }, LAW)
      return result.ok ? null : result.error
    }
    assert.equal(refusal({ hired: '2026-01-02' }), 'hired_in_the_year')
    assert.equal(refusal({ hired: '2026-01-01' }), null)
    assert.equal(refusal({ left: '2026-11-30' }), 'left_before_december')
    assert.equal(refusal({ left: '2026-12-01' }), null)
    assert.equal(refusal({ taxed: decimal('400000.01') }), 'income')
    assert.equal(refusal({ taxed: decimal('400000.00') }), null)
    assert.equal(refusal({ filesHimself: true }), 'files_himself')
  })
})
