import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, verdict } from './purchase-fixture.ts'
import { assertStockWhole, warehousing, type Warehousing } from './stock-fixture.ts'

let erp: ErpTest
let company: Warehousing

before(async () => {
  erp = await startErp()
  company = await warehousing(erp, erp.admin)
})

after(() => erp.stop())

test('a closed period keeps what stood in a warehouse on its last day, and nothing is dated into it any more', async () => {
  const here = await company.warehouse()
  const articulo = await company.article('PROM')
  const entry = (fecha: string) => ({
    lines: [{ articulo, cantidad: '10', costo_unitario: '2' }],
    more: { fecha },
  })
  await company.move('entrada', here, entry('2026-01-15T12:00:00Z'))
  await company.move('salida', here, {
    lines: [{ articulo, cantidad: '4' }],
    more: { fecha: '2026-01-20T12:00:00Z' },
  })
  await company.move('entrada', here, entry('2026-02-01T12:00:00Z'))
  const [periodo] = (await erp.admin.get(`${API}/PeriodoContable?fecha_inicio=2026-01-01`)).json
    .data
  const cierre = await company.create('CierreInventario', {
    periodo: periodo.id,
    almacen: here,
    importe_contable: '10.00',
  })
  const on = (action: string, inputs: object = {}) =>
    erp.admin.post(`${API}/CierreInventario/${cierre}/actions/${action}`, inputs)
  const closed = await on('cerrar_inventario')
  const { estado, importe_inventario: importe, diferencia } = closed.json.data?.record ?? {}
  assert.deepEqual([estado, importe, diferencia], ['cerrado', 12, 2], closed.text)
  const history = async () =>
    (await erp.admin.get(`${API}/ExistenciaHistorica?almacen=${here}`)).json.data.map(
      (row: Record<string, unknown>) => [
        row['articulo'],
        row['cantidad'],
        row['importe'],
        row['entradas'],
        row['salidas'],
      ],
    )
  assert.deepEqual(await history(), [[articulo, 6, 12, 10, 4]])
  const late = await company.draft('entrada', here, entry('2026-02-01T05:59:59Z'))
  assert.deepEqual(verdict(await company.act('aplicar_movimiento', [late])), [200, 'PERIOD_CLOSED'])
  assert.deepEqual(verdict(await on('cerrar_inventario')), [409, 'INVALID_STATE'])
  const opened = await on('reabrir_inventario', { motivo: 'Faltó una entrada' })
  assert.equal(opened.json.data?.record.estado, 'abierto', opened.text)
  assert.deepEqual(await history(), [])
  assert.equal((await company.act('aplicar_movimiento', [late])).json.meta.succeeded, 1)
  assert.equal((await on('cerrar_inventario')).json.data?.record.importe_inventario, 32)
  await assertStockWhole(erp)
})

test('closed periods of a warehouse are opened again from the last one, and the audit log tells what changed', async () => {
  const here = await company.warehouse()
  const close = async (from: string) => {
    const [periodo] = (await erp.admin.get(`${API}/PeriodoContable?fecha_inicio=${from}`)).json.data
    const of = { periodo: periodo.id, almacen: here, importe_contable: '1.00' }
    const id = await company.create('CierreInventario', of)
    const closed = await on(id, 'cerrar_inventario')
    assert.equal(closed.status, 200, closed.text)
    return { id, nombre: periodo.nombre, by: String(closed.json.data.record.cerrado_por) }
  }
  const on = (id: number, action: string, inputs: object = {}) =>
    erp.admin.post(`${API}/CierreInventario/${id}/actions/${action}`, inputs)
  const reopen = (id: number) => on(id, 'reabrir_inventario', { motivo: 'Faltó una entrada' })
  const ejercicio = await company.create('EjercicioFiscal', {
    ejercicio: 2025,
    nombre: '2025',
    fecha_inicio: '2025-01-01',
    fecha_fin: '2025-12-31',
    numero_periodos: 12,
  })
  await company.create('PeriodoContable', {
    ejercicio,
    numero: 12,
    nombre: 'Diciembre 2025',
    fecha_inicio: '2025-12-01',
    fecha_fin: '2025-12-31',
  })
  const first = await close('2025-12-01')
  await close('2026-01-01')
  const last = await close('2026-02-01')
  const refused = await reopen(first.id)
  assert.deepEqual(verdict(refused), [409, 'INVALID_STATE'])
  const [problem] = refused.json.errors
  assert.equal(
    problem.message,
    `CierreInventario ${first.id}: ${last.nombre} is closed too and must be reopened first.`,
  )
  assert.deepEqual(verdict(await reopen(last.id)), [200, null])
  const audit = await erp.admin.get(
    `${API}/RegistroAuditoria?registro=${first.id}&operacion=accion&sort=-id`,
  )
  const changes = audit.json.data
    .map(({ antes, despues }: { antes: object; despues: object }) => [antes, despues])
    .filter(([antes]: readonly object[]) => antes !== undefined && 'diferencia' in antes)
  assert.deepEqual(changes, [
    [
      { estado: 'abierto', diferencia: '0.00', cerrado_por: null },
      { estado: 'cerrado', importe_inventario: '0.00', diferencia: '-1.00', cerrado_por: first.by },
    ],
  ])
})
