import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { API, purchasing, verdict, type Purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

// Nobody types what can be computed: amounts, taxes, folios. And no document leaves its states.

let erp: ErpTest
let company: Purchasing
let articulo: number
let iva: { id: number; tasa: string }

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
  const [rate] = await erp.owner.query<{ id: number; tasa: string }>(sql`
    select c.id, c.valor::text as tasa from public.tasa_cuota c join public.impuesto i on i.id = c.impuesto
    where i.clave = '002' and c.tipo = 'Fijo' and c.valor = 0.16 and c.traslado order by c.id limit 1`)
  assert.ok(rate)
  iva = rate
  const grupo = await company.create('GrupoFiscalArticulo', {
    clave: 'IVA16',
    nombre: 'IVA 16 %',
    tasa_iva: iva.id,
  })
  articulo = await createArticle('VAR', { grupo_fiscal: grupo })
})

after(() => erp.stop())

async function createArticle(clave: string, more: object): Promise<number> {
  const { json } = await erp.client.get(`${API}/metadata/Articulo`)
  const body: Record<string, unknown> = {}
  for (const column of json.data.columns) {
    if (!column.required || column.default !== null || column.read_only) continue
    if (column.type === 'text') body[column.name] = clave
    else if (column.type === 'choice') body[column.name] = column.choices[0].value
    else if (column.type === 'reference') body[column.name] = await anyRecord(column.references)
    else if (column.type === 'date') body[column.name] = '2026-01-01'
    else body[column.name] = 1
  }
  return await company.create('Articulo', { ...body, ...more })
}

async function anyRecord(model: string): Promise<number> {
  const found = await erp.admin.get(`${API}/${model}?per_page=1`)
  const [first] = found.json.data
  assert.ok(first, `a record of ${model}`)
  return first.id
}

function line(more: object = {}): Record<string, unknown> {
  return { descripcion: 'Varilla', cantidad: '2', unidad: company.unidad, precio: '100', ...more }
}

function head(more: object = {}): Record<string, unknown> {
  const { proveedor, moneda, condicion } = company
  return { proveedor, moneda, condicion_pago: condicion, ...more }
}

async function created(more: object) {
  const answer = await erp.admin.post(`${API}/Compra`, head(more))
  assert.equal(answer.status, 201, answer.text)
  return answer.json.data
}

async function whole(id: number) {
  return (await erp.admin.get(`${API}/Compra/${id}?lines=true`)).json.data
}

async function put(path: string, body: object) {
  return await erp.admin.send('PUT', `${API}/${path}`, { body })
}

test('a total that the lines do not make is refused with both', async () => {
  const answer = await erp.admin.post(
    `${API}/Compra`,
    head({ total: '999', partidas: [line({ impuestos: '32' })] }),
  )
  assert.equal(answer.status, 422)
  assert.match(
    answer.json.errors[0].message,
    /total is 999, but subtotal 200\.00 − descuento 0\.00 \+ impuestos 32\.00 − retenciones 0\.00 make 232\.00/,
  )
})

test('a line that is written by itself carries through to its document', async () => {
  const { id } = await created({})
  const partida = await company.create('CompraPartida', { compra: id, partida: 1, ...line() })
  assert.deepEqual([(await whole(id)).subtotal, (await whole(id)).total], [200, 200])
  await company.update('CompraPartida', partida, { cantidad: '3', descuento: '50' })
  const changed = await whole(id)
  assert.deepEqual([changed.subtotal, changed.descuento, changed.total], [300, 50, 250])
  await erp.admin.send('DELETE', `${API}/CompraPartida/${partida}`)
  const emptied = await whole(id)
  assert.deepEqual([emptied.subtotal, emptied.descuento, emptied.total], [0, 0, 0])
})

test('a total that was typed before the lines stays, to be judged when the document is authorized', async () => {
  const { id } = await created({ total: '1000' })
  await company.create('CompraPartida', { compra: id, partida: 1, ...line() })
  assert.deepEqual([(await whole(id)).subtotal, (await whole(id)).total], [200, 1000])
  const refused = await company.actOn('autorizar_compra', id)
  assert.deepEqual(verdict(refused), [422, 'VALIDATION'])
})

