import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { API, purchasing, verdict, type Purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

// A document is written, read and deleted in one piece: its head and its lines.

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

interface Line {
  readonly id: number
  readonly partida: number
  readonly cantidad: number
  readonly importe: number
  readonly version: number
}

function line(more: object = {}): Record<string, unknown> {
  return { descripcion: 'Varilla', cantidad: '2', unidad: company.unidad, precio: '100', ...more }
}

function head(more: object = {}): Record<string, unknown> {
  const { proveedor, moneda, condicion } = company
  return { proveedor, moneda, condicion_pago: condicion, ...more }
}

async function create(more: object) {
  return await erp.admin.post(`${API}/Compra`, head(more))
}

async function created(more: object): Promise<{ id: number; partidas: Line[]; version: number }> {
  const answer = await create(more)
  assert.equal(answer.status, 201, answer.text)
  return answer.json.data
}

async function change(id: number, body: object, headers: Record<string, string> = {}) {
  return await erp.admin.send('PUT', `${API}/Compra/${id}`, { body, headers })
}

async function whole(id: number) {
  const answer = await erp.admin.get(`${API}/Compra/${id}?lines=true`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

/** The problems of an answer as `[code, field]`. */
function problems({ json }: { json: { errors: { code: string; field: string }[] } }) {
  return json.errors.map(({ code, field }) => [code, field])
}

test('a POST with lines makes the document and its lines, numbered in order, and answers with them', async () => {
  const answer = await create({ partidas: [line(), line({ precio: '50' })] })
  assert.equal(answer.status, 201, answer.text)
  const { data } = answer.json
  assert.deepEqual(
    data.partidas.map(({ partida, importe, compra }: Line & { compra: number }) => [
      partida,
      importe,
      compra === data.id,
    ]),
    [
      [1, 200, true],
      [2, 100, true],
    ],
  )
  assert.deepEqual([data.subtotal, data.total], [300, 300])
  const { unidad_str: unit } = data.partidas[0]
  assert.ok(unit !== undefined && unit !== null)
})

test('lines=true shows a record with its lines, and without it nothing is added', async () => {
  const { id } = await created({ partidas: [line()] })
  const plain = await erp.admin.get(`${API}/Compra/${id}`)
  assert.ok(!('partidas' in plain.json.data))
  const { partidas, gastos } = await whole(id)
  assert.deepEqual([partidas.length, gastos], [1, []])
  assert.ok('desglose' in partidas[0])
})

test('a POST without lines answers without lines', async () => {
  const answer = await create({})
  assert.equal(answer.status, 201, answer.text)
  assert.ok(!('partidas' in answer.json.data))
})

test('every problem of head and lines is told at once, each with its place', async () => {
  const body = head({
    moneda: undefined,
    partidas: [
      line({ precio: 'mucho' }),
      line(),
      line({ unidad: undefined, nada: 1 }),
      'x',
      line({ desglose: [{ tipo: 'otro' }] }),
    ],
  })
  const answer = await erp.admin.post(`${API}/Compra`, body)
  assert.equal(answer.status, 422)
  const found = problems(answer).map(([, field]) => field)
  for (const field of [
    'moneda',
    'partidas[0].precio',
    'partidas[2].unidad',
    'partidas[2].nada',
    'partidas[3]',
    'partidas[4].desglose[0].tipo',
    'partidas[4].desglose[0].impuesto',
  ]) {
    assert.ok(found.includes(field), `${field} in ${found.join()}`)
  }
})

test('amounts and references of lines are told with their places too, and nothing is written', async () => {
  const amounts = await create({
    folio: 'NADA',
    partidas: [line({ importe: '1' }), line({ cantidad: '-1' })],
  })
  assert.deepEqual(problems(amounts), [
    ['VALIDATION', 'partidas[0].importe'],
    ['VALIDATION', 'partidas[1].cantidad'],
  ])
  assert.match(amounts.json.errors[0].message, /cantidad 2 × precio 100 make 200\.00/)
  const references = await create({
    folio: 'NADA',
    partidas: [line(), line({ unidad: 999_999 }), line({ articulo: 888_888 })],
  })
  assert.deepEqual(problems(references), [
    ['UNKNOWN_REFERENCE', 'partidas[2].articulo'],
    ['UNKNOWN_REFERENCE', 'partidas[1].unidad'],
  ])
  const found = await erp.admin.get(`${API}/Compra?folio=NADA`)
  assert.equal(found.json.meta.total, 0)
})

test('a PUT changes the lines that it names, adds those without an id, and leaves the others', async () => {
  const { id, partidas } = await created({ partidas: [line(), line(), line()] })
  const [first, second, third] = partidas
  assert.ok(first && second && third)
  const answer = await change(id, {
    observaciones: 'Cambio',
    partidas: [
      { id: second.id, cantidad: '5' },
      line({ cantidad: '1' }),
      { id: third.id, _delete: true },
    ],
  })
  assert.equal(answer.status, 200, answer.text)
  const { data } = answer.json
  assert.deepEqual(
    data.partidas.map((one: Line) => [one.id === first.id, one.partida, one.cantidad, one.version]),
    [
      [true, 1, 2, 1],
      [false, 2, 5, 2],
      [false, 3, 1, 1],
    ],
  )
  assert.deepEqual([data.subtotal, data.total, data.observaciones], [800, 800, 'Cambio'])
})

test('lines that are sent back as they were read change nothing', async () => {
  const { id } = await created({ partidas: [line(), line()] })
  const { partidas } = await whole(id)
  const answer = await change(id, { partidas })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    answer.json.data.partidas.map(({ version }: Line) => version),
    [1, 1],
  )
})

test('lines change places in one request', async () => {
  const { id, partidas } = await created({ partidas: [line(), line({ cantidad: '7' })] })
  const [first, second] = partidas
  const answer = await change(id, {
    partidas: [
      { id: first?.id, partida: 2 },
      { id: second?.id, partida: 1 },
    ],
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    answer.json.data.partidas.map((one: Line) => one.cantidad),
    [7, 2],
  )
})

test('a line of another document is no line of this one', async () => {
  const { id } = await created({ partidas: [line()] })
  const other = await created({ partidas: [line()] })
  const stranger = other.partidas[0]?.id
  for (const partida of [
    { id: stranger, cantidad: '9' },
    { id: stranger, _delete: true },
  ]) {
    const answer = await change(id, { partidas: [partida] })
    assert.equal(answer.status, 422)
    assert.deepEqual(problems(answer), [['UNKNOWN_REFERENCE', 'partidas[0].id']])
  }
  assert.equal((await whole(other.id)).partidas[0].cantidad, 2)
})

test('the same line twice, the same number twice and another document in a line are refused', async () => {
  const { id, partidas } = await created({ partidas: [line()] })
  const own = partidas[0]?.id
  const twice = await change(id, { partidas: [{ id: own }, { id: own }] })
  assert.deepEqual(problems(twice), [['UNKNOWN_REFERENCE', 'partidas[1].id']])
  const numbers = await create({ partidas: [line({ partida: 3 }), line({ partida: 3 })] })
  assert.deepEqual(problems(numbers), [['DUPLICATE', 'partidas[1].partida']])
  const taken = await change(id, { partidas: [line({ partida: 1 })] })
  assert.deepEqual([taken.status, taken.json.errors[0].code], [409, 'DUPLICATE'])
  const elsewhere = await change(id, { partidas: [line({ compra: id + 1 })] })
  assert.deepEqual(problems(elsewhere), [['VALIDATION', 'partidas[0].compra']])
  const here = await change(id, { partidas: [{ id: own, compra: id }] })
  assert.equal(here.status, 200, here.text)
})

test('a version that is not the newest is refused, of the document and of a line', async () => {
  const { id, partidas, version } = await created({ partidas: [line()] })
  const own = partidas[0]?.id
  const stale = await change(id, { partidas: [{ id: own, version: 9 }] })
  assert.deepEqual(
    [stale.status, ...problems(stale)],
    [412, ['STALE_VERSION', 'partidas[0].version']],
  )
  const match = { 'if-match': `"${version}"` }
  assert.equal((await change(id, { partidas: [{ id: own, cantidad: '3' }] }, match)).status, 200)
  const late = await change(id, { partidas: [{ id: own, cantidad: '4' }] }, match)
  assert.equal(late.status, 412, 'a change of lines is a change of the document')
})

test('the entity tag of a document with its lines goes by both', async () => {
  const { id, partidas } = await created({ partidas: [line()] })
  const path = `${API}/Compra/${id}?lines=true`
  const etag = (await erp.admin.get(path)).headers.get('etag') ?? ''
  const again = await erp.admin.get(path, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
  await company.update('CompraPartida', partidas[0]?.id ?? 0, { fecha_entrega: '2026-05-05' })
  const changed = await erp.admin.get(path, { headers: { 'if-none-match': etag } })
  assert.equal(changed.status, 200)
  const match = { 'if-match': changed.headers.get('etag') ?? '' }
  assert.equal((await change(id, { observaciones: 'x' }, match)).status, 200)
})

test('lines have lines, three levels deep, and what belongs to the document knows it', async () => {
  const [impuesto] = await erp.owner.query<{ id: number }>(
    sql`select id from public.impuesto order by id limit 1`,
  )
  const [factor] = await erp.owner.query<{ id: number }>(
    sql`select id from public.tipo_factor order by id limit 1`,
  )
  const tax = {
    impuesto: impuesto?.id,
    factor: factor?.id,
    tipo: 'traslado',
    base: '200',
    importe: '32',
  }
  const { id, partidas } = await created({ partidas: [line({ desglose: [tax] })] })
  const { partidas: read, total } = await whole(id)
  const [{ impuestos, desglose }] = read
  assert.deepEqual([impuestos, desglose[0].compra, total], [32, id, 232])
  const answer = await change(id, {
    partidas: [{ id: partidas[0]?.id, desglose: [{ id: desglose[0].id, importe: '16' }] }],
  })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual([answer.json.data.partidas[0].impuestos, answer.json.data.total], [16, 216])
})

test('a request repeated with its key makes one document', async () => {
  const headers = { 'idempotency-key': 'documento-entero' }
  const body = head({ partidas: [line()] })
  const first = await erp.admin.post(`${API}/Compra`, body, { headers })
  const second = await erp.admin.post(`${API}/Compra`, body, { headers })
  assert.equal(first.status, 201, first.text)
  assert.deepEqual(second.json, first.json)
})

test('the audit log has a row for each record that a write changed', async () => {
  const { id, partidas } = await created({ partidas: [line(), line()] })
  await change(id, {
    partidas: [
      { id: partidas[0]?.id, cantidad: '9' },
      { id: partidas[1]?.id, _delete: true },
    ],
  })
  const rows = await erp.owner.query<{ modelo: string; registro: string; operacion: string }>(sql`
    select m.nombre as modelo, r.registro, r.operacion from public.registro_auditoria r
    join public.modelo_sistema m on m.id = r.modelo
    where r.empresa_id = ${erp.empresaId} and ((m.nombre = 'Compra' and r.registro = ${String(id)})
      or (m.nombre = 'CompraPartida' and r.registro = any(${partidas.map((one) => String(one.id))})))
    order by r.id`)
  assert.deepEqual(rows.map(({ modelo, operacion }) => `${modelo} ${operacion}`).toSorted(), [
    'Compra alta',
    'Compra cambio',
    'CompraPartida alta',
    'CompraPartida alta',
    'CompraPartida baja',
    'CompraPartida cambio',
  ])
})

test('whoever may not write lines writes no document with lines, and does not see them', async () => {
  const buyer = await company.buyer('sin-partidas', null)
  const answer = await buyer.post(`${API}/Compra`, head({ partidas: [line()] }))
  assert.deepEqual(verdict(answer), [403, 'FORBIDDEN'])
  const { id } = await created({ partidas: [line()] })
  const read = await buyer.get(`${API}/Compra/${id}?lines=true`)
  assert.equal(read.status, 200)
  assert.ok(!('partidas' in read.json.data))
})

test('a request takes 5,000 lines at most', async () => {
  const answer = await create({ partidas: Array.from({ length: 5_001 }, () => ({})) })
  assert.deepEqual(problems(answer)[0], ['VALIDATION', 'partidas'])
})

test('a draft is deleted with its lines, and what else refers to it keeps it', async () => {
  const { id } = await created({ partidas: [line(), line()] })
  const { status } = await erp.admin.send('DELETE', `${API}/Compra/${id}`)
  assert.equal(status, 200)
  const left = await erp.admin.get(`${API}/CompraPartida?compra=${id}`)
  assert.equal(left.json.meta.total, 0)
  const kept = await created({ partidas: [line()] })
  await company.create('CompraSeguimiento', {
    compra: kept.id,
    fecha: '2026-03-02T10:00:00Z',
    comentario: 'Se llamó al proveedor',
    medio: 'telefono',
    usuario: 1,
  })
  const refused = await erp.admin.send('DELETE', `${API}/Compra/${kept.id}`)
  assert.deepEqual(verdict(refused), [409, 'HAS_DEPENDENTS'])
  assert.deepEqual(Object.keys(refused.json.errors[0].dependents), ['CompraSeguimiento'])
  assert.equal((await whole(kept.id)).partidas.length, 1)
})

test('an approved document is not deleted, nor are its lines changed', async () => {
  const { id, partidas } = await created({ partidas: [line()] })
  await company.actOn('autorizar_compra', id, {})
  const removed = await erp.admin.send('DELETE', `${API}/Compra/${id}`)
  assert.deepEqual(verdict(removed), [409, 'INVALID_STATE'])
  const changed = await change(id, { partidas: [{ id: partidas[0]?.id, cantidad: '9' }] })
  assert.deepEqual(verdict(changed), [409, 'INVALID_STATE'])
  assert.match(changed.json.errors[0].message, /unless cambiar_iniciada takes it back/)
  const free = await change(id, {
    partidas: [{ id: partidas[0]?.id, fecha_entrega: '2026-05-01' }],
  })
  assert.equal(free.status, 200, free.text)
})
