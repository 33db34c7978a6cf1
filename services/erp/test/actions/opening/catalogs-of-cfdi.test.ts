import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { API, companyOf } from '../../rights/rights-fixture.ts'
import { supplied, type Supplied } from '../payables/supplier-fixture.ts'

// Customers, suppliers and articles that the company's CFDI name, chosen and made at once.
// A service of its own: a PAC stamps what its supplier issues.

let on: Supplied

before(async () => {
  on = await supplied()
})

after(() => on.stop())

const propose = (archivos: unknown) =>
  on.erp.admin.post(`${API}/Empresa/actions/proponer_catalogos`, { archivos })
const create = (body: object, client = on.erp.admin) =>
  client.post(`${API}/Empresa/actions/crear_catalogos`, body)

interface Told {
  readonly code: string
  readonly field?: string
}

test('CFDI tell whom the company trades with and in what, and which of it the company has', async () => {
  const xml = await on.bill([{ cantidad: '2', precio: '100' }])
  const answer = await propose([
    { nombre: 'uno.xml', xml },
    { nombre: 'otro.xml', xml: '<nada/>' },
    {
      nombre: 'ajeno.xml',
      xml: xml.replaceAll(/(<cfdi:Receptor[^>]*Rfc=")[^"]+/g, '$1CSU010101AB1'),
    },
  ])
  assert.equal(answer.status, 200, answer.text)
  const { leidos, problemas, proveedores, clientes, articulos } = answer.json.data
  assert.equal(leidos, 1)
  assert.deepEqual(
    problemas.map(({ nombre }: { nombre: string }) => nombre),
    ['otro.xml', 'ajeno.xml'],
  )
  assert.deepEqual(clientes, [])
  assert.equal(proveedores.length, 1)
  const [party] = proveedores
  assert.equal(party.existe, on.buying.proveedor)
  assert.match(party.regimen_fiscal, /^\d{3}$/)
  const [article] = articulos
  assert.deepEqual([article.se_compra, article.se_vende, article.precio_base], [true, false, null])
  assert.equal(article.existe, null)
})

test('what was chosen is made whole or not at all, and once', async () => {
  const chosen = {
    clientes: [
      {
        rfc: 'CSU010101AB1',
        razon_social: 'COMERCIAL DEL SUR',
        regimen_fiscal: '601',
        codigo_postal: '06000',
        veces: 3,
        existe: null,
      },
    ],
    proveedores: [
      { rfc: 'CSU010101AB1', razon_social: 'COMERCIAL DEL SUR', regimen_fiscal: '601' },
    ],
    articulos: [
      {
        clave: 'FLETE',
        descripcion: 'Flete',
        tipo: 'servicio',
        clave_prod_serv: '78101800',
        unidad: 'E48',
        precio_base: '1250.50',
      },
    ],
  }
  const unknown = await create({
    ...chosen,
    articulos: [{ ...chosen.articulos[0], unidad: 'ZZZ' }],
  })
  assert.deepEqual(
    unknown.json.errors.map(({ code, field }: Told) => [code, field]),
    [['UNKNOWN_REFERENCE', 'articulos[0].unidad']],
    unknown.text,
  )
  const wrong = await create({ ...chosen, clientes: [{ ...chosen.clientes[0], rfc: 'NO' }] })
  assert.deepEqual(
    wrong.json.errors.map(({ code, field }: Told) => [code, field]),
    [['VALIDATION', 'clientes[0].rfc']],
  )
  const none = await on.erp.admin.get(`${API}/Cliente?rfc=CSU010101AB1`)
  assert.deepEqual(none.json.data, [])
  const answer = await create(chosen)
  assert.equal(answer.status, 200, answer.text)
  const { clientes, proveedores, articulos } = answer.json.data
  assert.deepEqual([clientes, proveedores, articulos], [1, 1, 1])
  const [customer] = (await on.erp.admin.get(`${API}/Cliente?rfc=CSU010101AB1`)).json.data
  assert.deepEqual([customer.clave, customer.estado], ['CSU010101AB1', 'activo'])
  const [article] = (await on.erp.admin.get(`${API}/Articulo?clave=FLETE`)).json.data
  assert.deepEqual(
    [article.tipo, article.se_inventaria, article.precio_base],
    ['servicio', false, 1250.5],
  )
  const again = await create(chosen)
  assert.deepEqual(
    again.json.errors.map(({ code, field }: Told) => [code, field]),
    [
      ['DUPLICATE', 'clientes[0].clave'],
      ['DUPLICATE', 'proveedores[0].clave'],
      ['DUPLICATE', 'articulos[0].clave'],
    ],
  )
})

test('the right to make catalogs of CFDI is none to make what one may not make', async () => {
  const people = companyOf(on.erp)
  const grants = ['Empresa.leer', 'Empresa.crear_catalogos', 'Cliente.leer', 'Cliente.crear']
  const { client } = await people.person('capta', [await people.profile('CAPTA', { grants })])
  const party = { rfc: 'BNO010101AB1', razon_social: 'OTRO', regimen_fiscal: '601' }
  assert.equal((await create({ proveedores: [party] }, client)).status, 403)
  assert.equal((await create({ clientes: [party] }, client)).status, 200)
})

test('how much is read and made at once is bounded', async () => {
  const files = Array.from({ length: 501 }, () => ({ nombre: 'x', xml: '<a/>' }))
  for (const archivos of [files, [], 'x', [{ nombre: 'x' }], [null]]) {
    const answer = await propose(archivos)
    assert.deepEqual([answer.status, answer.json.errors[0].field], [422, 'archivos'], answer.text)
  }
  const party = { rfc: 'BNO010101AB1', razon_social: 'OTRO', regimen_fiscal: '601' }
  const many = await create({ clientes: Array.from({ length: 2_001 }, () => party) })
  assert.equal(many.status, 422)
  assert.equal((await create({})).status, 422)
  const extra = await create({ clientes: [{ ...party, estado: 'baja' }] })
  assert.equal(extra.json.errors[0].code, 'UNKNOWN_FIELD')
})