test('an import of lines carries through to its documents, one statement for all of them', async () => {
  const one = await created({})
  const two = await created({})
  const rows = [one, one, two].map(({ id }, i) =>
    JSON.stringify({ compra: id, partida: i + 1, ...line() }),
  )
  const answer = await erp.admin.send('POST', `${API}/CompraPartida/import`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: rows.join('\n'),
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([(await whole(one.id)).total, (await whole(two.id)).total], [400, 200])
})

test('amounts are exact however large, and half a cent goes away from zero', async () => {
  const cases = [
    ['0.005', '1', 0.01],
    ['1.005', '1', 1.01],
    ['333333333.333333', '3', 1_000_000_000],
    ['0.1', '0.3', 0.03],
  ] as const
  const { partidas } = await created({
    partidas: cases.map(([cantidad, precio]) => line({ cantidad, precio })),
  })
  assert.deepEqual(
    partidas.map(({ importe }: { importe: number }) => importe),
    cases.map(([, , importe]) => importe),
  )
})

test('quotes, receipts, invoices and returns compute their amounts as purchases do', async () => {
  const { proveedor, moneda } = company
  const quote = await erp.admin.post(`${API}/CotizacionProveedor`, {
    proveedor,
    moneda,
    vigencia: '2026-12-31',
    impuestos: '28.80',
    partidas: [line({ descuento: '20' })],
  })
  assert.equal(quote.status, 201, quote.text)
  const { subtotal, total, partidas } = quote.json.data
  assert.deepEqual([partidas[0].importe, subtotal, total], [200, 180, 208.8])
  const invoice = await erp.admin.post(`${API}/CuentaPorPagar`, {
    proveedor,
    moneda,
    tipo: 'factura',
    vencimiento: '2026-12-31',
    partidas: [
      { descripcion: 'Flete', importe: '500', impuestos: '80', retenciones: '20' },
      { descripcion: 'Varilla', cantidad: '2', precio: '100' },
    ],
  })
  assert.equal(invoice.status, 201, invoice.text)
  assert.deepEqual([invoice.json.data.subtotal, invoice.json.data.total], [700, 760])
  assert.equal(invoice.json.data.saldo, 760)
  const wrong = await erp.admin.post(`${API}/CuentaPorPagar`, {
    proveedor,
    moneda,
    tipo: 'factura',
    vencimiento: '2026-12-31',
    total: '999999',
    saldo: '0.01',
  })
  assert.deepEqual([wrong.status, wrong.json.errors[0].field], [422, 'saldo'])
})

test('a line that says nothing of taxes has those of its article, broken down', async () => {
  const { id, partidas, total } = await created({ partidas: [line({ articulo })] })
  const [{ impuestos, retenciones, desglose }] = partidas
  assert.deepEqual([impuestos, retenciones, total], [32, 0, 232])
  assert.deepEqual(
    desglose.map((row: Record<string, unknown>) => [
      row['compra'] === id,
      row['tipo'],
      row['tasa'],
      row['base'],
      row['importe'],
    ]),
    [[true, 'traslado', 0.16, 200, 32]],
  )
})

test('a line that says what its taxes are keeps them, and a breakdown that differs is refused', async () => {
  const { partidas } = await created({ partidas: [line({ articulo, impuestos: '0' })] })
  assert.deepEqual([partidas[0].impuestos, partidas[0].desglose], [0, []])
  const tax = { impuesto: 1, factor: 1, tipo: 'traslado', base: '200', importe: '10' }
  const answer = await erp.admin.post(
    `${API}/Compra`,
    head({ partidas: [line({ impuestos: '32', desglose: [tax] })] }),
  )
  assert.deepEqual([answer.status, answer.json.errors[0].field], [422, 'partidas[0].impuestos'])
})

test('the taxes of a line follow from what it comes to', async () => {
  const { id, partidas } = await created({ partidas: [line({ articulo }), line({ articulo })] })
  const [first, second] = partidas
  await company.update('CompraPartida', first.id, { cantidad: '5' })
  const single = await whole(id)
  assert.deepEqual([single.partidas[0].impuestos, single.impuestos, single.total], [80, 112, 812])
  const both = await put(`Compra/${id}`, { partidas: [{ id: second.id, descuento: '100' }] })
  assert.equal(both.status, 200, both.text)
  const { desglose, impuestos } = both.json.data.partidas[1]
  assert.deepEqual([desglose[0].base, desglose[0].importe, impuestos], [100, 16, 16])
  assert.equal(both.json.data.total, 696)
})

test('what an article bears itself goes before its group, and only in force', async () => {
  const own = await createArticle('PROPIO', { grupo_fiscal: null })
  await company.create('ArticuloImpuesto', {
    articulo: own,
    impuesto: 2,
    tipo: 'traslado',
    tasa_cuota: iva.id,
    zona: 'general',
    inicio_vigencia: '2026-03-01',
  })
  const at = async (fecha: string) => {
    const { partidas } = await created({ fecha, partidas: [line({ articulo: own })] })
    return partidas[0].impuestos
  }
  assert.deepEqual([await at('2026-02-28'), await at('2026-03-01')], [0, 32])
})

test('a document without a folio gets the next one, and one that stands already is passed over', async () => {
  const first = await created({})
  assert.match(first.folio, /^CO-\d{5}$/)
  const next = (folio: string) => `CO-${String(Number(folio.slice(3)) + 1).padStart(5, '0')}`
  await created({ folio: next(first.folio) })
  const second = await created({})
  assert.equal(second.folio, next(next(first.folio)))
})

test('twenty at once get twenty folios', async () => {
  const folios = await Promise.all(
    Array.from({ length: 20 }, async () => (await created({})).folio),
  )
  assert.equal(new Set(folios).size, 20)
})

test('folios are those of the series of the model, of the branch first, and begin anew with the period', async () => {
  const modelo = await modelId('Compra')
  const base = { modelo, folio_inicial: 1, folio_actual: 0, reinicio: 'nunca', activo: true }
  const serie = await company.create('Serie', {
    ...base,
    clave: 'OC',
    nombre: 'Compras',
    longitud: 4,
    es_predeterminada: true,
  })
  const data = await created({})
  assert.deepEqual([data.folio, data.serie], ['OC-0001', serie])
  assert.equal((await erp.admin.get(`${API}/Serie/${serie}`)).json.data.folio_actual, 1)
  const yearly = await company.create('Serie', {
    ...base,
    clave: 'A',
    nombre: 'Anual',
    reinicio: 'anual',
  })
  const of = async (fecha: string) => (await created({ serie: yearly, fecha })).folio
  assert.deepEqual(
    [await of('2026-12-31'), await of('2026-12-31'), await of('2027-01-01')],
    ['A26-00001', 'A26-00002', 'A27-00001'],
  )
})

test('a series without folios left and a series of another model are refused with what would help', async () => {
  const full = await company.create('Serie', {
    clave: 'LLENA',
    nombre: 'Llena',
    modelo: await modelId('Compra'),
    folio_inicial: 1,
    folio_actual: 1,
    folio_final: 1,
    reinicio: 'nunca',
    activo: true,
  })
  const refused = await erp.admin.post(`${API}/Compra`, head({ serie: full }))
  assert.deepEqual(verdict(refused), [422, 'CONFIGURATION_INCOMPLETE'])
  assert.match(refused.json.errors[0].message, /Raise its folio_final, or use another series/)
  const other = await company.create('Serie', {
    clave: 'OTRA',
    nombre: 'Otra',
    modelo: await modelId('Venta'),
    folio_inicial: 1,
    folio_actual: 0,
    reinicio: 'nunca',
    activo: true,
  })
  const wrong = await erp.admin.post(`${API}/Compra`, head({ serie: other }))
  assert.deepEqual([wrong.status, wrong.json.errors[0].field], [422, 'serie'])
})

async function modelId(name: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.modelo_sistema where nombre = ${name}`,
  )
  assert.ok(row, name)
  return row.id
}

test('a document moves by hand only as its states allow, and what was decided does not change', async () => {
  const { proveedor, moneda } = company
  const answer = await erp.admin.post(`${API}/CotizacionProveedor`, {
    proveedor,
    moneda,
    vigencia: '2026-12-31',
    partidas: [line()],
  })
  const { id, partidas } = answer.json.data
  const path = `CotizacionProveedor/${id}`
  assert.equal((await put(path, { estado: 'en_analisis', referencia: 'A' })).status, 200)
  assert.equal((await put(path, { estado: 'adjudicada' })).status, 200)
  const back = await put(path, { estado: 'recibida' })
  assert.deepEqual([...verdict(back), back.json.errors[0].field], [409, 'INVALID_STATE', 'estado'])
  const changed = await put(path, { referencia: 'B' })
  assert.deepEqual(
    [...verdict(changed), changed.json.errors[0].field],
    [409, 'INVALID_STATE', 'referencia'],
  )
  const own = `CotizacionProveedorPartida/${partidas[0].id}`
  assert.deepEqual(verdict(await put(own, { cantidad: '9' })), [409, 'INVALID_STATE'])
  assert.deepEqual(verdict(await erp.admin.send('DELETE', `${API}/${path}`)), [
    409,
    'INVALID_STATE',
  ])
  const late = await erp.admin.post(`${API}/CotizacionProveedor`, {
    proveedor,
    moneda,
    vigencia: '2026-12-31',
    estado: 'adjudicada',
  })
  assert.deepEqual(verdict(late), [409, 'INVALID_STATE'])
})

test('an import takes documents with their lines, whose references may be keys, and tells where one is wrong', async () => {
  const rows = [
    {
      ...head({ proveedor: 'P1', moneda: 'MXN' }),
      folio: 'IMP-1',
      partidas: [line({ articulo: 'VAR' })],
    },
    { ...head(), folio: 'IMP-2', partidas: [line(), line({ articulo: 'NADIE' })] },
    { ...head(), folio: 'IMP-3', partidas: [line({ cantidad: '-1' })] },
    head({ partidas: [line(), line()] }),
  ]
  const answer = await erp.admin.send('POST', `${API}/Compra/import?mode=rows`, {
    headers: { 'content-type': 'application/x-ndjson' },
    body: rows.map((row) => JSON.stringify(row)).join('\n'),
  })
  assert.equal(answer.status, 200, answer.text)
  const { results } = answer.json.data
  assert.deepEqual(
    results.map((row: { ok: boolean; errors?: { field: string }[] }) => [
      row.ok,
      row.errors?.[0]?.field ?? null,
    ]),
    [
      [true, null],
      [false, 'partidas[1].articulo'],
      [false, 'partidas[0].cantidad'],
      [true, null],
    ],
  )
  const imported = await whole(results[0].id)
  assert.deepEqual([imported.total, imported.partidas[0].impuestos], [232, 32])
  const numbered = await whole(results[3].id)
  assert.deepEqual([numbered.partidas.length, numbered.folio.startsWith('OC-')], [2, true])
})
