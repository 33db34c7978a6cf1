import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import type { ErpTest } from '../../erp-service.ts'
import { API } from '../purchase-fixture.ts'
import { idOf, type Shop, type TestPac } from './stamping-fixture.ts'
import { startStampingShop } from './stamping-shop.ts'

// A service of its own: a PAC stamps for it, with a clock that moves.

let erp: ErpTest
let pac: TestPac
let stop: () => Promise<void>
let store: Shop
let forma: number

before(async () => {
  ;({ erp, pac, own: store, stop } = await startStampingShop())
  forma = await store.create('FormaPago', {
    clave: 'EFE',
    nombre: 'Efectivo',
    forma_pago_sat: await idOf(erp, sql`forma_pago_sat`, '01'),
    activo: true,
  })
})

after(() => stop())

const act = (model: string, action: string, ids: readonly number[], inputs: object = {}) =>
  erp.admin.post(`${API}/${model}/actions/${action}`, { ids, ...inputs })

async function done(model: string, action: string, id: number, inputs: object = {}) {
  const answer = await act(model, action, [id], inputs)
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  return answer.json.data.results[0]
}

async function refused(model: string, action: string, id: number, inputs: object = {}) {
  const answer = await act(model, action, [id], inputs)
  assert.equal(answer.json.meta.succeeded, 0, answer.text)
  const [{ code, field, message }] = answer.json.data.results[0].errors
  return { code, field, message: String(message) }
}

const REASON = { motivo: 'Por error' }

/** Money that was received before there was anything to pay. */
async function advance(importe: string): Promise<{ cobro: number; id: number }> {
  const cobro = await store.create('CobroCliente', {
    fecha: '2026-03-02',
    cliente: store.cliente,
    forma_pago: forma,
    moneda: store.moneda,
    importe,
    aplicaciones: [],
  })
  await done('CobroCliente', 'cobrar', cobro)
  const [row] = await store.list(`AnticipoVenta?cobro=${cobro}`)
  return { cobro, id: Number(row?.['id']) }
}

/** The receivable of a sale that was invoiced with an advance. */
async function invoiced(importe: string, anticipos: readonly number[]): Promise<number> {
  const venta = await store.sale(importe)
  for (const id of anticipos) await store.update('AnticipoVenta', id, { venta })
  await done('Venta', 'timbrar_venta', venta)
  const [receivable] = await store.list(`CuentaPorCobrar?venta=${venta}`)
  return Number(receivable?.['id'])
}

async function lastUse(anticipo: number): Promise<number> {
  const [row] = await store.list(`AplicacionNotaCredito?anticipo=${anticipo}&sort=-id`)
  return Number(row?.['id'])
}

/** What the books have on an account: credits less debits. */
async function balance(codigo: string): Promise<string> {
  const [row] = await erp.owner.query<{ saldo: string }>(sql`
    select coalesce(sum(l.abono - l.cargo), 0)::numeric(18, 2)::text as saldo
    from public.poliza_partida l
    join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.estado in ('aplicada', 'reversada')
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where c.clave = ${codigo} and l.empresa_id = ${erp.empresaId}`)
  return row?.saldo ?? ''
}

/** IVA that fell due, IVA that is yet to, what advances are worth, and what customers owe: credits less debits. */
async function position(): Promise<readonly string[]> {
  return await Promise.all(['208-01', '209-01', '206-01', '105-01'].map(balance))
}

/** All agree but the bank's movements: the money of these tests came in on no account of the bank. */
async function consistent(): Promise<void> {
  const { json } = await erp.admin.get(`${API}/reports/consistency`)
  const rows: readonly { control: string; diferencia: number }[] = json.data
  assert.ok(rows.some(({ control }) => control === 'anticipos_clientes'))
  const wrong = rows.filter((row) => row.diferencia !== 0 && row.control !== 'bancos')
  assert.deepEqual(wrong, [])
}

