import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startErp, type ErpTest } from '../../erp-service.ts'
import { books, type Books } from '../entry-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'

let erp: ErpTest
let ledger: Books

before(async () => {
  erp = await startErp()
  ledger = await books(erp, erp.admin)
})

after(() => erp.stop())

const REASON = { motivo: 'Faltó un ajuste' }

function onYear(action: string, id: number, inputs: object = {}, client: HttpClient = erp.admin) {
  return client.post(`${API}/EjercicioFiscal/${id}/actions/${action}`, inputs)
}

async function account(clave: string): Promise<number> {
  return (await erp.admin.get(`${API}/CuentaContable?clave=${clave}`)).json.data[0].id
}

/** An applied entry: amounts by account, a credit below zero. */
async function booked(
  amounts: Readonly<Record<string, number>>,
  head: object = {},
): Promise<number> {
  const lines = []
  for (const [clave, amount] of Object.entries(amounts)) {
    const side = amount > 0 ? { cargo: String(amount) } : { abono: String(-amount) }
    lines.push({ cuenta_contable: await account(clave), ...side })
  }
  const id = await ledger.draft(lines, head)
  const answer = await ledger.act('aplicar', [id])
  assert.equal(answer.json.meta.succeeded, 1, answer.text)
  return id
}

async function closePeriods(year: number, more: object = {}): Promise<void> {
  const path = `${API}/PeriodoContable?ejercicio=${year}&per_page=50&sort=numero`
  const periods: readonly { id: number; estado: string }[] = (await erp.admin.get(path)).json.data
  const ids = periods.filter(({ estado }) => estado !== 'cerrado').map(({ id }) => id)
  const answer = await erp.admin.post(`${API}/PeriodoContable/actions/cerrar_periodo`, {
    ids,
    ...more,
  })
  assert.equal(answer.json.meta.succeeded, ids.length, answer.text)
}

/** Debits less credits of accounts by their codes, of all days. */
async function balances(...claves: readonly string[]): Promise<readonly number[]> {
  const rows = await erp.owner.query<{ clave: string; saldo: string }>(sql`
    select c.clave, coalesce(sum(l.cargo - l.abono), 0)::text as saldo from public.cuenta_contable c
    left join public.poliza_partida l on l.empresa_id = c.empresa_id and l.cuenta_contable = c.id
    where c.empresa_id = 1 and c.clave = any(${claves}::text[]) group by c.clave`)
  const found = new Map(rows.map(({ clave, saldo }) => [clave, Number(saldo)]))
  return claves.map((clave) => found.get(clave) ?? 0)
}

