import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { assertStockWhole } from '../stock-fixture.ts'
import { bookedOf, refusal, selling, type Selling } from './selling-fixture.ts'

let erp: ErpTest
let company: Selling
let cliente: number

before(async () => {
  erp = await startErp()
  company = await selling(erp, erp.admin)
  cliente = await company.customer()
})

after(() => erp.stop())

test('a sale is confirmed, put aside, delivered and taken back, and every number with it', async () => {
  const articulo = await company.stocked('10', '40')
  const venta = await company.sale(cliente, [{ articulo, cantidad: '4' }])
  await company.done('Venta', 'confirmar_venta', venta)
  assert.deepEqual(
    [(await company.read('Venta', venta))['estado'], (await company.read('Venta', venta))['total']],
    ['confirmada', 400],
  )
  assert.equal((await company.stock(articulo, company.almacen)).reservada, 4)
  const answer = await erp.admin.post(`${API}/Venta/${venta}/actions/entregar`, {
    partidas: [{ partida: 1, cantidad: '3' }],
  })
  assert.equal(answer.status, 200, answer.text)
  const { cantidad, importe, reservada } = await company.stock(articulo, company.almacen)
  assert.deepEqual([cantidad, importe, reservada], [7, 280, 1])
  const [line] = await company.linesOf('Venta', venta)
  assert.deepEqual([line?.['cantidad_entregada'], line?.['costo']], [3, 40])
  const notes = await erp.admin.get(`${API}/RemisionVenta?venta=${venta}`)
  const [note] = notes.json.data
  assert.deepEqual(
    [note.estado, note.total, note.costo, notes.json.meta.total],
    ['entregada', 300, 120, 1],
  )
  assert.deepEqual(await bookedOf(erp, 'RemisionVenta', note.id), { '115-01': -120, '501-01': 120 })
  const [delivered] = await company.linesOf('RemisionVenta', note.id)
  assert.deepEqual([delivered?.['importe_costo'], delivered?.['costo_unitario']], [120, 40])
  const beyond = await erp.admin.post(`${API}/Venta/${venta}/actions/entregar`, {
    partidas: [{ partida: 1, cantidad: '2' }],
  })
  assert.deepEqual(verdict(beyond), [422, 'VALIDATION'])
  assert.match(
    beyond.json.errors[0].message,
    /4 of Articulo \S+ were sold and 3 delivered; 1 are left, not 2/,
  )
  assert.deepEqual(
    verdict(await company.run('Venta', 'cancelar_venta', [venta], { motivo: 'Ya no la quiere' })),
    [200, 'HAS_DEPENDENTS'],
  )
  await company.done('RemisionVenta', 'cancelar_remision', note.id, { motivo: 'No llegó' })
  const back = await company.stock(articulo, company.almacen)
  assert.deepEqual([back.cantidad, back.importe, back.reservada], [10, 400, 4])
  const [open] = await company.linesOf('Venta', venta)
  assert.deepEqual([open?.['cantidad_entregada'], open?.['costo']], [0, null])
  assert.deepEqual(await bookedOf(erp, 'RemisionVenta', note.id), { '115-01': 0, '501-01': 0 })
  await company.done('Venta', 'regresar_venta', venta, { motivo: 'Cambia la cantidad' })
  assert.equal((await company.stock(articulo, company.almacen)).reservada, 0)
  await company.done('Venta', 'cancelar_venta', venta, { motivo: 'Ya no la quiere' })
  assert.equal((await company.read('Venta', venta))['estado'], 'cancelada')
  await assertStockWhole(erp)
})

/** A sale that is confirmed and delivered as a whole; its delivery note. */
async function delivered(venta: number): Promise<number> {
  await company.done('Venta', 'confirmar_venta', venta)
  const answer = await erp.admin.post(`${API}/Venta/${venta}/actions/entregar`, {})
  assert.equal(answer.status, 200, answer.text)
  const notes = await erp.admin.get(`${API}/RemisionVenta?venta=${venta}`)
  return notes.json.data[0].id
}

const reasons = { next: 0 }

async function reason(more: object = {}): Promise<number> {
  reasons.next += 1
  return await company.create('MotivoDevolucion', {
    clave: `M${reasons.next}`,
    nombre: 'No era lo pedido',
    responsable: 'ventas',
    destino: 'reingreso',
    ...more,
  })
}

async function givenBack(venta: number, partidas: readonly object[], more: object = {}) {
  return await company.create('DevolucionVenta', {
    cliente,
    venta,
    motivo_devolucion: await reason(),
    almacen: company.almacen,
    moneda: company.moneda,
    partidas,
    ...more,
  })
}

