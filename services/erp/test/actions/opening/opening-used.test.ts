import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { differences } from '../opening-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { csv } from '../treasury/treasury-fixture.ts'
import { openingCompany, wholeOpening, type OpeningCompany } from './opening-company.ts'

// What a company brought along is collected, paid, sold and reconciled as if it had begun here.

let erp: ErpTest
let company: OpeningCompany

before(async () => {
  erp = await startErp()
  company = await openingCompany(erp)
  const answer = await company.load(wholeOpening(company))
  assert.equal(answer.status, 200, answer.text)
})

after(() => erp.stop())

/** Taking the opening back is refused, and says by what it was used. */
async function assertUsed(by: RegExp): Promise<void> {
  const answer = await company.takeBack()
  assert.equal(answer.status, 409, answer.text)
  assert.match(answer.json.errors[0].message, by)
}

test('a customer pays what he owed before, and its IVA falls due', async () => {
  const { here, cliente, banco } = company
  const [owed] = (await erp.admin.get(`${API}/CuentaPorCobrar?documento=A-1`)).json.data
  const cobro = await here.create('CobroCliente', {
    fecha: '2026-03-02',
    cliente,
    forma_pago: here.transferencia,
    cuenta_bancaria: banco,
    moneda: here.peso,
    importe: '1160.00',
    aplicaciones: [{ cuenta: owed.id, importe: '1160.00' }],
  })
  assert.deepEqual(verdict(await here.act('CobroCliente', 'cobrar', [cobro])), [200, null])
  const balances = await company.balances()
  assert.deepEqual(
    [balances['105-01'], balances['209-01'], balances['208-01'], balances['102-01']],
    [undefined, undefined, -160, 4960],
  )
  assert.deepEqual(await differences(erp), [])
  await assertUsed(/CobroCliente CC[^ ]* \(A-1\)/)
  const motivo = 'Se cobró otra cosa'
  const back = await here.act('CobroCliente', 'cancelar_cobro', [cobro], { motivo })
  assert.deepEqual(verdict(back), [200, null])
})

test('a supplier is paid what he was owed before, and its IVA is creditable', async () => {
  const { here, banco } = company
  const [owed] = (await erp.admin.get(`${API}/CuentaPorPagar?numero_factura=F-9`)).json.data
  const payment = await here.payment('232.00', [{ cuenta: owed.id, importe: '232.00' }], {
    cuenta_bancaria: banco,
  })
  assert.deepEqual(verdict(await here.act('PagoProveedor', 'pagar', [payment])), [200, null])
  const balances = await company.balances()
  assert.deepEqual(
    [balances['201-01'], balances['119-01'], balances['118-01']],
    [undefined, undefined, 32],
  )
  assert.deepEqual(await differences(erp), [])
  await assertUsed(/PagoProveedor [^ ]+ \(F-9\)/)
  const motivo = 'Se pagó otra cosa'
  const back = await here.act('PagoProveedor', 'cancelar_pago', [payment], { motivo })
  assert.deepEqual(verdict(back), [200, null], back.text)
})

test('stock leaves at the cost that it came with', async () => {
  const { stock, articulo, almacen } = company
  const exit = await stock.move('salida', almacen, { lines: [{ articulo, cantidad: '4' }] })
  const left = await stock.stock(articulo, almacen)
  assert.deepEqual([left.cantidad, left.importe], [6, 360])
  assert.deepEqual(await differences(erp), [])
  await assertUsed(new RegExp(`MovimientoInventario M-\\d+`))
  const back = await stock.act('cancelar_movimiento', [exit], { motivo: 'No salió' })
  assert.deepEqual(verdict(back), [200, null])
})

test('what was taken back no longer stands in the way', async () => {
  const back = await company.takeBack()
  assert.equal(back.status, 200, back.text)
  assert.deepEqual(await company.balances(), {})
  assert.deepEqual(await differences(erp), [])
})

test('the first statement of a bank begins with what the company had there', async () => {
  const { here, banco } = company
  assert.equal((await company.load(wholeOpening(company))).status, 200)
  const fees = await here.movement(banco, '2026-03-05', '-100.00')
  assert.ok(fees > 0)
  const statement = await here.statement(banco, {
    desde: '2026-03-01',
    hasta: '2026-03-31',
    inicial: '2000.00',
    final: '1900.00',
  })
  const file = csv('Fecha,Concepto,Importe\n2026-03-05,RETIRO,-100.00\n')
  const columnas = { fecha: 'Fecha', descripcion: 'Concepto', importe: 'Importe' }
  const read = await here.importFile(statement, file, { columnas })
  assert.equal(read.status, 200, read.text)
  const conciliacion = await here.reconciliation(banco, '2026-03-31')
  const matched = await here.act('ConciliacionBancaria', 'conciliar', [conciliacion])
  assert.deepEqual(verdict(matched), [200, null])
  const closed = await here.act('ConciliacionBancaria', 'cerrar_conciliacion', [conciliacion])
  assert.deepEqual(verdict(closed), [200, null], closed.text)
  await assertUsed(/EstadoCuentaBancario [^ ]+ \(B-MXN\)/)
})
