import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { supplied, type Supplied } from '../payables/supplier-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'

// A service of its own: it asks a SAT of its own about invoices.

let on: Supplied

before(async () => {
  on = await supplied()
})

after(() => on.stop())

async function first(path: string): Promise<number> {
  return (await on.get(path)).data[0].id
}

/** What the books have of suppliers, of goods received, and of taxes that are not paid and paid. */
async function balances(): Promise<Readonly<Record<string, number>>> {
  const rows = await on.erp.owner.query<{ clave: string; saldo: number }>(sql`
    select c.clave, sum(l.cargo - l.abono)::float8 as saldo from public.poliza_partida l
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where l.empresa_id = ${on.erp.empresaId} and c.clave in ('201-01', '205-06', '118-01', '119-01', '899-01')
    group by c.clave having sum(l.cargo - l.abono) <> 0 order by c.clave`)
  return Object.fromEntries(rows.map(({ clave, saldo }) => [clave, saldo]))
}

test('a purchase in dollars that is received, invoiced and paid in parts leaves only the tax that is credited', async () => {
  const moneda = await first('Moneda?clave=USD')
  const compra = await on.order([{ cantidad: '3', precio: '33.33' }], { moneda, tipo_cambio: '17' })
  await on.receive(compra, ['3'])
  const xml = await on.bill([{ cantidad: '3', precio: '33.33' }], {
    Moneda: 'USD',
    TipoCambio: '17.123456',
  })
  const registered = await on.register({ xml, compra })
  assert.equal(registered.status, 200, registered.text)
  const { id: cuenta, record } = registered.json.data
  assert.deepEqual(await balances(), { '119-01': 273.98, '201-01': -1986.15 })
  const account = await first('CuentaContable?clave=102-01')
  const banco = (clave: string, of: number) =>
    first('Banco?per_page=1').then(async (id) =>
      on.create('CuentaBancaria', {
        clave,
        nombre: clave,
        banco: id,
        tipo: await first('TipoCuentaBancaria?per_page=1'),
        numero_cuenta: clave,
        moneda: of,
        cuenta_contable: account,
        activo: true,
      }),
    )
  const [pesos, dollars] = [await banco('BMX', on.buying.moneda), await banco('BUS', moneda)]
  const forma_pago = await on.create('FormaPago', {
    clave: 'TRANS',
    nombre: 'Transferencia',
    forma_pago_sat: await first('FormaPagoSat?clave=03'),
    cuenta_bancaria: pesos,
    activo: true,
  })
  const parts = [
    {
      importe: '18.11',
      line: {},
      more: { moneda, tipo_cambio: '18.2', cuenta_bancaria: dollars },
    },
    { importe: '31.07', line: { importe_pago: '560.00' }, more: { importe: '560.00' } },
    {
      importe: (record.total - 49.18).toFixed(2),
      line: {},
      more: { moneda, tipo_cambio: '16.9', cuenta_bancaria: dollars },
    },
  ]
  const ids: number[] = []
  for (const { importe, line, more } of parts) {
    ids.push(
      await on.create('PagoProveedor', {
        fecha: '2026-03-02',
        proveedor: on.buying.proveedor,
        forma_pago,
        moneda: on.buying.moneda,
        importe,
        aplicaciones: [{ cuenta, importe, ...line }],
        ...more,
      }),
    )
  }
  const act = (action: string, of: readonly number[], inputs: object = {}) =>
    on.erp.admin.post(`${API}/PagoProveedor/actions/${action}`, { ids: of, ...inputs })
  const paid = await act('pagar', ids)
  assert.deepEqual(verdict(paid), [200, null], paid.text)
  assert.deepEqual(await balances(), { '118-01': 278.47 })
  const [, second] = ids
  assert.deepEqual(
    verdict(await act('cancelar_pago', [second ?? 0], { motivo: 'Devuelto por el banco' })),
    [200, null],
  )
  const { estado, saldo } = (await on.get(`CuentaPorPagar/${cuenta}`)).data
  assert.deepEqual([estado, saldo], ['pagada_parcial', 31.07])
  const rest = await on.create('PagoProveedor', {
    fecha: '2026-03-02',
    proveedor: on.buying.proveedor,
    forma_pago,
    moneda: on.buying.moneda,
    importe: '560.00',
    aplicaciones: [{ cuenta, importe: '31.07', importe_pago: '560.00' }],
  })
  assert.deepEqual(verdict(await act('pagar', [rest])), [200, null])
  assert.deepEqual(await balances(), { '118-01': 278.47 })
})
