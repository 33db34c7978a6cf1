import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { dayRanges } from '../../console/reports/day-ranges.ts'
import { addDecimals } from '../../console/reports/decimals.ts'
import type { ReportParameter, ReportRows } from '../../console/reports/report-declaration.ts'
import { closedBelow, depthOf, linesOf } from '../../console/reports/report-lines.ts'
import { addressOf } from '../../console/reports/report-links.ts'
import {
  askedOf,
  dayRangeOf,
  isRelevant,
  missingOf,
  reportAddress,
  requestOf,
} from '../../console/reports/report-parameters.ts'

const TODAY = { today: '2026-03-02', records: { periodo: '7' } }

function parameter(name: string, more: Partial<ReportParameter> = {}): ReportParameter {
  const label = { es: name, en: name }
  const rest = {
    help: null,
    references: null,
    filter: null,
    choices: null,
    default: null,
    only_if: null,
  }
  return { name, in: 'query', label, type: 'text', required: false, ...rest, ...more }
}

function report(parameters: readonly ReportParameter[], alternatives: string[][] = []) {
  const text = { es: 'x', en: 'x' }
  const rows: ReportRows = { columns: [], totals: [], groups: [], tree: null }
  return {
    name: 'uno',
    label: text,
    help: text,
    module: 'm',
    path: '/api/v1/reports/uno/:modelo',
    parameters,
    alternatives,
    paged: true,
    file: null,
    rows,
    exports: [],
  }
}

const DAYS = report(
  [
    parameter('periodo', { default: { hint: 'current_period' } }),
    parameter('desde', { type: 'date', default: { hint: 'month_start' } }),
    parameter('hasta', { type: 'date', default: { hint: 'today' } }),
    parameter('cliente'),
  ],
  [['desde', 'hasta'], ['periodo']],
)

test('a report is asked for what its address says, filled up with what it proposes', () => {
  assert.deepEqual(askedOf(DAYS, {}, TODAY), { desde: '2026-03-01', hasta: '2026-03-02' })
  assert.deepEqual(askedOf(DAYS, { hasta: '2026-03-31', cliente: '4' }, TODAY), {
    desde: '2026-03-01',
    hasta: '2026-03-31',
    cliente: '4',
  })
  assert.deepEqual(askedOf(DAYS, { periodo: '2' }, TODAY), { periodo: '2' })
  assert.deepEqual(dayRangeOf(DAYS.parameters), { from: 'desde', to: 'hasta' })
})

test('one set of alternatives is needed, and of the others nothing is sent', () => {
  assert.deepEqual(missingOf(DAYS, 0, { desde: '2026-03-01' }), ['hasta'])
  assert.deepEqual(missingOf(DAYS, 1, {}), ['periodo'])
  assert.deepEqual(missingOf(DAYS, 1, { periodo: '1' }), [])
})

test('a parameter that belongs to values of another is asked for with these alone', () => {
  const tipo = parameter('tipo', { required: true, default: { value: 'BN' } })
  const solicitud = parameter('solicitud', { only_if: { parameter: 'tipo', values: ['PL'] } })
  const orden = parameter('orden', { only_if: { parameter: 'solicitud', values: ['AF'] } })
  const file = report([tipo, solicitud, orden])
  const isShown = (asked: Record<string, string>) => isRelevant(orden, file.parameters, asked)
  assert.equal(isShown({ tipo: 'BN', solicitud: 'AF' }), false, 'what it depends on is not shown')
  assert.equal(isShown({ tipo: 'PL', solicitud: 'AF' }), true)
  assert.deepEqual(missingOf(file, 0, { tipo: 'PL' }), ['solicitud'])
  assert.deepEqual(askedOf(file, { solicitud: 'AF', orden: 'x' }, TODAY), { tipo: 'BN' })
})

test('parameters of the path stand in it, the others behind it', () => {
  const history = report([parameter('modelo', { in: 'path' }), parameter('q')])
  assert.equal(
    requestOf(history, { modelo: 'Compra', q: 'a b' }, { number: 2, size: 100 }),
    '/reports/uno/Compra?q=a+b&page=2&per_page=100',
  )
  assert.equal(reportAddress('uno', { q: 'a' }, 3), '/reports/uno?q=a&page=3')
  assert.equal(reportAddress('uno', {}), '/reports/uno')
})

