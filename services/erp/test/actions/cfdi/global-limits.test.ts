import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { firstSales } from '../../../src/actions/business/ventas/decisions/global-cfdi.ts'
import { globalPeriod } from '../../../src/actions/business/ventas/decisions/global-period.ts'
import type { WholeSale } from '../../../src/actions/business/ventas/decisions/sale-cfdi.ts'
import type { InvoiceTax } from '../../../src/actions/business/ventas/store/invoice-store.ts'
import type { ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { counter, type Counter } from './global-fixture.ts'
import { idOf, type Shop, type TestPac } from './stamping-fixture.ts'
import { startStampingShop } from './stamping-shop.ts'

// A service of its own: a PAC stamps for it, with a clock that moves.

let erp: ErpTest
let pac: TestPac
let stop: () => Promise<void>
let own: Shop
let till: Counter

before(async () => {
  ;({ erp, pac, own, stop } = await startStampingShop())
  till = await counter(erp, own)
})

after(() => stop())

const stamp = async (id: number) =>
  await own.client.post(`${API}/FacturaGlobal/${id}/actions/timbrar_factura_global`, {})

/** A line of a sale with 16 % of IVA. */
async function line(importe: string, iva: string, taxes: readonly object[] = []) {
  return {
    descripcion: 'Tornillo',
    cantidad: '1',
    unidad: own.unidad,
    precio: importe,
    objeto_impuesto: await idOf(erp, sql`objeto_impuesto`, '02'),
    desglose: [
      {
        impuesto: await idOf(erp, sql`impuesto`, '002'),
        ambito: 'federal',
        tipo: 'traslado',
        factor: await idOf(erp, sql`tipo_factor`, 'Tasa'),
        tasa: '0.16',
        base: importe,
        importe: iva,
      },
      ...taxes,
    ],
  }
}

test('the taxes of a sale are one of each rate, but where the cents of its lines are not the tax of their sum', async () => {
  const seven = await Promise.all(Array.from({ length: 7 }, () => line('0.03', '0.00')))
  const two = [await line('100.00', '16.00'), await line('50.00', '8.00')]
  await till.sell('0.00', { venta: { partidas: two } })
  await till.sell('0.00', { venta: { partidas: seven } })
  const answer = await stamp(await till.draft())
  assert.equal(answer.status, 200, answer.text)
  const { record } = answer.json.data
  assert.equal(record.estado, 'timbrada', answer.text)
  assert.equal(record.total, 174.21)
  const taxes = await erp.owner.query<{ partida: number; base: string; importe: string }>(sql`
    select c.partida::int4 as partida, t.base::text as base, t.importe::text as importe
    from public.cfdi_impuesto t
    join public.cfdi_concepto c on c.empresa_id = t.empresa_id and c.id = t.concepto
    where t.empresa_id = ${erp.empresaId} and t.cfdi = ${record.cfdi} order by t.id`)
  assert.deepEqual(
    taxes.map(({ partida, base, importe }) => [partida, Number(base), Number(importe)]),
    [[1, 150, 24], ...seven.map(() => [2, 0.03, 0])],
  )
})

test('what does not fit its day, is not in MXN or is of the future is refused with its field', async () => {
  await till.sell('10.00')
  const cases: readonly (readonly [object, string])[] = [
    [{ mes: await idOf(erp, sql`mes_sat`, '02') }, 'mes'],
    [{ anio: 2025 }, 'anio'],
    [{ fecha: '2026-03-03' }, 'fecha'],
    [{ moneda: await idOf(erp, sql`moneda`, 'USD') }, 'moneda'],
    [
      {
        periodicidad: await idOf(erp, sql`periodicidad_global`, '05'),
        mes: await idOf(erp, sql`mes_sat`, '14'),
      },
      'periodicidad',
    ],
  ]
  const asked = pac.asked()
  for (const [more, field] of cases) {
    const answer = await stamp(await till.draft(more))
    assert.deepEqual(verdict(answer), [422, 'VALIDATION'], answer.text)
    assert.equal(answer.json.errors[0].field, field, answer.text)
  }
  assert.equal(pac.asked(), asked)
  assert.equal((await stamp(await till.draft())).json.data.record.estado, 'timbrada')
})

test('a sale of which a global invoice cannot tell is named, and nothing is stamped', async () => {
  const unpaid = await till.sell('10.00', { venta: { forma_pago: null } })
  const unknown = await stamp(await till.draft())
  assert.deepEqual(verdict(unknown), [422, 'VALIDATION'], unknown.text)
  assert.match(unknown.json.errors[0].message, /forma_pago/)
  const local = {
    ambito: 'local',
    tipo: 'traslado',
    factor: await idOf(erp, sql`tipo_factor`, 'Tasa'),
    nombre_local: 'ISH',
    tasa: '0.03',
    base: '10.00',
    importe: '0.30',
  }
  const taxed = await till.sell('10.00', {
    venta: { partidas: [await line('10.00', '1.60', [local])] },
  })
  const { folio } = await own.read('Venta', taxed)
  const asked = pac.asked()
  const answer = await stamp(await till.draft())
  assert.deepEqual(verdict(answer), [422, 'VALIDATION'], answer.text)
  assert.match(answer.json.errors[0].message, new RegExp(`Venta ${String(folio)}: it has local`))
  assert.equal(pac.asked(), asked)
  for (const id of [unpaid, taxed]) assert.equal((await own.read('Venta', id))['cfdi'], null)
})

test('a period is the day, its week from Monday, half of its month, its month or two months', () => {
  const cases: readonly (readonly [string, string, string, string, string])[] = [
    ['2026-03-02', '01', '2026-03-02', '2026-03-02', '03'],
    ['2026-03-01', '02', '2026-02-23', '2026-03-01', '03'],
    ['2026-03-02', '02', '2026-03-02', '2026-03-08', '03'],
    ['2026-02-15', '03', '2026-02-01', '2026-02-15', '02'],
    ['2028-02-16', '03', '2028-02-16', '2028-02-29', '02'],
    ['2026-12-31', '04', '2026-12-01', '2026-12-31', '12'],
    ['2026-02-10', '05', '2026-01-01', '2026-02-28', '13'],
    ['2026-11-10', '05', '2026-11-01', '2026-12-31', '18'],
  ]
  for (const [fecha, periodicidad, desde, hasta, mes] of cases) {
    const anio = fecha.slice(0, 4)
    assert.deepEqual(globalPeriod(fecha, periodicidad), { desde, hasta, mes, anio })
  }
})

test('a CFDI takes so many sales with so many taxes, one at least', () => {
  const sales = [3, 1, 1, 1].map((count) => ({
    ...({} as WholeSale),
    taxes: Array.from({ length: count }, () => ({}) as InvoiceTax),
  }))
  const cases: readonly (readonly [number, number, number])[] = [
    [4, 6, 4],
    [3, 6, 3],
    [4, 5, 3],
    [4, 4, 2],
    [4, 1, 1],
  ]
  for (const [most, taxes, taken] of cases)
    assert.equal(firstSales(sales, { sales: most, taxes }).length, taken)
})
