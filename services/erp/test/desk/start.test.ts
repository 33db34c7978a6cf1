import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { START_STEPS } from '../../src/endpoints/start-steps.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf, type Company } from '../rights/rights-fixture.ts'

interface Step {
  readonly name: string
  readonly done: boolean
  readonly count: number
  readonly optional: boolean
  readonly opens: { readonly model?: string; readonly id?: number; readonly page?: string }
}

let erp: ErpTest
let company: Company

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
})

after(() => erp.stop())

const steps = async (client = erp.admin): Promise<readonly Step[]> =>
  (await client.get(`${API}/start`)).json.data

const stepNamed = async (name: string) =>
  (await steps()).find((step) => step.name === name) ?? assert.fail(name)

test('a company that was just made is told each step, and which are done already', async () => {
  const { status, json } = await erp.admin.get(`${API}/start`)
  assert.equal(status, 200)
  assert.deepEqual(
    json.data.map(({ name }: Step) => name),
    START_STEPS.map(({ name }) => name),
  )
  assert.equal(json.meta.total, START_STEPS.length)
  assert.equal(json.meta.done, json.data.filter(({ done }: Step) => done).length)
  const [first, second]: readonly Step[] = json.data
  assert.deepEqual(first?.opens, { page: '/start/catalogs' })
  const own = { model: 'Empresa', id: Number(erp.empresaId) }
  assert.deepEqual(second?.opens, { ...own, action: 'aplicar_constancia' })
  assert.equal((await stepNamed('clientes')).done, false)
  // The chart of accounts comes with the company.
  assert.equal((await stepNamed('cuentas')).done, true)
})

test('every step leads to what there is', async () => {
  for (const { name, opens } of await steps()) {
    const { model, id } = opens
    if (model === undefined) continue
    const path = id === undefined ? `/${model}?per_page=1` : `/${model}/${id}`
    assert.equal((await erp.admin.get(API + path)).status, 200, name)
  }
})

test('a step is done once its records are there', async () => {
  const before = await stepNamed('bancos')
  assert.deepEqual([before.done, before.count], [false, 0])
  const pick = async (model: string, query: string) =>
    (await erp.admin.get(`${API}/${model}?per_page=1&${query}`)).json.data[0].id
  const created = await erp.admin.send('POST', `${API}/CuentaBancaria`, {
    body: {
      clave: 'B1',
      nombre: 'Operación',
      banco: await pick('Banco', 'clave=012'),
      tipo: await pick('TipoCuentaBancaria', ''),
      numero_cuenta: '0123456789',
      moneda: await pick('Moneda', 'clave=MXN'),
      cuenta_contable: await pick('CuentaContable', ''),
    },
  })
  assert.equal(created.status, 201, created.text)
  const now = await stepNamed('bancos')
  assert.deepEqual([now.done, now.count], [true, 1])
})

test('who the company is, is done with an RFC and an address of its own', async () => {
  assert.equal((await stepNamed('empresa')).done, false)
  await erp.owner.query(sql`
    insert into public.direccion (empresa_id, id, creado_en, modificado_en, tipo_domicilio, calle, pais)
    select ${erp.empresaId}, 900, now(), now(), (select min(id) from public.tipo_domicilio), 'Madero',
      (select id from public.pais where clave = 'MEX')`)
  const read = (await erp.admin.get(`${API}/Empresa/${erp.empresaId}`)).json.data
  const sent = await erp.admin.send('PUT', `${API}/Empresa/${erp.empresaId}`, {
    body: { rfc: 'EKU9003173C9', domicilio_fiscal: 900, version: read.version },
  })
  assert.equal(sent.status, 200, sent.text)
  // Nothing is stamped without a postal code.
  assert.equal((await stepNamed('empresa')).done, false)
  await erp.owner.query(sql`
    with code as (
      insert into public.codigo_postal (id, clave, estado)
      select 90000001, '91779', min(id) from public.estado returning id)
    update public.direccion set codigo_postal = (select id from code)
    where empresa_id = ${erp.empresaId} and id = 900`)
  assert.equal((await stepNamed('empresa')).done, true)
})

test('a person is told only the steps that he may take, and nothing of other companies', async () => {
  const selling = await company.profile('ALTAS', { grants: ['Cliente.leer', 'Cliente.crear'] })
  const seller = await company.person('altas', [selling])
  assert.deepEqual(
    (await steps(seller.client)).map(({ name }) => name),
    ['clientes'],
  )
  const nobody = await company.person('nadie', [])
  assert.deepEqual(await steps(nobody.client), [])
  const own = (await steps(seller.client))[0]?.count
  await erp.owner.query(sql`
    insert into public.cliente (empresa_id, id, creado_en, modificado_en, clave, razon_social, rfc, estado)
    select e.id, 7000, now(), now(), 'AJENO', 'Ajeno', 'XAXX010101000', 'activo' from public.empresa e
    where e.id <> ${erp.empresaId} limit 1`)
  assert.equal((await steps(seller.client))[0]?.count, own)
})
