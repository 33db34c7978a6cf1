import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { API, verdict } from '../purchase-fixture.ts'
import { booked, paying, permitted, problem, type Paying } from './payment-fixture.ts'

let erp: ErpTest
let company: Paying

before(async () => {
  erp = await startErp()
  company = await paying(erp, erp.admin)
})

after(() => erp.stop())

const REASON = { motivo: 'No alcanza el dinero' }
const PROGRAM = 'ProgramacionPago'
const act = (action: string, id: number, inputs: object = {}) =>
  company.act(PROGRAM, action, [id], inputs)

const pay = (id: number) => company.act('PagoProveedor', 'pagar', [id])
const cancel = (id: number) => company.act('PagoProveedor', 'cancelar_pago', [id], REASON)

async function programmed(inputs: object = {}) {
  const answer = await erp.admin.post(`${API}/${PROGRAM}/actions/programar_pago`, {
    hasta: '2026-03-31',
    ...inputs,
  })
  return answer
}

async function partidas(programacion: number) {
  const path = `${API}/ProgramacionPagoPartida?programacion=${programacion}&sort=partida`
  return (await erp.admin.get(path)).json.data
}

test('a programme takes what is due and no other takes, is authorized in part, and pays each supplier once', async () => {
  const one = await company.invoice({ neto: '100.00' })
  const two = await company.invoice({ neto: '200.00', more: { proveedor: company.otro } })
  const three = await company.invoice({ neto: '300.00', more: { proveedor: company.otro } })
  const later = await company.invoice({ neto: '1.00', more: { vencimiento: '2026-04-01' } })
  const made = await programmed({ cuenta_bancaria: company.banco })
  assert.equal(made.status, 200, made.text)
  const { id, partidas: count, importe_solicitado } = made.json.data
  assert.deepEqual([count, importe_solicitado], [3, 696])
  assert.deepEqual(verdict(await programmed()), [422, 'NO_LINES'])
  assert.deepEqual(verdict(await act('autorizar_programacion', id)), [200, 'INVALID_STATE'])
  assert.deepEqual(verdict(await act('solicitar_autorizacion', id)), [200, null])
  const [first, second] = await partidas(id)
  const put = (line: number, importe_autorizado: string) =>
    erp.admin.send('PUT', `${API}/ProgramacionPagoPartida/${line}`, {
      body: { importe_autorizado },
    })
  assert.equal((await put(first.id, '0')).status, 200)
  assert.equal((await put(second.id, '300.00')).status, 200)
  assert.deepEqual(verdict(await act('autorizar_programacion', id)), [200, 'VALIDATION'])
  assert.equal((await put(second.id, '100.00')).status, 200)
  assert.deepEqual(verdict(await act('autorizar_programacion', id)), [200, null])
  assert.deepEqual(verdict(await put(second.id, '200.00')), [409, 'INVALID_STATE'])
  assert.deepEqual(await company.left(one, two, three, later), [
    ['autorizada', 116],
    ['programada', 232],
    ['programada', 348],
    ['autorizada', 1.16],
  ])
  const inputs = { forma_pago: company.transferencia }
  const paid = await act('pagar_programacion', id, inputs)
  assert.deepEqual(verdict(paid), [200, null], paid.text)
  assert.deepEqual(await company.left(one, two, three), [
    ['autorizada', 116],
    ['pagada_parcial', 132],
    ['pagada', 0],
  ])
  const payments = (await erp.admin.get(`${API}/PagoProveedor?programacion=${id}`)).json.data
  assert.deepEqual(
    payments.map(({ proveedor, importe, estado }: Record<string, unknown>) => [
      proveedor,
      importe,
      estado,
    ]),
    [[company.otro, 448, 'aplicado']],
  )
  assert.deepEqual(await booked(erp, 'PagoProveedor', payments[0].id), {
    '102-BMX': [0, 448],
    '118-01': [61.79, 0],
    '119-01': [0, 61.79],
    '201-01': [448, 0],
  })
  const { estado, importe_autorizado, autorizado_por } = await company.read(PROGRAM, id)
  assert.deepEqual([estado, importe_autorizado, autorizado_por === null], ['pagada', 448, false])
  assert.deepEqual(verdict(await act('cancelar_programacion', id, REASON)), [200, 'INVALID_STATE'])
  assert.deepEqual(verdict(await act('pagar_programacion', id, inputs)), [200, 'INVALID_STATE'])
  const put2 = await erp.admin.send('PUT', `${API}/${PROGRAM}/${id}`, {
    body: { estado: 'borrador' },
  })
  assert.deepEqual(verdict(put2), [422, 'READ_ONLY_FIELD'])
})