test('what comes back is in stock at the cost with which it left, whatever stock costs by then', async () => {
  const articulo = await company.stocked('10', '40')
  const venta = await company.sale(cliente, [{ articulo, cantidad: '4' }])
  await delivered(venta)
  await company.move('entrada', company.almacen, {
    lines: [{ articulo, cantidad: '6', costo_unitario: '80' }],
  })
  const [sold] = await company.linesOf('Venta', venta)
  const line = { venta_partida: sold?.['id'], articulo, precio: '100' }
  const devolucion = await givenBack(venta, [{ ...line, cantidad_devuelta: '3' }])
  const early = await company.run('DevolucionVenta', 'recibir_devolucion', [devolucion])
  assert.deepEqual(verdict(early), [200, 'INVALID_STATE'])
  await company.done('DevolucionVenta', 'autorizar_devolucion', devolucion)
  const [asked] = await company.linesOf('DevolucionVenta', devolucion)
  const counted = { body: { cantidad_aceptada: '2' } }
  const path = `${API}/DevolucionVentaPartida/${String(asked?.['id'])}`
  assert.equal((await erp.admin.send('PUT', path, counted)).status, 200)
  await company.done('DevolucionVenta', 'recibir_devolucion', devolucion)
  const stock = await company.stock(articulo, company.almacen)
  assert.deepEqual([stock.cantidad, stock.importe], [14, 240 + 480 + 80])
  const booked = { '115-01': 80, '501-01': -80 }
  assert.deepEqual(await bookedOf(erp, 'DevolucionVenta', devolucion), booked)
  const [back] = await company.linesOf('Venta', venta)
  assert.deepEqual([back?.['cantidad_entregada'], back?.['cantidad_devuelta']], [4, 2])
  const late = await erp.admin.send('PUT', path, { body: { cantidad_aceptada: '1' } })
  assert.deepEqual(verdict(late), [409, 'INVALID_STATE'])
  const more = await givenBack(venta, [{ ...line, cantidad_devuelta: '3' }])
  const beyond = await company.run('DevolucionVenta', 'autorizar_devolucion', [more])
  assert.match(
    refusal(beyond)['message'] ?? '',
    /4 of Articulo \S+ were delivered and 2 came back; 2 can still come back, not 3/,
  )
  await company.done('DevolucionVenta', 'rechazar_devolucion', more, { motivo: 'Fuera de plazo' })
  const [note] = (await erp.admin.get(`${API}/RemisionVenta?venta=${venta}`)).json.data
  const kept = await company.run('RemisionVenta', 'cancelar_remision', [note.id], {
    motivo: 'No llegó',
  })
  assert.deepEqual(verdict(kept), [200, 'INVALID_STATE'])
  await company.done('DevolucionVenta', 'cancelar_devolucion', devolucion, { motivo: 'Error' })
  const out = await company.stock(articulo, company.almacen)
  assert.deepEqual([out.cantidad, out.importe], [12, 720])
  const [again] = await company.linesOf('Venta', venta)
  assert.equal(again?.['cantidad_devuelta'], 0)
  assert.deepEqual(await bookedOf(erp, 'DevolucionVenta', devolucion), { '115-01': 0, '501-01': 0 })
  await assertStockWhole(erp)
})

test('what is inspected, and where it lies, decides what is taken back', async () => {
  const articulo = await company.stocked('5', '10')
  const venta = await company.sale(cliente, [{ articulo, cantidad: '5' }])
  await delivered(venta)
  const [sold] = await company.linesOf('Venta', venta)
  const line = { venta_partida: sold?.['id'], articulo, precio: '100', cantidad_devuelta: '2' }
  const motivo = await reason({ requiere_inspeccion: true, destino: 'merma' })
  const devolucion = await givenBack(venta, [line, line], { motivo_devolucion: motivo })
  await company.done('DevolucionVenta', 'autorizar_devolucion', devolucion)
  const receive = () => company.run('DevolucionVenta', 'recibir_devolucion', [devolucion])
  const unseen = refusal(await receive())
  assert.deepEqual([unseen['code'], unseen['field']], ['VALIDATION', 'dictamen'])
  const [first, second] = await company.linesOf('DevolucionVenta', devolucion)
  const judge = (of: Record<string, unknown> | undefined, dictamen: string) =>
    erp.admin.send('PUT', `${API}/DevolucionVentaPartida/${String(of?.['id'])}`, {
      body: { dictamen },
    })
  await judge(first, 'rechazo')
  await judge(second, 'merma')
  const apart = refusal(await receive())
  assert.deepEqual([apart['code'], apart['field']], ['VALIDATION', 'almacen'])
  const merma = await company.warehouse({ tipo: 'merma' })
  const moved = await erp.admin.send('PUT', `${API}/DevolucionVenta/${devolucion}`, {
    body: { almacen: merma },
  })
  assert.equal(moved.status, 200, moved.text)
  await company.done('DevolucionVenta', 'recibir_devolucion', devolucion)
  assert.deepEqual(
    [
      (await company.stock(articulo, merma)).cantidad,
      (await company.read('DevolucionVenta', devolucion))['costo'],
    ],
    [2, 20],
  )
  const [none, some] = await company.linesOf('DevolucionVenta', devolucion)
  assert.deepEqual([none?.['cantidad_aceptada'], some?.['cantidad_aceptada']], [0, 2])
})

