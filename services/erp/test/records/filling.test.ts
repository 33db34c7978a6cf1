import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { API } from '../actions/purchase-fixture.ts'
import { selling, type Selling } from '../actions/selling/selling-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { companyOf } from '../rights/rights-fixture.ts'

// What a form fills in follows from what was typed, says where it is from, and never takes its place.

let erp: ErpTest
let company: Selling

before(async () => {
  erp = await startErp()
  company = await selling(erp, erp.admin)
})

after(() => erp.stop())

type Json = Readonly<Record<string, unknown>>

async function fill(path: string, body: object, client: HttpClient = erp.admin) {
  const method = /\/\d+$/.test(path) ? 'PUT' : 'POST'
  const answer = await client.send(method, `${API}/${path}?preview=true&fill=true`, { body })
  assert.equal(answer.status, 200, answer.text)
  return { data: answer.json.data, meta: answer.json.meta }
}

/** A row of a catalog that all companies share. */
async function catalog(table: 'metodo_pago' | 'uso_cfdi' | 'forma_pago_sat', clave: string) {
  const statements = {
    metodo_pago: sql`select id from public.metodo_pago where clave = ${clave}`,
    uso_cfdi: sql`select id from public.uso_cfdi where clave = ${clave}`,
    forma_pago_sat: sql`select id from public.forma_pago_sat where clave = ${clave}`,
  }
  const [row] = await erp.owner.query<{ id: number }>(statements[table])
  assert.ok(row)
  return row.id
}

/** An article that is sold, with a price of its own. */
async function article(more: object = {}): Promise<number> {
  return await company.article('PROM', {
    descripcion: 'Varilla 3/8',
    objeto_impuesto: company.objeto,
    ...more,
  })
}

function line(articulo: number, more: object = {}): Json {
  return { articulo, cantidad: '2', ...more }
}

test('what follows from the customer and from his terms is filled in, and said where it is from', async () => {
  const usoCfdi = await catalog('uso_cfdi', 'G03')
  const cash = await company.create('CondicionPago', {
    clave: 'CONT',
    nombre: 'Contado',
    dias: 0,
    es_contado: true,
    aplica: 'clientes',
  })
  const cliente = await company.customer({
    condicion_pago: company.condicion,
    vendedor: company.vendedor,
    uso_cfdi: usoCfdi,
  })
  const { data, meta } = await fill('Venta', { cliente })
  assert.deepEqual(
    [data.condicion_pago, data.vendedor, data.uso_cfdi, data.moneda],
    [company.condicion, company.vendedor, usoCfdi, company.moneda],
  )
  assert.equal(data.metodo_pago, await catalog('metodo_pago', 'PPD'))
  assert.match(data.condicion_pago_str, /^30V/)
  const { condicion_pago, vendedor, uso_cfdi, moneda, metodo_pago } = meta.filled
  assert.deepEqual(
    { condicion_pago, vendedor, uso_cfdi, moneda, metodo_pago },
    {
      condicion_pago: { by: 'cliente' },
      vendedor: { by: 'cliente' },
      uso_cfdi: { by: 'cliente' },
      moneda: { by: 'company' },
      metodo_pago: { by: 'condicion_pago' },
    },
  )
  const typed = await fill('Venta', { cliente, condicion_pago: cash, vendedor: null })
  assert.deepEqual(
    [typed.data.condicion_pago, typed.data.vendedor],
    [cash, null],
    'what was typed or emptied stays',
  )
  assert.equal(typed.data.metodo_pago, await catalog('metodo_pago', 'PUE'))
  assert.equal('condicion_pago' in typed.meta.filled || 'vendedor' in typed.meta.filled, false)
  const plain = await fill('Venta', { cliente: await company.customer() })
  assert.deepEqual([plain.data.condicion_pago, plain.data.metodo_pago], [null, null])
})

