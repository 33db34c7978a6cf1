import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { idOf } from '../cfdi/stamping-fixture.ts'
import { startStampingShop, type StampingShop } from '../cfdi/stamping-shop.ts'
import { API } from '../purchase-fixture.ts'

// A service of its own: a PAC stamps for it.

let at: StampingShop
let forma: number

before(async () => {
  at = await startStampingShop()
  forma = await at.own.create('FormaPago', {
    clave: 'EFE',
    nombre: 'Efectivo',
    forma_pago_sat: await idOf(at.erp, sql`forma_pago_sat`, '01'),
    activo: true,
  })
})

after(() => at.stop())

/** The receivable of a fee of 10,000 with 1,600 of IVA, of which the customer withholds 1,066.67, and 1,000 of ISR. */
async function fee(): Promise<{ readonly sale: number; readonly cuenta: number }> {
  const tasa = await idOf(at.erp, sql`tipo_factor`, 'Tasa')
  const tax = async (impuesto: string, tipo: string, rate: string, importe: string) => ({
    impuesto: await idOf(at.erp, sql`impuesto`, impuesto),
    ambito: 'federal',
    tipo,
    factor: tasa,
    tasa: rate,
    base: '10000.00',
    importe,
  })
  const desglose = [
    await tax('002', 'traslado', '0.16', '1600.00'),
    await tax('002', 'retencion', '0.106667', '1066.67'),
    await tax('001', 'retencion', '0.1', '1000.00'),
  ]
  const sale = await at.own.sale('10000.00', { partida: { desglose } })
  const answer = await at.own.act('timbrar_venta', [sale])
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  const [row] = await at.own.list(`CuentaPorCobrar?venta=${sale}`)
  return { sale, cuenta: Number(row?.['id']) }
}

async function booked(model: string, id: number): Promise<Readonly<Record<string, string>>> {
  const rows = await at.erp.owner.query<{ clave: string; saldo: string }>(sql`
    select c.clave, sum(l.cargo - l.abono)::text as saldo from public.poliza p
    join public.modelo_sistema m on m.id = p.modelo and m.nombre = ${model}
    join public.poliza_partida l on l.empresa_id = p.empresa_id and l.poliza = p.id
    join public.cuenta_contable c on c.empresa_id = p.empresa_id and c.id = l.cuenta_contable
    where p.empresa_id = ${at.erp.empresaId} and p.registro = ${String(id)}
    group by c.clave having sum(l.cargo - l.abono) <> 0 order by c.clave`)
  return Object.fromEntries(rows.map(({ clave, saldo }) => [clave, saldo]))
}

async function collect(cuenta: number, importe: string): Promise<number> {
  const id = await at.own.create('CobroCliente', {
    fecha: '2026-03-02',
    cliente: at.own.cliente,
    forma_pago: forma,
    moneda: at.own.moneda,
    importe,
    aplicaciones: [{ cuenta, importe }],
  })
  const answer = await at.own.client.post(`${API}/CobroCliente/actions/cobrar`, { ids: [id] })
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  return id
}

const vat = async () =>
  (await at.own.client.get(`${API}/reports/vat?desde=2026-03-01&hasta=2026-03-31`)).json.meta
    .retenido_por_clientes

test('customers withhold when they pay, as the complement tells, and not when they are invoiced', async () => {
  const { sale, cuenta } = await fee()
  const invoiced = await booked('Venta', sale)
  assert.deepEqual([invoiced['107-05'], invoiced['113-01']], ['2066.67', undefined])
  assert.equal(await vat(), 0)
  const half = await collect(cuenta, '4766.66')
  assert.deepEqual(await booked('CobroCliente', half), {
    '102-01': '4766.66',
    '105-01': '-4766.66',
    '107-05': '-1033.33',
    '113-01': '533.33',
    '113-02': '500.00',
    '208-01': '-800.00',
    '209-01': '800.00',
  })
  assert.equal(await vat(), 533.33)
  const rest = await collect(cuenta, '4766.67')
  const last = await booked('CobroCliente', rest)
  assert.deepEqual(
    [last['107-05'], last['113-01'], last['113-02']],
    ['-1033.34', '533.34', '500.00'],
  )
  assert.equal(await vat(), 1066.67)
})

test('what an earlier release booked with the invoice is not withheld again', async () => {
  const { sale, cuenta } = await fee()
  await at.erp.owner.execute(sql`update public.poliza_partida l set cuenta_contable = (
      select id from public.cuenta_contable where clave = '113-01' and empresa_id = ${at.erp.empresaId})
    from public.cuenta_contable c, public.poliza p, public.modelo_sistema m
    where c.empresa_id = l.empresa_id and c.id = l.cuenta_contable and c.clave = '107-05'
      and p.empresa_id = l.empresa_id and p.id = l.poliza and p.registro = ${String(sale)}
      and m.id = p.modelo and m.nombre = 'Venta'`)
  const booking = await booked('CobroCliente', await collect(cuenta, '9533.33'))
  assert.deepEqual([booking['107-05'], booking['113-01']], [undefined, undefined])
})

test('the control sees what is still to be withheld', async () => {
  await fee()
  const { data } = (await at.own.client.get(`${API}/reports/consistency`)).json
  const found = data.find((row: { control: string }) => row.control === 'retenciones_por_cobrar')
  assert.deepEqual([found.esperado, found.encontrado], [2066.67, 2066.67])
})
