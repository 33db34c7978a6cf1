import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import type { Field, Model } from '../../src/dictionary/types.ts'
import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { companyOf } from '../rights/rights-fixture.ts'
import { shippedRegistry } from '../shipped-registry.ts'

// A service of its own: it counts the rows of every table.

// Deep: it previews a write of every model, of a quarter of them in each turn.

// A preview answers what a write would store, and nothing of it stays.

const PARTS = 4

let erp: ErpTest
let company: Purchasing
let articulo: number

before(async () => {
  erp = await startOwnErp()
  company = await purchasing(erp, erp.admin)
  articulo = await company.create('Articulo', {
    clave: 'CEM-50',
    descripcion: 'Cemento 50 kg',
    tipo: 'producto',
    unidad: company.unidad,
  })
})

after(() => erp.stop())

type Json = Readonly<Record<string, unknown>>

async function preview(path: string, body: object, client: HttpClient = erp.admin) {
  const method = /\/\d+$/.test(path) ? 'PUT' : 'POST'
  return await client.send(method, `${API}/${path}?preview=true`, { body })
}

function head(more: object = {}): Json {
  const { proveedor, moneda, condicion } = company
  return { proveedor, moneda, condicion_pago: condicion, ...more }
}

function line(more: object = {}): Json {
  return { descripcion: 'Varilla', cantidad: '2', unidad: company.unidad, precio: '100', ...more }
}

/** How many rows there are in each table, and what the counters say. */
async function everything(): Promise<readonly unknown[]> {
  return await erp.owner.query(sql`
    select table_schema, table_name,
      query_to_xml(format('select count(*) as c from %I.%I', table_schema, table_name), true, false, '')::text as filas
    from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')
    order by 1, 2`)
}

const OWN = new Set(['id', 'folio', 'serie', 'serie_str', 'version', 'creado_en', 'modificado_en'])

/** Without what only a record that is there has, and what names it. */
function content(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(content)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(
    ([name]) => !OWN.has(name) && name !== 'compra' && name !== 'compra_str',
  )
  return Object.fromEntries(entries.map(([name, own]) => [name, content(own)]))
}

test('a preview is what the write then stores, without an id, a folio or anything else that is used up', async () => {
  const body = head({ partidas: [line(), line({ precio: '33.333333', descuento: '1.50' })] })
  const before = await everything()
  const seen = await preview('Compra', body)
  assert.equal(seen.status, 200, seen.text)
  assert.deepEqual(await everything(), before)
  const { data, meta } = seen.json
  assert.deepEqual(
    { ...meta, proposals: {} },
    {
      model: 'Compra',
      preview: true,
      warnings: [],
      errors: [],
      proposals: {},
      filled: {},
      expected: {},
    },
  )
  assert.deepEqual([data.id, data.folio, data.version, data.total], [null, null, null, 265.17])
  assert.deepEqual(
    data.partidas.map((one: Json) => [one['id'], one['partida'], one['compra'], one['importe']]),
    [
      [null, 1, null, 200],
      [null, 2, null, 66.67],
    ],
  )
  assert.match(data.proveedor_str, /Aceros/)
  const stored = await erp.admin.post(`${API}/Compra`, body)
  assert.equal(stored.status, 201, stored.text)
  assert.deepEqual(content(data), content(stored.json.data))
})

test('a preview of a change is the document after it, with new lines where they were put', async () => {
  const { json } = await erp.admin.post(`${API}/Compra`, head({ partidas: [line(), line()] }))
  const { id, partidas } = json.data
  const before = await erp.admin.get(`${API}/Compra/${id}?lines=true`)
  const counted = await everything()
  const seen = await preview(`Compra/${id}`, {
    partidas: [
      { id: partidas[0].id },
      line({ precio: '5' }),
      { id: partidas[1].id, cantidad: '3' },
    ],
  })
  assert.equal(seen.status, 200, seen.text)
  assert.deepEqual(seen.json.meta.errors, [])
  assert.deepEqual(
    seen.json.data.partidas.map((one: Json) => [one['id'], one['importe']]),
    [
      [partidas[0].id, 200],
      [null, 10],
      [partidas[1].id, 300],
    ],
  )
  assert.deepEqual([seen.json.data.id, seen.json.data.total], [id, 510])
  const after = await erp.admin.get(`${API}/Compra/${id}?lines=true`)
  assert.deepEqual(after.json.data, before.json.data)
  assert.deepEqual(await everything(), counted)
})

