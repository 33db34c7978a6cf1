import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, verdict } from './purchase-fixture.ts'
import { assertStockWhole, warehousing, type Warehousing } from './stock-fixture.ts'

let erp: ErpTest
let company: Warehousing
let almacen: number

before(async () => {
  erp = await startErp()
  company = await warehousing(erp, erp.admin)
  almacen = await company.warehouse()
})

after(() => erp.stop())

interface KardexRow {
  readonly folio: string
  readonly entrada: number
  readonly salida: number
  readonly existencia: number
  readonly valor: number
  readonly saldo: number
}

test('the kardex tells what entered and left, and its end is Existencia', async () => {
  const articulo = await company.article('PROM')
  const other = await company.warehouse()
  const entry = (fecha: string, cantidad: string, costo: string) =>
    company.move('entrada', almacen, {
      lines: [{ articulo, cantidad, costo_unitario: costo }],
      more: { fecha },
    })
  await entry('2026-01-10T12:00:00Z', '10', '1.5')
  await entry('2026-02-01T05:59:59Z', '10', '2.5')
  const exit = await company.move('salida', almacen, {
    lines: [{ articulo, cantidad: '5' }],
    more: { fecha: '2026-02-01T06:00:00Z' },
  })
  await company.move('traspaso', almacen, {
    lines: [{ articulo, cantidad: '3' }],
    more: { almacen_destino: other, fecha: '2026-02-20T12:00:00Z' },
  })
  await company.act('cancelar_movimiento', [exit], { motivo: 'Por error' })
  const kardex = async (query: string) => {
    const answer = await erp.admin.get(`${API}/reports/kardex?articulo=${articulo}&${query}`)
    assert.equal(answer.status, 200, answer.text)
    const rows: readonly KardexRow[] = answer.json.data
    return {
      meta: answer.json.meta,
      rows: rows.map(({ entrada, salida, existencia, valor, saldo }) => [
        entrada,
        salida,
        existencia,
        valor,
        saldo,
      ]),
    }
  }
  const whole = await kardex(`almacen=${almacen}`)
  assert.deepEqual(whole.rows, [
    [10, 0, 10, 15, 15],
    [10, 0, 20, 25, 40],
    [0, 5, 15, -10, 30],
    [0, 3, 12, -6, 24],
    [5, 0, 17, 10, 34],
  ])
  const stock = await company.stock(articulo, almacen)
  assert.deepEqual(
    [whole.meta.existencia_final, whole.meta.saldo_final],
    [stock.cantidad, stock.importe],
  )
  const february = await kardex(`almacen=${almacen}&desde=2026-02-01&hasta=2026-02-28`)
  assert.deepEqual(
    [february.rows, february.meta.existencia_inicial, february.meta.saldo_inicial],
    [whole.rows.slice(2, 4), 20, 40],
    'days are those of Mexico City',
  )
  const second = await kardex(`almacen=${almacen}&per_page=2&page=2`)
  assert.deepEqual(
    [second.rows, second.meta.total, second.meta.pages],
    [whole.rows.slice(2, 4), 5, 3],
  )
  const everywhere = await kardex('')
  assert.equal(everywhere.rows.length, 6)
  assert.deepEqual([everywhere.meta.existencia_final, everywhere.meta.saldo_final], [20, 40])
  const refusals = await Promise.all(
    ['', '?articulo=x', `?articulo=${articulo}&desde=2026-02-02&hasta=2026-02-01`, '?nada=1'].map(
      (query) => erp.admin.get(`${API}/reports/kardex${query}`),
    ),
  )
  assert.deepEqual(
    refusals.map((answer) => verdict(answer)),
    [
      [422, 'INVALID_PARAMETER'],
      [422, 'INVALID_PARAMETER'],
      [422, 'INVALID_PARAMETER'],
      [422, 'UNKNOWN_FIELD'],
    ],
  )
})