test('a value opens what its declaration says, and nothing without a value', () => {
  const answered = { asked: { tercero: 'cliente' }, meta: { hasta: '2026-03-02' } }
  const model = { parameter: 'tercero', models: { cliente: 'Cliente', proveedor: 'Proveedor' } }
  const party = { model, id: { row: 'tercero' } }
  assert.equal(addressOf(party, { tercero: 4 }, answered), '/m/Cliente/4')
  assert.equal(addressOf(party, { tercero: null }, answered), undefined)
  const ledger = {
    report: 'ledger',
    parameters: { cuenta: { row: 'cuenta' }, desde: { meta: 'desde' }, hasta: { meta: 'hasta' } },
  }
  assert.equal(
    addressOf(ledger, { cuenta: 9 }, answered),
    '/reports/ledger?cuenta=9&hasta=2026-03-02',
  )
  assert.equal(addressOf(ledger, { cuenta: null }, answered), undefined)
})

const SHAPE: ReportRows = {
  columns: [
    {
      name: 'saldo',
      label: { es: 'Saldo', en: 'Balance' },
      type: 'money',
      hidden: false,
      references: null,
      text: null,
      choices: null,
      opens: null,
    },
  ],
  totals: [],
  groups: ['seccion'],
  tree: { level: 'nivel', parent: 'padre', key: 'id' },
}

const ACCOUNTS = [
  { seccion: 'activo', id: 1, padre: null, nivel: 1, saldo: 0.3 },
  { seccion: 'activo', id: 2, padre: 1, nivel: 2, saldo: 0.1 },
  { seccion: 'activo', id: 3, padre: 1, nivel: 2, saldo: 0.2 },
  { seccion: 'activo', id: 4, padre: null, nivel: 2, saldo: 0.4 },
  { seccion: 'pasivo', id: 5, padre: null, nivel: 1, saldo: -7 },
]

function told(closed: readonly string[]) {
  return linesOf(ACCOUNTS, SHAPE, new Set(closed)).map((line) =>
    line.kind === 'group'
      ? `${String(line.value)} ${line.count} ${line.sums['saldo'] ?? ''}`
      : `${'·'.repeat(line.level)}${String(line.row['id'])}`,
  )
}

test('rows stand below their group and their parent, and a group comes to its topmost rows', () => {
  const all = ['activo 4 0.7', '·1', '··2', '··3', '·4', 'pasivo 1 -7', '·5']
  assert.deepEqual(told([]), all, 'a level that the rows tell does not make them children')
  assert.deepEqual(told(['seccion=activo 1']), all.toSpliced(2, 2))
  assert.deepEqual(told(['seccion=activo']), ['activo 4 0.7', 'pasivo 1 -7', '·5'])
  assert.equal(depthOf(ACCOUNTS, SHAPE), 2)
  assert.deepEqual([...closedBelow(ACCOUNTS, SHAPE, 1)], ['seccion=activo 1'])
})

test('amounts are added up exactly', () => {
  assert.equal(addDecimals([0.1, 0.2, '0.300', null, 'x']), '0.600')
  assert.equal(addDecimals([]), '0')
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 })), (cents) => {
      const sum = cents.reduce((total, one) => total + BigInt(one), 0n)
      const text = addDecimals([...cents.map((one) => inPesos(BigInt(one))), '0.00'])
      assert.equal(text, inPesos(sum))
    }),
  )
})

function inPesos(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0')
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

test('spans of days have names', () => {
  const of = (today: string) =>
    Object.fromEntries(dayRanges(today).map(({ key, from, to }) => [key, `${from} ${to}`]))
  assert.deepEqual(of('2026-03-02'), {
    thisMonth: '2026-03-01 2026-03-02',
    lastMonth: '2026-02-01 2026-02-28',
    thisQuarter: '2026-01-01 2026-03-02',
    thisYear: '2026-01-01 2026-03-02',
    lastYear: '2025-01-01 2025-12-31',
  })
  assert.equal(of('2026-01-15')['lastMonth'], '2025-12-01 2025-12-31')
})
