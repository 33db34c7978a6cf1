import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, companyOf, refusal, type Company } from '../../rights/rights-fixture.ts'
import { payGroup } from './payroll-fixture.ts'

let erp: ErpTest
let company: Company

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
})

after(() => erp.stop())

const generate = (id: number, inputs: object) =>
  erp.admin.post(`${API}/GrupoNomina/${id}/actions/generar_periodos`, inputs)

const periodsOf = async (id: number) =>
  (await erp.admin.get(`${API}/PeriodoNomina?grupo=${id}&sort=ejercicio,numero&per_page=100`)).json
    .data

test('a group gets the fortnights of a year, paid before weekends and days on which banks rest', async () => {
  const group = await payGroup(company, { clave: 'QUIN', periodicidad: '04', dias: '15' })
  const answer = await generate(group, { ejercicio: 2026 })
  assert.equal(answer.status, 200, answer.text)
  const periods = await periodsOf(group)
  assert.equal(periods.length, 24)
  const { fecha_inicio, fecha_fin, fecha_pago, dias_pago, estado, fin_mes } = periods[1]
  assert.deepEqual(
    { fecha_inicio, fecha_fin, fecha_pago, dias_pago, estado, fin_mes },
    {
      fecha_inicio: '2026-01-16',
      fecha_fin: '2026-01-31',
      fecha_pago: '2026-01-30',
      dias_pago: 15,
      estado: 'futuro',
      fin_mes: true,
    },
  )
  const twice = await generate(group, { ejercicio: 2026 })
  assert.deepEqual(refusal(twice).slice(1), ['DUPLICATE', 'ejercicio'])
  assert.equal((await periodsOf(group)).length, 24)
})

test('weeks follow those of the year before, without a day between them', async () => {
  const group = await payGroup(company, { clave: 'SEM', periodicidad: '02', dias: '7' })
  const first = await generate(group, {
    ejercicio: 2025,
    fecha_inicio: '2024-12-30',
    dias_para_pago: -2,
  })
  assert.equal(first.status, 200, first.text)
  const wrong = await generate(group, { ejercicio: 2026, fecha_inicio: '2026-01-05' })
  assert.deepEqual(refusal(wrong).slice(1), ['VALIDATION', 'fecha_inicio'])
  const far = await generate(group, { ejercicio: 2027 })
  assert.deepEqual(refusal(far).slice(1), ['VALIDATION', 'ejercicio'])
  const next = await generate(group, { ejercicio: 2026, dias_para_pago: -2 })
  assert.equal(next.status, 200, next.text)
  const periods = await periodsOf(group)
  const ends = periods.map(({ fecha_fin }: { fecha_fin: string }) => Date.parse(fecha_fin))
  assert.ok(
    ends.every((end: number, at: number) => at === 0 || end - ends[at - 1] === 7 * 86_400_000),
  )
})

test('a group whose pay has no calendar, a day of a month and a far year are refused', async () => {
  const piece = await payGroup(company, { clave: 'OBRA', periodicidad: '07', dias: '7' })
  assert.deepEqual(refusal(await generate(piece, { ejercicio: 2026 })).slice(1), [
    'VALIDATION',
    'periodicidad',
  ])
  const month = await payGroup(company, { clave: 'MES', periodicidad: '05', dias: '30' })
  const inputs = { ejercicio: 2026, fecha_inicio: '2026-01-02' }
  assert.deepEqual(refusal(await generate(month, inputs)).slice(1), ['VALIDATION', 'fecha_inicio'])
  assert.deepEqual(refusal(await generate(month, { ejercicio: 1999 })).slice(1), [
    'VALIDATION',
    'ejercicio',
  ])
  const late = { ejercicio: 2026, dias_para_pago: 11 }
  assert.deepEqual(refusal(await generate(month, late)).slice(1), ['VALIDATION', 'dias_para_pago'])
  assert.equal((await periodsOf(month)).length, 0)
})

test('periods of a group are opened in their order, several at once too', async () => {
  const group = await payGroup(company, { clave: 'ORDEN', periodicidad: '04', dias: '15' })
  await generate(group, { ejercicio: 2026 })
  const [first, second, third] = await periodsOf(group)
  const open = (ids: readonly number[]) =>
    erp.admin.post(`${API}/PeriodoNomina/actions/abrir_periodo`, { ids })
  const early = await open([second.id])
  assert.equal(early.json.meta.failed, 1, early.text)
  assert.match(early.text, /open that one first/)
  const both = await open([second.id, first.id])
  assert.equal(both.json.meta.failed ?? 0, 0, both.text)
  const states = (await periodsOf(group)).slice(0, 3).map((row: { estado: string }) => row.estado)
  assert.deepEqual(states, ['abierto', 'abierto', 'futuro'])
  const again = await open([first.id])
  assert.match(again.text, /INVALID_STATE/)
  assert.equal(third.estado, 'futuro')
})
