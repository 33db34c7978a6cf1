import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import {
  API,
  entriesOf,
  outboxOf,
  purchasing,
  verdict,
  type Purchasing,
} from './purchase-fixture.ts'

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

test('authorizing a purchase books it, tells the supplier and writes it down', async () => {
  const id = await company.purchase('1000.00', { partida: { impuestos: '160.00' } })
  const answer = await company.actOn('autorizar_compra', id)
  assert.equal(answer.status, 200, answer.text)
  const { record } = answer.json.data
  assert.deepEqual(
    [answer.json.data.id, answer.json.data.ok, record.estado, record.total, record.autorizada_por],
    [id, true, 'autorizada', 1160, 1],
  )
  const entries = await entriesOf(erp, id)
  assert.deepEqual(
    entries.map(({ folio, cargo, abono, reversa }) => [folio, cargo, abono, reversa]),
    [['DI-2603-00001', '1160.00', '1160.00', null]],
  )
  const [mail] = await outboxOf(erp, id)
  assert.deepEqual([mail?.tipo, mail?.destino], ['correo', 'ventas@aceros.example'])
  const audit = await erp.admin.get(`${API}/RegistroAuditoria?registro=${id}&operacion=accion`)
  assert.deepEqual(audit.json.data[0].antes, {
    estado: 'iniciada',
    autorizada_por: null,
    autorizada_en: null,
  })
  const { estado, nivel, total, autorizada_por: by } = audit.json.data[0].despues
  assert.deepEqual([estado, nivel, total, by], ['autorizada', 0, '1160.00', '1'])
  const steps = await erp.admin.get(`${API}/CompraAutorizacion?compra=${id}`)
  assert.deepEqual([steps.json.meta.total, steps.json.data[0].estado], [1, 'autorizada'])
})

test('a batch answers each id once, in order, and some may fail', async () => {
  const [one, two] = [await company.purchase('10.00'), await company.purchase('20.00')]
  await company.actOn('autorizar_compra', two)
  const answer = await company.act('autorizar_compra', [two, one, 987654, one])
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(answer.json.meta, {
    model: 'Compra',
    action: 'autorizar_compra',
    total: 3,
    succeeded: 1,
    failed: 2,
  })
  assert.equal(answer.json.errors, null)
  assert.deepEqual(
    answer.json.data.results.map(
      (result: { id: number; ok: boolean; errors?: { code: string }[] }) => [
        result.id,
        result.ok,
        result.errors?.[0]?.code,
      ],
    ),
    [
      [two, false, 'INVALID_STATE'],
      [one, true, undefined],
      [987654, false, 'NOT_FOUND'],
    ],
  )
})

test('cancelling keeps the reason, reverses the entry and tells the supplier', async () => {
  const id = await company.purchase('500.00')
  await company.actOn('autorizar_compra', id)
  const answer = await company.actOn('cancelar_compra', id, { motivo: 'Ya no se necesita' })
  assert.equal(answer.status, 200, answer.text)
  const { record } = answer.json.data
  assert.deepEqual([record.estado, record.motivo_cancelacion], ['cancelada', 'Ya no se necesita'])
  const [entry, counter] = await entriesOf(erp, id)
  assert.deepEqual([counter?.reversa, counter?.cargo], [entry?.id, '500.00'])
  assert.deepEqual(
    (await outboxOf(erp, id)).map(({ contenido }) => contenido.asunto?.split(' ')[0]),
    ['Orden', 'Cancelación'],
  )
  assert.deepEqual(verdict(await company.actOn('cancelar_compra', id, { motivo: 'otra vez' })), [
    409,
    'INVALID_STATE',
  ])
})

test('the supplier of an order that was taken back is still told when it is cancelled; one who had none is not', async () => {
  const subjects = async (id: number) =>
    (await outboxOf(erp, id)).map(({ contenido }) => contenido.asunto?.split(' ')[0])
  const sent = await company.purchase('5.00')
  await company.actOn('autorizar_compra', sent)
  await company.actOn('cambiar_iniciada', sent)
  await company.actOn('cancelar_compra', sent, { motivo: 'Ya no se necesita' })
  assert.deepEqual(await subjects(sent), ['Orden', 'Cancelación'])
  const unsent = await company.purchase('5.00')
  await company.actOn('cancelar_compra', unsent, { motivo: 'Ya no se necesita' })
  assert.deepEqual(await subjects(unsent), [])
})

test('taking a purchase back voids its approval, and it can be authorized again', async () => {
  const id = await company.purchase('75.50')
  await company.actOn('autorizar_compra', id)
  const back = await company.actOn('cambiar_iniciada', id)
  assert.deepEqual([back.status, back.json.data?.record.estado], [200, 'iniciada'], back.text)
  assert.equal(back.json.data.record.autorizada_por, null)
  assert.equal((await company.actOn('autorizar_compra', id)).status, 200)
  const entries = await entriesOf(erp, id)
  assert.deepEqual(
    entries.map(({ reversa }) => reversa),
    [null, entries[0]?.id, null],
  )
  const steps = await erp.admin.get(`${API}/CompraAutorizacion?compra=${id}&sort=id`)
  assert.deepEqual(
    steps.json.data.map(({ estado }: { estado: string }) => estado),
    ['anulada', 'autorizada'],
  )
})

test('above the caller’s limit a purchase waits for a second approver, who closes it', async () => {
  const ana = await company.buyer('ana', '1000.00')
  const eva = await company.buyer('eva', null)
  // Nobody asks him: his own limit as a buyer is below it.
  const { usuarioId: usuario } = await company.buyer('leo', null)
  const own = { clave: 'LEO', nombre: 'Leo', usuario, limite_importe: '1000.00' }
  await company.create('Comprador', own)
  const id = await company.purchase('1000.01')
  const path = `${API}/Compra/${id}/actions/autorizar_compra`
  const first = await ana.post(path, {})
  assert.deepEqual(
    [first.status, first.json.data?.record.estado],
    [200, 'en_autorizacion'],
    first.text,
  )
  assert.deepEqual(await entriesOf(erp, id), [])
  const [mail] = await outboxOf(erp, id)
  assert.equal(mail?.destino, 'eva@empresa.example')
  assert.deepEqual(verdict(await ana.post(path, {})), [409, 'INVALID_STATE'])
  const second = await eva.post(path, { comentario: 'Conforme' })
  assert.deepEqual(
    [second.status, second.json.data?.record.estado],
    [200, 'autorizada'],
    second.text,
  )
  assert.equal((await entriesOf(erp, id)).length, 1)
})
