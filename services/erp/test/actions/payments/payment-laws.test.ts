import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { paying, permitted, type Paying } from './payment-fixture.ts'

let erp: ErpTest
let company: Paying

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
})

after(() => erp.stop())

const REASON = { motivo: 'Rechazado por el banco' }
const pay = (...ids: readonly number[]) => company.act('PagoProveedor', 'pagar', ids)
const cancel = (...ids: readonly number[]) =>
  company.act('PagoProveedor', 'cancelar_pago', ids, REASON)

test('two who pay the same at once pay it once, and a key that comes again has the same answer', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const payment = await company.payment('116.00', [{ cuenta: invoice, importe: '116.00' }])
  const other = await company.payment('116.00', [{ cuenta: invoice, importe: '116.00' }])
  const answers = await Promise.all([pay(payment), pay(payment), pay(other)])
  assert.equal(answers.filter((one) => verdict(one)[1] === null).length, 1)
  assert.deepEqual(await company.left(invoice), [['pagada', 0]])
  const again = await company.payment('5.00', [])
  const headers = { 'idempotency-key': 'pago-1' }
  const call = () =>
    erp.admin.send('POST', `${API}/PagoProveedor/actions/pagar`, {
      headers,
      body: { ids: [again] },
    })
  const [one, two] = [await call(), await call()]
  assert.deepEqual(one.json, two.json)
  const rows = await erp.admin.get(`${API}/AnticipoProveedor?pago=${again}`)
  assert.equal(rows.json.data.length, 1)
})

test('who has no right does not pay, who has a limit pays up to it, and no company pays for another', async () => {
  const clerk = await permitted(erp, company, {
    usuario: 'cajero',
    rights: { 'PagoProveedor.leer': null, 'PagoProveedor.pagar': '100.00' },
  })
  const small = await company.payment('100.00', [])
  const large = await company.payment('100.01', [])
  const by = (id: number, action = 'pagar') =>
    clerk.post(`${API}/PagoProveedor/actions/${action}`, {
      ids: [id],
      ...(action === 'pagar' ? {} : REASON),
    })
  assert.deepEqual(verdict(await by(small)), [200, null])
  assert.deepEqual(verdict(await by(large)), [200, 'FORBIDDEN'])
  assert.deepEqual(verdict(await by(small, 'cancelar_pago')), [403, 'FORBIDDEN'])
  const stranger = await erp.otherCompany()
  const answer = await stranger.post(`${API}/PagoProveedor/actions/pagar`, { ids: [large] })
  assert.deepEqual(verdict(answer), [200, 'NOT_FOUND'])
})

test('the supplier is told of a payment and of its end, subscribers hear of both, and the audit log has each change', async () => {
  const invoice = await company.invoice({ neto: '100.00' })
  const payment = await company.payment('16.00', [{ cuenta: invoice, importe: '16.00' }])
  await pay(payment)
  await cancel(payment)
  const mails = await erp.owner.query<{ destino: string; asunto: string }>(sql`
    select destino, contenido->>'asunto' as asunto from oficina.salida
    where modelo = 'PagoProveedor' and registro = ${String(payment)} and tipo = 'correo' order by id`)
  const { folio } = await company.read('PagoProveedor', payment)
  assert.deepEqual(mails, [
    { destino: 'p1@proveedores.example', asunto: `Aviso de pago ${String(folio)}` },
    { destino: 'p1@proveedores.example', asunto: `Cancelación del pago ${String(folio)}` },
  ])
  const audit = async (model: string, id: number) =>
    (
      await erp.owner.query<{ estado: string }>(sql`
        select r.despues->>'estado' as estado from public.registro_auditoria r
        join public.modelo_sistema m on m.id = r.modelo and m.nombre = ${model}
        where r.registro = ${String(id)} and r.operacion = 'accion' order by r.id`)
    ).map(({ estado }) => estado)
  assert.deepEqual(await audit('PagoProveedor', payment), ['aplicado', 'cancelado'])
  assert.deepEqual(await audit('CuentaPorPagar', invoice), ['pagada_parcial', 'autorizada'])
})
