import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql, type Sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

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

/** Sends a request that waits for what a transaction holds, changes something there, and lets it go on. */
async function whileItWaits(
  held: Sql,
  send: () => Promise<TestAnswer>,
  change: Sql,
): Promise<TestAnswer> {
  const { sent } = await erp.owner.transaction(async (tx) => {
    await tx.query(held)
    const waiting = send()
    await eventually('the request waits', async () => {
      const blocked = await tx.query(sql`
        select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))`)
      return blocked.length > 0
    })
    await tx.query(change)
    return { sent: waiting }
  })
  return await sent
}

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
  const answer = await whileItWaits(
    sql`select from public.venta where empresa_id = ${erp.empresaId} and id = ${venta} for no key update`,
    () => erp.admin.post(`${API}/RemisionVenta/${note}/actions/entregar`, {}),
    sql`update public.remision_venta set venta = ${another}
      where empresa_id = ${erp.empresaId} and id = ${note}`,
  )
  assert.deepEqual(verdict(answer), [409, 'INVALID_STATE'])
  assert.match(answer.json.errors[0].message, /was given another sale meanwhile; try again/)
  assert.equal((await company.read('RemisionVenta', note))['estado'], 'borrador')
})

test('a quote that is given another customer while it is being sent goes to that one', async () => {
  const articulo = await company.stocked('6', '10')
  const another = await company.customer({ correo: 'otro@cliente.example', razon_social: 'Otro' })
  const today = new Date(erp.clock.now()).toISOString().slice(0, 10)
  const quote = await company.create('Cotizacion', {
    fecha: today,
    cliente,
    vendedor: company.vendedor,
    vigencia: today,
    moneda: company.moneda,
    partidas: [
      { articulo, descripcion: 'Varilla', unidad: company.unidad, precio: '100', cantidad: '1' },
    ],
  })
  const answer = await whileItWaits(
    sql`select from public.cotizacion where empresa_id = ${erp.empresaId} and id = ${quote} for no key update`,
    () => erp.admin.post(`${API}/Cotizacion/${quote}/actions/enviar_cotizacion`, {}),
    sql`update public.cotizacion set cliente = ${another}
      where empresa_id = ${erp.empresaId} and id = ${quote}`,
  )
  assert.equal(answer.status, 200, answer.text)
  const [mail] = await erp.owner.query<{ destino: string; texto: string }>(sql`
    select destino, contenido->>'texto' as texto from oficina.salida
    where modelo = 'Cotizacion' and registro = ${String(quote)}`)
  assert.equal(mail?.destino, 'otro@cliente.example')
  assert.match(mail?.texto ?? '', /^Estimado cliente Otro:/)
})