test('a year is closed into its account of results when nothing of it is open, and opened again', async () => {
  await booked({ '102-01': 1000, '401-01': -1000 })
  await booked({ '601-84': 300, '102-01': -300 })
  const early = await onYear('cerrar_ejercicio', 1)
  assert.deepEqual(verdict(early), [409, 'PENDING_DOCUMENTS'])
  assert.equal(early.json.errors[0].dependents.PeriodoContable.count, 12)
  await closePeriods(1)
  assert.deepEqual(verdict(await onYear('cerrar_ejercicio', 2)), [409, 'INVALID_STATE'])
  const closed = await Promise.all([1, 2, 3].map(() => onYear('cerrar_ejercicio', 1)))
  assert.deepEqual(closed.map(({ status }) => status).toSorted(), [200, 409, 409])
  assert.deepEqual(
    await balances('401-01', '601-84', '305-01', '304-01', '102-01'),
    [0, 0, 0, -700, 700],
  )
  const [closing] = (await erp.admin.get(`${API}/CierreEjercicio?ejercicio=1`)).json.data
  assert.deepEqual([closing.estado, closing.utilidad, closing.ejecutado_por], ['cerrado', 700, 1])
  const cierre = await ledger.read(closing.poliza_cierre)
  const apertura = await ledger.read(closing.poliza_apertura)
  assert.deepEqual(
    [cierre, apertura].map(({ fecha, origen, total_cargo: total }) => [fecha, origen, total]),
    [
      ['2026-12-31', 'cierre', 1000],
      ['2027-01-01', 'cierre', 700],
    ],
  )
  const [thirteenth] = (await erp.admin.get(`${API}/PeriodoContable?ejercicio=1&numero=13`)).json
    .data
  assert.deepEqual(
    [thirteenth.es_ajuste, thirteenth.estado, thirteenth.id],
    [true, 'cerrado', cierre['periodo']],
  )
  const saldos = await erp.admin.get(
    `${API}/SaldoCuenta?periodo=${thirteenth.id}&cuenta_contable=${await account('401-01')}`,
  )
  assert.deepEqual([saldos.json.data[0].saldo_inicial, saldos.json.data[0].saldo_final], [1000, 0])
  const typed = await erp.admin.send('PUT', `${API}/EjercicioFiscal/1`, {
    body: { estado: 'abierto' },
  })
  assert.deepEqual(verdict(typed), [422, 'READ_ONLY_FIELD'])
  const month = await ledger.period(3)
  const period = await erp.admin.post(
    `${API}/PeriodoContable/${month}/actions/reabrir_periodo`,
    REASON,
  )
  assert.deepEqual(verdict(period), [409, 'INVALID_STATE'])

  assert.deepEqual(verdict(await onYear('reabrir_ejercicio', 1)), [422, 'VALIDATION'])
  assert.equal((await onYear('reabrir_ejercicio', 1, REASON)).status, 200)
  assert.deepEqual(await balances('401-01', '601-84', '305-01', '304-01'), [-1000, 300, 0, 0])
  // An adjustment of the year that only its adjustment period takes.
  await booked({ '601-84': 50, '102-01': -50 }, { periodo: thirteenth.id, fecha: '2026-12-31' })
  assert.equal((await onYear('cerrar_ejercicio', 1)).status, 200)
  assert.deepEqual(await balances('401-01', '601-84', '305-01', '304-01'), [0, 0, 0, -650])
  const again = (await erp.admin.get(`${API}/CierreEjercicio?ejercicio=1`)).json.data
  assert.deepEqual([again.length, again[0].utilidad], [1, 650])
})

test('a year without an account of results is told which code it needs, and nobody closes one without the right', async () => {
  const other = await erp.otherCompany()
  const periods: readonly { id: number }[] = (
    await other.get(`${API}/PeriodoContable?ejercicio=1&per_page=50`)
  ).json.data
  await other.post(`${API}/PeriodoContable/actions/cerrar_periodo`, {
    ids: periods.map(({ id }) => id),
  })
  const [own] = (await other.get(`${API}/CuentaContable?clave=305-01`)).json.data
  await other.send('PUT', `${API}/CuentaContable/${own.id}`, { body: { activo: false } })
  const refused = await onYear('cerrar_ejercicio', 1, {}, other)
  assert.deepEqual(verdict(refused), [422, 'CONFIGURATION_INCOMPLETE'])
  assert.match(refused.json.errors[0].message, /305\.01/)
  const usuario = await ledger.create('Usuario', {
    usuario: 'lector',
    nombre: 'Lector',
    password: 'clave-de-prueba',
    estado: 'activo',
  })
  const perfil = await ledger.create('Perfil', { clave: 'LEE', nombre: 'Lee' })
  const [permiso] = (await erp.admin.get(`${API}/PermisoSistema?clave=EjercicioFiscal.leer`)).json
    .data
  await ledger.create('PerfilPermiso', { perfil, permiso: permiso.id, concedido: true })
  await ledger.create('UsuarioPerfil', { usuario, perfil, inicio_vigencia: '2026-01-01' })
  const reader = await erp.logIn('lector', 'clave-de-prueba')
  assert.deepEqual(verdict(await onYear('reabrir_ejercicio', 1, REASON, reader)), [
    403,
    'FORBIDDEN',
  ])
})
