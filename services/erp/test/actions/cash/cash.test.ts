import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { cashing, type Cashing } from './cash-fixture.ts'

let erp: ErpTest
let company: Cashing

before(async () => {
  erp = await startErp()
  company = await cashing(erp, erp.admin)
})

after(() => erp.stop())

const REASON = { motivo: 'Se capturó dos veces' }

test('money collected in parts lowers the balance, books the bank, and makes IVA due to the cent', async () => {
  const cuenta = await company.owed({ total: '100.00', impuestos: '13.79' })
  await company.create('CuentaPorCobrarParcialidad', {
    cuenta,
    numero: 1,
    vencimiento: '2026-02-20',
    importe: '40.00',
  })
  await company.create('CuentaPorCobrarParcialidad', {
    cuenta,
    numero: 2,
    vencimiento: '2026-03-20',
    importe: '60.00',
  })
  const first = await company.collect('33.33', [{ cuenta, importe: '33.33' }])
  assert.deepEqual(await company.entry('CobroCliente', first), [
    ['102-01', '33.33', '0.00'],
    ['105-01', '0.00', '33.33'],
    ['209-01', '4.60', '0.00'],
    ['208-01', '0.00', '4.60'],
  ])
  const after33 = await company.read('CuentaPorCobrar', cuenta)
  assert.deepEqual([after33['saldo'], after33['estado']], [66.67, 'cobrada_parcial'])
  const cobro = await company.read('CobroCliente', first)
  assert.equal(cobro['estado'], 'aplicado')
  const [line] = cobro['aplicaciones'] as Record<string, unknown>[]
  const parts = ['parcialidad', 'saldo_anterior', 'saldo_insoluto', 'importe_cobro', 'iva']
  assert.deepEqual(
    parts.map((name) => line?.[name]),
    [1, 100, 66.67, 33.33, 4.6],
  )
  const deposit = await company.read('MovimientoBancario', Number(cobro['movimiento']))
  assert.deepEqual(
    ['naturaleza', 'tipo', 'importe', 'estado', 'registro'].map((name) => deposit[name]),
    ['abono', 'deposito', 33.33, 'aplicado', String(first)],
  )
  const dues = async () =>
    (
      await erp.admin.get(`${API}/CuentaPorCobrarParcialidad?cuenta=${cuenta}&sort=numero`)
    ).json.data.map((due: Record<string, unknown>) => [due['saldo'], due['estado']])
  assert.deepEqual(await dues(), [
    [6.67, 'vencida'],
    [60, 'pendiente'],
  ])
  const ageing = await erp.admin.get(`${API}/reports/receivables-ageing?cliente=${company.cliente}`)
  assert.equal(ageing.status, 200, ageing.text)
  assert.deepEqual(ageing.json.data, [
    {
      cliente: company.cliente,
      cliente_str: 'C1 Cliente C1',
      moneda_str: 'MXN',
      por_vencer: 60,
      vencido_30: 6.67,
      vencido_60: 0,
      vencido_90: 0,
      vencido_mas_90: 0,
      total: 66.67,
      total_base: 66.67,
    },
  ])
  await company.collect('33.33', [{ cuenta, importe: '33.33' }])
  const cancelled = await company.act('cancelar_cobro', [first], REASON)
  assert.equal(cancelled.json.meta.succeeded, 1, cancelled.text)
  await company.collect('66.67', [{ cuenta, importe: '66.67' }])
  const paid = await company.read('CuentaPorCobrar', cuenta)
  assert.deepEqual([paid['saldo'], paid['estado']], [0, 'cobrada'])
  assert.deepEqual(await dues(), [
    [0, 'pagada'],
    [0, 'pagada'],
  ])
  const [iva] = (
    await erp.admin.get(`${API}/reports/trial-balance?desde=2026-01-01&hasta=2026-12-31`)
  ).json.data.filter(({ clave }: { clave: string }) => clave === '209-01')
  assert.equal(iva.saldo_final, 0, 'nothing of the tax stays behind')
  assert.equal(await company.ledger(company.cliente), '0.00')
})

