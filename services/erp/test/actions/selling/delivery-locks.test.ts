import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { selling, type Selling } from './selling-fixture.ts'

let erp: ErpTest
let company: Selling
let cliente: number

before(async () => {
  erp = await startErp()
  company = await selling(erp, erp.admin)
  cliente = await company.customer()
})

after(() => erp.stop())

test('a delivery that is given another sale while it waits for the first one is not made', async () => {
  const articulo = await company.stocked('6', '10')
  const sale = async () => {
    const venta = await company.sale(cliente, [{ articulo, cantidad: '3' }])
    await company.done('Venta', 'confirmar_venta', venta)
    return venta
  }
  const [venta, another] = [await sale(), await sale()]
  const note = await company.create('RemisionVenta', {
    fecha: '2026-03-01T12:00:00Z',
    venta,
    cliente,
    almacen: company.almacen,
    moneda: company.moneda,
    partidas: [{ articulo, unidad: company.unidad, precio: '100', cantidad: '1' }],
  })
  const { asked } = await erp.owner.transaction(async (tx) => {
    await tx.query(sql`
      select from public.venta where empresa_id = ${erp.empresaId} and id = ${venta} for no key update`)
    const waiting = erp.admin.post(`${API}/RemisionVenta/${note}/actions/entregar`, {})
    await eventually('the delivery waits for its sale', async () => {
      const blocked = await tx.query(sql`
        select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`)
      return blocked.length > 0
    })
    await tx.query(sql`
      update public.remision_venta set venta = ${another}
      where empresa_id = ${erp.empresaId} and id = ${note}`)
    return { asked: waiting }
  })
  const answer = await asked
  assert.deepEqual(verdict(answer), [409, 'INVALID_STATE'])
  assert.match(answer.json.errors[0].message, /was given another sale meanwhile; try again/)
  assert.equal((await company.read('RemisionVenta', note))['estado'], 'borrador')
})
