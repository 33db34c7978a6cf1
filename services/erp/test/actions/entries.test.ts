import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { books, type Books, type Line } from './entry-fixture.ts'
import { API, purchasing, verdict } from './purchase-fixture.ts'

let erp: ErpTest
let ledger: Books

before(async () => {
  erp = await startErp()
  ledger = await books(erp, erp.admin)
})

after(() => erp.stop())

const put = (path: string, body: object) => erp.admin.send('PUT', `${API}/${path}`, { body })

/** The codes and fields of everything that is wrong with an entry. */
async function problems(lines: readonly Line[], head: object = {}): Promise<readonly string[]> {
  const answer = await ledger.actOn('aplicar', await ledger.draft(lines, head))
  if (answer.status === 200) return []
  return answer.json.errors.map(({ code, field }: { code: string; field?: string }) =>
    field === undefined ? code : `${code} ${field}`,
  )
}

test('an entry that is applied gets its folio, its totals and who applied it', async () => {
  const id = await ledger.simple('10.25')
  const before = await ledger.read(id)
  assert.deepEqual([before['folio'], before['estado']], [null, 'borrador'])
  assert.equal(before['capturada_por'], 1)
  const answer = await ledger.actOn('aplicar', id)
  assert.equal(answer.status, 200, answer.text)
  const { estado, folio, total_cargo, total_abono, autorizada_por } = answer.json.data.record
  assert.deepEqual(
    [estado, folio, total_cargo, total_abono, autorizada_por],
    ['aplicada', 'DI-2603-00001', 10.25, 10.25, 1],
  )
  const typed = await ledger.simple('1.00', { folio: 'MIA-1' })
  assert.equal((await ledger.actOn('aplicar', typed)).json.data.record.folio, 'MIA-1')
  const next = await ledger.act('aplicar', [await ledger.simple('1'), await ledger.simple('2')])
  assert.equal(next.json.meta.succeeded, 2)
  const folios = await erp.admin.get(
    `${API}/Poliza?folio__like=DI-2603-%25&fields=folio&sort=folio`,
  )
  assert.deepEqual(
    folios.json.data.map((row: { folio: string }) => row.folio),
    ['DI-2603-00001', 'DI-2603-00002', 'DI-2603-00003'],
  )
})

test('a draft is written with its lines in one request, applied, and its papers may come later', async () => {
  const body = {
    fecha: '2026-03-03',
    tipo: 1,
    periodo: await ledger.period(3),
    concepto: 'De una vez',
    partidas: [
      { cuenta_contable: ledger.cash, cargo: '3.50', moneda: ledger.peso },
      { cuenta_contable: ledger.sales, abono: '3.50', moneda: ledger.peso },
    ],
  }
  const [kept, dropped] = [await ledger.create('Poliza', body), await ledger.create('Poliza', body)]
  assert.equal((await ledger.actOn('aplicar', kept)).json.data.record.total_cargo, 3.5)
  await ledger.create('PolizaComprobante', { poliza: kept, tipo: 'sin_cfdi', importe: '3.50' })
  assert.deepEqual(verdict(await erp.admin.send('DELETE', `${API}/Poliza/${kept}`)), [
    409,
    'INVALID_STATE',
  ])
  assert.equal((await erp.admin.send('DELETE', `${API}/Poliza/${dropped}`)).status, 200)
  const { actions } = (await erp.client.get(`${API}/metadata/Poliza`)).json.data.grid
  assert.deepEqual(
    actions.map((action: { name: string; from_states: unknown }) => [
      action.name,
      action.from_states,
    ]),
    [
      ['aplicar', ['borrador', 'autorizada']],
      ['reversar', ['aplicada']],
    ],
  )
})