test('an invoice in dollars that is paid at another rate leaves an exchange difference', async () => {
  const { dollar } = company.books
  const before = Number(await company.ledger(company.cliente))
  const cuenta = await company.owed({
    total: '100.00',
    impuestos: '13.79',
    moneda: dollar,
    tipo_cambio: '17.5',
  })
  const inDollars = await company.collect('40.00', [{ cuenta, importe: '40.00' }], {
    moneda: dollar,
    tipo_cambio: '18',
    cuenta_bancaria: company.dolares,
  })
  assert.deepEqual(await company.entry('CobroCliente', inDollars), [
    ['102-01', '720.00', '0.00'],
    ['702-01', '0.00', '17.24'],
    ['105-01', '0.00', '700.00'],
    ['209-01', '96.53', '0.00'],
    ['208-01', '0.00', '99.29'],
  ])
  const inPesos = await company.collect('1020.00', [
    { cuenta, importe: '60.00', equivalencia: '17' },
  ])
  assert.deepEqual(await company.entry('CobroCliente', inPesos), [
    ['102-01', '1020.00', '0.00'],
    ['701-01', '25.86', '0.00'],
    ['105-01', '0.00', '1050.00'],
    ['209-01', '144.80', '0.00'],
    ['208-01', '0.00', '140.66'],
  ])
  assert.equal((await company.read('CuentaPorCobrar', cuenta))['saldo'], 0)
  assert.equal(Number(await company.ledger(company.cliente)), before)
  const pesos = await company.owed({ total: '1000.00' })
  const more = { moneda: dollar, tipo_cambio: '17', cuenta_bancaria: company.dolares }
  const paid = await company.collect(
    '58.82',
    [{ cuenta: pesos, importe: '1000.00', equivalencia: '0.05882' }],
    more,
  )
  const lines = await company.entry('CobroCliente', paid)
  assert.deepEqual(lines, [
    ['102-01', '999.94', '0.00'],
    ['701-01', '0.06', '0.00'],
    ['105-01', '0.00', '1000.00'],
  ])
})

test('one collection pays several invoices, forgives a part, and its rest is an advance', async () => {
  const { dollar } = company.books
  const [one, two] = [
    await company.owed({ total: '116.00', impuestos: '16.00' }),
    await company.owed({ total: '10.00', moneda: dollar, tipo_cambio: '17' }),
  ]
  const cobro = await company.collect('300.00', [
    { cuenta: one, importe: '110.00', descuento: '6.00' },
    { cuenta: two, importe: '10.00', equivalencia: '17' },
  ])
  assert.deepEqual(await company.entry('CobroCliente', cobro), [
    ['102-01', '300.00', '0.00'],
    ['402-01', '6.00', '0.00'],
    ['206-01', '0.00', '20.00'],
    ['105-01', '0.00', '116.00'],
    ['105-01', '0.00', '170.00'],
    ['209-01', '16.00', '0.00'],
    ['208-01', '0.00', '16.00'],
  ])
  assert.equal((await company.read('CobroCliente', cobro))['por_aplicar'], 20)
  const [advance] = (await erp.admin.get(`${API}/AnticipoVenta?cobro=${cobro}`)).json.data
  assert.deepEqual(
    [advance.folio, advance.saldo, advance.estado, advance.cliente],
    ['AV-00001', 20, 'pendiente', company.cliente],
  )
  assert.equal(await company.ledger(company.cliente, '206-01'), '-20.00')
  const answer = await company.act('cancelar_cobro', [cobro], REASON)
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  const states = async (model: string, ids: readonly number[]) =>
    await Promise.all(
      ids.map(async (id) => {
        const row = await company.read(model, id)
        return [row['saldo'], row['estado']]
      }),
    )
  assert.deepEqual(await states('CuentaPorCobrar', [one, two]), [
    [116, 'vigente'],
    [10, 'vigente'],
  ])
  assert.deepEqual(await states('AnticipoVenta', [advance.id]), [[0, 'cancelado']])
  assert.equal(await company.ledger(company.cliente, '206-01'), '0.00')
  const { estado, motivo, movimiento } = await company.read('CobroCliente', cobro)
  assert.deepEqual([estado, motivo], ['cancelado', REASON.motivo])
  assert.equal(
    (await company.read('MovimientoBancario', Number(movimiento)))['estado'],
    'cancelado',
  )
  const again = await company.act('cancelar_cobro', [cobro], REASON)
  assert.deepEqual(verdict(again), [200, 'INVALID_STATE'])
})

test('money that the bank returns leaves it again, and is owed again', async () => {
  const cuenta = await company.owed({ total: '50.00' })
  const cobro = await company.collect('50.00', [{ cuenta, importe: '50.00' }])
  const { movimiento } = await company.read('CobroCliente', cobro)
  await erp.owner.query(
    sql`update public.movimiento_bancario set conciliado = true where id = ${Number(movimiento)}`,
  )
  const cancelled = await company.act('cancelar_cobro', [cobro], REASON)
  assert.deepEqual(verdict(cancelled), [200, 'INVALID_STATE'])
  assert.match(cancelled.text, /is reconciled/)
  const answer = await company.act('devolver_cobro', [cobro], { motivo: 'Cheque sin fondos' })
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  const movements = (await erp.admin.get(`${API}/MovimientoBancario?registro=${cobro}&sort=id`))
    .json.data
  assert.deepEqual(
    movements.map((row: Record<string, unknown>) => [
      row['naturaleza'],
      row['importe'],
      row['estado'],
    ]),
    [
      ['abono', 50, 'aplicado'],
      ['cargo', 50, 'aplicado'],
    ],
  )
  assert.deepEqual(await company.entry('CobroCliente', cobro), [
    ['102-01', '0.00', '50.00'],
    ['105-01', '50.00', '0.00'],
  ])
  assert.equal((await company.read('CuentaPorCobrar', cuenta))['saldo'], 50)
  assert.equal((await company.read('CobroCliente', cobro))['estado'], 'devuelto')
})

