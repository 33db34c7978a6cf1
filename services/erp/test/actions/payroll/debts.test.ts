import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import type {
  Alimony,
  HousingCredit,
  ReceiptFacts,
} from '../../../src/actions/business/nomina/decisions/receipt-facts.ts'
import { computeReceipt } from '../../../src/actions/business/nomina/decisions/receipt.ts'
import { decimal, decimalText } from '../../../src/fiscal/decimal.ts'
import { LAW } from './law-fixture.ts'
import {
  amounts,
  check,
  debts,
  FORTNIGHT,
  given,
  MINIMUM,
  SECOND_FORTNIGHT,
} from './receipt-fixture.ts'

/** What is taken of the first fortnight's 7,500.00, or of other facts: the line of that name. */
function takenFor(name: string, facts: ReceiptFacts): string | undefined {
  return amounts(computeReceipt(facts, LAW).lines)[name]
}

function owedIn(facts: ReceiptFacts): readonly string[] {
  const { owed } = computeReceipt(facts, LAW)
  return owed.map(({ concept, key, amount }) => `${concept} ${key ?? ''} ${decimalText(amount)}`)
}

describe('a credit of Infonavit', () => {
  const credit = (kind: HousingCredit['kind'], value: string, isInsured = false) =>
    debts({ housing: [{ number: '10', kind, value: decimal(value), isInsured }] })

  it('as a percentage is of the SBC of the days that are paid', () => {
    // 524.66 × 25 % × 15 = 1,967.48 (1,967.475); of 13 days 524.66 × 25 % × 13 = 1,705.15 (1,705.145)
    const percent = credit('percent', '0.25')
    assert.equal(takenFor('housing 10', { ...FORTNIGHT, debts: percent }), '1967.48')
    const absent = { ...FORTNIGHT, absences: decimal('2'), debts: percent }
    assert.equal(takenFor('housing 10', absent), '1705.15')
  })

  it('as a factor is so many UMI a month, by the days of the two months', () => {
    // 35 × 100.81 × 2 ÷ 61 × 15 = 1,735.25; absences do not lessen it
    const factor = credit('factor', '35')
    assert.equal(takenFor('housing 10', { ...FORTNIGHT, debts: factor }), '1735.25')
    const absent = { ...FORTNIGHT, absences: decimal('2'), debts: factor }
    assert.equal(takenFor('housing 10', absent), '1735.25')
  })

  it('as a fixed amount is pesos a month, with the insurance at the end of the two months', () => {
    // 1,500.00 × 2 ÷ 61 × 15 = 737.70; the last 16 days: 1,500.00 × 2 ÷ 61 × 16 = 786.89, and 15.00 are 801.89
    const fixed = credit('fixed', '1500.00', true)
    assert.equal(takenFor('housing 10', { ...FORTNIGHT, debts: fixed }), '737.70')
    const last = { ...SECOND_FORTNIGHT, endsBimester: true }
    assert.equal(takenFor('housing 10', { ...FORTNIGHT, period: last, debts: fixed }), '801.89')
  })

  it('takes a fifth of a minimum wage at most, and the rest stays owed', () => {
    // Wanted: 1,735.25; at most 4,725.60 × 20 % = 945.12 (LFT 97 III); owed: 790.13
    const facts = { ...MINIMUM, debts: credit('factor', '35') }
    check(facts, { salary: '4725.60', 'housing 10': '945.12', net: '3780.48' })
    assert.deepEqual(owedIn(facts), ['housing 10 790.13'])
  })
})

