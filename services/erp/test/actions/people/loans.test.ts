import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'

import fc from 'fast-check'

import { planPayments } from '../../../src/actions/business/recursos-humanos/decisions/loan-plan.ts'
import { startErp, type ErpTest } from '../../erp-service.ts'
import { API } from '../../rights/rights-fixture.ts'
import { peopleOf, refusals, type People } from './people-fixture.ts'

let erp: ErpTest
let people: People
let concepto: number

before(async () => {
  erp = await startErp()
  people = await peopleOf(erp)
  concepto = await people.company.create('ConceptoNomina', {
    clave: 'D10',
    nombre: 'Préstamo',
    tipo: 'deduccion',
    tipo_deduccion: await people.one('TipoDeduccion?clave=004'),
    tratamiento_isr: 'no_aplica',
    integra_sbc: 'no',
    activo: true,
  })
})

after(() => erp.stop())

const counter = { next: 0 }
const kind = (more: object = {}) => {
  counter.next += 1
  return people.company.create('TipoPrestamo', {
    clave: `P${counter.next}`,
    nombre: 'Personal',
    concepto,
    plazo_maximo: 24,
    activo: true,
    ...more,
  })
}
const loan = async (more: object = {}, tipo?: number) =>
  await people.company.create('PrestamoEmpleado', {
    empleado: await people.employee(),
    tipo: tipo ?? (await kind()),
    fecha: '2026-03-02',
    importe: '1000',
    plazo_pagos: 4,
    descuento_periodo: '250',
    ...more,
  })
const act = (id: number, action: string, inputs: object = {}) =>
  people.act(`PrestamoEmpleado/${id}`, action, inputs)
const planOf = async (id: number) =>
  (await people.rows(`PrestamoEmpleadoAbono?prestamo=${id}&sort=numero`)).map((row) => [
    row['fecha'],
    row['capital'],
    row['interes'],
    row['saldo_posterior'],
    row['estado'],
  ])
const REASON = { motivo: 'Por la prueba' }

describe('a loan to an employee', () => {
  it('has its plan when it is granted, and what is paid by hand shortens it', async () => {
    const id = await loan()
    assert.equal((await act(id, 'otorgar_prestamo')).status, 200)
    assert.deepEqual(await planOf(id), [
      ['2026-03-17', 250, 0, 750, 'programado'],
      ['2026-04-01', 250, 0, 500, 'programado'],
      ['2026-04-16', 250, 0, 250, 'programado'],
      ['2026-05-01', 250, 0, 0, 'programado'],
    ])
    assert.equal((await act(id, 'abonar_prestamo', { importe: '600' })).status, 200)
    assert.deepEqual(await planOf(id), [
      ['2026-03-17', 250, 0, 150, 'programado'],
      ['2026-04-01', 150, 0, 0, 'programado'],
      ['2026-04-16', 250, 0, 250, 'cancelado'],
      ['2026-05-01', 250, 0, 0, 'cancelado'],
      ['2026-03-02', 600, 0, 400, 'aplicado'],
    ])
    for (const importe of ['400.01', '0', '-1'])
      assert.deepEqual(refusals(await act(id, 'abonar_prestamo', { importe })), [
        422,
        ['VALIDATION', 'importe'],
      ])
    assert.deepEqual(refusals(await act(id, 'cancelar_prestamo', REASON)), [
      409,
      ['INVALID_STATE', undefined],
    ])
    assert.equal((await act(id, 'abonar_prestamo', { importe: '400' })).status, 200)
    const { estado, saldo } = await people.get(`PrestamoEmpleado/${id}`)
    assert.deepEqual([estado, saldo], ['liquidado', 0])
    assert.ok((await planOf(id)).every((row) => row[4] !== 'programado'))
  })

  it('bears interest of what is owed, by the days between two payments', async () => {
    const id = await loan({ tasa_interes: '0.12', plazo_pagos: 3, descuento_periodo: '340' })
    await act(id, 'otorgar_prestamo')
    // 1000 × 12 % × 15 / 360 = 5; 665 and 328.33 alike.
    assert.deepEqual(await planOf(id), [
      ['2026-03-17', 335, 5, 665, 'programado'],
      ['2026-04-01', 336.67, 3.33, 328.33, 'programado'],
      ['2026-04-16', 328.33, 1.64, 0, 'programado'],
    ])
  })

  it('is held to its kind, to what he earns and to what the payments come to', async () => {
    const days = await kind({ dias_sueldo_maximo: 2 })
    const long = await kind({ plazo_maximo: 3 })
    const served = await kind({ antiguedad_minima_meses: 14 })
    const guaranteed = await kind({ requiere_aval: true })
    const cases: readonly (readonly [object, number | undefined, string])[] = [
      [{ importe: '1000.01' }, days, 'importe'],
      [{}, long, 'plazo_pagos'],
      [{}, served, 'fecha'],
      [{}, guaranteed, 'aval'],
      [{ descuento_periodo: '249.99' }, undefined, 'descuento_periodo'],
      [{ tasa_interes: '30', descuento_periodo: '900' }, undefined, 'descuento_periodo'],
      [{ importe: '0' }, undefined, 'importe'],
    ]
    for (const [more, tipo, field] of cases) {
      const answer = await act(await loan(more, tipo), 'otorgar_prestamo')
      assert.deepEqual(refusals(answer), [422, ['VALIDATION', field]], answer.text)
      assert.doesNotMatch(answer.text, /500\.00/)
    }
    assert.equal((await act(await loan({ importe: '1000' }, days), 'otorgar_prestamo')).status, 200)
  })

  it('is cancelled as long as nothing was paid, and changes by hand no more once it is granted', async () => {
    const id = await loan()
    await act(id, 'otorgar_prestamo')
    const put = await erp.admin.send('PUT', `${API}/PrestamoEmpleado/${id}`, {
      body: { importe: '5' },
    })
    assert.deepEqual(refusals(put), [409, ['INVALID_STATE', 'importe']])
    assert.equal((await act(id, 'cancelar_prestamo', REASON)).status, 200)
    assert.ok((await planOf(id)).every((row) => row[4] === 'cancelado'))
  })

  it('is paid back by its plan to the cent, whatever the terms', () => {
    const amount = fc.integer({ min: 1, max: 10_000_000 })
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: 0, max: 900_000 }),
        fc.integer({ min: 1, max: 60 }),
        (owed, payment, rate, pagos) => {
          const text = (hundredths: number) => (hundredths / 100).toFixed(2)
          const cents = (decimal: string) => Math.round(Number(decimal) * 100)
          const plan = planPayments({
            saldo: text(owed),
            tasa: (rate / 1_000_000).toFixed(6),
            descuento: text(payment),
            pagos,
            primero: '2026-03-17',
            dias: 15,
          })
          if (plan === null) return
          assert.ok(plan.length <= pagos)
          const capital = plan.reduce((sum, part) => sum + cents(part.capital), 0)
          assert.equal(capital, owed)
          for (const part of plan)
            assert.ok(cents(part.capital) + cents(part.interes) <= payment || part === plan.at(-1))
          assert.equal(plan.at(-1)?.saldo_posterior, '0.00')
        },
      ),
    )
  })
})
