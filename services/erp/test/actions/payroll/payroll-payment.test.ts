import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, refusal } from '../../rights/rights-fixture.ts'
import { payroll, type Payroll } from './payroll-fixture.ts'

let erp: ErpTest
let pay: Payroll
let account: number
let run: number

before(async () => {
  erp = await startErp()
  pay = await payroll(erp)
  account = await pay.company.create('CuentaBancaria', {
    clave: 'NOMINA',
    banco: await pay.people.one('Banco?clave=002'),
    nombre: 'Dispersión',
    tipo: await pay.people.one('TipoCuentaBancaria?per_page=1'),
    numero_cuenta: '0001',
    moneda: await pay.company.catalog('moneda'),
    cuenta_contable: await pay.people.one('CuentaContable?clave=102-01'),
    activo: true,
  })
  const { id: group, periods } = await pay.group('PAGO', 1)
  await pay.employ(group)
  run = await pay.run(periods[0] ?? 0)
  await done('calcular_nomina')
  await done('autorizar_nomina')
})

after(() => erp.stop())

const done = async (action: string, inputs: object = {}) => {
  const answer = await pay.act(run, action, inputs)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data.record
}

const balances = async () => {
  const rows = await erp.owner.query<{ clave: string; saldo: string }>(sql`
    select c.clave, sum(l.cargo - l.abono)::text as saldo from public.poliza_partida l
    join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza and p.origen = 'nomina'
    join public.cuenta_contable c on c.empresa_id = l.empresa_id and c.id = l.cuenta_contable
    where l.empresa_id = ${erp.empresaId}::int8 group by 1 having sum(l.cargo - l.abono) <> 0 order by 1`)
  return rows.map(({ clave, saldo }) => [clave, saldo])
}

test('a run is paid from an account that somebody names, and not without one', async () => {
  const without = await pay.act(run, 'pagar_nomina')
  assert.deepEqual(refusal(without).slice(1), ['VALIDATION', 'cuenta_bancaria'])
  const record = await done('pagar_nomina', { cuenta_bancaria: account })
  const [receipt] = await pay.receipts(run)
  assert.deepEqual([record.estado, receipt.estado], ['pagada', 'pagado'])
  const [moved] = (await erp.admin.get(`${API}/MovimientoBancario?id=${record.movimiento}`)).json
    .data
  assert.deepEqual(
    [moved.fecha, moved.naturaleza, moved.importe, moved.poliza],
    ['2026-01-15', 'cargo', receipt.neto, record.poliza_pago],
  )
  const owed = (await balances()).map(([clave]) => clave)
  // What people earned is no longer owed to them, but to the SAT and the IMSS.
  assert.deepEqual(owed, ['102-01', '216-01', '216-11', '601-01'])
})

test('a paid run is neither computed nor taken back before its payment is', async () => {
  for (const action of ['calcular_nomina', 'descartar_calculo', 'pagar_nomina']) {
    const inputs = action === 'pagar_nomina' ? { cuenta_bancaria: account } : {}
    const answer = await pay.act(run, action, inputs)
    assert.equal(refusal(answer)[1], 'INVALID_STATE', `${action}: ${answer.text}`)
  }
  const back = await done('cancelar_pago_nomina', { motivo: 'El banco la rechazó.' })
  assert.deepEqual([back.estado, back.movimiento, back.poliza_pago], ['autorizada', null, null])
  const [receipt] = await pay.receipts(run)
  assert.equal(receipt.estado, 'calculado')
  assert.ok((await balances()).some(([clave]) => clave === '210-01'))
  await done('regresar_nomina', { motivo: 'Se paga otro día.' })
  assert.deepEqual(await balances(), [])
})

test('a payment that is reconciled with the bank stays', async () => {
  await done('autorizar_nomina')
  const { movimiento } = await done('pagar_nomina', { cuenta_bancaria: account })
  await erp.owner
    .execute(sql`update public.movimiento_bancario set conciliado = true, estado = 'conciliado'
    where empresa_id = ${erp.empresaId}::int8 and id = ${movimiento}::int8`)
  const answer = await pay.act(run, 'cancelar_pago_nomina', { motivo: 'Por error.' })
  assert.equal(refusal(answer)[1], 'INVALID_STATE')
  assert.match(answer.text, /reconciled/)
})