describe('alimony', () => {
  const order = (mode: Alimony['mode'], value: string) => ({
    ...FORTNIGHT,
    debts: debts({ alimonies: [{ order: 'A1', mode, value: decimal(value) }] }),
  })

  it('of the net is of what is left after ISR and IMSS', () => {
    // (7,500.00 − 709.86 − 197.27) × 30 % = 6,592.87 × 30 % = 1,977.86; net 4,615.01
    check(order('net', '0.30'), {
      salary: '7500.00',
      incomeTax: '709.86',
      socialSecurity: '197.27',
      'alimony A1': '1977.86',
      net: '4615.01',
    })
  })

  it('of the gross is of all perceptions', () => {
    // 7,500.00 × 20 % = 1,500.00, with travel expenses of 850.00 too, which are no perception
    const facts = order('gross', '0.20')
    assert.equal(takenFor('alimony A1', facts), '1500.00')
    const travel = given('850.00', { kind: '003', isOtherPayment: true })
    assert.equal(takenFor('alimony A1', { ...facts, given: [travel] }), '1500.00')
  })

  it('in pesos, in UMA or in minimum wages is what the judge says, by the period’s part of a month', () => {
    // Fixed: 1,200.00 each payment. UMA: 117.31 × 20 ÷ 30.4 × 15 = 1,157.66
    // Minimum wages: 315.04 × 10 ÷ 30.4 × 15 = 1,554.47
    assert.equal(takenFor('alimony A1', order('fixed', '1200')), '1200.00')
    assert.equal(takenFor('alimony A1', order('uma', '20')), '1157.66')
    assert.equal(takenFor('alimony A1', order('minimumWages', '10')), '1554.47')
  })

  it('comes before every other debt, and never takes more than is paid', () => {
    // 6,592.87 are left; the order wants 6,000.00 and the credit 1,735.25: 592.87 are left for it
    const housing = [
      { number: '10', kind: 'factor' as const, value: decimal('35'), isInsured: false },
    ]
    const alimonies = [{ order: 'A1', mode: 'fixed' as const, value: decimal('6000') }]
    const facts = { ...FORTNIGHT, debts: debts({ housing, alimonies }) }
    check(facts, {
      salary: '7500.00',
      incomeTax: '709.86',
      socialSecurity: '197.27',
      'alimony A1': '6000.00',
      'housing 10': '592.87',
      net: '0.00',
    })
    assert.deepEqual(owedIn(facts), ['housing 10 1142.38'])
  })
})

describe('other debts', () => {
  it('of Fonacot are a month’s instalment in parts, the last one what is left of it', () => {
    // 1,601.00 ÷ 2 = 800.50; last: 1,601.00 − 800.50 = 800.50; at most 7,500.00 × 20 % = 1,500.00
    const fonacot = debts({ fonacot: [{ number: 'F1', monthly: decimal('1601.00') }] })
    assert.equal(takenFor('fonacot F1', { ...FORTNIGHT, debts: fonacot }), '800.50')
    const before = { ...FORTNIGHT.before, monthFonacot: new Map([['F1', decimal('800.50')]]) }
    const last = { ...FORTNIGHT, before, period: SECOND_FORTNIGHT, debts: fonacot }
    assert.equal(takenFor('fonacot F1', last), '800.50')
  })

  it('of Fonacot are at most a fifth of the wage, all credits together', () => {
    // Wanted 1,000.00 and 900.00; 1,500.00 at most: 1,000.00 and 500.00
    const fonacot = debts({
      fonacot: [
        { number: 'F2', monthly: decimal('1800.00') },
        { number: 'F1', monthly: decimal('2000.00') },
      ],
    })
    const facts = { ...FORTNIGHT, debts: fonacot }
    assert.equal(takenFor('fonacot F1', facts), '1000.00')
    assert.equal(takenFor('fonacot F2', facts), '500.00')
    assert.deepEqual(owedIn(facts), ['fonacot F2 400.00'])
  })

  it('with the employer are at most thirty per cent of what is over the minimum wage', () => {
    // (7,500.00 − 315.04 × 15) × 30 % = (7,500.00 − 4,725.60) × 30 % = 832.32; 500.00 and 332.32 of 600.00
    const loan = (folio: string, amount: string) => ({
      folio,
      kind: '004',
      amount: decimal(amount),
    })
    const facts = {
      ...FORTNIGHT,
      debts: debts({ loans: [loan('L2', '600.00'), loan('L1', '500.00')] }),
    }
    check(facts, {
      salary: '7500.00',
      incomeTax: '709.86',
      socialSecurity: '197.27',
      'loan L1': '500.00',
      'loan L2': '332.32',
      net: '5760.55',
    })
    assert.deepEqual(owedIn(facts), ['loan L2 267.68'])
    const minimum = { ...MINIMUM, debts: debts({ loans: [loan('L1', '500.00')] }) }
    check(minimum, { salary: '4725.60', net: '4725.60' })
  })

  it('for rent have a limit of their own, and what was agreed to has none', () => {
    // Rent: at most 7,500.00 × 15 % = 1,125.00, of a minimum wage 4,725.60 × 10 % = 472.56; insurance: 95.00
    const rent = { folio: 'R1', kind: '008', amount: decimal('1300.00') }
    const insurance = { folio: 'S1', kind: '004', amount: decimal('95.00') }
    const some = debts({ loans: [rent], others: [insurance] })
    assert.equal(takenFor('rent R1', { ...FORTNIGHT, debts: some }), '1125.00')
    assert.equal(takenFor('rent R1', { ...MINIMUM, debts: some }), '472.56')
    assert.equal(takenFor('otherDeduction S1', { ...MINIMUM, debts: some }), '95.00')
  })

  it('with the union are a part of the wage, of who has more than the minimum', () => {
    // 7,500.00 × 1 % = 75.00; LFT 97 does not let a minimum wage be lessened by dues
    const union = debts({ union: { rate: decimal('0.01') } })
    assert.equal(takenFor('union', { ...FORTNIGHT, debts: union }), '75.00')
    assert.equal(takenFor('union', { ...MINIMUM, debts: union }), undefined)
  })
})