test('lots and serial numbers leave and come back by their own', async () => {
  const lotted = await company.article('PEPS', { control: 'lote' })
  const [one, two] = [
    await company.create('Lote', { numero_lote: 'L1', articulo: lotted }),
    await company.create('Lote', { numero_lote: 'L2', articulo: lotted }),
  ]
  await company.move('entrada', company.almacen, {
    lines: [
      { articulo: lotted, lote: one, cantidad: '3', costo_unitario: '10' },
      { articulo: lotted, lote: two, cantidad: '3', costo_unitario: '20' },
    ],
  })
  const single = await company.article('PROM', { control: 'serie' })
  const serie = await company.create('SerieArticulo', { numero_serie: 'S-1', articulo: single })
  await company.move('entrada', company.almacen, {
    lines: [{ articulo: single, serie, cantidad: '1', costo_unitario: '500' }],
  })
  const venta = await company.sale(cliente, [
    { articulo: lotted, cantidad: '4' },
    { articulo: single, cantidad: '1' },
  ])
  await company.done('Venta', 'confirmar_venta', venta)
  const path = `${API}/Venta/${venta}/actions/entregar`
  const silent = await erp.admin.post(path, {})
  assert.deepEqual(
    silent.json.errors.map(({ code, field }: { code: string; field: string }) => [code, field]),
    [
      ['VALIDATION', 'lote'],
      ['VALIDATION', 'serie'],
    ],
  )
  const partidas = [
    { partida: 1, cantidad: '3', lote: two },
    { partida: 1, cantidad: '1', lote: one },
    { partida: 2, cantidad: '1', numero_serie: 'S-1' },
  ]
  const answer = await erp.admin.post(path, { partidas })
  assert.equal(answer.status, 200, answer.text)
  const lines = await company.linesOf('Venta', venta)
  assert.deepEqual(
    lines.map((line) => line['costo']),
    [17.5, 500],
  )
  assert.equal((await company.read('SerieArticulo', serie))['estado'], 'vendida')
  assert.equal((await company.stock(lotted, company.almacen)).reservada, 0)
  const [note] = (await erp.admin.get(`${API}/RemisionVenta?venta=${venta}`)).json.data
  await company.done('RemisionVenta', 'cancelar_remision', note.id, { motivo: 'No llegó' })
  assert.equal((await company.read('SerieArticulo', serie))['estado'], 'disponible')
  assert.equal((await company.stock(lotted, company.almacen)).reservada, 4)
  await assertStockWhole(erp)
})

test('a delivery note is a document of its own, and of a batch each is delivered or refused by itself', async () => {
  const articulo = await company.stocked('5', '10')
  const venta = await company.sale(cliente, [{ articulo, cantidad: '3' }])
  await company.done('Venta', 'confirmar_venta', venta)
  const [sold] = await company.linesOf('Venta', venta)
  const note = (partidas: readonly object[], more: object = {}) =>
    company.create('RemisionVenta', {
      fecha: '2026-03-01T12:00:00Z',
      cliente,
      almacen: company.almacen,
      moneda: company.moneda,
      partidas: partidas.map((one) => ({
        articulo,
        unidad: company.unidad,
        precio: '100',
        ...one,
      })),
      ...more,
    })
  const line = { venta_partida: sold?.['id'] }
  const other = await company.customer()
  const notes = [
    await note([{ ...line, cantidad: '2' }], { venta }),
    await note([{ ...line, cantidad: '2' }], { venta }),
    await note([{ cantidad: '2' }]),
    await note([{ cantidad: '1' }]),
    await note([{ ...line, cantidad: '1' }]),
    await note([{ ...line, cantidad: '1' }], { venta, cliente: other }),
    await note([], { venta }),
    await note([{ ...line, cantidad: '1' }], { venta, fecha: '2026-12-30T12:00:00Z' }),
  ]
  const answer = await company.run('RemisionVenta', 'entregar', notes)
  const codes = answer.json.data.results.map(
    (one: { errors?: { code: string; field?: string }[] }) =>
      one.errors?.[0] === undefined
        ? 'ok'
        : `${one.errors[0].code} ${one.errors[0].field ?? ''}`.trim(),
  )
  assert.deepEqual(codes, [
    'ok',
    'VALIDATION cantidad',
    'ok',
    'OUT_OF_STOCK',
    'VALIDATION venta_partida',
    'VALIDATION cliente',
    'NO_LINES',
    'VALIDATION fecha',
  ])
  assert.equal((await company.stock(articulo, company.almacen)).cantidad, 1)
  const [first] = notes
  const typed = await erp.admin.send('PUT', `${API}/RemisionVenta/${notes[3]}`, {
    body: { estado: 'entregada' },
  })
  assert.deepEqual(verdict(typed), [409, 'INVALID_STATE'])
  const again = await company.run('RemisionVenta', 'entregar', [first ?? 0])
  assert.deepEqual(verdict(again), [200, 'INVALID_STATE'])
})