test('what cannot be stored yet is computed as far as it goes, with every reason why', async () => {
  const body = { moneda: company.moneda, partidas: [line(), { cantidad: '4' }, line({ articulo })] }
  const seen = await preview('Compra', body)
  assert.equal(seen.status, 200, seen.text)
  const refused = await erp.admin.post(`${API}/Compra`, body)
  assert.deepEqual(seen.json.meta.errors, refused.json.errors)
  assert.ok(
    refused.json.errors.some(({ field }: { field: string }) => field === 'partidas[1].descripcion'),
  )
  const { data } = seen.json
  assert.deepEqual([data.subtotal, data.total, data.proveedor], [400, 400, null])
  assert.deepEqual([data.moneda_str, data.estado], ['MXN Peso Mexicano', 'iniciada'])
  assert.deepEqual(
    data.partidas.map((one: Json) => [one['partida'], one['cantidad'], one['importe'] ?? null]),
    [
      [1, 2, 200],
      [2, 4, null],
      [3, 2, 200],
    ],
  )
  assert.match(data.partidas[2].articulo_str, /CEM-50/)
})

test('a change that cannot be stored yet is computed over what is stored', async () => {
  const { json } = await erp.admin.post(`${API}/Compra`, head({ partidas: [line(), line()] }))
  const { id, partidas } = json.data
  const seen = await preview(`Compra/${id}`, {
    partidas: [{ id: partidas[1].id, cantidad: '5' }, { descripcion: 'sin precio' }],
  })
  assert.equal(seen.status, 200, seen.text)
  assert.ok(seen.json.meta.errors.length > 0)
  assert.deepEqual(
    seen.json.data.partidas.map((one: Json) => [one['id'], one['importe'] ?? null]),
    [
      [partidas[0].id, 200],
      [partidas[1].id, 500],
      [null, null],
    ],
  )
  assert.deepEqual([seen.json.data.id, seen.json.data.subtotal], [id, 700])
})

test('a preview takes references in words, as a spreadsheet has them', async () => {
  const seen = await preview(
    'Compra',
    head({
      partidas: [line({ articulo_str: 'CEM-50' }), line({ articulo_str: 'NO-HAY' })],
    }),
  )
  assert.equal(seen.status, 200, seen.text)
  assert.deepEqual(
    seen.json.data.partidas.map((one: Json) => one['articulo']),
    [articulo, null],
  )
  assert.deepEqual(
    seen.json.meta.errors.map(({ code, field }: Json) => [code, field]),
    [['UNKNOWN_REFERENCE', 'partidas[1].articulo']],
  )
})

test('a preview of a new record proposes what a person would choose, and fills nothing in', async () => {
  const [me] = (await erp.admin.get(`${API}/Usuario?usuario=admin`)).json.data
  const comprador = await company.create('Comprador', {
    clave: 'C1',
    nombre: 'Ana',
    usuario: me.id,
  })
  const condicion = await company.create('CondicionPago', {
    clave: '60D',
    nombre: '60 días',
    dias: 60,
    aplica: 'proveedores',
  })
  const proveedor = await company.create('Proveedor', {
    clave: 'P60',
    razon_social: 'A sesenta días',
    rfc: 'ANO010101AB2',
    condicion_pago: condicion,
  })
  const seen = await preview('Compra', { proveedor })
  const { proposals } = seen.json.meta
  assert.deepEqual(proposals.condicion_pago, {
    by: 'proveedor',
    id: condicion,
    text: '60D 60 días',
  })
  assert.deepEqual([proposals.comprador.id, proposals.moneda.id], [comprador, company.moneda])
  assert.deepEqual([seen.json.data.comprador, seen.json.data.moneda], [null, null])
  const chosen = await preview('Compra', { proveedor, moneda: null, comprador: null })
  assert.deepEqual(Object.keys(chosen.json.meta.proposals).toSorted(), [
    'almacen',
    'condicion_pago',
    'sucursal',
  ])
  const people = companyOf(erp)
  const profile = await people.profile('SOLO', { grants: ['Compra.crear', 'Compra.leer'] })
  const buyer = await people.person('solo-compra', [profile])
  const own = await preview('Compra', { proveedor }, buyer.client)
  assert.deepEqual(own.json.meta.proposals, {}, 'nothing that he may not read')
})

