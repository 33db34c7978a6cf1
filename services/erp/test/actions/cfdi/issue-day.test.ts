import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { idOf, type Shop } from './stamping-fixture.ts'
import { startStampingShop } from './stamping-shop.ts'

// A service of its own: a PAC stamps for it.

// It is the second of March.

let erp: ErpTest
let own: Shop
let stop: () => Promise<void>
let dollar: number

before(async () => {
  ;({ erp, own, stop } = await startStampingShop())
  dollar = await idOf(erp, sql`moneda`, 'USD')
})

after(() => stop())

async function rate(fecha: string, tipo_cambio: string): Promise<void> {
  await own.create('TipoCambio', { moneda: dollar, fecha, fuente: 'interno', tipo_cambio })
}

test('an invoice makes its sale one of the day and rate of its CFDI, and the audit log knows what it was', async () => {
  await rate('2026-02-20', '19.10')
  const venta = { fecha: '2026-02-20', moneda: dollar, tipo_cambio: '19.10' }
  const id = await own.sale('100.00', { venta })
  // A rate is good for a week, and the one of February is older than that.
  const without = await own.actOn('timbrar_venta', id)
  assert.deepEqual(verdict(without), [422, 'VALIDATION'])
  assert.equal(without.json.errors[0].field, 'tipo_cambio')
  await rate('2026-03-02', '19.30')
  assert.equal((await own.actOn('timbrar_venta', id)).status, 200)
  const sale = await own.read('Venta', id)
  assert.deepEqual(
    [sale['fecha'], sale['tipo_cambio'], sale['estado']],
    ['2026-03-02', 19.3, 'facturada'],
  )
  const cfdi = await own.read('Cfdi', Number(sale['cfdi']))
  assert.equal(cfdi['tipo_cambio'], 19.3)
  const [receivable] = await own.list(`CuentaPorCobrar?venta=${id}`)
  assert.deepEqual([receivable?.['fecha'], receivable?.['tipo_cambio']], ['2026-03-02', 19.3])
  const report = await erp.admin.get(
    `${API}/reports/sales-by-day?desde=2026-02-01&hasta=2026-03-31`,
  )
  assert.equal(report.status, 200, report.text)
  assert.deepEqual(
    report.json.data.map((row: { fecha: string; total_base: number }) => [
      row.fecha,
      row.total_base,
    ]),
    [['2026-03-02', 2238.8]],
  )
  const trail = await erp.admin.get(`${API}/reports/audit-trail/Venta/${id}`)
  const moved = trail.json.data.find(
    (row: { antes: { fecha?: string } | null }) => row.antes?.fecha !== undefined,
  )
  assert.deepEqual([moved.antes.fecha, moved.despues.fecha], ['2026-02-20', '2026-03-02'])
})

test('what is sold and invoiced on one day keeps the rate that was agreed', async () => {
  const venta = { fecha: '2026-03-02', moneda: dollar, tipo_cambio: '19.25' }
  const id = await own.sale('10.00', { venta })
  assert.equal((await own.actOn('timbrar_venta', id)).status, 200)
  assert.equal((await own.read('Venta', id))['tipo_cambio'], 19.25)
})

test('a sale is confirmed with a day of the last year up to today, and one of before is invoiced as of today', async () => {
  const draft = async (fecha: string) => {
    const id = await own.sale('10.00')
    assert.equal((await own.actOn('regresar_venta', id, { motivo: 'Otra fecha' })).status, 200)
    await own.update('Venta', id, { fecha })
    return await own.actOn('confirmar_venta', id)
  }
  for (const fecha of ['0001-01-01', '2025-03-01', '2026-03-03', '9999-12-31']) {
    const refused = await draft(fecha)
    assert.deepEqual(verdict(refused), [422, 'VALIDATION'], fecha)
    assert.match(refused.json.errors[0].message, /from 2025-03-02 to today, 2026-03-02/)
  }
  for (const fecha of ['2025-03-02', '2026-03-02'])
    assert.equal((await draft(fecha)).status, 200, fecha)
  // As an earlier release confirmed it.
  const id = await own.sale('10.00')
  await erp.owner.execute(sql`update public.venta set fecha = '9999-12-31' where id = ${id}`)
  assert.equal((await own.actOn('timbrar_venta', id)).status, 200)
  assert.equal((await own.read('Venta', id))['fecha'], '2026-03-02')
})
