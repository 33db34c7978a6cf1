import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

const put = (path: string, body: object) => erp.admin.send('PUT', `${API}/${path}`, { body })
const remove = (path: string) => erp.admin.send('DELETE', `${API}/${path}`)

async function lineOf(compra: number): Promise<number> {
  return (await erp.admin.get(`${API}/CompraPartida?compra=${compra}`)).json.data[0].id
}

test('what was approved does not change under its approvers; what nobody approves does', async () => {
  const id = await company.purchase('10.00')
  const line = await lineOf(id)
  await company.actOn('autorizar_compra', id)
  const read = (await erp.admin.get(`${API}/Compra/${id}`)).json.data
  assert.deepEqual(verdict(await put(`Compra/${id}`, { total: '9.00' })), [409, 'INVALID_STATE'])
  assert.deepEqual(verdict(await put(`Compra/${id}`, { estado: 'iniciada' })), [
    422,
    'READ_ONLY_FIELD',
  ])
  assert.equal((await put(`Compra/${id}`, { ...read, observaciones: 'Urge' })).status, 200)
  assert.deepEqual(verdict(await put(`CompraPartida/${line}`, { importe: '9.00' })), [
    409,
    'INVALID_STATE',
  ])
  assert.deepEqual(verdict(await remove(`CompraPartida/${line}`)), [409, 'INVALID_STATE'])
  const another = {
    compra: id,
    partida: 2,
    descripcion: 'Más',
    cantidad: 1,
    unidad: company.unidad,
    precio: 1,
    importe: 1,
  }
  assert.deepEqual(verdict(await erp.admin.post(`${API}/CompraPartida`, another)), [
    409,
    'INVALID_STATE',
  ])
  assert.deepEqual(verdict(await remove(`Compra/${id}`)), [409, 'INVALID_STATE'])
  await company.actOn('cambiar_iniciada', id)
  assert.equal((await put(`CompraPartida/${line}`, { importe: '9.00', precio: 9 })).status, 200)
})

test('approvals, commitments and what budgets have committed are written by the service alone', async () => {
  const id = await company.purchase('10.00')
  const approval = { compra: id, nivel: 0, importe: '10.00', estado: 'autorizada' }
  assert.deepEqual(verdict(await erp.admin.post(`${API}/CompraAutorizacion`, approval)), [
    403,
    'FORBIDDEN',
  ])
  assert.deepEqual(verdict(await erp.admin.post(`${API}/CompromisoPresupuesto`, {})), [
    403,
    'FORBIDDEN',
  ])
  const budget = { presupuesto: 1, partida: 1, cuenta_contable: 2, importe: '1', comprometido: '5' }
  assert.deepEqual(verdict(await erp.admin.post(`${API}/PresupuestoPartida`, budget)), [
    422,
    'READ_ONLY_FIELD',
  ])
})

