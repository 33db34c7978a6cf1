import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { entryOf, idOf, type Shop, type TestPac } from './stamping-fixture.ts'
import { startStampingShop } from './stamping-shop.ts'

// A service of its own: a PAC stamps for it, with a clock that moves.

const HOUR_MS = 60 * 60_000
const REASON = { motivo: 'No era lo que pidió' }

let erp: ErpTest
let pac: TestPac
let stop: () => Promise<void>
let own: Shop

before(async () => {
  ;({ erp, pac, own, stop } = await startStampingShop())
})

after(() => stop())

async function invoiced(importe: string, more: { venta?: object } = {}): Promise<number> {
  const id = await own.sale(importe, more)
  const answer = await own.actOn('timbrar_venta', id)
  assert.equal(answer.status, 200, answer.text)
  return id
}

interface Left {
  readonly estado: string
  readonly cfdi: string | null
  readonly cuenta: string | null
  readonly saldo: string | null
  readonly cancelacion: string | null
  readonly clientes: string
}

/** What is left of a sale: its state, its CFDI, what is owed and what the books say in all. */
async function left(venta: number): Promise<Left | undefined> {
  const [row] = await erp.owner.query<Left>(sql`
    select v.estado, c.estado as cfdi, q.estado as cuenta, q.saldo::text as saldo,
      (select x.estado from public.cfdi_cancelacion x where x.empresa_id = v.empresa_id and x.cfdi = c.id
        order by x.id desc limit 1) as cancelacion,
      (select coalesce(sum(l.cargo - l.abono), 0)::text from public.poliza p
        join public.modelo_sistema m on m.id = p.modelo and m.nombre = 'Venta'
        join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
        join public.cuenta_contable a on a.empresa_id = l.empresa_id and a.id = l.cuenta_contable and a.clave = '105-01'
        where p.empresa_id = v.empresa_id and p.registro = v.id::text) as clientes
    from public.venta v left join public.cfdi c on c.empresa_id = v.empresa_id and c.id = v.cfdi
    left join public.cuenta_por_cobrar q on q.empresa_id = v.empresa_id and q.venta = v.id
    where v.empresa_id = ${erp.empresaId} and v.id = ${venta}`)
  return row
}

const CANCELLED = {
  estado: 'cancelada',
  cfdi: 'cancelado',
  cuenta: 'cancelada',
  saldo: '0.00',
  cancelacion: 'aceptada',
  clientes: '0.00',
}

function owing(importe: string) {
  return {
    estado: 'facturada',
    cfdi: 'vigente',
    cuenta: 'vigente',
    saldo: importe,
    cancelacion: null,
    clientes: importe,
  }
}

test('an invoice of the same day is cancelled at once, and every number comes back', async () => {
  const id = await invoiced('2000.00')
  assert.deepEqual(await left(id), owing('2320.00'))
  const answer = await own.actOn('cancelar_venta', id, REASON)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.data.record.estado, 'cancelada')
  assert.deepEqual(await left(id), CANCELLED)
  const again = await own.actOn('cancelar_venta', id, REASON)
  assert.deepEqual(verdict(again), [409, 'INVALID_STATE'])
})

test('a batch cancels what it can: a sale that is not invoiced, one that is, and not one that was paid', async () => {
  const [plain, billed, paid] = [
    await own.sale('10.00'),
    await invoiced('20.00'),
    await invoiced('30.00'),
  ]
  await erp.owner.execute(sql`
    update public.cuenta_por_cobrar set saldo = 1, estado = 'cobrada_parcial' where empresa_id = ${erp.empresaId} and venta = ${paid}`)
  const answer = await own.act('cancelar_venta', [plain, billed, paid], REASON)
  const { results } = answer.json.data
  assert.deepEqual(
    results.map(({ ok }: { ok: boolean }) => ok),
    [true, true, false],
    answer.text,
  )
  assert.equal(results[2].errors[0].code, 'INVALID_STATE')
  assert.match(results[2].errors[0].message, /of 34\.80 only 1\.00 is owed/)
  assert.equal((await own.read('Venta', plain))['estado'], 'cancelada')
  assert.equal((await own.read('Venta', billed))['estado'], 'cancelada')
  assert.equal((await own.read('Venta', paid))['estado'], 'facturada')
})

test('an older invoice waits for its receiver: one agrees, one does not, one says nothing for three days', async () => {
  const ids = [await invoiced('5000.00'), await invoiced('6000.00'), await invoiced('7000.00')]
  const [agreed = 0, refused = 0, silent = 0] = ids
  erp.clock.advance(30 * HOUR_MS)
  await own.logIn()
  const answer = await own.act('cancelar_venta', ids, REASON)
  for (const result of answer.json.data.results) {
    assert.equal(result.ok, true, answer.text)
    assert.equal(result.warnings[0].code, 'CANCELLATION_PENDING')
  }
  assert.deepEqual(await left(agreed), {
    ...owing('5800.00'),
    cfdi: 'por_cancelar',
    cancelacion: 'en_espera',
  })
  const twice = await own.actOn('cancelar_venta', agreed, REASON)
  assert.deepEqual(verdict(twice), [409, 'INVALID_STATE'])
  const uuid = async (id: number) => String((await own.read('Venta', id))['uuid'])
  await pac.simulator.answerRequest(await uuid(agreed), true)
  await pac.simulator.answerRequest(await uuid(refused), false)
  erp.clock.advance(2 * HOUR_MS)
  await own.logIn()
  await eventually('the two are answered', async () => {
    const [one, other] = [await left(agreed), await left(refused)]
    return one?.estado === 'cancelada' && other?.cfdi === 'vigente'
  })
  assert.deepEqual(await left(agreed), CANCELLED)
  assert.deepEqual(await left(refused), { ...owing('6960.00'), cancelacion: 'rechazada' })
  assert.equal((await left(silent))?.cfdi, 'por_cancelar')
  erp.clock.advance(5 * 24 * HOUR_MS)
  await own.logIn()
  await eventually('the time is up', async () => (await left(silent))?.estado === 'cancelada')
  assert.deepEqual(await left(silent), { ...CANCELLED, cancelacion: 'plazo_vencido' })
})