test('how a customer paid the last time in one payment is proposed again, not where he pays later', async () => {
  const forma = await company.create('FormaPago', {
    clave: 'EFE',
    nombre: 'Efectivo',
    forma_pago_sat: await catalog('forma_pago_sat', '01'),
  })
  const articulo = await article()
  const cliente = await company.customer({ condicion_pago: company.condicion })
  await company.sale(cliente, [{ articulo }], { forma_pago: forma })
  const later = await fill('Venta', { cliente })
  assert.equal(later.data.forma_pago, null)
  const at = { cliente, metodo_pago: await catalog('metodo_pago', 'PUE') }
  const now = await fill('Venta', at)
  assert.deepEqual([now.data.forma_pago, now.meta.filled.forma_pago], [forma, { by: 'last' }])
  const other = await fill('Venta', { ...at, cliente: await company.customer() })
  assert.equal(other.data.forma_pago, null, 'of another customer nothing is known')
})

test('an article brings its description, unit, key, taxes and price', async () => {
  const clave = await erp.owner.query<{ id: number }>(
    sql`select id from public.clave_prod_serv order by id limit 1`,
  )
  const claveProdServ = clave[0] === undefined ? null : clave[0].id
  const articulo = await article({ clave_prod_serv: claveProdServ, precio_base: '12.5' })
  const cliente = await company.customer({ condicion_pago: company.condicion })
  const { data, meta } = await fill('Venta', { cliente, partidas: [line(articulo)] })
  const [first] = data.partidas
  assert.deepEqual(
    [first.descripcion, first.unidad, first.objeto_impuesto, first.clave_prod_serv, first.precio],
    ['Varilla 3/8', company.unidad, company.objeto, claveProdServ, 12.5],
  )
  assert.deepEqual([first.importe, data.subtotal], [25, 25])
  assert.deepEqual(meta.filled['partidas[0].descripcion'], { by: 'articulo' })
  assert.deepEqual(meta.filled['partidas[0].precio'], { by: 'articulo' })
  assert.deepEqual(meta.errors, [], 'it can be stored as it is')
  const typed = await fill('Venta', {
    cliente,
    partidas: [line(articulo, { descripcion: 'Varilla a medida', precio: '9' })],
  })
  const [own] = typed.data.partidas
  assert.deepEqual([own.descripcion, own.precio], ['Varilla a medida', 9])
})

test('a price is that of the list, else that of the last sale to the customer, else that of the article', async () => {
  const articulo = await article({ precio_base: '10' })
  const cliente = await company.customer({ condicion_pago: company.condicion })
  const priceOf = async (of: object) => {
    const { data, meta } = await fill('Venta', of)
    return [data.partidas[0].precio, meta.filled['partidas[0].precio']]
  }
  const asked = { cliente, partidas: [line(articulo)] }
  assert.deepEqual(await priceOf(asked), [10, { by: 'articulo' }])
  await company.sale(cliente, [{ articulo, precio: '11' }])
  await company.sale(await company.customer(), [{ articulo, precio: '99' }])
  const gone = await company.sale(cliente, [{ articulo, precio: '98' }])
  await company.done('Venta', 'cancelar_venta', gone, { motivo: 'Error de captura' })
  assert.deepEqual(await priceOf(asked), [11, { by: 'last' }])
  const lista = await company.create('ListaPrecios', {
    clave: 'MAYOREO',
    nombre: 'Mayoreo',
    moneda: company.moneda,
    inicio_vigencia: '2020-01-01',
    estado: 'vigente',
  })
  await company.create('ListaPreciosPartida', {
    lista,
    articulo,
    unidad: company.unidad,
    precio: '8.75',
  })
  const listed = await erp.admin.send('PUT', `${API}/Cliente/${cliente}`, {
    body: { lista_precios: lista },
  })
  assert.equal(listed.status, 200, listed.text)
  assert.deepEqual(await priceOf(asked), [8.75, { by: 'list', of: 'MAYOREO' }])
  const [dollar] = await erp.owner.query<{ id: number }>(
    sql`select id from public.moneda where clave = 'USD'`,
  )
  const foreign = await priceOf({ ...asked, moneda: dollar?.id, tipo_cambio: '20' })
  assert.deepEqual(foreign, [0.4375, { by: 'list', of: 'MAYOREO' }])
})

