import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  fixedAmount,
  type FixedConcept,
} from '../../../src/actions/business/nomina/decisions/fixed-concepts.ts'
import { decimal, decimalText } from '../../../src/fiscal/decimal.ts'

const WAGE = { daily: decimal('500.00'), dayHours: decimal('8'), period: decimal('7500.00') }

function amount(mode: FixedConcept['mode'], value: string, limit: FixedConcept['limit'] = null) {
  return decimalText(fixedAmount({ mode, value: decimal(value), limit }, WAGE).amount)
}

describe('a concept that comes with every period', () => {
  it('is an amount, a part of the wage, days or hours', () => {
    // 350.00; 7,500.00 × 5 % = 375.00; 500.00 × 1.5 = 750.00; 500.00 ÷ 8 × 3 = 187.50
    assert.equal(amount('amount', '350'), '350.00')
    assert.equal(amount('percent', '0.05'), '375.00')
    assert.equal(amount('days', '1.5'), '750.00')
    assert.equal(amount('hours', '3'), '187.50')
  })

  it('ends where it has come to its total', () => {
    // 1,000.00 − 800.00 = 200.00 is less than 350.00; nothing is left of 1,000.00 − 1,000.00
    const total = decimal('1000.00')
    assert.equal(amount('amount', '350', { total, before: decimal('800.00') }), '200.00')
    assert.equal(amount('amount', '350', { total, before: decimal('1000.00') }), '0.00')
    assert.equal(amount('amount', '350', { total, before: decimal('100.00') }), '350.00')
  })
})
