import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, type Person } from '../rights/rights-fixture.ts'

let erp: ErpTest
let clerk: Person

before(async () => {
  erp = await startErp()
  const company = companyOf(erp)
  const grants = ['Proveedor.leer', 'Proveedor.crear', 'Compra.leer', 'Compra.crear']
  clerk = await company.person('capturista', [await company.profile('CAPTURA', { grants })])
})

after(() => erp.stop())

/** What a supplier without a name is refused with. */
async function refused(client: HttpClient, asked?: string): Promise<readonly string[]> {
  const headers = asked === undefined ? {} : { 'accept-language': asked }
  const { status, json } = await client.send('POST', `${API}/Proveedor`, { body: {}, headers })
  assert.equal(status, 422)
  return json.errors.map((error: { message: string }) => error.message)
}

const prefer = (valor: unknown) =>
  clerk.client.send('PUT', `${API}/auth/preferencias/idioma`, { body: { valor } })

test('what is refused is told in the language that the request asks for, in English otherwise', async () => {
  assert.ok((await refused(clerk.client)).includes('razon_social is required.'))
  const spanish = await refused(clerk.client, 'es-MX,es;q=0.9')
  assert.ok(spanish.includes('Falta «Razón social».'), spanish.join('\n'))
  assert.ok((await refused(clerk.client, 'fr')).includes('razon_social is required.'))
})

test('codes and fields stay as they are in every language', async () => {
  const ask = async (language: string) => {
    const headers = { 'accept-language': language }
    const sent = await clerk.client.send('POST', `${API}/Proveedor`, { body: {}, headers })
    return sent.json.errors.map(({ code, field }: { code: string; field: string }) => [code, field])
  }
  assert.deepEqual(await ask('es'), await ask('en'))
})

test('what the person prefers goes before what the request asks for, at once', async () => {
  assert.equal((await prefer('es-MX')).status, 200)
  assert.ok((await refused(clerk.client, 'en')).includes('Falta «Razón social».'))
  assert.equal((await prefer('en')).status, 200)
  assert.ok((await refused(clerk.client, 'es')).includes('razon_social is required.'))
  await clerk.client.send('DELETE', `${API}/auth/preferencias/idioma`)
  assert.ok((await refused(clerk.client, 'es')).includes('Falta «Razón social».'))
})

test('a language that the service does not speak cannot be preferred', async () => {
  for (const valor of ['fr', '', 7, null, { es: true }]) {
    const { status, json } = await prefer(valor)
    assert.equal(status, 422)
    assert.equal(json.errors[0].field, 'valor')
  }
})

test('a repeated request gets the answer of the first one, word for word', async () => {
  const headers = { 'idempotency-key': 'una-lengua' }
  const body = { ids: [987654321] }
  const path = `${API}/Compra/actions/autorizar_compra`
  const send = (language: string) =>
    erp.admin.send('POST', path, { body, headers: { ...headers, 'accept-language': language } })
  const first = await send('es')
  assert.match(first.json.data.results[0].errors[0].message, /^No hay ningún registro de Compra/)
  assert.deepEqual((await send('en')).json, first.json)
})
