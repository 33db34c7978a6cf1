import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import { subsidyOf } from '../../../src/actions/business/nomina/decisions/income-tax.ts'
import { computeReceipt } from '../../../src/actions/business/nomina/decisions/receipt.ts'
import { decimal, decimalText, plus } from '../../../src/fiscal/decimal.ts'
import { LAW } from './law-fixture.ts'
import { check, FORTNIGHT, given, MINIMUM, MONTH, paid } from './receipt-fixture.ts'

describe('the wage of a period', () => {
  it('is days times the daily wage, less ISR by its tariff and the worker’s part of IMSS', () => {
    // Wage: 500.00 × 15 = 7,500.00
    // ISR: (7,500.00 − 7,225.96) × 17.92 % + 660.75 = 49.11 + 660.75 = 709.86; above 5,670.72 there is no subsidy
    // IMSS of 524.66, whose excess over 3 × 117.31 = 351.93 is 172.73:
    //   172.73 × 15 × 0.40 % = 10.36; 524.66 × 15 × (0.25 % = 19.67; 0.375 % = 29.51; 0.625 % = 49.19; 1.125 % = 88.54)
    //   10.36 + 19.67 + 29.51 + 49.19 + 88.54 = 197.27
    // Net: 7,500.00 − 709.86 − 197.27 = 6,592.87
    check(FORTNIGHT, {
      salary: '7500.00',
      incomeTax: '709.86',
      socialSecurity: '197.27',
      net: '6592.87',
    })
  })

  it('explains itself: each step has its formula, its value and the law', () => {
    const { lines } = computeReceipt(FORTNIGHT, LAW)
    const tax = lines.find(({ concept }) => concept === 'incomeTax')
    const law = 'LISR 96; anexo 8 de la RMF 2026'
    assert.deepEqual(tax?.steps, [
      { name: 'excess', expression: '7500.00 − 7225.96', value: '274.04', law },
      { name: 'marginalTax', expression: '274.04 × 0.1792', value: '49.107968', law },
      { name: 'tariffTax', expression: '49.107968 + 660.75', value: '709.86', law },
      {
        name: 'noSubsidy',
        expression: '7500.00 > 5670.72',
        value: '0.00',
        law: 'Decreto del subsidio para el empleo',
      },
      { name: 'incomeTax', expression: '709.86 − 0.00', value: '709.86', law: 'LISR 96' },
    ])
    for (const { amount, steps } of lines)
      assert.equal(steps.at(-1)?.value, decimalText(amount), 'the last step is the amount')
  })

  it('of a minimum wage is paid whole: no ISR (LISR 96), and the employer pays IMSS (LSS 36)', () => {
    // 315.04 × 15 = 4,725.60
    check(MINIMUM, { salary: '4725.60', net: '4725.60' })
  })

  it('is taxed as soon as a minimum wage has something beside it', () => {
    // Taxed: 4,725.60 + 500.00 = 5,225.60
    // ISR: (5,225.60 − 3,537.16) × 10.88 % + 207.75 = 391.45
    // Subsidy: 3,566.22 × 15.02 % = 535.65 a month; ÷ 30.4 × 15 = 264.30; 391.45 − 264.30 = 127.15
    check(
      { ...MINIMUM, given: [given('500.00')] },
      { salary: '4725.60', 'given P900': '500.00', incomeTax: '127.15', net: '5098.45' },
    )
  })

  it('has the subsidy up to 11,492.66 a month and not a cent beyond', () => {
    // 11,492.66: (11,492.66 − 7,168.52) × 10.88 % + 420.95 = 891.42; less 535.65 = 355.77
    // 11,492.67: 891.42 and no subsidy
    const month = (bonus: string) => {
      const facts = { ...MINIMUM, period: MONTH, given: [given(bonus)] }
      const { lines } = computeReceipt(facts, LAW)
      return lines.filter(({ concept }) => concept === 'incomeTax').map((line) => line.amount)
    }
    // 315.04 × 30.4 = 9,577.22 (9,577.216); 9,577.22 + 1,915.44 = 11,492.66
    assert.deepEqual(month('1915.44').map(decimalText), ['355.77'])
    assert.deepEqual(month('1915.45').map(decimalText), ['891.42'])
  })

  it('has the subsidy of shorter periods that contaduriaccii.com.mx prints for 2025', () => {
    // 3,439.46 × 13.80 % = 474.65 a month, up to 10,171.00; ÷ 30.4 × 15, 10, 7 and 1 days
    const share = { monthlyLimit: decimal('10171.00'), umaShare: decimal('0.138') }
    const uma = { ...LAW.uma, daily: decimal('113.14'), monthly: decimal('3439.46') }
    const law = { ...LAW, uma, subsidy: { ...LAW.subsidy, ...share } }
    const subsidy = (income: string, days: string | null) => {
      const around = { days: days === null ? null : decimal(days), before: decimal('0') }
      return decimalText(subsidyOf(decimal(income), law, around).amount)
    }
    const printed = [
      ['10171.00', null, '474.65'],
      ['5018.59', '15', '234.20'],
      ['3345.72', '10', '156.13'],
      ['2342.01', '7', '109.29'],
      ['334.57', '1', '15.61'],
    ] as const
    for (const [limit, days, amount] of printed) {
      assert.equal(subsidy(limit, days), amount)
      const beyond = decimalText(plus(decimal(limit), decimal('0.01')))
      assert.equal(subsidy(beyond, days), '0.00')
    }
  })

  it('above 25 UMA pays IMSS of 25 UMA', () => {
    // Wage: 4,700.00 × 30.4 = 142,880.00
    // ISR: (142,880.00 − 141,880.67) × 34 % + 37,009.69 = 37,349.46
    // IMSS of 31 days of min(4,931.78, 117.31 × 25 = 2,932.75), whose excess over 351.93 is 2,580.82:
    //   320.02 + 227.29 + 340.93 + 568.22 + 1,022.80 = 2,479.26
    // Net: 142,880.00 − 37,349.46 − 2,479.26 = 103,051.28
    check(
      { ...paid('4700.00', '4931.78'), period: MONTH },
      {
        salary: '142880.00',
        incomeTax: '37349.46',
        socialSecurity: '2479.26',
        net: '103051.28',
      },
    )
  })

  it('of a week has the weekly tariff and seven days of subsidy', () => {
    // Wage: 330.00 × 7 = 2,310.00; ISR: (2,310.00 − 1,650.68) × 10.88 % + 96.95 = 168.68
    // Subsidy: 535.65 ÷ 30.4 × 7 = 123.34, up to 11,492.66 ÷ 30.4 × 7 = 2,646.34; 168.68 − 123.34 = 45.34
    // IMSS of 346.27, below 351.93: 6.06 + 9.09 + 15.15 + 27.27 = 57.57
    // Net: 2,310.00 − 45.34 − 57.57 = 2,207.09
    const week = { start: '2026-03-02', end: '2026-03-08', paidDays: decimal('7') }
    check(
      {
        ...paid('330.00', '346.27'),
        period: { ...FORTNIGHT.period, ...week, tariff: 'weekly' },
      },
      { salary: '2310.00', incomeTax: '45.34', socialSecurity: '57.57', net: '2207.09' },
    )
  })

  it('of two weeks, which have no tariff, has the daily one times fourteen', () => {
    // ISR: (7,000.00 − 481.74 × 14) × 17.92 % + 44.05 × 14 = (7,000.00 − 6,744.36) × 17.92 % + 616.70 = 662.51
    // IMSS of 14 days: 9.67 + 18.36 + 27.54 + 45.91 + 82.63 = 184.11; net: 7,000.00 − 662.51 − 184.11 = 6,153.38
    const days = { start: '2026-03-02', end: '2026-03-15', paidDays: decimal('14') }
    check(
      { ...FORTNIGHT, period: { ...FORTNIGHT.period, ...days, tariff: null } },
      { salary: '7000.00', incomeTax: '662.51', socialSecurity: '184.11', net: '6153.38' },
    )
  })

  it('of who leaves on the tenth is of ten days, and so is IMSS', () => {
    // Wage: 500.00 × 10 = 5,000.00; ISR: (5,000.00 − 3,537.16) × 10.88 % + 207.75 = 366.91; less 264.30 = 102.61
    // IMSS of 10 days: 6.91 + 13.12 + 19.67 + 32.79 + 59.02 = 131.51; net: 5,000.00 − 102.61 − 131.51 = 4,765.88
    check(paid('500.00', '524.66', { left: '2026-03-10' }), {
      salary: '5000.00',
      incomeTax: '102.61',
      socialSecurity: '131.51',
      net: '4765.88',
    })
  })

  it('of who comes on 20 February is of nine days, though the fortnight has thirteen', () => {
    // Wage: 500.00 × 9 = 4,500.00; ISR: (4,500.00 − 3,537.16) × 10.88 % + 207.75 = 312.51; less 264.30 = 48.21
    // IMSS of 9 days: 6.22 + 11.80 + 17.71 + 29.51 + 53.12 = 118.36; net: 4,500.00 − 48.21 − 118.36 = 4,333.43
    const february = { start: '2026-02-16', end: '2026-02-28' }
    const facts = paid('500.00', '524.66', { hired: '2026-02-20' })
    check(
      { ...facts, period: { ...facts.period, ...february } },
      { salary: '4500.00', incomeTax: '48.21', socialSecurity: '118.36', net: '4333.43' },
    )
  })

  it('of the whole of a short or a long fortnight is of fifteen days', () => {
    // 500.00 × 15, whether the calendar has 13 days or 16; IMSS is of the calendar's days
    for (const [start, end] of [
      ['2026-02-16', '2026-02-28'],
      ['2026-03-16', '2026-03-31'],
    ] as const) {
      const period = { ...FORTNIGHT.period, start, end }
      const [salary] = computeReceipt({ ...FORTNIGHT, period }, LAW).lines
      assert.equal(salary?.amount.units, 750000n)
    }
  })

  it('is lessened by absences, which sickness insurance does not look at', () => {
    // Wage: 500.00 × (15 − 2) = 6,500.00; ISR: (6,500.00 − 6,216.16) × 16 % + 499.20 = 544.61
    // IMSS: 172.73 × 15 × 0.40 % = 10.36; 524.66 × 15 × (0.25 % = 19.67; 0.375 % = 29.51);
    //   524.66 × 13 × (0.625 % = 42.63; 1.125 % = 76.73); together 178.90. Net: 6,500.00 − 544.61 − 178.90 = 5,776.49
    check(
      { ...FORTNIGHT, absences: decimal('2') },
      { salary: '6500.00', incomeTax: '544.61', socialSecurity: '178.90', net: '5776.49' },
    )
  })

  it('with a seventh day of its own is lessened by its part too', () => {
    // 2 × 7 ÷ 6 = 2.333 days; 500.00 × (15 − 2.333) = 500.00 × 12.667 = 6,333.50
    // ISR: (6,333.50 − 6,216.16) × 16 % + 499.20 = 517.97; net: 6,333.50 − 517.97 − 178.90 = 5,636.63
    const group = { ...FORTNIGHT.group, paysSeventhDay: true }
    check(
      { ...FORTNIGHT, group, absences: decimal('2') },
      { salary: '6333.50', incomeTax: '517.97', socialSecurity: '178.90', net: '5636.63' },
    )
  })

  it('of who was absent all the time is nothing, and nothing is withheld from nothing', () => {
    check({ ...FORTNIGHT, absences: decimal('15') }, { net: '0.00' })
  })

  it('in an incapacity has what the employer pays, exempt as social welfare', () => {
    // Wage: 500.00 × (15 − 5) = 5,000.00; the employer pays 40 % of five days: 500.00 × 5 × 0.40 = 1,000.00
    // 5,000.00 + 1,000.00 is below seven UMA of the days, 117.31 × 7 × 15 = 12,317.55: exempt whole
    // ISR as of 5,000.00: 102.61. IMSS of 10 days, 131.51. Net: 6,000.00 − 102.61 − 131.51 = 5,765.88
    const incapacity = { certificate: 'ZY1', days: decimal('5'), employerShare: decimal('0.40') }
    check(
      { ...FORTNIGHT, incapacities: [incapacity] },
      {
        salary: '5000.00',
        'incapacity ZY1': '1000.00, 1000.00 exempt',
        incomeTax: '102.61',
        socialSecurity: '131.51',
        net: '5765.88',
      },
    )
  })
})