describe('a savings fund', () => {
  it('has a part of the person and one of the company, which is exempt and goes into the fund', () => {
    // Each 7,500.00 × 8 % = 600.00; exempt up to 13 %, 975.00, and 1.3 UMA, 117.31 × 1.3 × 15 = 2,287.55
    // Net: 7,500.00 + 600.00 − 600.00 − 709.86 − 197.27 − 600.00 = 5,992.87
    const rate = decimal('0.08')
    const savings = { employeeRate: rate, companyRate: rate, limitUma: null }
    check(
      { ...FORTNIGHT, savings },
      {
        salary: '7500.00',
        companySavings: '600.00, 600.00 exempt',
        savingsDeposit: '600.00',
        incomeTax: '709.86',
        socialSecurity: '197.27',
        ownSavings: '600.00',
        net: '5992.87',
      },
    )
  })

  it('integrates for what the company puts in more than the person', () => {
    // 7,500.00 × 13 % = 975.00, and 8 % = 600.00 of his own: 375.00
    const fund = (companyRate: string) => {
      const rates = { employeeRate: decimal('0.08'), companyRate: decimal(companyRate) }
      return { ...FORTNIGHT, savings: { ...rates, limitUma: null } }
    }
    const integrates = (rate: string) => decimalText(computeReceipt(fund(rate), LAW).integrates)
    assert.deepEqual([integrates('0.13'), integrates('0.08')], ['375.00', '0.00'])
  })

  it('beyond thirteen per cent is taxed, and its own limit cuts it', () => {
    // 7,500.00 × 15 % = 1,125.00, exempt 975.00; with a limit of half a UMA a day: 117.31 × 0.5 × 15 = 879.83
    const rate = decimal('0.15')
    const fund = { employeeRate: decimal('0'), companyRate: rate, limitUma: null }
    assert.equal(
      takenFor('companySavings', { ...FORTNIGHT, savings: fund }),
      '1125.00, 975.00 exempt',
    )
    const limited = { ...FORTNIGHT, savings: { ...fund, limitUma: decimal('0.5') } }
    assert.equal(takenFor('companySavings', limited), '879.83, 879.83 exempt')
  })
})