test('what is reserved leaves for nobody else, until it is set free', async () => {
  const articulo = await company.article('PROM')
  await company.move('entrada', almacen, {
    lines: [{ articulo, cantidad: '10', costo_unitario: '1' }],
  })
  const reserve = (cantidad: string) =>
    erp.admin.post(`${API}/ReservaInventario/actions/reservar_existencia`, {
      articulo,
      almacen,
      cantidad,
    })
  const made = await reserve('7')
  assert.equal(made.status, 200, made.text)
  assert.deepEqual(verdict(await reserve('4')), [422, 'OUT_OF_STOCK'])
  assert.equal((await reserve('4')).json.errors[0].available, '3')
  assert.equal((await company.stock(articulo, almacen)).reservada, 7)
  const exit = await company.draft('salida', almacen, { lines: [{ articulo, cantidad: '4' }] })
  assert.deepEqual(verdict(await company.act('aplicar_movimiento', [exit])), [200, 'OUT_OF_STOCK'])
  const reserva: number = made.json.data.id
  const held = async () => {
    const { cantidad_surtida: surtida, estado } = (
      await erp.admin.get(`${API}/ReservaInventario/${reserva}`)
    ).json.data
    return [surtida, estado, (await company.stock(articulo, almacen)).reservada]
  }
  await company.move('salida', almacen, { lines: [{ articulo, cantidad: '2', reserva }] })
  assert.deepEqual(await held(), [2, 'vigente', 5])
  const beyond = await company.draft('salida', almacen, {
    lines: [
      { articulo, cantidad: '5', reserva },
      { articulo, cantidad: '4' },
    ],
  })
  assert.deepEqual(verdict(await company.act('aplicar_movimiento', [beyond])), [
    200,
    'OUT_OF_STOCK',
  ])
  assert.deepEqual(await held(), [2, 'vigente', 5], 'nothing of it moved')
  const release = () =>
    erp.admin.post(`${API}/ReservaInventario/actions/liberar_reserva`, { ids: [reserva] })
  assert.equal((await release()).json.meta.succeeded, 1)
  assert.deepEqual(verdict(await release()), [200, 'INVALID_STATE'])
  assert.equal((await company.stock(articulo, almacen)).reservada, 0)
  assert.equal((await company.act('aplicar_movimiento', [exit])).json.meta.succeeded, 1)
  const late = await company.draft('salida', almacen, {
    lines: [{ articulo, cantidad: '1', reserva }],
  })
  assert.deepEqual(verdict(await company.act('aplicar_movimiento', [late])), [200, 'INVALID_STATE'])
  const whole = await reserve('4')
  const last = { articulo, cantidad: '4', reserva: whole.json.data.id }
  await company.move('salida', almacen, { lines: [last] })
  const done = await erp.admin.get(`${API}/ReservaInventario/${whole.json.data.id}`)
  assert.equal(done.json.data.estado, 'surtida')
  assert.deepEqual([(await company.stock(articulo, almacen)).cantidad, (await held())[2]], [0, 0])
  const typed = await erp.admin.post(`${API}/ReservaInventario`, {
    articulo,
    almacen,
    cantidad: '1',
  })
  assert.deepEqual(verdict(typed), [403, 'FORBIDDEN'])
  const unknown = await erp.admin.post(`${API}/ReservaInventario/actions/reservar_existencia`, {
    articulo: 999_999,
    almacen,
    cantidad: '1',
  })
  assert.deepEqual(verdict(unknown), [422, 'VALIDATION'])
  await assertStockWhole(erp)
})

async function transfer(
  to: number,
  of: { lines: readonly { articulo: number; cantidad_enviada: string }[]; more?: object },
): Promise<number> {
  const traspaso = await company.create('TraspasoAlmacen', {
    folio: `T-${to}-${of.lines.length}-${JSON.stringify(of.more ?? {}).length}`,
    almacen_origen: almacen,
    almacen_destino: to,
    solicitado_por: 1,
    ...of.more,
  })
  for (const [index, line] of of.lines.entries()) {
    const partida = { traspaso, partida: index + 1, unidad: company.unidad, ...line }
    await company.create('TraspasoAlmacenPartida', partida)
  }
  return traspaso
}

test('what is blocked leaves by nobody, until it is freed', async () => {
  const articulo = await company.article('PEPS', { control: 'lote' })
  const lote = await company.create('Lote', { numero_lote: 'B1', articulo })
  const other = await company.create('Lote', { numero_lote: 'B2', articulo })
  const lines = (cantidad: string, of: number) => [{ articulo, lote: of, cantidad }]
  for (const one of [lote, other]) {
    await company.move('entrada', almacen, {
      lines: lines('5', one).map((line) => ({ ...line, costo_unitario: '1' })),
    })
  }
  const block = await company.create('KardexBloqueo', {
    folio: 'B-1',
    articulo,
    almacen,
    lote,
    cantidad: '4',
    motivo: 'calidad',
    bloqueado_por: 1,
  })
  const exit = await company.draft('salida', almacen, { lines: lines('2', lote) })
  const refused = await company.act('aplicar_movimiento', [exit])
  assert.deepEqual(
    [verdict(refused), refused.json.data.results[0].errors[0].available],
    [[200, 'OUT_OF_STOCK'], '1'],
  )
  await company.move('salida', almacen, { lines: lines('5', other) })
  const body = { estado: 'liberado' }
  await erp.admin.send('PUT', `${API}/KardexBloqueo/${block}`, { body })
  assert.equal((await company.act('aplicar_movimiento', [exit])).json.meta.succeeded, 1)
  await assertStockWhole(erp)
})