test('of two callers who deliver the same, one does, and a repeated request does it once', async () => {
  const articulo = await company.stocked('6', '10')
  const venta = await company.sale(cliente, [{ articulo, cantidad: '3' }])
  await company.done('Venta', 'confirmar_venta', venta)
  const path = `${API}/Venta/${venta}/actions/entregar`
  const answers = await Promise.all([1, 2, 3].map(() => erp.admin.post(path, {})))
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
  assert.equal((await company.stock(articulo, company.almacen)).cantidad, 3)
  const twice = await company.sale(cliente, [{ articulo, cantidad: '3' }])
  await company.done('Venta', 'confirmar_venta', twice)
  const key = { headers: { 'idempotency-key': 'entrega-1' } }
  const body = { partidas: [{ partida: 1, cantidad: '1' }] }
  for (const attempt of ['the first answer', 'its repetition']) {
    const answer = await erp.admin.post(`${API}/Venta/${twice}/actions/entregar`, body, key)
    assert.equal(answer.status, 200, attempt)
  }
  assert.equal((await company.linesOf('Venta', twice))[0]?.['cantidad_entregada'], 1)
})

// Fifty show more, and take longer.
const CALLERS = Number(process.env['SELLING_CALLERS'] ?? '8')

test('however many sell the last articles at once, no more are sold than there are', async () => {
  const articulo = await company.stocked('5', '10')
  const sales = await Promise.all(
    Array.from({ length: CALLERS }, () => company.sale(cliente, [{ articulo, cantidad: '2' }])),
  )
  const answers = await Promise.all(
    sales.map((venta) => company.run('Venta', 'confirmar_venta', [venta])),
  )
  const confirmed = sales.filter((_, index) => answers[index]?.json.meta.succeeded === 1)
  assert.equal(confirmed.length, 2)
  const [problem] = answers.filter(({ json }) => json.meta.succeeded === 0).map(refusal)
  assert.deepEqual(
    [problem?.['code'], problem?.['asked'], problem?.['available']],
    ['OUT_OF_STOCK', '2', '1'],
  )
  await Promise.all(
    confirmed.map(async (venta) => {
      const answer = await erp.admin.post(`${API}/Venta/${venta}/actions/entregar`, {})
      assert.equal(answer.status, 200, answer.text)
    }),
  )
  assert.equal((await company.stock(articulo, company.almacen)).cantidad, 1)
  await assertStockWhole(erp)
})

test('another company’s sales are not there, and nothing is delivered without the right or in a closed period', async () => {
  const articulo = await company.stocked('3', '10')
  const venta = await company.sale(cliente, [{ articulo, cantidad: '3' }])
  await company.done('Venta', 'confirmar_venta', venta)
  const stranger = await erp.otherCompany()
  const path = `${API}/Venta/${venta}/actions/entregar`
  assert.deepEqual(verdict(await stranger.post(path, {})), [404, 'NOT_FOUND'])
  const ids = { ids: [venta] }
  const other = await stranger.post(`${API}/Venta/actions/confirmar_venta`, ids)
  assert.deepEqual(verdict(other), [200, 'NOT_FOUND'])
  const password = 'secreto-de-prueba'
  const user = { usuario: 'luis', nombre: 'Luis', correo: 'luis@empresa.example', estado: 'activo' }
  await company.create('Usuario', { ...user, password })
  const luis = await erp.logIn('luis', password)
  assert.deepEqual(verdict(await luis.post(path, {})), [403, 'FORBIDDEN'])
  const { json } = await erp.admin.get(`${API}/PeriodoContable?fecha_inicio=2026-03-01&per_page=1`)
  const periodo: number = json.data[0].id
  const mark = (estado: string) =>
    erp.admin.send('PUT', `${API}/PeriodoContable/${periodo}`, { body: { estado } })
  assert.equal((await mark('bloqueado')).status, 200)
  assert.deepEqual(verdict(await erp.admin.post(path, {})), [422, 'PERIOD_CLOSED'])
  assert.equal((await mark('abierto')).status, 200)
  assert.equal((await company.stock(articulo, company.almacen)).cantidad, 3)
})