test('estado moves by aplicar and reversar alone, and the generic API names them', async () => {
  const id = await ledger.simple('10.00')
  const applied = await put(`Poliza/${id}`, { estado: 'aplicada' })
  assert.deepEqual(verdict(applied), [422, 'READ_ONLY_FIELD'])
  assert.match(applied.json.errors[0].message, /aplicar or reversar/)
  for (const forged of [
    { poliza_reversa: id },
    { autorizada_por: 1 },
    { estado: 'aplicada' },
    { origen: 'ventas' },
    { origen: 'compras' },
  ]) {
    const head = { fecha: '2026-03-02', tipo: 1, periodo: await ledger.period(3), concepto: 'x' }
    const answer = await erp.admin.post(`${API}/Poliza`, { ...head, ...forged })
    assert.deepEqual(verdict(answer), [422, 'READ_ONLY_FIELD'], JSON.stringify(forged))
  }
  assert.equal((await ledger.actOn('aplicar', id)).status, 200)
  assert.deepEqual(verdict(await ledger.actOn('aplicar', id)), [409, 'INVALID_STATE'])
  assert.deepEqual(verdict(await ledger.actOn('aplicar', 999_999)), [404, 'NOT_FOUND'])
  assert.deepEqual(verdict(await put(`Poliza/${id}`, { concepto: 'otro' })), [409, 'INVALID_STATE'])
})

test('an entry is held to its lines: there are some, debits are credits, each has one side above zero', async () => {
  const { sales } = ledger
  assert.deepEqual(await problems([]), ['NO_LINES'])
  assert.deepEqual(await problems([{ cargo: '10' }, { cuenta_contable: sales, abono: '9.99' }]), [
    'ENTRY_UNBALANCED',
  ])
  assert.deepEqual(await problems([{ cargo: '-7', abono: '-7' }]), ['VALIDATION partidas[1].cargo'])
  assert.deepEqual(await problems([{ cargo: '5', abono: '5' }]), ['VALIDATION partidas[1].cargo'])
  assert.deepEqual(await problems([{}]), ['VALIDATION partidas[1].cargo'])
  const both = await ledger.draft([{ cargo: '10' }, { abono: '9' }])
  const { message } = (await ledger.actOn('aplicar', both)).json.errors[0]
  assert.match(message, /debits 10\.00, credits 9\.00/)
})

test('an account takes a line when it is active, takes entries and has the dimensions that it needs', async () => {
  const against = { cuenta_contable: ledger.sales, abono: '5' }
  const on = (cuenta: number, more: object = {}) =>
    problems([{ cuenta_contable: cuenta, cargo: '5', ...more }, against])
  const refused = ['VALIDATION partidas[1].cuenta_contable']
  assert.deepEqual(await on(await ledger.account('A-1', { activo: false })), refused)
  assert.deepEqual(await on(await ledger.account('A-2', { acepta_movimientos: false })), refused)
  const centre = await ledger.account('A-3', { requiere_centro_costo: true })
  const centro_costo = await ledger.create('CentroCosto', {
    clave: 'CC1',
    nombre: 'Uno',
    tipo: 'productivo',
  })
  assert.deepEqual(await on(centre), refused)
  assert.deepEqual(await on(centre, { centro_costo }), [])
  const party = await ledger.account('A-4', { requiere_tercero: true })
  const proveedor = await ledger.create('Proveedor', {
    clave: 'P9',
    razon_social: 'Nueve, S.A.',
    rfc: 'NUE010101AB1',
    estado: 'activo',
  })
  assert.deepEqual(await on(party), refused)
  assert.deepEqual(await on(party, { proveedor }), [])
  const answer = await ledger.actOn(
    'aplicar',
    await ledger.draft([{ cuenta_contable: party, cargo: '5' }, against]),
  )
  assert.match(answer.json.errors[0].message, /A-4 needs the supplier or customer/)
})