const onTransfer = (action: string, id: number, inputs: object = {}) =>
  erp.admin.post(`${API}/TraspasoAlmacen/${id}/actions/${action}`, inputs)

test('a transfer is under way between what is sent and what is received, with or without a warehouse that holds it', async () => {
  for (const hasTransit of [false, true]) {
    const to = await company.warehouse()
    const transit = await company.warehouse({ tipo: 'transito' })
    const [average, layered] = [await company.article('PROM'), await company.article('PEPS')]
    for (const costo_unitario of ['10', '13.333333']) {
      await company.move('entrada', almacen, {
        lines: [average, layered].map((articulo) => ({ articulo, cantidad: '3', costo_unitario })),
      })
    }
    const amounts = async (articulo: number, at: number) => {
      const { cantidad, importe } = await company.stock(articulo, at)
      return [cantidad, importe]
    }
    const id = await transfer(to, {
      lines: [average, layered].map((articulo) => ({ articulo, cantidad_enviada: '4' })),
      more: hasTransit ? { almacen_transito: transit } : {},
    })
    const sent = await onTransfer('enviar_traspaso', id)
    assert.equal(sent.json.data?.record.estado, 'en_transito', sent.text)
    assert.deepEqual(
      [await amounts(average, almacen), await amounts(layered, almacen)],
      [
        [2, 23.33],
        [2, 26.67],
      ],
    )
    const way = async (articulo: number) =>
      hasTransit
        ? await amounts(articulo, transit)
        : (await company.rows(articulo, to)).map((row) => row['en_transito'])
    assert.deepEqual(await way(average), hasTransit ? [4, 46.67] : [4])
    const part = await onTransfer('recibir_traspaso', id, {
      partidas: [{ partida: 1, cantidad: '3' }],
    })
    assert.equal(part.json.data?.record.estado, 'recibido_parcial', part.text)
    assert.deepEqual(await amounts(average, to), [3, 35])
    const tooMuch = await onTransfer('recibir_traspaso', id, {
      partidas: [{ partida: 1, cantidad: '1.5' }],
    })
    assert.deepEqual(verdict(tooMuch), [422, 'VALIDATION'])
    const rest = await onTransfer('recibir_traspaso', id)
    assert.equal(rest.json.data?.record.estado, 'recibido', rest.text)
    assert.deepEqual(
      [await amounts(average, to), await amounts(layered, to), await way(average)],
      [[4, 46.67], [4, 43.33], hasTransit ? [0, 0] : [0]],
    )
    assert.deepEqual(verdict(await onTransfer('recibir_traspaso', id)), [409, 'INVALID_STATE'])
    await assertStockWhole(erp)
  }
})

test('what was sent and did not arrive goes back when the transfer is cancelled, at the value that it left with', async () => {
  const to = await company.warehouse()
  const articulo = await company.article('PEPS')
  for (const costo_unitario of ['1', '2']) {
    await company.move('entrada', almacen, { lines: [{ articulo, cantidad: '2', costo_unitario }] })
  }
  const cancel = (id: number) => onTransfer('cancelar_traspaso', id, { motivo: 'No salió' })
  const before = await company.stock(articulo, almacen)
  const lines = [{ articulo, cantidad_enviada: '3' }]
  const whole = await transfer(to, { lines })
  await onTransfer('enviar_traspaso', whole)
  assert.equal((await cancel(whole)).json.data?.record.estado, 'cancelado')
  assert.deepEqual(await company.stock(articulo, almacen), before)
  const part = await transfer(to, { lines, more: { motivo: 'otro' } })
  await onTransfer('enviar_traspaso', part)
  await onTransfer('recibir_traspaso', part, { partidas: [{ partida: 1, cantidad: '1' }] })
  assert.equal((await cancel(part)).json.data?.record.estado, 'recibido')
  assert.deepEqual(
    [
      (await company.stock(articulo, almacen)).cantidad,
      (await company.stock(articulo, to)).cantidad,
    ],
    [3, 1],
  )
  const draft = await transfer(to, { lines, more: { motivo: 'uno más' } })
  assert.equal((await cancel(draft)).json.data?.record.estado, 'cancelado')
  const put = await erp.admin.send('PUT', `${API}/TraspasoAlmacen/${part}`, {
    body: { almacen_destino: almacen },
  })
  assert.deepEqual(verdict(put), [409, 'INVALID_STATE'])
  const unread = await transfer(to, { lines, more: { motivo: 'el último' } })
  await onTransfer('enviar_traspaso', unread)
  for (const partidas of [[], 'todo', [{ partida: 1 }], [{ partida: 1, cantidad: '-1' }], [1]]) {
    const answer = await onTransfer('recibir_traspaso', unread, { partidas })
    assert.deepEqual(verdict(answer), [422, 'VALIDATION'], JSON.stringify(partidas))
  }
  await assertStockWhole(erp)
})
