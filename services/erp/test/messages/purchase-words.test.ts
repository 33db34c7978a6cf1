import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API } from '../actions/purchase-fixture.ts'
import { receiving, type Receiving } from '../actions/receiving/receiving-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let buying: Receiving
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  buying = await receiving(erp)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

/** What an action on a record is refused with. */
async function refused(path: string, inputs: object = {}): Promise<readonly string[]> {
  return said(await spanish.post(`${API}/${path}`, inputs))
}

async function folioOf(compra: number): Promise<string> {
  return String((await buying.read('Compra', compra))['folio'])
}

test('a purchase that is not authorized, or its supplier not active, is refused in Spanish', async () => {
  const waits = await buying.purchase('100.00')
  assert.deepEqual(await refused(`Compra/${waits}/actions/recibir_compra`), [
    `Compra ${waits} está en «Iniciada»; debe estar en «Autorizada» o «Recibida parcial».`,
  ])
  const proveedor = await buying.create('Proveedor', {
    clave: 'P9',
    razon_social: 'Lenta, S.A.',
    rfc: 'LEN010101AB1',
    estado: 'suspendido',
  })
  const bad = await buying.purchase('100.00', { compra: { proveedor } })
  assert.deepEqual(await refused(`Compra/${bad}/actions/autorizar_compra`), [
    'El proveedor Lenta, S.A. está en «Suspendido»; para comprarle o pagarle debe estar en «Activo».',
  ])
  const reason = { motivo: 'Ya no se necesita' }
  const never = await buying.order([{ cantidad: '1', precio: '10' }])
  assert.deepEqual(await refused(`Compra/${never}/actions/cerrar_compra`, reason), [
    `De Compra ${never} no se ha recibido nada: en lugar de cerrarla, usa «Cancelar compra».`,
  ])
})

test('more than was ordered, or a line that is not there, is not received, in Spanish', async () => {
  const articulo = await buying.article()
  const compra = await buying.order([{ articulo, cantidad: '10', precio: '1500' }])
  const receive = async (partidas: readonly object[]) =>
    await refused(`Compra/${compra}/actions/recibir_compra`, { partidas })
  assert.deepEqual(await receive([{ partida: 1, cantidad: '1000' }]), [
    'Renglón 1: pedido 10, ya recibido 0 y ahora 1,000; en total 1,000, pero sólo se permite 10. Recibe menos, o aumenta «Tolerancia de recepción» del artículo o del proveedor.',
  ])
  assert.deepEqual(await receive([{ partida: 7, cantidad: '1' }]), [
    `Compra ${await folioOf(compra)} no tiene el renglón 7.`,
  ])
  assert.deepEqual(await receive([{ partida: 1 }]), [
    '«Partidas», renglón 1 debe ser {"partida": número, "cantidad": cantidad}, con rechazada, motivo_rechazo (hasta 250 caracteres) y los ids lote, serie y ubicacion donde hagan falta.',
  ])
  const strange = await buying.draft(compra, [{ cantidad: '1', costo: '1200' }])
  assert.deepEqual(await refused(`RecepcionCompra/${strange}/actions/recibir_compra`), [
    'Renglón 1: «Costo» debe ser el precio de la orden menos su descuento, 1,500.000000, no 1,200.000000.',
  ])
})

test('a purchase that was received is not cancelled, and its receipts are counted in Spanish', async () => {
  const articulo = await buying.article()
  const compra = await buying.order([{ articulo, cantidad: '10', precio: '15' }])
  const received = await buying.run('Compra', 'recibir_compra', [compra])
  assert.equal(received.json.data.results[0].ok, true, received.text)
  assert.deepEqual(await refused(`Compra/${compra}/actions/recibir_compra`), [
    `Compra ${compra} está en «Recibida»; debe estar en «Autorizada» o «Recibida parcial».`,
  ])
  const day = { fecha: '2999-01-01' }
  const open = await buying.order([{ articulo, cantidad: '10', precio: '15' }])
  const [told = ''] = await refused(`Compra/${open}/actions/recibir_compra`, day)
  assert.match(told, /^«Fecha» no debe ser posterior a hoy, \d{4}-\d\d-\d\d; es 2999-01-01\.$/)
})

test('a requisition says in Spanish what its purchases lack', async () => {
  const { unidad, moneda } = buying
  const departamento = await buying.create('Departamento', { clave: 'D', nombre: 'Obra' })
  const id = await buying.create('RequisicionCompra', {
    fecha: '2026-03-02',
    solicitante: 1,
    departamento,
    fecha_requerida: '2026-03-25',
    prioridad: 'media',
    moneda,
    partidas: [1, 2].map((partida) => ({
      partida,
      descripcion: 'Varilla',
      cantidad: '3',
      unidad,
      precio_estimado: '10',
    })),
  })
  await buying.update('RequisicionCompra', id, { estado: 'solicitada' })
  const authorized = await buying.run('RequisicionCompra', 'autorizar_requisicion', [id])
  assert.equal(authorized.json.data.results[0].ok, true, authorized.text)
  assert.deepEqual(await refused(`RequisicionCompra/${id}/actions/comprar_requisicion`), [
    'Falta «Proveedor»: los renglones 1 y 2 no sugieren ninguno; indica a quién se le compran.',
  ])
})