test('a collection is refused with the field and the rule, and the others of its batch are not', async () => {
  const { dollar } = company.books
  const cuenta = await company.owed({ total: '10.00' })
  const foreign = await company.owed({ total: '10.00', moneda: dollar, tipo_cambio: '17' })
  const theirs = await company.owed({ total: '10.00', cliente: company.otro })
  const ids = [
    await company.cobro('20.00', [{ cuenta, importe: '10.01' }]),
    await company.cobro('20.00', [{ cuenta: theirs, importe: '1.00' }]),
    await company.cobro('20.00', [{ cuenta: foreign, importe: '1.00' }]),
    await company.cobro('20.00', [], { fecha: '2026-03-03' }),
    await company.cobro('20.00', [], { moneda: dollar, tipo_cambio: '17' }),
    await company.cobro('20.00', [], { fecha: '2019-12-31' }),
    await company.cobro('20.00', [
      { cuenta, importe: '1.00' },
      { cuenta, importe: '2.00' },
    ]),
    await company.cobro('10.00', [{ cuenta, importe: '10.00' }]),
    await company.cobro('10.00', [{ cuenta, importe: '10.00' }]),
  ]
  const answer = await company.act('cobrar', [...ids, 999_999])
  const results: readonly { ok: boolean; errors?: { code: string; field?: string }[] }[] =
    answer.json.data.results
  assert.deepEqual(
    results.map(({ ok, errors }) => (ok ? 'ok' : `${errors?.[0]?.code} ${errors?.[0]?.field}`)),
    [
      'VALIDATION aplicaciones[1].importe',
      'VALIDATION aplicaciones[1].cuenta',
      'VALIDATION aplicaciones[1].equivalencia',
      'VALIDATION fecha',
      'VALIDATION cuenta_bancaria',
      'PERIOD_CLOSED undefined',
      'VALIDATION aplicaciones[2].cuenta',
      'ok',
      'VALIDATION aplicaciones[1].importe',
      'NOT_FOUND undefined',
    ],
  )
  assert.equal((await company.read('CuentaPorCobrar', cuenta))['saldo'], 0)
  assert.equal((await company.read('CuentaPorCobrar', theirs))['saldo'], 10)
  const over = await erp.admin.post(`${API}/CobroCliente`, {
    ...(await draftBody()),
    importe: '5.00',
    aplicaciones: [{ cuenta: theirs, importe: '6.00' }],
  })
  assert.deepEqual(verdict(over), [422, 'VALIDATION'])
  const typed = await erp.admin.send('PUT', `${API}/CobroCliente/${ids[0]}`, {
    body: { estado: 'aplicado' },
  })
  assert.deepEqual(verdict(typed), [422, 'READ_ONLY_FIELD'])
})

async function draftBody(): Promise<Record<string, unknown>> {
  const { fecha, cliente, forma_pago, moneda } = await company.read(
    'CobroCliente',
    await company.cobro('1.00', []),
  )
  return { fecha, cliente, forma_pago, moneda }
}

test('two who collect the same money at once collect it once, and a repeated key does nothing', async () => {
  const cuenta = await company.owed({ total: '70.00' })
  const cobro = await company.cobro('70.00', [{ cuenta, importe: '70.00' }])
  const other = await company.cobro('70.00', [{ cuenta, importe: '70.00' }])
  const both = await Promise.all([
    company.act('cobrar', [cobro]),
    company.act('cobrar', [cobro]),
    company.act('cobrar', [other]),
  ])
  const succeeded = both.filter(({ json }) => json.meta.succeeded === 1)
  assert.equal(succeeded.length, 1)
  assert.equal((await company.read('CuentaPorCobrar', cuenta))['saldo'], 0)
  const keyed = () =>
    erp.admin
      .with({ 'idempotency-key': 'cobro-repetido' })
      .post(`${API}/CobroCliente/actions/cobrar`, { ids: [third] })
  const third = await company.cobro('5.00', [])
  const answers = [await keyed(), await keyed()]
  assert.deepEqual(
    answers.map(({ json }) => json.meta.succeeded),
    [1, 1],
  )
  const advances = await erp.admin.get(`${API}/AnticipoVenta?cobro=${third}`)
  assert.equal(advances.json.data.length, 1)
})

