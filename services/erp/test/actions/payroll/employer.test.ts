import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  baseWage,
  integrationFactor,
  legalBenefits,
  twoMonthChange,
} from '../../../src/actions/business/nomina/decisions/base-wage.ts'
import {
  monthQuotas,
  twoMonthQuotas,
  type ContributingWorker,
} from '../../../src/actions/business/nomina/decisions/employer-quotas.ts'
import { provisionsOf } from '../../../src/actions/business/nomina/decisions/provisions.ts'
import { statePayrollTax } from '../../../src/actions/business/nomina/decisions/state-tax.ts'
import { integratedSalary } from '../../../src/actions/business/recursos-humanos/decisions/integrated-salary.ts'
import { decimal, decimalText } from '../../../src/fiscal/decimal.ts'
import { LAW } from './law-fixture.ts'

type Stretch = readonly [baseWage: string, employed: string, absences?: string, incapacity?: string]

function worker(...stretches: readonly Stretch[]): ContributingWorker {
  return {
    zone: 'GRAL',
    isMinimum: false,
    riskPremium: decimal('0.0054355'),
    stretches: stretches.map(([base, employed, absences = '0', incapacity = '0']) => ({
      baseWage: decimal(base),
      employed: decimal(employed),
      absences: decimal(absences),
      incapacity: decimal(incapacity),
    })),
  }
}

describe('what the employer owes IMSS', () => {
  it('for a month is each branch of the SBC, and a part of the UMA', () => {
    // Of 524.66 for 31 days: risk 0.54355 % 88.41; 20.40 % of 117.31 741.87; 1.10 % of 172.73 58.90;
    //   0.70 % 113.85; 1.05 % 170.78; 1.75 % 284.63; 1 % 162.64. Together 1,621.08
    const { amount, steps } = monthQuotas(worker(['524.66', '31']), LAW)
    assert.equal(decimalText(amount), '1621.08')
    assert.deepEqual(
      steps.map(({ name, value }) => `${name} ${value}`),
      [
        'riskPremium 88.41',
        'sicknessFixed 741.87',
        'sicknessExcess 58.90',
        'sicknessMoney 113.85',
        'pensionersCare 170.78',
        'disability 284.63',
        'nurseries 162.64',
        'monthQuotas 1621.08',
      ],
    )
  })

  it('for a month with a raise is of each wage for its days', () => {
    // 524.66 for 10 days: 28.52 + 239.31 + 19.00 + 36.73 + 55.09 + 91.82 + 52.47 = 522.94
    // 629.59 for 21 days: 71.86 + 502.56 + 64.14 + 92.55 + 138.82 + 231.37 + 132.21 = 1,233.51
    const { amount } = monthQuotas(worker(['524.66', '10'], ['629.59', '21']), LAW)
    assert.equal(decimalText(amount), '1756.45')
  })

  it('of a minimum wage is the worker’s part too', () => {
    // Of 330.58 for 31 days, without an excess: 55.70 + 741.87 + 71.74 + 107.60 + 179.34 + 102.48 = 1,258.73
    // The worker's: 25.62 + 38.43 + 64.05 + 115.29 = 243.39; together 1,502.12
    const { amount } = monthQuotas({ ...worker(['330.58', '31']), isMinimum: true }, LAW)
    assert.equal(decimalText(amount), '1502.12')
  })

  it('for two months is retirement, old age by the range of the wage, and housing', () => {
    // 59 days, two absent and three in an incapacity: retirement 524.66 × 57 × 2 % = 598.11, housing × 5 % = 1,495.28
    // Old age: 524.66 is 4.47 UMA, above four: 524.66 × 54 × 7.513 % = 2,128.56
    const { retirement, oldAge, housing } = twoMonthQuotas(worker(['524.66', '59', '2', '3']), LAW)
    assert.deepEqual(
      [retirement, oldAge, housing].map(({ amount }) => decimalText(amount)),
      ['598.11', '2128.56', '1495.28'],
    )
  })

  it('for old age has the rate of the minimum wage up to it, and of its UMA beyond', () => {
    // 315.04 × 31 × 3.15 % = 307.64; 330.58 is 2.82 UMA: 330.58 × 31 × 6.026 % = 617.54
    const oldAge = (base: string) =>
      decimalText(twoMonthQuotas(worker([base, '31']), LAW).oldAge.amount)
    assert.deepEqual([oldAge('315.04'), oldAge('330.58')], ['307.64', '617.54'])
  })
})

