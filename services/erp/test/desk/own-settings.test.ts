import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, refusal, type Company, type Person } from '../rights/rights-fixture.ts'

/** Status, code and field of a refusal in one line. */
function refused(answer: TestAnswer): string {
  return refusal(answer)
    .filter((part) => part !== null)
    .join(' ')
}

let erp: ErpTest
let company: Company
let buyer: Person
let seller: Person

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
  const buying = await company.profile('COMPRAR', {
    grants: ['Proveedor.leer', 'Proveedor.crear', 'Compra.leer', 'VistaGuardada.crear'],
  })
  const selling = await company.profile('VENDER', { grants: ['Cliente.leer', 'Compra.leer'] })
  buyer = await company.person('compradora', [buying])
  seller = await company.person('vendedor', [selling])
})

after(() => erp.stop())

const put = (client: HttpClient, clave: string, valor: unknown) =>
  client.send('PUT', `${API}/auth/preferencias/${clave}`, { body: { valor } })

test('a page learns from its token who the person is and of which company', async () => {
  const { json } = await buyer.client.get(`${API}/auth/me`)
  assert.deepEqual(json.data.usuario, {
    id: buyer.usuario,
    usuario: 'compradora',
    nombre: json.data.usuario.nombre,
  })
  assert.equal(json.data.empresa.razon_social, erp.razonSocial)
  assert.equal(json.data.empresa.moneda, 'MXN')
  assert.equal(json.data.administrador, false)
  assert.equal((await erp.admin.get(`${API}/auth/me`)).json.data.administrador, true)
  assert.ok(Date.parse(json.data.expires_at) > erp.clock.now())
})

test('a person keeps preferences, which nobody else sees', async () => {
  const favourites = { modelos: ['Compra', 'Moneda'], exacto: 1.5 }
  assert.equal((await put(buyer.client, 'favoritos', favourites)).status, 200)
  assert.equal((await put(buyer.client, 'favoritos', { ...favourites, exacto: 2 })).status, 200)
  const own = await buyer.client.get(`${API}/auth/preferencias`)
  assert.deepEqual(own.json.data, { favoritos: { ...favourites, exacto: 2 } })
  assert.deepEqual((await seller.client.get(`${API}/auth/preferencias`)).json.data, {})
  const gone = await buyer.client.send('DELETE', `${API}/auth/preferencias/favoritos`)
  assert.equal(gone.status, 204)
  assert.deepEqual((await buyer.client.get(`${API}/auth/preferencias`)).json.data, {})
})

test('a preference has a plain name, at most 16 KiB, and a person at most 300', async () => {
  assert.equal(refused(await put(buyer.client, 'con%20espacio', 1)), '422 INVALID_PARAMETER clave')
  assert.equal(
    refused(await put(buyer.client, 'larga', 'x'.repeat(16_384))),
    '422 VALIDATION valor',
  )
  const nothing = await buyer.client.send('PUT', `${API}/auth/preferencias/x`, { body: {} })
  assert.equal(refused(nothing), '422 VALIDATION valor')
  assert.equal((await put(seller.client, 'justa', 'x'.repeat(16_382))).status, 200)
  for (let number = 1; number < 300; number += 1) {
    assert.equal((await put(seller.client, `p${number}`, number)).status, 200)
  }
  assert.equal(refused(await put(seller.client, 'una-mas', 1)), '422 VALIDATION clave')
  assert.equal((await put(seller.client, 'justa', 'otra')).status, 200)
})

const view = (modelo: string, more: object = {}) => ({
  modelo,
  nombre: 'Del mes',
  filtros: { consulta: 'estado=iniciada' },
  columnas: ['folio', 'total'],
  ...more,
})