test('a programme that is rejected changes again, and one that is cancelled leaves its invoices as they were', async () => {
  const invoice = await company.invoice({ neto: '50.00', more: { proveedor: company.otro } })
  const id = (await programmed({ proveedor: company.otro })).json.data.id
  await act('solicitar_autorizacion', id)
  assert.deepEqual(verdict(await act('rechazar_programacion', id, REASON)), [200, null])
  assert.equal((await company.read(PROGRAM, id))['estado'], 'borrador')
  await act('solicitar_autorizacion', id)
  await act('autorizar_programacion', id)
  assert.deepEqual(await company.left(invoice), [['programada', 58]])
  assert.deepEqual(verdict(await act('cancelar_programacion', id, REASON)), [200, null])
  assert.deepEqual(await company.left(invoice), [['autorizada', 58]])
  assert.deepEqual(verdict(await act('cancelar_programacion', id, { motivo: 'x' })), [
    422,
    'VALIDATION',
  ])
})

test('an invoice that two programmes take in part is programmed until both are taken back', async () => {
  const invoice = await company.invoice({ neto: '100.00', more: { proveedor: company.otro } })
  const authorized = async (importe_autorizado?: string) => {
    const { id } = (await programmed({ proveedor: company.otro })).json.data
    await act('solicitar_autorizacion', id)
    const lines: readonly { readonly id: number; readonly cuenta: number }[] = await partidas(id)
    const own = lines.find(({ cuenta }) => cuenta === invoice)
    const path = `${API}/ProgramacionPagoPartida/${own?.id}`
    const body = { importe_autorizado }
    if (importe_autorizado !== undefined) await erp.admin.send('PUT', path, { body })
    assert.deepEqual(verdict(await act('autorizar_programacion', id)), [200, null])
    return id
  }
  const [one, other] = [await authorized('50.00'), await authorized()]
  await act('cancelar_programacion', one, REASON)
  assert.deepEqual(await company.left(invoice), [['programada', 116]])
  await act('cancelar_programacion', other, REASON)
  assert.deepEqual(await company.left(invoice), [['autorizada', 116]])
})

test('a programme is authorized up to the limit of who authorizes it, and waits for nobody who may not', async () => {
  await company.invoice({ neto: '1000.00' })
  const clerk = await permitted(erp, company, {
    usuario: 'tesorero',
    rights: { [`${PROGRAM}.leer`]: null, [`${PROGRAM}.autorizar_programacion`]: '100.00' },
  })
  const id = (await programmed({ proveedor: company.proveedor })).json.data.id
  await act('solicitar_autorizacion', id)
  const mails = await erp.owner.query<{ destino: string }>(sql`
    select destino from oficina.salida where modelo = 'ProgramacionPago' and registro = ${String(id)}
      and tipo = 'correo'`)
  assert.ok(mails.some(({ destino }) => destino.includes('tesorero@empresa.example')))
  const by = (action: string) => clerk.post(`${API}/${PROGRAM}/actions/${action}`, { ids: [id] })
  assert.deepEqual(verdict(await by('autorizar_programacion')), [200, 'FORBIDDEN'])
  assert.deepEqual(verdict(await by('pagar_programacion')), [403, 'FORBIDDEN'])
  assert.deepEqual(verdict(await by('solicitar_autorizacion')), [403, 'FORBIDDEN'])
  await act('cancelar_programacion', id, REASON)
})

