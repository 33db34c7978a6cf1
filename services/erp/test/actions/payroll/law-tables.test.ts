import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { startOwnErp, type ErpTest } from '../../erp-service.ts'
import { inSpanish } from '../../messages/spoken.ts'
import { API, verdict } from '../purchase-fixture.ts'

// A service of its own: it moves the clock, and changes catalogs that all companies share.

let erp: ErpTest

before(async () => {
  erp = await startOwnErp()
})

after(() => erp.stop())

interface Line {
  readonly tabla: string
  readonly concepto: string
  readonly limite: number | null
  readonly importe: number | null
  readonly tasa: number | null
  readonly fundamento: string | null
}

async function lawOn(day: string): Promise<readonly Line[]> {
  const answer = await erp.admin.get(`${API}/reports/law-tables?fecha=${day}`)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.json.meta.fecha, day)
  assert.equal(answer.json.meta.total, answer.json.data.length)
  return answer.json.data
}

function figures(lines: readonly Line[], tabla: string, concepto?: string) {
  return lines
    .filter((line) => line.tabla === tabla && (concepto ?? line.concepto) === line.concepto)
    .map(({ importe, limite, tasa }) => [limite, importe, tasa])
}

test('the tables of a day are told figure by figure, with the law that they rest on', async () => {
  const lines = await lawOn('2026-02-15')
  assert.deepEqual(figures(lines, 'ValorIndicador'), [
    [null, 117.31, null],
    [null, 3566.22, null],
    [null, 42794.64, null],
    [null, 100.81, null],
    [null, 3064.62, null],
    [null, 36775.44, null],
  ])
  assert.deepEqual(figures(lines, 'SalarioMinimo', 'GRAL'), [[null, 315.04, null]])
  assert.deepEqual(figures(lines, 'SubsidioEmpleo'), [[11492.66, null, 0.1502]])
  const weekly = figures(lines, 'TarifaIsr', 'weekly')
  assert.equal(weekly.length, 11)
  assert.deepEqual(weekly[8], [24502.46, 5908.35, 0.32])
  assert.deepEqual(figures(lines, 'TarifaIsr', 'annual').at(-1), [5107703.93, 1601862.46, 0.35])
  assert.deepEqual(
    figures(lines, 'CuotaCesantia').map(([, , tasa]) => tasa),
    [0.0315, 0.03676, 0.04851, 0.05556, 0.06026, 0.06361, 0.06613, 0.07513],
  )
  assert.deepEqual(figures(lines, 'ImpuestoNominaEstatal', 'YUC'), [[0, null, 0.0375]])
  const [overtime] = lines.filter(({ concepto }) => concepto === '019: UMA a week')
  assert.deepEqual([overtime?.limite, overtime?.fundamento], [5, 'LISR 93 I'])
})

test('January has the UMA of the year before, and its own share of it as subsidy', async () => {
  for (const [day, uma, share] of [
    ['2025-01-31', 108.57, 0.1439],
    ['2025-02-01', 113.14, 0.138],
    ['2026-01-31', 113.14, 0.1559],
    ['2026-02-01', 117.31, 0.1502],
  ] as const) {
    const lines = await lawOn(day)
    assert.equal(figures(lines, 'ValorIndicador', 'UMA daily')[0]?.[1], uma, day)
    assert.equal(figures(lines, 'SubsidioEmpleo')[0]?.[2], share, day)
  }
})

test('a day without its tables is refused, and every table that is missing is named with its day', async () => {
  const refused = await erp.admin.get(`${API}/reports/law-tables?fecha=2027-03-01`)
  assert.deepEqual(verdict(refused), [422, 'CONFIGURATION_INCOMPLETE'])
  const { message } = refused.json.errors[0]
  for (const told of [
    "The law's tables for 2027-03-01",
    'ValorIndicador (UMA) from 2027-02-01 on',
    'ValorIndicador (UMI) from 2027-01-01 on',
    'SalarioMinimo (GRAL, ZLFN) from 2027-01-01 on',
    'TarifaIsr (daily, weekly, ten-day, fortnightly, monthly, annual) from 2027-01-01 on',
    'SubsidioEmpleo from 2027-01-01 on',
    'CuotaCesantia from 2027-01-01 on',
    'ImpuestoNominaEstatal from 2027-01-01 on',
  ]) {
    assert.ok(message.includes(told), `${told} in ${message}`)
  }
  assert.ok(!message.includes('VacacionLft') && !message.includes('DiaFestivo'), message)
  const spoken = await inSpanish(erp.admin).get(`${API}/reports/law-tables?fecha=2027-01-10`)
  const { message: spanish } = spoken.json.errors[0]
  assert.match(spanish, /^Las tablas de la ley para el 2027-01-10 no están completas; falta /)
  assert.match(
    spanish,
    /\(diaria, semanal, decenal, quincenal, mensual, anual\) desde el 2027-01-01/,
  )
  // The UMA of 2026 holds until the end of January.
  assert.doesNotMatch(spanish, /\(UMA\)/)
})

test('what is missing up to the end of the next year is told, each table from its first day', async () => {
  const missing = async (day: string) => {
    const answer = await erp.admin.get(`${API}/reports/missing-law-tables?fecha=${day}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.json.data.map((row: Record<string, unknown>) => [
      row['tabla'],
      row['partes'],
      row['desde'],
    ])
  }
  assert.deepEqual(await missing('2025-01-01'), [])
  const next = await missing('2026-06-01')
  assert.equal(next.length, 8)
  assert.deepEqual(next[0], ['ValorIndicador', 'UMI', '2027-01-01'])
  assert.deepEqual(next.at(-1), ['ValorIndicador', 'UMA', '2027-02-01'])
})

test('from December on the first page warns who may load them of what the next year lacks', async () => {
  const law = async (client: HttpClient) => {
    const { json } = await client.get(`${API}/start`)
    return json.data.find(({ name }: { name: string }) => name === 'tablas_ley')
  }
  assert.equal(await law(erp.admin), undefined)
  erp.clock.set('2026-12-01T18:00:00Z')
  const warned = await law(await erp.logIn(erp.adminLogin.usuario, erp.adminLogin.password))
  assert.deepEqual(
    [warned.done, warned.optional, warned.opens],
    [false, true, { page: '/reports/missing-law-tables' }],
  )
  assert.match(
    warned.note.es,
    /^Las tablas de la ley para el 2027-01-01 no están completas; falta /,
  )
  assert.match(warned.note.en, /SalarioMinimo \(GRAL, ZLFN\) from 2027-01-01 on/)
  // The UMA of 2027 is published in January.
  assert.doesNotMatch(warned.note.en, /\(UMA\)/)
  assert.equal(await law(await erp.otherCompany()), undefined)
})