async function entryOf(compra: number): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.poliza where registro = ${String(compra)} and empresa_id = ${erp.empresaId}`,
  )
  assert.ok(row)
  return row.id
}

test('an applied entry is never changed or deleted, nor are its lines', async () => {
  const id = await company.purchase('10.00')
  await company.actOn('autorizar_compra', id)
  const entry = await entryOf(id)
  const [line] = (await erp.admin.get(`${API}/PolizaPartida?poliza=${entry}`)).json.data
  assert.deepEqual(verdict(await put(`Poliza/${entry}`, { concepto: 'otro' })), [
    409,
    'INVALID_STATE',
  ])
  assert.deepEqual(verdict(await remove(`Poliza/${entry}`)), [409, 'INVALID_STATE'])
  assert.deepEqual(verdict(await put(`PolizaPartida/${line.id}`, { cargo: '1' })), [
    409,
    'INVALID_STATE',
  ])
  assert.deepEqual(verdict(await remove(`PolizaPartida/${line.id}`)), [409, 'INVALID_STATE'])
  const more = { poliza: entry, partida: 9, cuenta_contable: 2, cargo: '1', moneda: company.moneda }
  assert.deepEqual(verdict(await erp.admin.post(`${API}/PolizaPartida`, more)), [
    409,
    'INVALID_STATE',
  ])
})

test('an entry made by hand is applied when it balances, and cannot pass for one of a purchase', async () => {
  const [period] = (await erp.admin.get(`${API}/PeriodoContable?numero=3&ejercicio=1`)).json.data
  const head = { fecha: '2026-03-02', tipo: 1, periodo: period.id, concepto: 'A mano' }
  const forged = { ...head, folio: 'F-1', origen: 'compras' }
  assert.deepEqual(verdict(await erp.admin.post(`${API}/Poliza`, forged)), [422, 'READ_ONLY_FIELD'])
  const poliza = await company.create('Poliza', { ...head, folio: 'M-1' })
  const apply = () => erp.admin.post(`${API}/Poliza/${poliza}/actions/aplicar`, {})
  assert.deepEqual(verdict(await apply()), [422, 'NO_LINES'])
  const line = { poliza, moneda: company.moneda }
  await company.create('PolizaPartida', { ...line, partida: 1, cuenta_contable: 2, cargo: '10' })
  const credit = await company.create('PolizaPartida', {
    ...line,
    partida: 2,
    cuenta_contable: 3,
    abono: '9',
  })
  assert.deepEqual(verdict(await apply()), [422, 'ENTRY_UNBALANCED'])
  assert.equal((await put(`PolizaPartida/${credit}`, { abono: '10.00' })).status, 200)
  const applied = await apply()
  assert.deepEqual([applied.status, applied.json.data.record.total_cargo], [200, 10], applied.text)
})

async function warehouse(clave: string): Promise<number> {
  const known = (await erp.admin.get(`${API}/Sucursal`)).json.data[0]?.id
  const sucursal = known ?? (await company.create('Sucursal', { clave: 'M', nombre: 'Matriz' }))
  return await company.create('Almacen', { clave, nombre: clave, tipo: 'general', sucursal })
}

async function receipt(compra: number, cantidad: string): Promise<number> {
  const almacen = await warehouse(`A${compra}${cantidad}`)
  const recepcion = await company.create('RecepcionCompra', {
    folio: `RC-${compra}-${cantidad}`,
    compra,
    proveedor: company.proveedor,
    almacen,
    recibido_por: 1,
    moneda: company.moneda,
  })
  await company.create('RecepcionCompraPartida', {
    recepcion,
    partida: 1,
    compra_partida: await lineOf(compra),
    cantidad_recibida: cantidad,
    cantidad_aceptada: cantidad,
    unidad: company.unidad,
    costo: '1',
  })
  return recepcion
}

async function receive(action: string, id: number): Promise<void> {
  const inputs = action === 'cancelar_recepcion' ? { motivo: 'No era eso' } : {}
  const answer = await erp.admin.post(`${API}/RecepcionCompra/${id}/actions/${action}`, inputs)
  assert.equal(answer.status, 200, answer.text)
}

test('applying receipts moves an authorized purchase to received, and cancelling them back', async () => {
  const id = await company.purchase('10.00', { partida: { cantidad: '10', precio: '1' } })
  const early = {
    folio: 'X',
    compra: id,
    proveedor: company.proveedor,
    almacen: await warehouse('Z'),
    recibido_por: 1,
    moneda: company.moneda,
  }
  const tooEarly = await erp.admin.post(`${API}/RecepcionCompra`, early)
  assert.deepEqual(verdict(tooEarly), [409, 'INVALID_STATE'])
  await company.actOn('autorizar_compra', id)
  const [some, rest] = [await receipt(id, '4'), await receipt(id, '6')]
  assert.equal(await company.state(id), 'autorizada', 'a draft receipt has moved nothing')
  const byHand = await put(`RecepcionCompra/${some}`, { estado: 'aplicada' })
  assert.deepEqual(verdict(byHand), [409, 'INVALID_STATE'])
  assert.match(byHand.json.errors[0].message, /recibir_compra does that/)
  await receive('recibir_compra', some)
  assert.equal(await company.state(id), 'recibida_parcial')
  await receive('recibir_compra', rest)
  assert.equal(await company.state(id), 'recibida')
  const cancel = await company.actOn('cancelar_compra', id, { motivo: 'Ya llegó todo' })
  assert.deepEqual(verdict(cancel), [409, 'HAS_DEPENDENTS'])
  assert.deepEqual(cancel.json.errors[0].dependents, {
    RecepcionCompra: { count: 2, ids: [some, rest] },
  })
  assert.deepEqual(verdict(await put(`RecepcionCompra/${some}`, { estado: 'borrador' })), [
    409,
    'INVALID_STATE',
  ])
  assert.deepEqual(verdict(await remove(`RecepcionCompra/${some}`)), [409, 'INVALID_STATE'])
  await receive('cancelar_recepcion', rest)
  assert.equal(await company.state(id), 'recibida_parcial')
  await receive('cancelar_recepcion', some)
  assert.equal(await company.state(id), 'autorizada')
  const line = (await erp.admin.get(`${API}/CompraPartida/${await lineOf(id)}`)).json.data
  assert.equal(line.cantidad_recibida, 0)
  assert.equal((await company.actOn('cancelar_compra', id, { motivo: 'Devuelta' })).status, 200)
})
