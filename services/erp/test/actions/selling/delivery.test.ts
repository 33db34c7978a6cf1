import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { assertStockWhole } from '../stock-fixture.ts'
import { bookedOf, selling, type Selling } from './selling-fixture.ts'

let erp: ErpTest
let company: Selling
let cliente: number

before(async () => {
  erp = await startErp()
  company = await selling(erp, erp.admin)
  cliente = await company.customer()
})

after(() => erp.stop())

test('a sale is confirmed, put aside, delivered and taken back, and every number with it', async () => {
  const articulo = await company.stocked('10', '40')
  const venta = await company.sale(cliente, [{ articulo, cantidad: '4' }])
  await company.done('Venta', 'confirmar_venta', venta)
  assert.deepEqual(
    [(await company.read('Venta', venta))['estado'], (await company.read('Venta', venta))['total']],
    ['confirmada', 400],
  )
  assert.equal((await company.stock(articulo, company.almacen)).reservada, 4)
  const answer = await erp.admin.post(`${API}/Venta/${venta}/actions/entregar`, {
    partidas: [{ partida: 1, cantidad: '3' }],
  })
  assert.equal(answer.status, 200, answer.text)
  const { cantidad, importe, reservada } = await company.stock(articulo, company.almacen)
  assert.deepEqual([cantidad, importe, reservada], [7, 280, 1])
  const [line] = await company.linesOf('Venta', venta)
  assert.deepEqual([line?.['cantidad_entregada'], line?.['costo']], [3, 40])
  const notes = await erp.admin.get(`${API}/RemisionVenta?venta=${venta}`)
  const [note] = notes.json.data
  assert.deepEqual(
    [note.estado, note.total, note.costo, notes.json.meta.total],
    ['entregada', 300, 120, 1],
  )
  assert.deepEqual(await bookedOf(erp, 'RemisionVenta', note.id), { '115-01': -120, '501-01': 120 })
  const [delivered] = await company.linesOf('RemisionVenta', note.id)
  assert.deepEqual([delivered?.['importe_costo'], delivered?.['costo_unitario']], [120, 40])
  const beyond = await erp.admin.post(`${API}/Venta/${venta}/actions/entregar`, {
    partidas: [{ partida: 1, cantidad: '2' }],
  })
  assert.deepEqual(verdict(beyond), [422, 'VALIDATION'])
  assert.match(
    beyond.json.errors[0].message,
    /4 of Articulo \S+ were sold and 3 delivered; 1 are left, not 2/,
  )
  assert.deepEqual(
    verdict(await company.run('Venta', 'cancelar_venta', [venta], { motivo: 'Ya no la quiere' })),
    [200, 'HAS_DEPENDENTS'],
  )
  await company.done('RemisionVenta', 'cancelar_remision', note.id, { motivo: 'No llegó' })
  const back = await company.stock(articulo, company.almacen)
  assert.deepEqual([back.cantidad, back.importe, back.reservada], [10, 400, 4])
  const [open] = await company.linesOf('Venta', venta)
  assert.deepEqual([open?.['cantidad_entregada'], open?.['costo']], [0, null])
  assert.deepEqual(await bookedOf(erp, 'RemisionVenta', note.id), { '115-01': 0, '501-01': 0 })
  await company.done('Venta', 'regresar_venta', venta, { motivo: 'Cambia la cantidad' })
  assert.equal((await company.stock(articulo, company.almacen)).reservada, 0)
  await company.done('Venta', 'cancelar_venta', venta, { motivo: 'Ya no la quiere' })
  assert.equal((await company.read('Venta', venta))['estado'], 'cancelada')
  await assertStockWhole(erp)
})
