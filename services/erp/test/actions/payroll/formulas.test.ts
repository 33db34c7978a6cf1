import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import {
  computeFormulas,
  type CompanyConcept,
} from '../../../src/actions/business/nomina/decisions/company-formulas.ts'
import { formulaFacts } from '../../../src/actions/business/nomina/decisions/formula-facts.ts'
import { decimal, decimalText } from '../../../src/fiscal/decimal.ts'
import { ENGLISH } from '../../../src/messages/speech.ts'
import { LAW } from './law-fixture.ts'
import { FORTNIGHT } from './receipt-fixture.ts'

const FACTS = new Map([
  ['salario_diario', decimal('500.00')],
  ['dias_pagados', decimal('15')],
])

function concept(key: string, formula: string): CompanyConcept {
  return { key, formula }
}

/** What concepts come to, or what is wrong with them. */
function computed(...concepts: readonly CompanyConcept[]): Record<string, string> | string {
  const made = computeFormulas(concepts, FACTS)
  if (!made.ok) return made.error.in(ENGLISH)
  return Object.fromEntries([...made.value].map(([key, { amount }]) => [key, decimalText(amount)]))
}

describe('the formulas of a company’s concepts', () => {
  it('are computed after those that they name, in whatever order they stand', () => {
    // P020 = 500.00 × 15 × 10 % = 750.00; P010 = P020 × 0.5 + 100 = 475.00; P005 = P010 + P020 = 1,225.00
    const concepts = [
      concept('P005', 'p010 + p020'),
      concept('P010', 'p020 * 0.5 + 100'),
      concept('P020', 'salario_diario * dias_pagados * 0.10'),
    ]
    const expected = { P005: '1225.00', P010: '475.00', P020: '750.00' }
    assert.deepEqual(computed(...concepts), expected)
    assert.deepEqual(computed(...concepts.toReversed()), expected)
  })

  it('may name facts of the person and of the period', () => {
    const facts = { ...FORTNIGHT, absences: decimal('2'), sundays: 1 }
    const named = [...formulaFacts(facts, LAW)].map(([name, value]) => [name, decimalText(value)])
    assert.deepEqual(Object.fromEntries(named), {
      antiguedad: '0',
      dias_incapacidad: '0',
      dias_pagados: '13',
      dias_vacaciones: '0',
      domingos: '1',
      faltas: '2',
      horas_extra: '0',
      salario_base_cotizacion: '524.66',
      salario_diario: '500.00',
      salario_minimo: '315.04',
      sueldo: '6500.00',
      uma: '117.31',
    })
    // A bonus for punctuality that each absence lessens: 6,500.00 × 10 % − 2 × 100 = 450.00
    const made = computeFormulas(
      [concept('P010', 'sueldo * 0.10 - faltas * 100')],
      formulaFacts(facts, LAW),
    )
    assert.ok(made.ok)
    assert.equal(decimalText(made.value.get('P010')?.amount ?? decimal('0')), '450.00')
  })

  it('explain themselves with names and values', () => {
    const made = computeFormulas([concept('P020', '(salario_diario - 100) * 0.10')], FACTS)
    assert.ok(made.ok)
    assert.deepEqual(made.value.get('P020')?.steps, [
      {
        name: 'formula',
        expression: '(salario_diario 500.00 − 100) × 0.10',
        value: '40.00',
        law: null,
      },
    ])
  })

  it('that need each other are refused, and told in their order', () => {
    assert.equal(
      computed(concept('P010', 'p020 + 1'), concept('P020', 'p030'), concept('P030', 'p010 * 2')),
      'These concepts need each other: P010 → P020 → P030 → P010.',
    )
    assert.equal(
      computed(concept('P010', 'p010 + 1')),
      'These concepts need each other: P010 → P010.',
    )
  })

  it('may not name what there is not, sums over lines, or nonsense', () => {
    assert.equal(
      computed(concept('P010', 'sueldo * 2')),
      'The formula of P010 names sueldo, which is neither a fact nor a concept with a formula.',
    )
    const aboutLines =
      'The formula of P010 may name facts and concepts, but neither sums over lines nor what was written.'
    assert.equal(computed(concept('P010', 'sum(partidas.importe)')), aboutLines)
    assert.equal(computed(concept('P010', 'salario_diario or given')), aboutLines)
    assert.equal(
      computed(concept('P010', 'salario_diario *')),
      'The formula of P010 is not understood: "salario_diario *": something is missing at the end.',
    )
  })
})
