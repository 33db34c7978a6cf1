import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { csdInputs, RFC, type Shop, type TestPac } from '../actions/cfdi/stamping-fixture.ts'
import { startStampingShop } from '../actions/cfdi/stamping-shop.ts'
import { API } from '../actions/purchase-fixture.ts'
import type { ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

// A service of its own: a PAC stamps for it, with a clock that moves.

let erp: ErpTest
let pac: TestPac
let stop: () => Promise<void>
let own: Shop
let spanish: HttpClient

before(async () => {
  ;({ erp, pac, own, stop } = await startStampingShop())
  spanish = inSpanish(own.client)
})

after(() => stop())

async function refused(model: string, action: string, id: number, inputs: object = {}) {
  const path = `${API}/${model}/${id}/actions/${action}`
  return {
    es: said(await spanish.post(path, inputs)),
    en: said(await own.client.post(path, inputs)),
  }
}

test('a rule of the SAT is told in Spanish, by the field to mend and with its code', async () => {
  const rara = await own.create('UnidadMedida', { clave: 'RARA', nombre: 'Rara', magnitud: 1 })
  const unit = await own.sale('10.00', { partida: { unidad: rara } })
  const told = await refused('Venta', 'timbrar_venta', unit)
  assert.deepEqual(told.es, [
    'Renglón 1, «Unidad»: Conceptos[0].ClaveUnidad debe ser una clave de c_ClaveUnidad.',
  ])
  assert.deepEqual(told.en, [
    'partidas[1].unidad: Conceptos[0].ClaveUnidad must be a key of c_ClaveUnidad.',
  ])
})

test('a cancellation that lacks its substitute is told by the label of what is missing', async () => {
  const venta = await own.sale('100.00')
  assert.equal((await own.actOn('timbrar_venta', venta)).status, 200)
  const inputs = { motivo: 'No era eso', motivo_sat: '01' }
  assert.deepEqual((await refused('Venta', 'cancelar_venta', venta, inputs)).es, [
    'Falta «Folio de sustitución»: el motivo 01 ante el SAT pide el UUID de la factura que la sustituye.',
  ])
})

test('a stamp that is still to come says so, and why, in Spanish', async () => {
  const venta = await own.sale('10.00')
  pac.order({ operation: 'stamp', point: 'before', effect: 'cut', times: 3 })
  const answer = await spanish.post(`${API}/Venta/${venta}/actions/timbrar_venta`, {})
  assert.match(
    answer.json.data.warnings[0].message,
    new RegExp(
      `^El CFDI de Venta ${venta} está sellado y falta su timbre; se termina solo\\. El PAC no contestó: `,
    ),
  )
})

test('a certificate that is none of the company is told', async () => {
  const path = `${API}/CertificadoSat/actions/registrar_certificado`
  const other = await spanish.post(path, await csdInputs(pac, 'URE180429TM6', 'efirma'))
  assert.deepEqual(said(other), [
    'El certificado es de una e.firma; hace falta un CSD.',
    'El certificado es de URE180429TM6, no de EKU9003173C9.',
  ])
  const wrong = { ...(await csdInputs(pac, RFC)), contrasena: 'otra' }
  assert.deepEqual(said(await spanish.post(path, wrong)), [
    'La contraseña no abre la llave, o el archivo no es una llave PKCS#8.',
  ])
})

test('a cancellation that waits for the receiver says how long, and what the SAT says', async () => {
  const venta = await own.sale('5000.00')
  assert.equal((await own.actOn('timbrar_venta', venta)).status, 200)
  erp.clock.advance(30 * 60 * 60_000)
  await own.logIn()
  const path = `${API}/Venta/${venta}/actions/cancelar_venta`
  const answer = await inSpanish(own.client).post(path, { motivo: 'No era eso' })
  assert.equal(
    answer.json.data.warnings[0].message,
    `La cancelación del CFDI de Venta ${venta} espera al receptor, que tiene tres días hábiles; se termina sola. El SAT dice: En proceso.`,
  )
})
