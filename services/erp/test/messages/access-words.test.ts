import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf } from '../rights/rights-fixture.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

test('who is not let in is told why in the language of the request', async () => {
  const stranger = inSpanish(erp.client)
  const login = await stranger.post(`${API}/auth/login`, { usuario: 'nadie', password: 'nada' })
  assert.equal(login.status, 401)
  assert.deepEqual(said(login), [
    'El usuario o la contraseña no son correctos, o la cuenta está bloqueada por un tiempo.',
  ])
  const empty = await stranger.post(`${API}/auth/login`, {})
  assert.deepEqual(said(empty), ['Falta «Usuario».', 'Falta «Contraseña».'])
  assert.deepEqual(said(await stranger.get(`${API}/Moneda`)), [
    'Hace falta iniciar sesión: POST /auth/login da un token.',
  ])
  const old = stranger.with({ authorization: `Bearer ${'x'.repeat(64)}` })
  assert.deepEqual(said(await old.get(`${API}/Moneda`)), [
    'La sesión no existe, venció o ya se cerró.',
  ])
})

test('a right that is missing is told in the language of the person', async () => {
  const company = companyOf(erp)
  const reads = await company.profile('LEE', { grants: ['Proveedor.leer'] })
  const { client } = await company.person('lectora', [reads])
  await client.send('PUT', `${API}/auth/preferencias/idioma`, { body: { valor: 'es-MX' } })
  assert.deepEqual(said(await client.post(`${API}/Proveedor`, {})), [
    'Tu perfil no tiene el derecho de «Crear» en Proveedor.',
  ])
  assert.deepEqual(said(await client.get(`${API}/Compra`)), [
    'Tu perfil no tiene el derecho de «Leer» en Compra.',
  ])
})

test('what decides about rights is refused in the reader’s language', async () => {
  const spanish = inSpanish(erp.admin)
  const network = { rango_cidr: 'aquí', nombre: 'Oficina', regla: 'permitir' }
  assert.deepEqual(said(await spanish.post(`${API}/RedPermitida`, network)), [
    '«Rango CIDR» debe ser una dirección o un rango, como 10.0.0.0/8 o 2001:db8::/32.',
  ])
  const weak = { usuario: 'debil', nombre: 'Débil', password: 'corta' }
  const answer = await spanish.post(`${API}/Usuario`, weak)
  assert.equal(answer.status, 422, answer.text)
  assert.match(said(answer).join('\n'), /«Contraseña» debe tener al menos \d+ caracteres\./)
})