describe('the tax of a state', () => {
  it('is of what was paid over its exempt base', () => {
    // 85,000.00 × 4 % = 3,400.00; (85,000.00 − 10,000.00) × 2 % = 1,500.00
    const tax = (state: string) => decimalText(statePayrollTax(decimal('85000'), state, LAW).amount)
    assert.deepEqual([tax('CMX'), tax('XXX')], ['3400.00', '1500.00'])
    assert.throws(() => tax('AGU'), /no payroll tax of AGU/)
  })
})

describe('provisions', () => {
  it('are the part of a year’s benefits that a month earns', () => {
    // 500.00 × 15 × 31 ÷ 365 = 636.99; 500.00 × 12 × 31 ÷ 365 = 509.59; 500.00 × 3 × 31 ÷ 365 = 127.40
    // Seniority: 524.66, below 315.04 × 2 = 630.08: 524.66 × 12 × 31 ÷ 365 = 534.72; together 1,808.70
    const person = { zone: 'GRAL', days: decimal('31') }
    const wage = { dailyWage: decimal('500.00'), integratedWage: decimal('524.66') }
    const benefits = legalBenefits(1, LAW)
    const { total, ...provided } = provisionsOf({ ...person, ...wage }, benefits, LAW)
    assert.deepEqual(
      Object.entries(provided).map(([name, { amount }]) => `${name} ${decimalText(amount)}`),
      [
        'christmasBonus 636.99',
        'vacations 509.59',
        'vacationPremium 127.40',
        'seniorityPremium 534.72',
      ],
    )
    assert.equal(decimalText(total), '1808.70')
    // Of a high wage: 630.08 × 12 × 31 ÷ 365 = 642.16
    const high = { dailyWage: decimal('2000.00'), integratedWage: decimal('2098.63') }
    const { seniorityPremium } = provisionsOf({ ...person, ...high }, benefits, LAW)
    assert.equal(decimalText(seniorityPremium.amount), '642.16')
  })
})

describe('the base of contributions', () => {
  const none = { paid: decimal('0'), days: decimal('0') }
  const around = { law: LAW, variable: none, minimum: decimal('315.04') }

  it('has the factor of the benefits of the year of service', () => {
    // (365 + 15 + 12 × 25 %) ÷ 365 = 1.049315; 14 days: 1.050685; of the twelfth year, 24 days: 1.057534
    const factor = (year: number) => decimalText(integrationFactor(legalBenefits(year, LAW)).amount)
    assert.deepEqual([factor(1), factor(2), factor(12)], ['1.049315', '1.050685', '1.057534'])
  })

  it('is the fixed part and the mean of what varied in two months', () => {
    // 500.00 × 1.049315 = 524.66; 6,100.00 ÷ 61 = 100.00; together 624.66, another SBC than before
    const variable = { paid: decimal('6100.00'), days: decimal('61') }
    const found = baseWage(decimal('500'), legalBenefits(1, LAW), { ...around, variable })
    assert.deepEqual(
      [found.fixed, found.variable, found.base].map(({ amount }) => decimalText(amount)),
      ['524.66', '100.00', '624.66'],
    )
    assert.equal(twoMonthChange(decimal('524.66'), found).changes, true)
    assert.equal(twoMonthChange(decimal('624.66'), found).changes, false)
  })

  it('is at most 25 UMA and at least the minimum wage', () => {
    // 2,900.00 × 1.049315 = 3,043.01, more than 117.31 × 25 = 2,932.75; 300.00 × 1.049315 = 314.79, less than 315.04
    const base = (daily: string) =>
      decimalText(baseWage(decimal(daily), legalBenefits(1, LAW), around).base.amount)
    assert.deepEqual([base('2900'), base('300')], ['2932.75', '315.04'])
  })

  it('is the one that hiring registers', () => {
    const hired = integratedSalary(
      {
        persona: '1',
        registro_activo: true,
        registro_numero: 'X',
        registro_desde: null,
        zona: 'GRAL',
        salario_minimo: '315.04',
        uma: '117.31',
        dias_vacaciones: '12',
        prima_vacacional: '0.25',
        tabla_aguinaldo: null,
        tabla_vacaciones: null,
        tabla_prima: null,
      },
      '487.35',
      null,
    )
    const { base } = baseWage(decimal('487.35'), legalBenefits(1, LAW), around)
    assert.equal(decimalText(base.amount), hired.salarioBase)
  })
})