test('currency and rate of a line fit its amount in the books', async () => {
  const { dollar: moneda, sales } = ledger
  const line = (more: object) =>
    problems([
      { cargo: '175.00', ...more },
      { cuenta_contable: sales, abono: '175.00' },
    ])
  const wrong = (field: string) => [`VALIDATION partidas[1].${field}`]
  assert.deepEqual(await line({ tipo_cambio: '17.5' }), wrong('tipo_cambio'))
  assert.deepEqual(await line({ importe_moneda: '10' }), wrong('importe_moneda'))
  assert.deepEqual(await line({ importe_moneda: '175' }), [])
  assert.deepEqual(await line({ moneda, tipo_cambio: '17.5' }), wrong('importe_moneda'))
  assert.deepEqual(
    await line({ moneda, tipo_cambio: '17.5', importe_moneda: '10.01' }),
    wrong('importe_moneda'),
  )
  assert.deepEqual(await line({ moneda, tipo_cambio: '17.5', importe_moneda: '10' }), [])
  assert.deepEqual(await line({ moneda, tipo_cambio: '17.5', importe_moneda: '0' }), [])
  const inDollars = await ledger.account('USD-1', { moneda })
  assert.deepEqual(await line({ cuenta_contable: inDollars }), wrong('moneda'))
})

test('an entry lies in its period, which is open as its year is, for the books too', async () => {
  const pair = [{ cargo: '1' }, { cuenta_contable: ledger.sales, abono: '1' }]
  assert.deepEqual(await problems(pair, { fecha: '2020-05-05' }), ['VALIDATION fecha'])
  const [may, june] = [await ledger.period(5), await ledger.period(6)]
  await put(`PeriodoContable/${may}`, { estado: 'bloqueado' })
  const inMay = { periodo: may, fecha: '2026-05-31' }
  assert.deepEqual(await problems(pair, inMay), ['PERIOD_CLOSED periodo'])
  await put(`PeriodoContable/${may}`, { estado: 'abierto' })
  await put('EjercicioFiscal/1', { estado: 'en_cierre' })
  assert.deepEqual(await problems(pair, inMay), ['PERIOD_CLOSED periodo'])
  const thirteenth = await ledger.create('PeriodoContable', {
    ejercicio: 1,
    numero: 13,
    nombre: 'Ajustes 2026',
    fecha_inicio: '2026-12-31',
    fecha_fin: '2026-12-31',
    es_ajuste: true,
    estado: 'abierto',
  })
  assert.deepEqual(await problems(pair, { periodo: thirteenth, fecha: '2026-12-31' }), [])
  await put('EjercicioFiscal/1', { estado: 'abierto' })
  assert.deepEqual(await problems(pair, inMay), [])
  const [module] = (await erp.admin.get(`${API}/ModuloSistema?clave=contabilidad`)).json.data
  await ledger.create('BloqueoPeriodo', { periodo: june, modulo: module.id, estado: 'cerrado' })
  assert.deepEqual(await problems(pair, { periodo: june, fecha: '2026-06-01' }), [
    'PERIOD_CLOSED periodo',
  ])
})

test('every problem of an entry is told at once, and one entry of a batch does not hold up another', async () => {
  const bad = await ledger.draft([{ cargo: '-1' }, { abono: '3' }], { fecha: '2026-04-01' })
  const good = await ledger.simple('4.00')
  const answer = await ledger.act('aplicar', [bad, good])
  assert.deepEqual([answer.status, answer.json.meta.succeeded], [200, 1])
  const [first, second] = answer.json.data.results
  assert.deepEqual(
    first.errors.map(({ code }: { code: string }) => code),
    ['VALIDATION', 'VALIDATION', 'ENTRY_UNBALANCED'],
  )
  assert.deepEqual([second.id, second.ok], [good, true])
})