test('a preview needs the rights of the write, and the version that was read', async () => {
  const people = companyOf(erp)
  const reader = await people.person('solo-lee', [
    await people.profile('LEE', { grants: ['Compra.leer'] }),
  ])
  const blind = await people.person('no-lee', [
    await people.profile('ESCRIBE', {
      grants: ['Compra.crear', 'CompraPartida.crear', 'Proveedor.leer'],
    }),
  ])
  const { json } = await erp.admin.post(`${API}/Compra`, head({ partidas: [line()] }))
  const { id } = json.data
  assert.equal((await preview('Compra', head(), reader.client)).status, 403)
  assert.equal((await preview(`Compra/${id}`, { observaciones: 'x' }, reader.client)).status, 403)
  const written = await preview('Compra', head({ partidas: [line()] }), blind.client)
  assert.deepEqual(written.json.data, { id: null, version: null })
  const stale = await erp.admin.send('PUT', `${API}/Compra/${id}?preview=true`, {
    body: { observaciones: 'x' },
    headers: { 'if-match': '"77"' },
  })
  assert.equal(stale.status, 412)
  assert.equal((await preview('Compra/987654321', {})).status, 404)
  const odd = await erp.admin.send('POST', `${API}/Compra?preview=quiza`, { body: head() })
  assert.equal(odd.status, 422)
})

test('of every model a preview says what the write says, and leaves nothing', async () => {
  const models = [...shippedRegistry().models.values()].filter(
    ({ operations, scope }) => scope === 'tenant' && operations.includes('create'),
  )
  const outcome = { refused: 0, stored: 0 }
  const before = await everything()
  const asked = inTurn(models, PARTS).flatMap((model) => [
    { name: model.name, body: {} },
    { name: model.name, body: anyBody(model) },
  ])
  const told: unknown[] = []
  for (const { name, body } of asked) {
    const { status, json, text } = await preview(name, body)
    assert.ok(status === 200 || status === 403, `${name}: ${text}`)
    told.push(json.meta.errors ?? json.errors)
  }
  assert.deepEqual(await everything(), before)
  for (const [i, { name, body }] of asked.entries()) {
    const written = await erp.admin.post(`${API}/${name}`, body)
    assert.deepEqual(told[i], written.json.errors ?? [], `${name} ${JSON.stringify(body)}`)
    outcome[written.status === 201 ? 'stored' : 'refused'] += 1
  }
  assert.ok(outcome.refused > 1000 / PARTS && outcome.stored > 12 / PARTS, JSON.stringify(outcome))
})

/** What a model requires, with values that fit their types and references to nothing. */
function anyBody({ fields, name }: Model): Json {
  const required = fields.filter((field) => field.required && field.readOnly === null)
  return Object.fromEntries(required.map((field) => [field.name, anyValue(field, name)]))
}

function anyValue(field: Field, model: string): unknown {
  if (field.type === 'text') {
    return field.form === 'email' ? 'a@b.example' : `X${model}`.slice(0, field.length)
  }
  return field.type === 'choice' ? field.choices[0]?.value : ANY[field.type]
}

const ANY: Readonly<Record<Exclude<Field['type'], 'text' | 'choice'>, unknown>> = {
  long_text: 'Texto de prueba 1',
  secret: 'Texto de prueba 1',
  reference: 987_654_321,
  integer: 1,
  money: '1',
  quantity: '1',
  rate: '1',
  decimal: '1',
  date: '2026-03-01',
  instant: '2026-03-01T00:00:00Z',
  boolean: false,
  json: {},
}
