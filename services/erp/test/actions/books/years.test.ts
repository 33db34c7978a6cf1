import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { books, type Books } from '../entry-fixture.ts'
import { API, verdict } from '../purchase-fixture.ts'

// A service of its own: it moves the clock to the next year, since no year is closed before it ends.

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

let erp: ErpTest
let ledger: Books
let other: HttpClient

before(async () => {
  const own = await startOwnErp()
  const added = await own.addCompany()
  own.clock.advance(YEAR_MS)
  const { usuario, password } = own.adminLogin
  erp = { ...own, admin: await own.logIn(usuario, password) }
  other = await own.logIn(`admin@${added.clave}`, added.password)
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
    where c.empresa_id = ${erp.empresaId} and c.clave = any(${claves}::text[]) group by c.clave`)
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
  assert.deepEqual(
    closed.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  )
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

async function report(
  path: string,
): Promise<{ data: readonly Row[]; meta: Record<string, number> }> {
  const answer = await erp.admin.get(`${API}/reports/${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json
}

interface Row {
  readonly clave: string
  readonly seccion: string
  readonly saldo: number
  readonly importe: number
  readonly acumulado: number
  readonly concepto: string
}

test('the income statement does not see that a year was closed, the balance sheet has its result in capital', async () => {
  const income = await report('income-statement?desde=2026-12-01&hasta=2026-12-31')
  const { ingresos, gastos, utilidad, ingresos_acumulados, utilidad_acumulada } = income.meta
  assert.deepEqual(
    [ingresos, gastos, utilidad, ingresos_acumulados, utilidad_acumulada],
    [0, 50, -50, 1000, 650],
  )
  assert.deepEqual(
    income.data.map(({ seccion, clave, importe, acumulado }) => [
      seccion,
      clave,
      importe,
      acumulado,
    ]),
    [
      ['ingreso', '401', 0, 1000],
      ['ingreso', '401-01', 0, 1000],
      ['gasto', '601', 50, 350],
      ['gasto', '601-84', 50, 350],
    ],
  )
  for (const [hasta, account, resultado] of [
    ['2026-03-31', '', 700],
    ['2026-12-31', '305-01', 0],
    ['2027-01-31', '304-01', 0],
  ] as const) {
    const sheet = await report(`balance-sheet?hasta=${hasta}`)
    assert.deepEqual([sheet.meta['resultado'], sheet.meta['diferencia']], [resultado, 0], hasta)
    const own = sheet.data.filter(({ seccion, saldo }) => seccion === 'capital' && saldo !== 0)
    assert.deepEqual(
      own.map(({ clave, saldo }) => [clave, saldo]),
      account === ''
        ? []
        : [
            [account.slice(0, 3), 650],
            [account, 650],
          ],
    )
  }
})

test('the IVA of a month is what was cashed less what was paid, and a settlement does not count', async () => {
  const [parent] = (await erp.admin.get(`${API}/CuentaContable?clave=208`)).json.data
  const [code] = (await erp.admin.get(`${API}/CodigoAgrupador?codigo=213.01`)).json.data
  await ledger.account('213-01', {
    codigo_agrupador: code.id,
    tipo: 'pasivo',
    naturaleza: parent.naturaleza,
  })
  const head = { fecha: '2027-02-10', periodo: await period(2, 2) }
  await booked({ '209-01': 160, '208-01': -160 }, head)
  await booked({ '118-01': 64, '119-01': -64 }, head)
  await booked({ '102-01': 90, '216-10': -10, '113-01': 20, '401-01': -100 }, head)
  await booked({ '208-01': 160, '118-01': -64, '213-01': -96 }, head)
  const vat = await report(`vat?periodo=${head.periodo}`)
  const {
    trasladado_cobrado: cashed,
    acreditable_pagado: paid,
    retenido_por_clientes: kept,
    a_cargo,
    a_favor,
    retenido_a_proveedores: withheld,
  } = vat.meta
  assert.deepEqual([cashed, paid, kept, withheld, a_cargo, a_favor], [160, 64, 20, 10, 76, 0])
  assert.deepEqual(
    vat.data.map(({ concepto, clave, importe }) => [concepto, clave, importe]),
    [
      ['trasladado_cobrado', '208-01', 160],
      ['acreditable_pagado', '118-01', 64],
      ['retenido_por_clientes', '113-01', 20],
      ['retenido_a_proveedores', '216-10', 10],
      ['trasladado_no_cobrado', '209-01', -160],
      ['acreditable_pendiente', '119-01', -64],
    ],
  )
  const refused = await erp.admin.get(`${API}/reports/vat?desde=2027-02-02&hasta=2027-02-01`)
  assert.deepEqual(verdict(refused), [422, 'INVALID_PARAMETER'])
})

async function period(year: number, month: number): Promise<number> {
  const path = `${API}/PeriodoContable?ejercicio=${year}&numero=${month}`
  return (await erp.admin.get(path)).json.data[0].id
}

const entry = fc.record({
  amounts: fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 3 }),
  sides: fc.shuffledSubarray(
    ['102-01', '105-03', '208-01', '304-01', '401-01', '501-01', '601-84'],
    {
      minLength: 4,
    },
  ),
  month: fc.integer({ min: 3, max: 12 }),
})

test('whatever was booked, assets are liabilities, capital and the result', async () => {
  await ledger.account('105-03')
  await fc.assert(
    fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
      for (const { amounts, sides, month } of entries) {
        const lines = amounts.map((amount, index): [string, number] => [
          sides[index] ?? '',
          (index % 2 === 0 ? amount : -amount) / 100,
        ])
        const cents = lines.reduce((sum, [, amount]) => sum + Math.round(amount * 100), 0)
        if (cents === 0) continue
        const fecha = `2027-${String(month).padStart(2, '0')}-15`
        const all = Object.fromEntries([...lines, [sides[3] ?? '', -cents / 100]])
        await booked(all, { fecha, periodo: await period(2, month) })
      }
      for (const month of [3, 7, 12]) {
        const hasta = `2027-${String(month).padStart(2, '0')}-28`
        const { meta, data } = await report(`balance-sheet?hasta=${hasta}`)
        assert.equal(meta['diferencia'], 0)
        const heads = data.filter(
          ({ clave, seccion }) => clave.length === 3 && seccion === 'capital',
        )
        const capital = heads.reduce((sum, { saldo }) => sum + Math.round(saldo * 100), 0)
        assert.equal(capital, Math.round((meta['capital'] ?? 0) * 100))
        const income = await report(`income-statement?desde=2027-01-01&hasta=${hasta}`)
        assert.equal(income.meta['utilidad'], meta['resultado'])
        assert.equal(income.meta['utilidad_acumulada'], meta['resultado'])
      }
    }),
    { numRuns: 5 },
  )
})

test('a year without an account of results is told which code it needs, and nobody closes one without the right', async () => {
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