test('another company, and one without the right, collect nothing', async () => {
  const cobro = await company.cobro('5.00', [])
  const stranger = await erp.otherCompany()
  const strange = await stranger.post(`${API}/CobroCliente/actions/cobrar`, { ids: [cobro] })
  assert.deepEqual(verdict(strange), [200, 'NOT_FOUND'])
  const password = 'secreto-de-prueba'
  await company.create('Usuario', {
    usuario: 'cajero',
    nombre: 'Cajero',
    password,
    correo: 'cajero@empresa.example',
    estado: 'activo',
  })
  const clerk = await erp.logIn('cajero', password)
  const refused = await clerk.post(`${API}/CobroCliente/actions/cobrar`, { ids: [cobro] })
  assert.deepEqual(verdict(refused), [403, 'FORBIDDEN'])
  assert.equal((await company.read('CobroCliente', cobro))['estado'], 'borrador')
})

test('an advance pays an invoice in parts, at its own rate, and is taken back the same way', async () => {
  const { dollar } = company.books
  const more = { moneda: dollar, tipo_cambio: '17', cuenta_bancaria: company.dolares }
  const advances = await company.ledger(company.cliente, '206-01')
  const cobro = await company.collect('10.00', [], more)
  const [advance] = (await erp.admin.get(`${API}/AnticipoVenta?cobro=${cobro}`)).json.data
  const before = await company.ledger(company.cliente)
  const cuenta = await company.owed({
    total: '20.00',
    impuestos: '2.76',
    moneda: dollar,
    tipo_cambio: '18',
  })
  const apply = (inputs: object) =>
    erp.admin.post(`${API}/AnticipoVenta/actions/aplicar_anticipo`, {
      ids: [advance.id],
      ...inputs,
    })
  assert.deepEqual(verdict(await apply({ cuenta, importe: '10.01' })), [200, 'VALIDATION'])
  assert.deepEqual(verdict(await apply({ cuenta: 999_999 })), [200, 'UNKNOWN_REFERENCE'])
  const theirs = await company.owed({ total: '5.00', cliente: company.otro })
  assert.deepEqual(verdict(await apply({ cuenta: theirs })), [200, 'VALIDATION'])
  const first = await apply({ cuenta, importe: '3.33' })
  assert.equal(first.json.meta.succeeded, 1, first.text)
  assert.deepEqual(await company.entry('AnticipoVenta', advance.id), [
    ['206-01', '56.61', '0.00'],
    ['105-01', '0.00', '59.94'],
    ['701-01', '2.87', '0.00'],
    ['209-01', '8.27', '0.00'],
    ['208-01', '0.00', '7.81'],
  ])
  const rest = await apply({ cuenta })
  assert.equal(rest.json.meta.succeeded, 1, rest.text)
  const states = async () => {
    const [a, r] = [
      await company.read('AnticipoVenta', advance.id),
      await company.read('CuentaPorCobrar', cuenta),
    ]
    return [a['saldo'], a['estado'], r['saldo'], r['estado']]
  }
  assert.deepEqual(await states(), [0, 'aplicado', 10, 'cobrada_parcial'])
  const used = await company.act('cancelar_cobro', [cobro], REASON)
  assert.deepEqual(verdict(used), [200, 'INVALID_STATE'])
  const uses = (await erp.admin.get(`${API}/AplicacionNotaCredito?anticipo=${advance.id}`)).json
    .data
  const ids = uses.map(({ id }: { id: number }) => id)
  const takeBack = () =>
    erp.admin.post(`${API}/AplicacionNotaCredito/actions/cancelar_aplicacion`, { ids, ...REASON })
  const back = await takeBack()
  assert.equal(back.json.meta.succeeded, 2, back.text)
  assert.deepEqual(verdict(await takeBack()), [200, 'INVALID_STATE'])
  assert.deepEqual(await states(), [10, 'pendiente', 20, 'vigente'])
  assert.equal(
    Number(await company.ledger(company.cliente)),
    Number((Number(before) + 360).toFixed(2)),
  )
  const byHand = await erp.admin.post(`${API}/AnticipoVenta/actions/cancelar_anticipo`, {
    ids: [advance.id],
    ...REASON,
  })
  assert.deepEqual(verdict(byHand), [200, 'INVALID_STATE'])
  const gone = await company.act('cancelar_cobro', [cobro], REASON)
  assert.equal(gone.json.meta.succeeded, 1, gone.text)
  assert.deepEqual((await states()).slice(0, 2), [0, 'cancelado'])
  assert.equal(await company.ledger(company.cliente, '206-01'), advances)
})