/** The Cfdi of a record, with what it names. */
async function cfdiOf(model: string, id: number) {
  const record = await store.read(model, id)
  const cfdi = await store.read('Cfdi', Number(record['cfdi']))
  const related = await store.list(`CfdiRelacionado?cfdi=${record['cfdi']}`)
  const [concept] = await store.list(`CfdiConcepto?cfdi=${record['cfdi']}`)
  return { cfdi, related: related.map((row) => row['uuid_relacionado']), concept }
}

test('IVA of an advance falls due with its invoice, and once: the final invoice names it, and a credit note takes it back', async () => {
  const { id } = await advance('1160.00')
  assert.deepEqual(await position(), ['0.00', '0.00', '1160.00', '0.00'])
  await done('AnticipoVenta', 'timbrar_anticipo', id)
  const own = await cfdiOf('AnticipoVenta', id)
  assert.deepEqual(
    [own.cfdi['estado'], own.cfdi['subtotal'], own.cfdi['total'], own.concept?.['descripcion']],
    ['vigente', 1000, 1160, 'Anticipo del bien o servicio'],
  )
  assert.deepEqual(await position(), ['160.00', '0.00', '1000.00', '0.00'])
  await consistent()

  const cuenta = await invoiced('2000.00', [id])
  const { venta } = await store.read('CuentaPorCobrar', cuenta)
  const sale = await cfdiOf('Venta', Number(venta))
  assert.deepEqual(sale.related, [own.cfdi['uuid']])
  assert.deepEqual(await position(), ['160.00', '320.00', '1000.00', '-2320.00'])

  const part = await done('AnticipoVenta', 'aplicar_anticipo', id, { cuenta, importe: '386.67' })
  assert.equal(part.warnings[0].code, 'PENDING_DOCUMENTS')
  const first = await lastUse(id)
  await done('AplicacionNotaCredito', 'timbrar_aplicacion', first)
  const credit = await cfdiOf('AplicacionNotaCredito', first)
  assert.deepEqual(
    [credit.cfdi['total'], credit.cfdi['subtotal'], credit.related],
    [386.67, 333.34, [sale.cfdi['uuid']]],
  )
  // 53.33 of the invoice fell due, and as much of the advance did no more.
  assert.deepEqual(await position(), ['160.00', '266.67', '666.66', '-1933.33'])
  await consistent()

  await done('AnticipoVenta', 'aplicar_anticipo', id, { cuenta })
  const second = await lastUse(id)
  await done('AplicacionNotaCredito', 'timbrar_aplicacion', second)
  assert.deepEqual(await position(), ['160.00', '160.00', '0.00', '-1160.00'])
  assert.equal((await store.read('CuentaPorCobrar', cuenta))['saldo'], 1160)
  await consistent()

  const again = await refused('AplicacionNotaCredito', 'timbrar_aplicacion', second)
  assert.deepEqual([again.code, again.field], ['INVALID_STATE', 'cfdi'])
})

test('what was invoiced is taken back in the order in which CFDI name each other', async () => {
  const before = await position()
  const { cobro, id } = await advance('116.00')
  await done('AnticipoVenta', 'timbrar_anticipo', id)
  const cuenta = await invoiced('100.00', [id])
  const { venta } = await store.read('CuentaPorCobrar', cuenta)
  await done('AnticipoVenta', 'aplicar_anticipo', id, { cuenta })
  const use = await lastUse(id)
  await done('AplicacionNotaCredito', 'timbrar_aplicacion', use)

  const codes = async (...attempts: readonly (readonly [string, string, number])[]) => {
    const found: string[] = []
    for (const [model, action, record] of attempts)
      found.push((await refused(model, action, record, REASON)).code)
    return found
  }
  assert.deepEqual(
    await codes(
      ['CobroCliente', 'cancelar_cobro', cobro],
      ['AnticipoVenta', 'cancelar_cfdi', id],
      ['Venta', 'cancelar_venta', Number(venta)],
      ['AplicacionNotaCredito', 'cancelar_aplicacion', use],
    ),
    ['INVALID_STATE', 'INVALID_STATE', 'INVALID_STATE', 'INVALID_STATE'],
  )
  await done('AplicacionNotaCredito', 'cancelar_egreso', use, REASON)
  await done('AplicacionNotaCredito', 'cancelar_aplicacion', use, REASON)
  const named = await refused('AnticipoVenta', 'cancelar_cfdi', id, REASON)
  assert.equal(named.code, 'HAS_DEPENDENTS')
  await store.update('AnticipoVenta', id, { venta: null })
  await done('Venta', 'cancelar_venta', Number(venta), REASON)
  assert.match((await refused('CobroCliente', 'cancelar_cobro', cobro, REASON)).message, /cfdi/)
  const byHand = await erp.admin.send('PUT', `${API}/AnticipoVenta/${id}`, { body: { cfdi: null } })
  assert.equal(byHand.status, 409, byHand.text)
  await done('AnticipoVenta', 'cancelar_cfdi', id, REASON)
  await done('CobroCliente', 'cancelar_cobro', cobro, REASON)
  assert.deepEqual(await position(), before)
  await consistent()
})

