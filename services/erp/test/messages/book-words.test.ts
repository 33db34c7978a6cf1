import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { books, closeBefore, type Books } from '../actions/entry-fixture.ts'
import { API, purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { inSpanish, said } from './spoken.ts'

let erp: ErpTest
let ledger: Books
let spanish: HttpClient

before(async () => {
  erp = await startErp()
  ledger = await books(erp, erp.admin)
  spanish = inSpanish(erp.admin)
})

after(() => erp.stop())

const apply = (id: number, client = spanish) =>
  client.post(`${API}/Poliza/${id}/actions/aplicar`, {})
const onPeriod = (id: number, action: string, inputs: object = {}) =>
  spanish.post(`${API}/PeriodoContable/${id}/actions/${action}`, inputs)

test('what is wrong with an entry is told as a bookkeeper says it', async () => {
  const closed = await ledger.account('PRUEBA-CERRADA', { activo: false })
  const id = await ledger.draft([
    { cargo: '1500', abono: '0' },
    { cuenta_contable: closed, abono: '1200' },
  ])
  assert.deepEqual(said(await apply(id)), [
    'Renglón 2: la cuenta PRUEBA-CERRADA no está activa.',
    `La póliza ${id} no cuadra: los cargos suman 1,500.00 y los abonos 1,200.00.`,
  ])
  assert.deepEqual(said(await apply(id, erp.admin)), [
    'Line 2: the account PRUEBA-CERRADA is not active.',
    `Poliza ${id} does not balance: debits 1500.00, credits 1200.00.`,
  ])
  const empty = await ledger.draft([], { fecha: '2026-04-02' })
  assert.deepEqual(said(await apply(empty)), [
    '«Fecha» es 2026-04-02, pero el periodo Marzo 2026 va del 2026-03-01 al 2026-03-31.',
    `La póliza ${empty} no tiene renglones.`,
  ])
})

test('an amount in another currency is told with the rate that makes it', async () => {
  const dollars = { moneda: ledger.dollar, tipo_cambio: '18.5' }
  const id = await ledger.draft([
    { cargo: '1850', importe_moneda: '90', ...dollars },
    { cuenta_contable: ledger.sales, abono: '1850' },
  ])
  const [first] = said(await apply(id))
  assert.equal(
    first,
    'Renglón 1: «Importe en moneda original» 90.00 × «Tipo de cambio» 18.500000 da 1,665.00, y no 1,850.00.',
  )
})

test('an entry is not taken back before its day', async () => {
  const id = await ledger.simple('10')
  assert.equal((await apply(id)).status, 200)
  const back = { fecha: '2026-03-01' }
  assert.deepEqual(said(await spanish.post(`${API}/Poliza/${id}/actions/reversar`, back)), [
    `«Fecha» es 2026-03-01, pero la póliza ${id} es del 2026-03-02: no se reversa con fecha anterior.`,
  ])
})

test('a document without a rule for its entry is told which one is missing', async () => {
  const { proveedor, moneda, condicion, unidad } = await purchasing(erp, erp.admin)
  const made = await erp.admin.post(`${API}/Compra`, {
    proveedor,
    moneda,
    condicion_pago: condicion,
    partidas: [{ descripcion: 'Varilla', cantidad: '2', unidad, precio: '1000' }],
  })
  const { id } = made.json.data
  const path = `${API}/ReglaContable?evento=autorizar_compra&activo=true&per_page=50`
  for (const rule of (await erp.admin.get(path)).json.data) {
    const body = { activo: false }
    await erp.admin.send('PUT', `${API}/ReglaContable/${rule.id}`, { body })
  }
  assert.deepEqual(said(await spanish.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})), [
    'No se puede hacer la póliza: la empresa no tiene ninguna regla contable activa de Compra para «Autorizar compra».',
  ])
})

test('periods that wait for others, or for their documents, are told in words', async () => {
  const [april, may] = [await ledger.period(4), await ledger.period(5)]
  assert.deepEqual(said(await onPeriod(may, 'cerrar_periodo')), [
    'El periodo Mayo 2026 no se cierra antes que Enero 2026, que está en «Abierto»: los periodos se cierran en orden.',
  ])
  await ledger.simple('1', { periodo: april, fecha: '2026-04-30' })
  const [pending = ''] = said(await onPeriod(april, 'cerrar_periodo'))
  assert.equal(
    pending,
    'El periodo Abril 2026 tiene pólizas sin aplicar o documentos sin terminar: 1 de Póliza.',
  )
})

test('what a closed period keeps is told by labels', async () => {
  const [january, february] = [await ledger.period(1), await ledger.period(2)]
  await closeBefore(erp.admin, 3)
  const put = (body: object) => spanish.send('PUT', `${API}/PeriodoContable/${january}`, { body })
  assert.deepEqual(said(await put({ estado: 'abierto' })), [
    '«Estado» no se escribe a mano: un periodo sólo se cierra con «Cerrar periodo» y sólo se vuelve a abrir con «Reabrir periodo».',
  ])
  assert.deepEqual(said(await put({ numero: 7 })), [
    `El periodo contable ${january} está cerrado: «Número» ya no se cambia.`,
  ])
  assert.deepEqual(said(await onPeriod(january, 'reabrir_periodo', { motivo: 'Faltó algo' })), [
    'El periodo Enero 2026 no se abre antes que Febrero 2026, que está cerrado: los periodos se abren del último hacia atrás.',
  ])
  const late = await ledger.simple('5', { periodo: february, fecha: '2026-02-10' })
  assert.deepEqual(said(await apply(late)), ['El periodo Febrero 2026 no está abierto.'])
})
