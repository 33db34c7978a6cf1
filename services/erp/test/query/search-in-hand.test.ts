import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql, trusted } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { insertAnyRecords } from '../any-records.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, type Company } from '../rights/rights-fixture.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// A service of its own: the owner of its tables writes what only the SAT or a bank would bring about.

let erp: ErpTest
let company: Company

const UUID = '6128396F-C09B-4EC6-8699-43C5F7E3B230'
const DOCUMENTS = 'Venta,Articulo,Cliente,CuentaBancaria'

before(async () => {
  erp = await startOwnErp()
  company = companyOf(erp)
  await insert('Venta', 900, 4)
  await change('Venta', 900, { folio: 'V-000123', total: '1234.50', uuid: UUID })
  await change('Venta', 901, { folio: 'V-001123', total: '77.00' })
  await change('Venta', 902, { folio: 'V-000124', total: '-1234.50' })
  await change('Venta', 903, { folio: 'V-900000', orden_compra_cliente: 'acero 123' })
  await insert('Articulo', 900, 1)
  await change('Articulo', 900, { clave: 'TORNILLO', codigo_barras: '7501031311309' })
  await insert('Cliente', 900, 1)
  await change('Cliente', 900, { razon_social: 'Aceros del Norte', rfc: 'ANO010101AB1' })
  await insert('CuentaBancaria', 900, 1)
  await change('CuentaBancaria', 900, { nombre: 'Operación', clabe: '012180001183597195' })
})

after(() => erp.stop())

async function insert(model: string, firstId: number, count: number): Promise<void> {
  const found = shippedRegistry().models.get(model)
  assert.ok(found)
  const rows = { empresa: Number(erp.empresaId), firstId, count, day: '2026-01-31', reference: 1 }
  await erp.owner.transaction((tx) => insertAnyRecords(tx, found, rows))
}

async function change(
  model: string,
  id: number,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const table = shippedRegistry().models.get(model)?.table
  for (const [name, value] of Object.entries(values)) {
    const type = name === 'total' ? '::numeric' : '::text'
    await erp.owner.execute(
      sql`update ${trusted(`public."${table}"`)} set ${trusted(name)} = ${value}${trusted(type)}
        where empresa_id = ${erp.empresaId} and id = ${id}`,
    )
  }
}

/** What is found by a text, as `model id by field value`. */
async function found(q: string, client: HttpClient = erp.admin): Promise<readonly string[]> {
  const asked = new URLSearchParams({ modelos: DOCUMENTS, q })
  const { json, status } = await client.get(`${API}/search?${asked.toString()}`)
  assert.equal(status, 200)
  return json.data.map(
    ({ model, id, by }: { model: string; id: number; by: { field: string; value: string } }) =>
      `${model} ${id} ${by.field} ${by.value}`,
  )
}

test('a document is found by its folio, by the end of it, and by the number without its zeros', async () => {
  for (const typed of ['V-000123', 'v000123', 'V-123']) {
    assert.equal((await found(typed))[0], 'Venta 900 folio V-000123', typed)
  }
  assert.deepEqual(await found('00123'), ['Venta 900 folio V-000123'])
})

test('whose number it is comes before what only ends so, and this before what has it in its words', async () => {
  assert.deepEqual(await found('123'), [
    'Venta 900 folio V-000123',
    'Venta 901 folio V-001123',
    'Venta 903 orden_compra_cliente acero 123',
  ])
})

test('a document is found by its amount, as people write amounts', async () => {
  for (const typed of ['1,234.50', '$1,234.50', '$ 1234.5', '1234.50']) {
    assert.deepEqual(await found(typed), ['Venta 900 total 1234.50'], typed)
  }
  assert.deepEqual(await found('-1,234.50'), ['Venta 902 total -1234.50'])
  assert.deepEqual(await found('77'), ['Venta 901 total 77.00'])
  assert.deepEqual(await found('1,234.51'), [])
})

test('a CFDI is found by its UUID, or by the first eight digits of it', async () => {
  for (const typed of [UUID, UUID.toLowerCase(), '6128396f', '6128396F-C09B']) {
    assert.deepEqual(await found(typed), [`Venta 900 uuid ${UUID}`], typed)
  }
  assert.deepEqual(await found('6128396E'), [])
})

test('an article is found by its barcode, a customer by the RFC, a bank account by its CLABE', async () => {
  assert.deepEqual(await found('7501031311309'), ['Articulo 900 codigo_barras 7501031311309'])
  assert.deepEqual(await found('ano-010101-ab1'), ['Cliente 900 rfc ANO010101AB1'])
  assert.deepEqual(await found('012 180 00118359719 5'), [
    'CuentaBancaria 900 clabe 012180001183597195',
  ])
})

test('what was found says by which field, in words that people know', async () => {
  const { json } = await erp.admin.get(`${API}/search?modelos=Cliente&q=norte`)
  assert.deepEqual(
    json.data.map(({ by }: { by: object }) => by),
    [{ field: 'razon_social', label: 'Razón social', value: 'Aceros del Norte' }],
  )
})

test('a field that somebody may not see, or sees masked, finds nothing and is not told', async () => {
  const grants = ['Venta.leer', 'Articulo.leer', 'Cliente.leer', 'CuentaBancaria.leer']
  const fields = {
    'Venta.total': 'oculto',
    'Venta.uuid': 'enmascarado',
    'Venta.folio': 'enmascarado',
    'Articulo.codigo_barras': 'oculto',
    'Cliente.rfc': 'enmascarado',
    'CuentaBancaria.clabe': 'enmascarado',
  } as const
  const profile = await company.profile('CIEGO', { grants, fields })
  const { client } = await company.person('ciego', [profile])
  for (const typed of [
    'V-000123',
    '000123',
    '1,234.50',
    UUID,
    '6128396f',
    '7501031311309',
    'ANO010101AB1',
    '012180001183597195',
  ]) {
    assert.deepEqual(await found(typed, client), [], typed)
  }
  assert.deepEqual(await found('norte', client), ['Cliente 900 razon_social Aceros del Norte'])
})

test('records of another company, without a right or beyond a rule are not found by what is in hand', async () => {
  const stranger = await erp.otherCompany()
  const narrow = await company.profile('ESTRECHO', {
    grants: ['Venta.leer'],
    rules: [{ modelo: 'Venta', filtro: { total__lt: '100' } }],
  })
  const { client } = await company.person('estrecho', [narrow])
  for (const typed of ['V-000123', '1,234.50', UUID, '7501031311309', '012180001183597195']) {
    assert.deepEqual(await found(typed, stranger), [], typed)
    assert.deepEqual(await found(typed, client), [], typed)
  }
  assert.deepEqual(await found('77', client), ['Venta 901 total 77.00'])
})