test('a person saves views of a list; those that are shared, others of the company see too', async () => {
  const { client } = buyer
  const made = await client.post(`${API}/auth/vistas`, view('Compra'))
  assert.equal(made.status, 201, made.text)
  const { id } = made.json.data
  const seen = async (who: HttpClient) =>
    (await who.get(`${API}/auth/vistas?modelo=Compra`)).json.data
  assert.deepEqual(await seen(client), [
    {
      id,
      modelo: 'Compra',
      nombre: 'Del mes',
      filtros: { consulta: 'estado=iniciada' },
      columnas: ['folio', 'total'],
      ordenamiento: null,
      compartida: false,
      es_predeterminada: false,
      propia: true,
      usuario_str: (await seen(client))[0].usuario_str,
    },
  ])
  assert.deepEqual(await seen(seller.client), [])

  const { modelo: _modelo, ...shared } = view('Compra', { compartida: true })
  const change = (who: HttpClient) =>
    who.send('PUT', `${API}/auth/vistas/${id}`, { body: { ...shared, compartida: false } })
  assert.equal(refused(await change(seller.client)), '404 NOT_FOUND')
  assert.equal((await client.send('PUT', `${API}/auth/vistas/${id}`, { body: shared })).status, 200)
  assert.equal((await seen(seller.client))[0].propia, false)
  assert.equal(refused(await change(seller.client)), '403 FORBIDDEN')
  const stranger = await erp.otherCompany()
  assert.deepEqual(await seen(stranger), [])
  assert.equal(refused(await change(stranger)), '404 NOT_FOUND')

  const remove = (who: HttpClient) => who.send('DELETE', `${API}/auth/vistas/${id}`)
  assert.equal(refused(await remove(seller.client)), '403 FORBIDDEN')
  assert.equal((await remove(erp.admin)).status, 204)
  assert.deepEqual(await seen(client), [])
})

test('one view of a model opens first', async () => {
  const { client } = buyer
  const first = await client.post(
    `${API}/auth/vistas`,
    view('Proveedor', { es_predeterminada: true }),
  )
  const second = await client.post(
    `${API}/auth/vistas`,
    view('Proveedor', { es_predeterminada: true }),
  )
  const { data } = (await client.get(`${API}/auth/vistas?modelo=Proveedor`)).json
  assert.deepEqual(
    data.map((one: { id: number; es_predeterminada: boolean }) => [one.id, one.es_predeterminada]),
    [
      [first.json.data.id, false],
      [second.json.data.id, true],
    ],
  )
})

test('a view of what one may not read, a shared one without the right, and a wrong one are refused', async () => {
  const { client } = seller
  const asked = await client.get(`${API}/auth/vistas?modelo=Proveedor`)
  assert.equal(asked.status, 403)
  assert.equal((await client.post(`${API}/auth/vistas`, view('Proveedor'))).status, 403)
  const unknown = await client.post(`${API}/auth/vistas`, view('Comprita'))
  assert.equal(refused(unknown), '404 UNKNOWN_MODEL modelo')
  const shared = await client.post(`${API}/auth/vistas`, view('Compra', { compartida: true }))
  assert.equal(shared.status, 403)
  const wrong = await client.post(
    `${API}/auth/vistas`,
    view('Compra', { nombre: ' ', compartida: 'sí', otra: 1, columnas: 'x'.repeat(20_000) }),
  )
  assert.deepEqual(
    wrong.json.errors.map(({ field }: { field: string }) => field),
    ['otra', 'nombre', 'columnas', 'compartida'],
  )
})

test('the permissions tell what belongs into a menu: lines are reached through their documents', async () => {
  const { json } = await erp.admin.get(`${API}/auth/permissions`)
  const models = new Map<string, { menu: boolean; label_plural: string }>(
    json.data.modules.flatMap(({ models: of }: { models: { name: string }[] }) =>
      of.map((model) => [model.name, model]),
    ),
  )
  assert.equal(models.get('Compra')?.menu, true)
  assert.equal(models.get('Compra')?.label_plural, 'Compras')
  assert.equal(models.get('CompraPartida')?.menu, false)
})
