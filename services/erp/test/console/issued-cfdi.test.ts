import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import {
  csdInputs,
  RFC,
  shop,
  startPac,
  type Shop,
  type TestPac,
} from '../actions/cfdi/stamping-fixture.ts'
import { API } from '../actions/purchase-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

// A service of its own: a PAC stamps for it.

let pac: TestPac
let console: SmallConsole
let own: Shop

before(async () => {
  const clock = { now: Date.now }
  pac = await startPac(() => clock.now())
  console = await startSmallConsole({ pac: pac.settings })
  clock.now = console.erp.clock.now
  own = await shop(console.erp, console.erp.admin)
  const registered = await own.client.post(
    `${API}/CertificadoSat/actions/registrar_certificado`,
    await csdInputs(pac, RFC),
  )
  assert.equal(registered.status, 200, registered.text)
})

after(async () => {
  await console.stop()
  await pac.stop()
})

test('a CFDI that the service sealed is shown to be read, and one that was written by hand to be changed', async () => {
  const sale = await own.sale('10.00')
  const stamped = await own.actOn('timbrar_venta', sale)
  const sealed = await own.read('Cfdi', stamped.json.data.record.cfdi)
  const { page } = await console.openAs(`/m/Cfdi/${String(sealed['id'])}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const main = page.getByRole('main')
  await main.getByText('UNIVERSIDAD ROBOTICA ESPAÑOLA').first().waitFor()
  assert.equal(await main.getByRole('textbox').count(), 0)
  assert.equal(await main.getByRole('button', { name: /Agregar/ }).count(), 0)
  // What is printed is no part of what was sealed.
  assert.equal(await main.getByRole('combobox').count(), 1)
  await main.getByRole('combobox', { name: 'PDF' }).waitFor()
  await page.getByRole('button', { name: 'Más acciones' }).click()
  const remove = page.getByRole('menuitem', { name: 'Eliminar' })
  assert.notEqual(await remove.getAttribute('disabled'), null)

  const mine = await own.create('Cfdi', {
    sentido: 'recibido',
    uuid: '11111111-2222-4333-8444-555555555555',
    tipo: sealed['tipo'],
    version_cfdi: '4.0',
    fecha: sealed['fecha'],
    rfc_emisor: RFC,
    nombre_emisor: 'Otra',
    rfc_receptor: RFC,
    nombre_receptor: 'La que se escribe',
    moneda: sealed['moneda'],
    estado: 'vigente',
  })
  const { page: other } = await console.openAs(`/m/Cfdi/${mine}`)
  await other.getByLabel('Nombre receptor').waitFor()
})
