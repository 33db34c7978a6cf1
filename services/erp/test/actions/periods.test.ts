import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { books, closeBefore, type Books } from './entry-fixture.ts'
import { API, verdict } from './purchase-fixture.ts'

let erp: ErpTest
let ledger: Books

before(async () => {
  erp = await startErp()
  ledger = await books(erp, erp.admin)
})

after(() => erp.stop())

const act = (action: string, id: number, inputs: object = {}) =>
  erp.admin.post(`${API}/PeriodoContable/${id}/actions/${action}`, inputs)
const put = (id: number, body: object) =>
  erp.admin.send('PUT', `${API}/PeriodoContable/${id}`, { body })
const REASON = { motivo: 'Faltó una factura' }

test('a period is closed when all in it is finished, and what is not is named', async () => {
  const april = await ledger.period(4)
  const head = { periodo: april, fecha: '2026-04-30' }
  const [first, second] = [await ledger.simple('1', head), await ledger.simple('2', head)]
  const movimiento = await ledger.create('ConceptoInventario', {
    clave: 'ENT',
    nombre: 'Entrada',
    naturaleza: 'entrada',
  })
  const sucursal = await ledger.create('Sucursal', { clave: 'M', nombre: 'Matriz' })
  const almacen = await ledger.create('Almacen', {
    clave: 'A',
    nombre: 'A',
    tipo: 'general',
    sucursal,
  })
  const stock = await ledger.create('MovimientoInventario', {
    folio: 'MI-1',
    // Still the last of April in Mexico.
    fecha: '2026-05-01T03:00:00Z',
    concepto: movimiento,
    almacen,
  })
  const refused = await act('cerrar_periodo', april)
  assert.deepEqual(verdict(refused), [409, 'PENDING_DOCUMENTS'])
  assert.deepEqual(refused.json.errors[0].dependents, {
    MovimientoInventario: { count: 1, ids: [stock] },
    Poliza: { count: 2, ids: [first, second] },
  })
  assert.equal((await ledger.act('aplicar', [first, second])).json.meta.succeeded, 2)
  await erp.admin.send('DELETE', `${API}/MovimientoInventario/${stock}`)
  await closeBefore(erp.admin, 4)
  const closed = await act('cerrar_periodo', april)
  assert.equal(closed.status, 200, closed.text)
  const { estado, cerrado_por, fecha_cierre } = closed.json.data.record
  assert.deepEqual([estado, cerrado_por, typeof fecha_cierre], ['cerrado', 1, 'string'])
  const late = await ledger.actOn('aplicar', await ledger.simple('3', head))
  assert.deepEqual(verdict(late), [422, 'PERIOD_CLOSED'])
  const back = await ledger.actOn('reversar', first, { fecha: '2026-04-30' })
  assert.deepEqual(verdict(back), [422, 'PERIOD_CLOSED'])
})

test('reopening is a right of its own, with a reason that the audit log keeps', async () => {
  const june = await ledger.period(6)
  await closeBefore(erp.admin, 6)
  await act('cerrar_periodo', june)
  assert.deepEqual(verdict(await act('reabrir_periodo', june)), [422, 'VALIDATION'])
  const perfil = await ledger.create('Perfil', { clave: 'CIERRE', nombre: 'Cierre' })
  for (const clave of ['PeriodoContable.leer', 'PeriodoContable.cerrar_periodo']) {
    const [permiso] = (await erp.admin.get(`${API}/PermisoSistema?clave=${clave}`)).json.data
    await ledger.create('PerfilPermiso', { perfil, permiso: permiso.id, concedido: true })
  }
  const usuario = await ledger.create('Usuario', {
    usuario: 'cierra',
    nombre: 'Cierra',
    password: 'clave-de-prueba',
    estado: 'activo',
  })
  await ledger.create('UsuarioPerfil', { usuario, perfil, inicio_vigencia: '2026-01-01' })
  const closer = await erp.logIn('cierra', 'clave-de-prueba')
  const path = `${API}/PeriodoContable/${june}/actions/reabrir_periodo`
  assert.deepEqual(verdict(await closer.post(path, REASON)), [403, 'FORBIDDEN'])
  const july = await ledger.period(7)
  const draft = await ledger.simple('1', { periodo: july, fecha: '2026-07-01' })
  const pending = await closer.post(`${API}/PeriodoContable/${july}/actions/cerrar_periodo`, {})
  assert.deepEqual(verdict(pending), [409, 'PENDING_DOCUMENTS'])
  assert.deepEqual(pending.json.errors[0].dependents, {}, 'who may not read entries is shown none')
  assert.match(pending.json.errors[0].message, /1 that you may not read/)
  await erp.admin.send('DELETE', `${API}/Poliza/${draft}`)
  const open = await act('reabrir_periodo', june, REASON)
  const { estado, cerrado_por, fecha_cierre } = open.json.data.record
  assert.deepEqual([estado, cerrado_por, fecha_cierre], ['abierto', null, null])
  assert.deepEqual(verdict(await act('reabrir_periodo', june, REASON)), [409, 'INVALID_STATE'])
  const trail = await erp.admin.get(`${API}/reports/audit-trail/PeriodoContable/${june}`)
  const [last] = trail.json.data
  assert.deepEqual([last.accion, last.motivo], ['reabrir_periodo', REASON.motivo])
})

test('the generic API neither closes nor opens a period, nor moves the days of a closed one', async () => {
  const august = await ledger.period(8)
  assert.deepEqual(verdict(await put(august, { estado: 'cerrado' })), [422, 'READ_ONLY_FIELD'])
  assert.equal((await put(august, { estado: 'bloqueado' })).status, 200)
  await closeBefore(erp.admin, 8)
  assert.equal((await act('cerrar_periodo', august)).status, 200)
  for (const estado of ['abierto', 'futuro', 'bloqueado']) {
    assert.deepEqual(verdict(await put(august, { estado })), [422, 'READ_ONLY_FIELD'], estado)
  }
  assert.deepEqual(verdict(await put(august, { fecha_fin: '2026-09-30' })), [409, 'INVALID_STATE'])
  assert.equal((await put(august, { nombre: 'Agosto de 2026' })).status, 200)
  const removed = await erp.admin.send('DELETE', `${API}/PeriodoContable/${august}`)
  assert.deepEqual(verdict(removed), [409, 'INVALID_STATE'])
})

test('a period of a closed year is not reopened', async () => {
  const ejercicio = await ledger.create('EjercicioFiscal', {
    ejercicio: 2020,
    nombre: 'Ejercicio 2020',
    fecha_inicio: '2020-01-01',
    fecha_fin: '2020-12-31',
    numero_periodos: 12,
    estado: 'cerrado',
  })
  const september = await ledger.create('PeriodoContable', {
    ejercicio,
    numero: 9,
    nombre: 'Septiembre 2020',
    fecha_inicio: '2020-09-01',
    fecha_fin: '2020-09-30',
    estado: 'cerrado',
  })
  assert.deepEqual(verdict(await act('reabrir_periodo', september, REASON)), [409, 'INVALID_STATE'])
})
