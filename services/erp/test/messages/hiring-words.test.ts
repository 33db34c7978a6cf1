import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { hiring, type Hiring } from '../actions/hiring-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let people: Hiring
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  people = await hiring(erp)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

const told = async (id: number, inputs: object) =>
  said(await people.hire(id, { fecha_alta: '2026-03-02', ...inputs }, spanish))

test('what is wrong with the terms is told by labels, each thing once', async () => {
  const id = await people.associate()
  assert.deepEqual(await told(id, { salario_diario: null }), ['Falta «Salario diario».'])
  assert.deepEqual(await told(id, { salario_diario: '315.03' }), [
    '«Salario diario»: 315.03 es menos que el salario mínimo de Resto del país al 2026-03-02, 315.04 (LFT 85).',
  ])
  assert.deepEqual(await told(id, { salario_diario: '1500', salario_variable: '-1' }), [
    '«Salario variable» no debe ser menor que cero.',
  ])
  assert.deepEqual(await told(id, { fecha_fin: '2026-02-27', dias_prueba: 181 }), [
    '«Fecha de fin»: un contrato por tiempo indeterminado (01) no la lleva.',
    '«Fecha de fin»: 2026-02-27 es anterior al primer día, 2026-03-02.',
    '«Días de prueba»: deben ser de 1 a 180 (LFT 39-A), no 181.',
  ])
})

test('a number that a person lacks or that is wrong is told with its label', async () => {
  const id = await people.associate({ rfc: null, puesto: null })
  await erp.owner.execute(
    sql`update public.asociado set nss = '12345678901' where id = ${id}::int8`,
  )
  assert.deepEqual(await told(id, {}), [
    `Falta «RFC» del asociado ${id}; todo empleado necesita ese dato.`,
    `«NSS»: 12345678901, del asociado ${id}, no es de una persona: tiene mal la forma, la fecha o el dígito verificador.`,
    'Falta «Puesto»: el asociado no tiene ninguno, y el contrato lo necesita.',
  ])
})

test('who is hired already, and late, is told so', async () => {
  const id = await people.associate()
  const late = await people.hire(id, { fecha_alta: '2026-01-05' }, spanish)
  assert.equal(late.status, 200, late.text)
  assert.equal(
    late.json.data.warnings[0].message,
    '«Fecha de alta»: desde el 2026-01-05 pasaron más de 5 días hábiles; el IMSS puede cobrarte lo que ocurra mientras tanto (LSS 15, 77).',
  )
  const { numero } = await people.record('Empleado', `asociado=${id}`)
  assert.deepEqual(await told(id, {}), [
    `El asociado ${id} ya está contratado, como el empleado ${numero}.`,
  ])
})