test('an invoiced advance pays only an invoice that names it, one that is not invoiced any of its customer', async () => {
  const { id } = await advance('108.00')
  const plain = await invoiced('50.00', [])
  await done('AnticipoVenta', 'aplicar_anticipo', (await advance('10.00')).id, { cuenta: plain })
  const wrong = await refused('AnticipoVenta', 'timbrar_anticipo', id, { tasa_iva: '0.11' })
  assert.deepEqual([wrong.code, wrong.field], ['VALIDATION', 'tasa_iva'])
  const before = await balance('208-01')
  await done('AnticipoVenta', 'timbrar_anticipo', id, { tasa_iva: '0.08' })
  assert.equal(Number(await balance('208-01')) - Number(before), 8)
  const unnamed = await refused('AnticipoVenta', 'aplicar_anticipo', id, { cuenta: plain })
  assert.deepEqual([unnamed.code, unnamed.field], ['VALIDATION', 'cuenta'])
  const twice = await refused('AnticipoVenta', 'timbrar_anticipo', id)
  assert.deepEqual([twice.code, twice.field], ['INVALID_STATE', 'cfdi'])
  // Another rate on the final invoice: what is due in the end is what that says.
  const cuenta = await invoiced('200.00', [id])
  await done('AnticipoVenta', 'aplicar_anticipo', id, { cuenta })
  const use = await lastUse(id)
  await done('AplicacionNotaCredito', 'timbrar_aplicacion', use)
  assert.equal((await balance('208-01')) === before, false)
  const due = Number(await balance('208-01')) - Number(before)
  assert.equal(due.toFixed(2), '14.90')
  await consistent()
})

test('while the PAC is away an advance waits with its CFDI, and nothing is stamped twice; without IVA nothing falls due', async () => {
  const before = await position()
  const { id } = await advance('500.00')
  const asked = pac.asked()
  pac.order({ operation: 'stamp', point: 'after', effect: 'cut', times: 5 })
  const waiting = await done('AnticipoVenta', 'timbrar_anticipo', id, { tasa_iva: '0' })
  assert.equal(waiting.warnings[0].code, 'PAC_UNAVAILABLE')
  const { cfdi } = await store.read('AnticipoVenta', id)
  const twice = await refused('AnticipoVenta', 'timbrar_anticipo', id, { tasa_iva: '0' })
  assert.deepEqual([twice.code, twice.field], ['INVALID_STATE', 'cfdi'])
  const venta = await store.sale('500.00')
  await store.update('AnticipoVenta', id, { venta })
  const early = await refused('Venta', 'timbrar_venta', venta)
  assert.match(early.message, /por_timbrar/)
  const other = await invoiced('50.00', [])
  assert.equal(
    (await refused('AnticipoVenta', 'aplicar_anticipo', id, { cuenta: other })).code,
    'INVALID_STATE',
  )
  assert.ok(pac.asked() > asked)
  assert.equal((await store.read('Cfdi', Number(cfdi)))['estado'], 'por_timbrar')
  const [, , advances] = await position()
  assert.equal(Number(advances) - Number(before[2]), 500)
})