test('a purchase takes the price that its supplier had last, a requisition what was paid last', async () => {
  const articulo = await article()
  const proveedor = await company.create('Proveedor', {
    clave: 'PF',
    razon_social: 'Aceros',
    rfc: 'ANO010101AB2',
  })
  const of = { proveedor, moneda: company.moneda }
  const bought = await erp.admin.post(`${API}/Compra`, {
    ...of,
    condicion_pago: company.condicion,
    partidas: [{ ...line(articulo), descripcion: 'x', unidad: company.unidad, precio: '7.5' }],
  })
  assert.equal(bought.status, 201, bought.text)
  const again = await fill('Compra', { ...of, partidas: [line(articulo)] })
  assert.deepEqual(
    [again.data.partidas[0].precio, again.meta.filled['partidas[0].precio']],
    [7.5, { by: 'last' }],
  )
  const asked = await fill('RequisicionCompra', { partidas: [line(articulo)] })
  assert.deepEqual(
    [asked.data.partidas[0].precio_estimado, asked.meta.filled.solicitante],
    [7.5, { by: 'user' }],
  )
})

test('new lines of a stored document are filled in, and nothing else of it', async () => {
  const articulo = await article({ precio_base: '5' })
  const cliente = await company.customer({ vendedor: company.vendedor })
  const id = await company.sale(cliente, [{ articulo, descripcion: 'Suya' }], { vendedor: null })
  const { data, meta } = await fill(`Venta/${id}`, { partidas: [line(articulo)] })
  assert.deepEqual(
    data.partidas.map((one: Json) => [one['descripcion'], one['precio']]),
    [
      ['Suya', 100],
      ['Varilla 3/8', 100],
    ],
  )
  assert.equal(data.vendedor, null)
  assert.deepEqual(meta.filled['partidas[0].precio'], { by: 'last' })
})

test('the folio and the series say what they will be, and nothing of them is taken', async () => {
  const [modelo] = (await erp.admin.get(`${API}/ModeloSistema?nombre=Cotizacion`)).json.data
  await company.create('Serie', {
    clave: 'CZ',
    nombre: 'Cotizaciones',
    modelo: modelo.id,
    folio_inicial: 40,
    folio_actual: 0,
    reinicio: 'nunca',
    es_predeterminada: true,
    activo: true,
  })
  const body = { vigencia: '2030-01-01', vendedor: company.vendedor, moneda: company.moneda }
  const expected = { folio: { text: 'CZ-00040' } }
  const seen = await fill('Cotizacion', body)
  assert.deepEqual([seen.meta.expected, seen.data.folio], [expected, null])
  assert.deepEqual((await fill('Cotizacion', body)).meta.expected, expected)
  const stored = await erp.admin.post(`${API}/Cotizacion`, body)
  assert.equal(stored.json.data.folio, 'CZ-00040', stored.text)
  assert.equal((await fill('Cotizacion', body)).meta.expected.folio.text, 'CZ-00041')
  assert.deepEqual((await fill('Cotizacion', { ...body, folio: 'A' })).meta.expected, {})
  const sale = await fill('Venta', {})
  assert.match(sale.meta.expected.folio.text, /^VE-\d{5}$/)
})

test('nothing is filled in that the caller may not read, nor without being asked', async () => {
  const articulo = await article({ precio_base: '10' })
  const cliente = await company.customer({ condicion_pago: company.condicion })
  await company.sale(cliente, [{ articulo, precio: '11' }])
  const people = companyOf(erp)
  const sells = ['Venta', 'VentaPartida'].flatMap((model) => [`${model}.crear`])
  const profile = await people.profile('CAPTURA', {
    grants: [...sells, 'Cliente.leer', 'Articulo.leer', 'Moneda.leer', 'VentaPartida.leer'],
    fields: { 'Articulo.precio_base': 'oculto', 'Articulo.descripcion': 'enmascarado' },
  })
  const { client } = await people.person('captura', [profile])
  const { meta } = await fill('Venta', { cliente, partidas: [line(articulo)] }, client)
  assert.deepEqual(
    Object.keys(meta.filled).filter((name) => /condicion|precio|descripcion/.test(name)),
    [],
  )
  const plain = await erp.admin.post(`${API}/Venta?preview=true`, {
    cliente,
    partidas: [line(articulo)],
  })
  assert.deepEqual([plain.json.data.condicion_pago, plain.json.meta.filled], [null, {}])
  assert.deepEqual(plain.json.meta.proposals.condicion_pago, {
    id: company.condicion,
    text: '30V 30 días',
    by: 'cliente',
  })
})