test('what the PAC did not answer is asked for again, and cancelled once', async () => {
  for (const point of ['before', 'after'] as const) {
    const id = await invoiced('100.00')
    pac.order({ operation: 'cancel', point, effect: 'cut', times: 3 })
    const answer = await own.actOn('cancelar_venta', id, REASON)
    assert.equal(answer.json.data.warnings[0].code, 'PAC_UNAVAILABLE', answer.text)
    assert.equal((await left(id))?.cfdi, 'por_cancelar')
    erp.clock.advance(60_000)
    await eventually('it is cancelled', async () => (await left(id))?.estado === 'cancelada')
    assert.deepEqual(await left(id), CANCELLED)
  }
})

test('a reason is one of the SAT: 01 names the invoice that replaces it', async () => {
  const wrong = await invoiced('100.00')
  const right = await invoiced('100.00', { venta: { sustituye: wrong } })
  const cancel = (inputs: object) => own.actOn('cancelar_venta', wrong, { ...REASON, ...inputs })
  const uuid = (await own.read('Venta', right))['uuid']
  const cases: readonly (readonly [object, string])[] = [
    [{ motivo_sat: '05' }, 'motivo_sat'],
    [{ motivo_sat: '01' }, 'folio_sustitucion'],
    [{ motivo_sat: '02', folio_sustitucion: uuid }, 'folio_sustitucion'],
    [
      { motivo_sat: '01', folio_sustitucion: 'AAAAAAAA-C09B-4EC6-8699-43C5F7E3B230' },
      'folio_sustitucion',
    ],
  ]
  for (const [inputs, field] of cases) {
    const answer = await cancel(inputs)
    assert.deepEqual(verdict(answer), [422, 'VALIDATION'], answer.text)
    assert.equal(answer.json.errors[0].field, field)
  }
  const answer = await cancel({ motivo_sat: '01', folio_sustitucion: uuid })
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(await left(wrong), CANCELLED)
  assert.deepEqual(await left(right), owing('116.00'))
})

test('a credit note lowers what is owed, is related to the invoice, and gives it back when it is cancelled', async () => {
  const venta = await invoiced('1000.00')
  const [line] = await own.list(`VentaPartida?venta=${venta}`)
  const relacion = await idOf(erp, sql`tipo_relacion_cfdi`, '01')
  const note = (importe: string, more: object = {}) =>
    own.create('NotaCreditoVenta', {
      fecha: '2026-03-02',
      cliente: own.cliente,
      tipo: 'bonificacion',
      tipo_relacion: relacion,
      moneda: own.moneda,
      partidas: [
        {
          venta,
          venta_partida: line?.['id'],
          descripcion: 'Bonificación',
          cantidad: '1',
          precio: importe,
          ...more,
        },
      ],
    })
  const id = await note('250.00')
  const stamp = (one: number) =>
    own.client.post(`${API}/NotaCreditoVenta/${one}/actions/timbrar_nota_credito`, {})
  const answer = await stamp(id)
  assert.equal(answer.status, 200, answer.text)
  const { record } = answer.json.data
  assert.deepEqual([record.estado, record.impuestos, record.total], ['aplicada', 40, 290])
  assert.deepEqual(await left(venta), {
    ...owing('870.00'),
    cuenta: 'cobrada_parcial',
    clientes: '1160.00',
  })
  assert.deepEqual(await entryOf(own, 'NotaCreditoVenta', id), [
    { cuenta: '105-01', cargo: '0.00', abono: '290.00' },
    { cuenta: '209-01', cargo: '40.00', abono: '0.00' },
    { cuenta: '402-01', cargo: '250.00', abono: '0.00' },
  ])
  const [relation] = await own.list(`CfdiRelacionado?cfdi=${record.cfdi}`)
  assert.equal(relation?.['uuid_relacionado'], (await own.read('Venta', venta))['uuid'])
  const tooMuch = await stamp(await note('800.00'))
  assert.deepEqual(verdict(tooMuch), [422, 'VALIDATION'])
  assert.match(
    tooMuch.json.errors[0].message,
    /of which 250\.00 was credited before: 750\.00 is left/,
  )
  const wrong = await stamp(await note('10.00', { impuestos: '5.00' }))
  assert.equal(wrong.json.errors[0].field, 'partidas[1].impuestos')
  const kept = await own.actOn('cancelar_venta', venta, REASON)
  assert.deepEqual(verdict(kept), [409, 'INVALID_STATE'])
  const cancelled = await own.client.post(
    `${API}/NotaCreditoVenta/${id}/actions/cancelar_nota_credito`,
    REASON,
  )
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal(cancelled.json.data.record.estado, 'cancelada')
  assert.deepEqual(await left(venta), owing('1160.00'))
  const entries = await entryOf(own, 'NotaCreditoVenta', id)
  assert.ok(entries.every(({ cargo, abono }) => cargo === abono))
})