test('a cheque pays what it says, once, and goes with its payment unless it was cashed', async () => {
  const chequera = await company.create('Chequera', {
    cuenta_bancaria: company.banco,
    clave: 'A',
    folio_inicial: 1,
    folio_final: 100,
    folio_actual: 1,
    estado: 'en_uso',
  })
  const made = { numero: 6 }
  const cheque = (importe: string, more: object = {}) => {
    made.numero += 1
    return company.create('Cheque', {
      folio: `CH-${made.numero}`,
      numero: made.numero,
      chequera,
      cuenta_bancaria: company.banco,
      fecha: '2026-03-02',
      beneficiario: 'Proveedor P1, S.A.',
      proveedor: company.proveedor,
      moneda: company.peso,
      importe,
      estado: 'emitido',
      ...more,
    })
  }
  const one = await cheque('10.00')
  const by = (id: number, importe = '10.00') => company.payment(importe, [], { cheque: id })
  const wrong = [
    await by(one, '10.01'),
    await by(await cheque('10.00', { proveedor: company.otro })),
    await by(await cheque('10.00', { cuenta_bancaria: company.dolares })),
  ]
  for (const id of wrong) {
    const { code, field } = problem(await pay(id))
    assert.deepEqual([code, field], ['VALIDATION', 'cheque'])
  }
  const payment = await by(one)
  assert.deepEqual(verdict(await pay(payment)), [200, null])
  assert.equal(problem(await pay(await by(one))).field, 'cheque')
  const set = (estado: string) =>
    erp.admin.send('PUT', `${API}/Cheque/${one}`, { body: { estado } })
  assert.equal((await set('cobrado')).status, 200)
  assert.deepEqual(verdict(await cancel(payment)), [200, 'INVALID_STATE'])
  assert.equal((await set('entregado')).status, 200)
  assert.deepEqual(verdict(await cancel(payment)), [200, null])
  assert.equal((await company.read('Cheque', one))['estado'], 'cancelado')
})

test('a flow says who signs a programme, and one that wants more signatures lets none through alone', async () => {
  await company.invoice({ neto: '10.00', more: { proveedor: company.otro } })
  const id = (await programmed({ proveedor: company.otro })).json.data.id
  await act('solicitar_autorizacion', id)
  const [right] = await erp.owner.query<{ modelo: number; accion: number }>(sql`
    select m.id as modelo, a.id as accion from public.modelo_sistema m
    join public.accion_sistema a on a.modelo = m.id and a.nombre = 'autorizar_programacion'
    where m.nombre = ${PROGRAM}`)
  const flujo = await company.create('FlujoAutorizacion', {
    clave: 'PAGOS',
    nombre: 'Pagos',
    ...right,
    secuencia: 'secuencial',
    activo: true,
  })
  const level = { flujo, nivel: 1, firmas_requeridas: 2 }
  const nivel = await company.create('FlujoAutorizacionNivel', { ...level, usuario: 1 })
  assert.deepEqual(verdict(await act('autorizar_programacion', id)), [
    200,
    'CONFIGURATION_INCOMPLETE',
  ])
  const one = await erp.admin.send('PUT', `${API}/FlujoAutorizacionNivel/${nivel}`, {
    body: { firmas_requeridas: 1 },
  })
  assert.equal(one.status, 200, one.text)
  const clerk = await permitted(erp, company, {
    usuario: 'auxiliar',
    rights: { [`${PROGRAM}.leer`]: null, [`${PROGRAM}.autorizar_programacion`]: null },
  })
  const path = `${API}/${PROGRAM}/actions/autorizar_programacion`
  assert.deepEqual(verdict(await clerk.post(path, { ids: [id] })), [200, 'FORBIDDEN'])
  assert.deepEqual(verdict(await act('autorizar_programacion', id)), [200, null])
})

test('a programme in dollars is paid at the rate of the day, from an account in dollars, or not at all', async () => {
  const dollars = { moneda: company.dollar, tipo_cambio: '17.5' }
  const invoice = await company.invoice({ neto: '100.00', more: dollars })
  const made = await programmed({ moneda: company.dollar, cuenta_bancaria: company.dolares })
  const { id } = made.json.data
  await act('solicitar_autorizacion', id)
  await erp.admin.send('PUT', `${API}/FlujoAutorizacion/1`, { body: { activo: false } })
  assert.deepEqual(verdict(await act('autorizar_programacion', id)), [200, null])
  const inputs = { forma_pago: company.transferencia }
  const wrong = await act('pagar_programacion', id, { ...inputs, cuenta_bancaria: company.banco })
  assert.equal(problem(wrong).field, 'cuenta_bancaria')
  assert.deepEqual(await company.left(invoice), [['programada', 116]])
  assert.deepEqual(verdict(await act('pagar_programacion', id, inputs)), [200, null])
  const [payment] = (await erp.admin.get(`${API}/PagoProveedor?programacion=${id}`)).json.data
  assert.deepEqual(await booked(erp, 'PagoProveedor', payment.id), {
    '102-BUS': [0, 2088],
    '118-01': [288, 0],
    '119-01': [0, 280],
    '201-01': [2030, 0],
    '701-01': [50, 0],
  })
  assert.deepEqual(await company.left(invoice), [['pagada', 0]])
})
