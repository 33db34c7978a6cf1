import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API } from '../actions/purchase-fixture.ts'
import { warehousing, type Warehousing } from '../actions/stock-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let company: Warehousing
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  company = await warehousing(erp, erp.admin)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

/** What an action on a record is refused with. */
async function refused(path: string, inputs: object = {}): Promise<readonly string[]> {
  return said(await spanish.post(`${API}/${path}`, inputs))
}

const apply = (id: number) => refused(`MovimientoInventario/${id}/actions/aplicar_movimiento`)

async function keyOf(model: string, id: number): Promise<string> {
  const { json } = await erp.admin.get(`${API}/${model}/${id}`)
  return json.data.clave
}

test('what is not in stock does not leave, and is told in Spanish', async () => {
  const [almacen, articulo] = [await company.warehouse(), await company.article('PROM')]
  const line = { articulo, cantidad: '1500', costo_unitario: '2' }
  await company.move('entrada', almacen, { lines: [line] })
  const out = await company.draft('salida', almacen, { lines: [{ articulo, cantidad: '2000' }] })
  const [warehouse, article] = [await keyOf('Almacen', almacen), await keyOf('Articulo', articulo)]
  assert.deepEqual(await apply(out), [
    `Renglón 1: el almacén ${warehouse} tiene una existencia disponible de 1,500 del artículo ${article}; se pide 2,000.`,
  ])
  const empty = await company.draft('salida', almacen, { lines: [] })
  assert.deepEqual(await apply(empty), [`Movimiento de inventario ${empty} no tiene renglones.`])
  const reserve = { articulo, almacen, cantidad: '1600' }
  const reserved = await refused('ReservaInventario/actions/reservar_existencia', reserve)
  assert.deepEqual(reserved, [
    `Renglón 1: el almacén ${warehouse} tiene una existencia disponible de 1,500 del artículo ${article}; se pide 1,600.`,
  ])
})

test('an article keeps its unit and its method while there is stock of it, as it says in Spanish', async () => {
  const [almacen, articulo] = [await company.warehouse(), await company.article('PROM')]
  const line = { articulo, cantidad: '5', costo_unitario: '2' }
  await company.move('entrada', almacen, { lines: [line] })
  const answer = await spanish.send('PUT', `${API}/Articulo/${articulo}`, {
    body: { control: 'lote' },
  })
  assert.deepEqual(said(answer), [
    `Artículo ${articulo} tiene existencias: «Control» no se puede cambiar.`,
  ])
})

test('an article that is kept by lot says in Spanish that its line names one', async () => {
  const almacen = await company.warehouse()
  const articulo = await company.article('PROM', { control: 'lote' })
  const line = { articulo, cantidad: '5', costo_unitario: '2' }
  const draft = await company.draft('entrada', almacen, { lines: [line] })
  assert.deepEqual(await apply(draft), [
    `Renglón 1: el artículo ${await keyOf('Articulo', articulo)} se lleva por lote: indica cuál.`,
  ])
})
