import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { verdict } from '../purchase-fixture.ts'
import { assertStockWhole } from '../stock-fixture.ts'
import { assertBooksWhole, booked, receiving, type Receiving } from './receiving-fixture.ts'

let erp: ErpTest
let company: Receiving

before(async () => {
  erp = await startErp()
  company = await receiving(erp)
})

afterEach(async () => {
  await assertStockWhole(erp)
  await assertBooksWhole(erp)
})

after(() => erp.stop())

test('one call receives everything of a purchase that is pending: stock, entry, purchase', async () => {
  const articulo = await company.article()
  const compra = await company.order([
    { articulo, cantidad: '10', precio: '7.50' },
    { cantidad: '1', precio: '100' },
  ])
  const changes = await booked(erp, async () => {
    const answer = await company.actOn('recibir_compra', compra, { remision: 'R-77' })
    assert.equal(answer.json.data?.record.estado, 'recibida', answer.text)
  })
  assert.deepEqual(changes, {
    '115-01': 75,
    '205-06': -175,
    '601-84': 100,
    '899-01': -175,
    '899-02': 175,
  })
  const [receipt] = await company.receipts(compra)
  assert.deepEqual(
    [receipt?.['estado'], receipt?.['total'], receipt?.['remision_proveedor']],
    ['aplicada', 175, 'R-77'],
  )
  const lines = await company.lines(compra)
  assert.deepEqual(
    lines.map((line) => line['cantidad_recibida']),
    [10, 1],
  )
  const again = await company.actOn('recibir_compra', compra)
  assert.deepEqual(verdict(again), [409, 'INVALID_STATE'])
})
