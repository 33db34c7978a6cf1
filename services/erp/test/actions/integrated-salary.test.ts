import assert from 'node:assert/strict'
import { describe, it } from 'node:test'

import fc from 'fast-check'

import { integratedSalary } from '../../src/actions/business/recursos-humanos/decisions/integrated-salary.ts'

describe('the base of contributions', () => {
  const law = {
    persona: '1',
    registro_activo: true,
    registro_numero: 'X',
    registro_desde: null,
    zona: 'X',
    salario_minimo: '315.04',
    uma: '117.31',
    dias_vacaciones: '12',
    prima_vacacional: '0.25',
    tabla_aguinaldo: null,
    tabla_vacaciones: null,
    tabla_prima: null,
  }

  it('is never below the salary or above 25 UMA, and grows with salary and benefits', () => {
    const amount = fc.integer({ min: 31_504, max: 1_000_000 })
    const days = fc.integer({ min: 0, max: 90 })
    fc.assert(
      fc.property(amount, amount, days, (one, two, aguinaldo) => {
        const text = (cents: number) => (cents / 100).toFixed(2)
        const base = (cents: number, granted: string | null) =>
          Number(
            integratedSalary({ ...law, tabla_aguinaldo: granted }, text(cents), null).salarioBase,
          )
        const [less, more] = one < two ? [one, two] : [two, one]
        assert.ok(base(less, null) <= base(more, null))
        assert.ok(base(one, null) <= base(one, String(aguinaldo)))
        assert.ok(base(one, null) >= Math.min(one / 100, 2932.75) && base(one, null) <= 2932.75)
      }),
    )
  })
})
