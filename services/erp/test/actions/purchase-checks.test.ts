import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, entriesOf, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

const MOTIVO = { motivo: 'Ya no se necesita' }

/** The action refuses with this code, and leaves the purchase as it was and the books without an entry. */
async function refuses(id: number, code: string, status = 422): Promise<string> {
  const before = (await erp.admin.get(`${API}/Compra/${id}`)).json.data
  const single = await company.actOn('autorizar_compra', id)
  assert.deepEqual(verdict(single), [status, code], single.text)
  const batch = await company.act('autorizar_compra', [id])
  assert.deepEqual(verdict(batch), [200, code], batch.text)
  assert.equal(batch.json.meta.succeeded, 0)
  assert.deepEqual((await erp.admin.get(`${API}/Compra/${id}`)).json.data, before)
  assert.deepEqual(await entriesOf(erp, id), [])
  return single.json.errors[0].message
}

async function otherCurrency(): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.moneda where clave = 'USD'`,
  )
  assert.ok(row)
  return row.id
}

test('a purchase without lines is NO_LINES', async () => {
  const id = await company.create('Compra', {
    folio: 'SIN-LINEAS',
    proveedor: company.proveedor,
    moneda: company.moneda,
    condicion_pago: company.condicion,
  })
  await refuses(id, 'NO_LINES')
})

test('a total that its lines do not make is VALIDATION', async () => {
  const id = await company.purchase('100.00', { compra: { total: '90.00' } })
  assert.match(await refuses(id, 'VALIDATION'), /total is 90\.00, but the lines .* make 100\.00/)
})

test('taxes may stand at the purchase when no line has any', async () => {
  const compra = { subtotal: '100.00', impuestos: '16.00', total: '116.00' }
  const id = await company.purchase('100.00', { compra })
  assert.equal((await company.actOn('autorizar_compra', id)).status, 200)
  assert.equal((await entriesOf(erp, id))[0]?.cargo, '116.00')
})

test('a foreign currency needs its rate, the company’s own has none, and the books are kept in the latter', async () => {
  const usd = await otherCurrency()
  const forgotten = await company.purchase('100.00', { compra: { moneda: usd } })
  await refuses(forgotten, 'VALIDATION')
  const own = await company.purchase('100.00', { compra: { tipo_cambio: '2' } })
  await refuses(own, 'VALIDATION')
  const id = await company.purchase('100.05', { compra: { moneda: usd, tipo_cambio: '17.333333' } })
  assert.equal((await company.actOn('autorizar_compra', id)).status, 200)
  assert.equal((await entriesOf(erp, id))[0]?.cargo, '1734.20')
  const lines = await erp.owner.query<{
    moneda: number
    tipo_cambio: string
    importe_moneda: string
  }>(sql`
    select l.moneda, l.tipo_cambio, l.importe_moneda from public.poliza_partida l
    join public.poliza p on p.empresa_id = l.empresa_id and p.id = l.poliza where p.registro = ${String(id)}`)
  assert.deepEqual(lines[0], { moneda: usd, tipo_cambio: '17.333333', importe_moneda: '100.05' })
})

test('a supplier that is not active, or on the list of article 69-B by itself or its RFC, is SUPPLIER_BLOCKED', async () => {
  const [definitive] = await erp.owner.query<{ id: number }>(
    sql`select id from public.estatus_lista_negra where clave = 'DEFINITIVO'`,
  )
  const supplier = (clave: string, more: object) =>
    company.create('Proveedor', { clave, razon_social: clave, rfc: `${clave}0101011A1`, ...more })
  const suspended = await supplier('SUS', { estado: 'suspendido' })
  const listed = await supplier('LIS', { estatus_69b: definitive?.id })
  const published = await supplier('PUB', {})
  const notice = await company.create('ListaNegraProveedor', {
    proveedor: listed,
    rfc: 'PUB0101011A1',
    estatus: definitive?.id,
    fecha_publicacion: '2026-01-15',
    fecha_consulta: '2026-02-01T00:00:00Z',
  })
  for (const proveedor of [suspended, listed, published]) {
    await refuses(await company.purchase('10.00', { compra: { proveedor } }), 'SUPPLIER_BLOCKED')
  }
  await company.update('ListaNegraProveedor', notice, { estado: 'aclarada' })
  const cleared = await company.purchase('10.00', { compra: { proveedor: published } })
  assert.equal((await company.actOn('autorizar_compra', cleared)).status, 200)
})

async function period(month: number): Promise<number> {
  const answer = await erp.admin.get(`${API}/PeriodoContable?fecha_inicio=2026-0${month}-01`)
  return answer.json.data[0].id
}

test('a day without an open period is PERIOD_CLOSED, for the entry and for the counter-entry', async () => {
  await refuses(
    await company.purchase('10.00', { compra: { fecha: '2020-01-15' } }),
    'PERIOD_CLOSED',
  )
  const april = await period(4)
  await company.update('PeriodoContable', april, { estado: 'bloqueado' })
  const id = await company.purchase('10.00', { compra: { fecha: '2026-04-10' } })
  await refuses(id, 'PERIOD_CLOSED')
  await company.update('PeriodoContable', april, { estado: 'abierto' })
  const [modulo] = await erp.owner.query<{ id: number }>(
    sql`select id from public.modulo_sistema where clave = 'compras'`,
  )
  const lock = await company.create('BloqueoPeriodo', {
    periodo: april,
    modulo: modulo?.id,
    estado: 'cerrado',
  })
  await refuses(id, 'PERIOD_CLOSED')
  await company.update('BloqueoPeriodo', lock, { estado: 'abierto' })
  assert.equal((await company.actOn('autorizar_compra', id)).status, 200)
  const march = await period(3)
  await company.update('PeriodoContable', march, { estado: 'bloqueado' })
  const back = await company.actOn('cancelar_compra', id, MOTIVO)
  await company.update('PeriodoContable', march, { estado: 'abierto' })
  assert.deepEqual(verdict(back), [422, 'PERIOD_CLOSED'], 'the counter-entry would be of today')
  assert.equal(await company.state(id), 'autorizada')
})

test('without an account or a rule the purchase says what the configuration lacks', async () => {
  const [line] = (await erp.admin.get(`${API}/ReglaContablePartida?partida=2`)).json.data
  await company.update('ReglaContablePartida', line.id, { cuenta_contable: null })
  const id = await company.purchase('10.00')
  assert.match(await refuses(id, 'CONFIGURATION_INCOMPLETE'), /COMPRA-AUT has no account/)
  await company.update('ReglaContablePartida', line.id, { cuenta_contable: 3, importe: 'subtotal' })
  const taxed = await company.purchase('10.00', { partida: { impuestos: '1.60' } })
  assert.match(
    await refuses(taxed, 'CONFIGURATION_INCOMPLETE'),
    /debits of 11\.60 and credits of 10\.00/,
  )
  await company.update('ReglaContablePartida', line.id, { importe: 'total' })
  await company.update('CuentaContable', 3, { activo: false })
  assert.match(await refuses(id, 'CONFIGURATION_INCOMPLETE'), /899-02, which is not active/)
  await company.update('CuentaContable', 3, { activo: true })
  await company.update('ReglaContable', 1, { activo: false })
  assert.match(await refuses(id, 'CONFIGURATION_INCOMPLETE'), /no active ReglaContable/)
  await company.update('ReglaContable', 1, { activo: true })
})

test('a strict budget refuses what goes beyond, the next one in the batch included; a lenient one only says so', async () => {
  const cuenta = await company.create('CuentaContable', {
    clave: '601-83',
    nombre: 'Materiales',
    nivel: 2,
    naturaleza: 1,
    tipo: 'gasto',
    acepta_movimientos: true,
  })
  const { presupuesto, partida } = await company.budget(cuenta, '1000.00')
  const month = await company.create('PresupuestoPartidaMes', {
    presupuesto_partida: partida,
    mes: 3,
    importe: '150.00',
  })
  const control = await company.create('ControlPresupuesto', {
    clave: 'K1',
    nombre: 'Estricto',
    presupuesto,
    alcance: 'mensual',
    respuesta: 'bloquear',
    tolerancia: '0.1',
    activo: true,
  })
  // The first names the budget line, the second is found by its account.
  const one = await company.purchase('100.00', { partida: { partida_presupuesto: partida } })
  const two = await company.purchase('65.01', { partida: { cuenta_contable: cuenta } })
  const three = await company.purchase('65.00', { partida: { cuenta_contable: cuenta } })
  const batch = await company.act('autorizar_compra', [one, two, three])
  assert.deepEqual(
    batch.json.data.results.map(
      (result: { errors?: { code: string }[] }) => result.errors?.[0]?.code,
    ),
    [undefined, 'BUDGET_EXCEEDED', undefined],
    batch.text,
  )
  const committed = async () => {
    const line = await erp.admin.get(`${API}/PresupuestoPartida/${partida}`)
    const monthly = await erp.admin.get(`${API}/PresupuestoPartidaMes/${month}`)
    return [line.json.data.comprometido, monthly.json.data.comprometido, line.json.data.disponible]
  }
  assert.deepEqual(await committed(), [165, 165, 835])
  await company.update('ControlPresupuesto', control, { respuesta: 'avisar' })
  const warned = await company.actOn('autorizar_compra', two)
  assert.deepEqual(
    [warned.status, warned.json.data.warnings?.[0]?.code],
    [200, 'BUDGET_EXCEEDED'],
    warned.text,
  )
  await company.actOn('cancelar_compra', one, MOTIVO)
  await company.actOn('cambiar_iniciada', two)
  assert.deepEqual(await committed(), [65, 65, 935])
  const open = await erp.admin.get(`${API}/CompromisoPresupuesto?estado=vigente`)
  assert.deepEqual(
    open.json.data.map(({ compra, importe }: { compra: number; importe: number }) => [
      compra,
      importe,
    ]),
    [[three, 65]],
  )
})

test('receipts, invoices and payments keep a purchase from being taken back', async () => {
  const id = await company.purchase('10.00')
  await company.actOn('autorizar_compra', id)
  const invoice = await company.create('CuentaPorPagar', {
    folio: 'CXP-1',
    proveedor: company.proveedor,
    tipo: 'factura',
    compra: id,
    moneda: company.moneda,
    vencimiento: '2026-04-30',
    total: '10.00',
  })
  for (const action of ['cancelar_compra', 'cambiar_iniciada']) {
    const inputs = action === 'cancelar_compra' ? MOTIVO : {}
    const answer = await company.actOn(action, id, inputs)
    assert.deepEqual(verdict(answer), [409, 'HAS_DEPENDENTS'], answer.text)
    assert.deepEqual(answer.json.errors[0].dependents, {
      CuentaPorPagar: { count: 1, ids: [invoice] },
    })
  }
  const path = `${API}/CuentaPorPagar/${invoice}/actions/cancelar_factura`
  assert.equal((await erp.admin.post(path, MOTIVO)).status, 200)
  assert.equal((await company.actOn('cancelar_compra', id, MOTIVO)).status, 200)
})

const STATES = [
  'iniciada',
  'en_autorizacion',
  'autorizada',
  'recibida_parcial',
  'recibida',
  'cerrada',
  'cancelada',
]
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  autorizar_compra: STATES.slice(0, 2),
  cambiar_iniciada: STATES.slice(1, 3),
  cancelar_compra: STATES.slice(0, 5),
}
const TABLE = Object.entries(ALLOWED).flatMap(([action, states]) =>
  STATES.map((from) => [action, from, states.includes(from)] as const),
)

for (const [action, from, allowed] of TABLE) {
  test(`${action} from ${from} is ${allowed ? 'allowed' : 'INVALID_STATE'}`, async () => {
    const id = await company.purchase('10.00')
    await erp.owner.execute(
      sql`update public.compra set estado = ${from} where empresa_id = ${erp.empresaId} and id = ${id}`,
    )
    const answer = await company.actOn(action, id, action === 'cancelar_compra' ? MOTIVO : {})
    assert.deepEqual(verdict(answer), allowed ? [200, null] : [409, 'INVALID_STATE'], answer.text)
    if (!allowed) assert.match(answer.json.errors[0].message, new RegExp(`is ${from};`))
  })
}

test('a folio that somebody gave to an entry by hand is passed over', async () => {
  const [period] = (await erp.admin.get(`${API}/PeriodoContable?fecha_inicio=2026-05-01`)).json.data
  const head = { fecha: '2026-05-01', tipo: 1, periodo: period.id, concepto: 'A mano' }
  for (const folio of ['DI-2605-00001', 'DI-2605-00003', 'DI-2605-00004']) {
    await company.create('Poliza', { ...head, folio })
  }
  const ids = [await mayPurchase(), await mayPurchase()]
  const batch = await company.act('autorizar_compra', ids)
  assert.equal(batch.json.meta.succeeded, 2, batch.text)
  const folios = await Promise.all(ids.map(async (id) => (await entriesOf(erp, id))[0]?.folio))
  assert.deepEqual(folios, ['DI-2605-00005', 'DI-2605-00002'])
})

function mayPurchase(): Promise<number> {
  return company.purchase('10.00', { compra: { fecha: '2026-05-10' } })
}
