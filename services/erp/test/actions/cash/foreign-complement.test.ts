import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import { idOf } from '../cfdi/stamping-fixture.ts'
import { startStampingShop, type StampingShop } from '../cfdi/stamping-shop.ts'
import { API } from '../purchase-fixture.ts'

// A service of its own: a PAC stamps for it.

let at: StampingShop
let dollar: number
let forma: number

before(async () => {
  at = await startStampingShop()
  dollar = await idOf(at.erp, sql`moneda`, 'USD')
  forma = await at.own.create('FormaPago', {
    clave: 'EFE',
    nombre: 'Efectivo',
    forma_pago_sat: await idOf(at.erp, sql`forma_pago_sat`, '01'),
    activo: true,
  })
  await at.own.create('TipoCambio', {
    moneda: dollar,
    fecha: '2026-03-02',
    fuente: 'interno',
    tipo_cambio: '19.10',
  })
})

after(() => at.stop())

async function invoiced(
  importe: string,
  currency: object = { moneda: dollar, tipo_cambio: '19.10' },
): Promise<{ readonly id: number; readonly total: number }> {
  const sale = await at.own.sale(importe, { venta: currency })
  const answer = await at.own.act('timbrar_venta', [sale])
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  const [row] = await at.own.list(`CuentaPorCobrar?venta=${sale}`)
  return { id: Number(row?.['id']), total: Number(row?.['total']) }
}

interface Line {
  readonly cuenta: number
  readonly importe: string
  readonly equivalencia: string
}

/** What the complement of a collection tells of IVA at 16 % in pesos, and what its entry has. */
async function collected(
  money: { readonly moneda: number; readonly tipo_cambio: string; readonly importe: string },
  aplicaciones: readonly Line[],
): Promise<{ readonly told: string; readonly booked: string }> {
  const id = await at.own.create('CobroCliente', {
    ...money,
    fecha: '2026-03-02',
    cliente: at.own.cliente,
    forma_pago: forma,
    aplicaciones,
  })
  const answer = await at.erp.admin.post(`${API}/CobroCliente/actions/cobrar`, { ids: [id] })
  assert.deepEqual(
    [answer.json.meta.succeeded, answer.json.data.results[0].warnings],
    [1, undefined],
    answer.text,
  )
  const { complemento } = await at.own.read('CobroCliente', id)
  const cfdi = await at.own.read('Cfdi', Number(complemento))
  const file = await at.own.client.get(`${API}/adjuntos/${String(cfdi['xml'])}/contenido`)
  const [, told = ''] = /TotalTrasladosImpuestoIVA16="([^"]+)"/.exec(file.text) ?? []
  const [entry] = await at.erp.owner.query<{ booked: string }>(sql`
    select sum(l.abono)::text as booked from public.poliza p
    join public.modelo_sistema m on m.id = p.modelo and m.nombre = 'CobroCliente'
    join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable and c.clave = '208-01'
    where p.registro = ${String(id)} and p.empresa_id = ${at.erp.empresaId}`)
  return { told, booked: entry?.booked ?? '' }
}

test('the IVA that falls due in the books is what the complement tells the SAT, in whatever currency it is paid', async () => {
  const { moneda: peso } = at.own
  const one = await invoiced('500.00')
  const pesos = { moneda: peso, tipo_cambio: '1' }
  assert.deepEqual(
    await collected({ ...pesos, importe: '5597.00' }, [
      { cuenta: one.id, importe: '290.00', equivalencia: '19.3' },
    ]),
    { told: '772.00', booked: '772.00' },
  )
  assert.deepEqual(
    await collected({ moneda: dollar, tipo_cambio: '19.30', importe: '100.00' }, [
      { cuenta: one.id, importe: '100.00', equivalencia: '1' },
    ]),
    { told: '266.21', booked: '266.21' },
  )
})

test('an invoice in euros that dollars pay falls due by what the dollars are worth, to the cent of the complement', async () => {
  const euro = await idOf(at.erp, sql`moneda`, 'EUR')
  await at.own.create('TipoCambio', {
    moneda: euro,
    fecha: '2026-03-02',
    fuente: 'interno',
    tipo_cambio: '21.50',
  })
  const { id } = await invoiced('100.00', { moneda: euro, tipo_cambio: '21.50' })
  // 129.22 dollars at 19.30 are 2,493.95 pesos, of which 16 in 116 are IVA; at the rate of the euro it is 344.00.
  assert.deepEqual(
    await collected({ moneda: dollar, tipo_cambio: '19.30', importe: '129.22' }, [
      { cuenta: id, importe: '116.00', equivalencia: '1.114' },
    ]),
    { told: '343.99', booked: '343.99' },
  )
})

test('whatever is collected of how many invoices, the books have the cents of the complement', async () => {
  const parts = fc.array(fc.integer({ min: 1, max: 99_999 }), { minLength: 1, maxLength: 4 })
  const rate = fc.integer({ min: 1_850_000, max: 1_970_000 })
  const samples = fc.sample(fc.tuple(parts, rate, fc.boolean()), { numRuns: 6, seed: 28 })
  for (const [cents, units, inPesos] of samples) {
    const text = (units / 100_000).toFixed(5)
    const lines: Line[] = []
    for (const part of cents) {
      const importe = (part / 100).toFixed(2)
      const { id } = await invoiced((part / 100 + 7.77).toFixed(2))
      lines.push({ cuenta: id, importe, equivalencia: inPesos ? text : '1' })
    }
    const all = lines.reduce((sum, { importe }) => sum + Number(importe), 0)
    const money = inPesos
      ? { moneda: at.own.moneda, tipo_cambio: '1', importe: (all * Number(text) + 1).toFixed(2) }
      : { moneda: dollar, tipo_cambio: text, importe: all.toFixed(2) }
    const { told, booked } = await collected(money, lines)
    assert.equal(booked, told, JSON.stringify({ cents, text, inPesos }))
  }
})
