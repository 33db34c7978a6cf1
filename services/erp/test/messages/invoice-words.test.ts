import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { supplied, type Supplied } from '../actions/payables/supplier-fixture.ts'
import { inSpanish, said } from './spoken.ts'

// A service of its own: it asks a SAT of its own about invoices.

let on: Supplied
let spanish: HttpClient

before(async () => {
  on = await supplied()
  spanish = inSpanish(on.erp.admin)
})

after(() => on.stop())

async function refused(inputs: object): Promise<readonly string[]> {
  return said(await on.register(inputs, spanish))
}

async function folioOf(model: string, id: number): Promise<string> {
  return String((await on.get(`${model}/${id}`)).data.folio)
}

test('more than was received, or at a higher price, is not owed, and is told in Spanish', async () => {
  const compra = await on.order([{ cantidad: '2000', precio: '100' }])
  await on.receive(compra, ['1500'])
  const folio = await folioOf('Compra', compra)
  const more = await on.bill([{ cantidad: '1800', precio: '100' }])
  assert.deepEqual(await refused({ xml: more, compra }), [
    `Concepto 1 de la factura, renglón 1 de ${folio}: pedido 2,000 y recibido 1,500, pero con esta factura lo facturado llega a 1,800; se permitiría 1,500. Recibe antes el resto, o pide una nota de crédito.`,
  ])
  const dear = await on.bill([{ cantidad: '10', precio: '120' }])
  assert.deepEqual(await refused({ xml: dear, compra }), [
    `Concepto 1 de la factura, renglón 1 de ${folio}: el precio de la orden es 100 y el de la factura 120 (200.00 más en total); se permitiría 100. Cambia la orden o su tolerancia de facturas, o pide otra factura.`,
  ])
})

test('an invoice that is owed already, or that no order has, is refused in Spanish', async () => {
  const compra = await on.order([{ cantidad: '4', precio: '50' }])
  await on.receive(compra, ['4'])
  const xml = await on.bill([{ cantidad: '4', precio: '50' }])
  const first = await on.register({ xml, compra })
  assert.equal(first.status, 200, first.text)
  const { uuid, folio } = first.json.data.record
  assert.deepEqual(await refused({ xml, compra }), [
    `El CFDI ${uuid} ya está registrado como Cuenta por pagar ${folio}.`,
  ])
  const alone = await on.bill([{ cantidad: '1', precio: '50', descripcion: 'Flete' }])
  assert.deepEqual(await refused({ xml: alone }), [
    'Concepto 1 de la factura (Flete): no se indicó ninguna orden; indica la orden en «Compra», el renglón en «Partidas», o a qué se carga el gasto en «Gasto».',
  ])
  assert.deepEqual(await refused({ xml, adjunto: 1 }), [
    'Da el XML del CFDI sólo una vez: en «Adjunto» o «XML».',
  ])
})

test('what an invoice waits for is a warning in the language of who registers it', async () => {
  const [{ id: cuenta } = { id: 0 }] = (await on.get('CuentaContable?clave=601-84')).data
  const gasto = await on.create('CatalogoGasto', {
    clave: 'LUZ',
    nombre: 'Energía eléctrica',
    cuenta_contable: cuenta,
    activo: true,
  })
  const grants = ['CuentaPorPagar.leer', 'CuentaPorPagar.registrar_factura', 'CatalogoGasto.leer']
  const perfil = await on.company.profile('capturista', { grants })
  const { client } = await on.company.person('capturista', [perfil])
  const xml = await on.bill([{ cantidad: '1', precio: '500', descripcion: 'Luz de febrero' }])
  const { json } = await on.register({ xml, gasto }, inSpanish(client))
  assert.deepEqual(
    json.data.warnings.map((warning: { message: string }) => warning.message),
    [
      'La factura tiene gastos que ninguna orden tiene; espera a quien tenga el permiso «Autorizar factura».',
    ],
  )
})

test('a CFDI for another company, or of a supplier that nobody knows, is refused in Spanish', async () => {
  const csd = await on.simulated.csdOf('EKU9003173C9')
  const xml = await on.bill([{ cantidad: '1', precio: '50' }], {}, csd)
  assert.deepEqual(await refused({ xml }), [
    'No hay ningún proveedor con el RFC EKU9003173C9 del emisor (ACEROS DEL NORTE); créalo primero.',
  ])
  await on.buying.update('Empresa', 1, { rfc: 'EKU9003173C9' })
  const ours = await on.bill([{ cantidad: '1', precio: '50' }])
  assert.deepEqual(await refused({ xml: ours }), [
    'El CFDI es para CLI020202XY3, pero el RFC de la empresa es EKU9003173C9.',
  ])
})