test('a type that requires authorization is applied by somebody other than who captured it', async () => {
  const [kind] = (await erp.admin.get(`${API}/ClasePoliza?clave=DI`)).json.data
  const tipo = await ledger.create('TipoPoliza', {
    clave: 'AJ',
    nombre: 'Ajustes',
    clase: kind.id,
    reinicia: 'anual',
    requiere_autorizacion: true,
  })
  const id = await ledger.simple('5.00', { tipo })
  assert.deepEqual(verdict(await ledger.actOn('aplicar', id)), [403, 'FORBIDDEN'])
  const usuario = await ledger.create('Usuario', {
    usuario: 'contadora',
    nombre: 'Contadora',
    password: 'otra-de-prueba',
    es_administrador: true,
    estado: 'activo',
  })
  const other = await erp.logIn('contadora', 'otra-de-prueba')
  const applied = await other.post(`${API}/Poliza/${id}/actions/aplicar`, {})
  assert.equal(applied.status, 200, applied.text)
  const { folio, capturada_por, autorizada_por } = applied.json.data.record
  assert.deepEqual([folio, capturada_por, autorizada_por], ['AJ-26-00001', 1, usuario])
})

test('reversing makes another entry, once, in an open period, and leaves the first as it was', async () => {
  const id = await ledger.simple('12.34')
  assert.deepEqual(verdict(await ledger.actOn('reversar', id)), [409, 'INVALID_STATE'])
  await ledger.actOn('aplicar', id)
  const before = await ledger.read(id)
  const early = await ledger.actOn('reversar', id, { fecha: '2026-03-01' })
  assert.deepEqual(verdict(early), [422, 'VALIDATION'])
  assert.deepEqual(verdict(await ledger.actOn('reversar', id, { fecha: '2035-01-01' })), [
    422,
    'PERIOD_CLOSED',
  ])
  const answer = await ledger.actOn('reversar', id, { fecha: '2026-04-15', motivo: 'Se duplicó' })
  assert.equal(answer.status, 200, answer.text)
  const { estado, version, modificado_en, ...rest } = answer.json.data.record
  assert.deepEqual({ ...before, ...rest }, before, 'nothing else of it changes')
  assert.deepEqual(
    [estado, typeof version, typeof modificado_en],
    ['reversada', 'number', 'string'],
  )
  const [counter] = (await erp.admin.get(`${API}/Poliza?poliza_reversa=${id}`)).json.data
  assert.deepEqual(
    [counter.estado, counter.fecha, counter.folio, counter.concepto, counter.total_cargo],
    [
      'aplicada',
      '2026-04-15',
      'DI-2604-00001',
      `Reversa de ${String(before['folio'])}: Se duplicó`,
      12.34,
    ],
  )
  const lines = (await erp.admin.get(`${API}/PolizaPartida?poliza=${counter.id}&sort=partida`)).json
  assert.deepEqual(
    lines.data.map((line: Record<string, unknown>) => [
      line['cuenta_contable'],
      line['cargo'],
      line['abono'],
    ]),
    [
      [ledger.cash, 0, 12.34],
      [ledger.sales, 12.34, 0],
    ],
  )
  assert.deepEqual(verdict(await ledger.actOn('reversar', id)), [409, 'INVALID_STATE'])
  assert.deepEqual(verdict(await ledger.actOn('reversar', counter.id)), [409, 'INVALID_STATE'])
  const trail = await erp.admin.get(`${API}/reports/audit-trail/Poliza/${id}`)
  assert.deepEqual(
    trail.json.data.map((row: { accion: string; motivo: string }) => [row.accion, row.motivo]),
    [
      ['reversar', 'Se duplicó'],
      ['aplicar', null],
      [null, null],
    ],
  )
})

test('what a document booked is taken back by its document alone', async () => {
  const company = await purchasing(erp, erp.admin)
  const compra = await company.purchase('10.00')
  await company.actOn('autorizar_compra', compra)
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.poliza where empresa_id = ${erp.empresaId} and registro = ${String(compra)}`,
  )
  const refused = await ledger.actOn('reversar', row?.id ?? 0)
  assert.deepEqual(verdict(refused), [409, 'INVALID_STATE'])
  assert.match(refused.json.errors[0].message, new RegExp(`made by Compra ${compra}`))
  await company.actOn('cambiar_iniciada', compra)
  assert.equal((await ledger.read(row?.id ?? 0))['estado'], 'reversada')
})
