import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import {
  payrollCalendar,
  type CalendarTerms,
  type Rhythm,
} from '../../../src/actions/business/nomina/decisions/payroll-calendar.ts'

const TERMS: CalendarTerms = {
  year: 2026,
  rhythm: '04',
  firstDay: null,
  payAfter: 0,
  closedDays: new Set(['2026-01-01', '2026-02-02', '2026-12-25']),
  paidDays: '15',
}

test('fortnights are paid on their last day on which banks work', () => {
  const periods = payrollCalendar(TERMS)
  assert.equal(periods.length, 24)
  assert.deepEqual(periods[0], {
    numero: 1,
    fecha_inicio: '2026-01-01',
    fecha_fin: '2026-01-15',
    fecha_pago: '2026-01-15',
    dias_pago: '15',
    mes_acumulacion: 1,
    fin_mes: false,
    fin_bimestre: false,
    fin_ejercicio: false,
  })
  // The 31st of January is a Saturday.
  assert.deepEqual(periods[1], {
    ...periods[0],
    numero: 2,
    fecha_inicio: '2026-01-16',
    fecha_fin: '2026-01-31',
    fecha_pago: '2026-01-30',
    fin_mes: true,
  })
  // The 15th of February is a Sunday.
  assert.equal(periods[2]?.fecha_pago, '2026-02-13')
  assert.deepEqual(
    periods.flatMap(({ numero, fin_bimestre }) => (fin_bimestre ? [numero] : [])),
    [4, 8, 12, 16, 20, 24],
  )
  assert.equal(periods.at(-1)?.fin_ejercicio, true)
})

test('a period that is paid after the year’s end belongs to the next one', () => {
  const periods = payrollCalendar({ ...TERMS, payAfter: 3 })
  // 16 to 31 December 2025, paid on Friday, 2 January: the 3rd is a Saturday.
  assert.deepEqual(
    [periods[0]?.fecha_inicio, periods[0]?.fecha_pago, periods[0]?.mes_acumulacion],
    ['2025-12-16', '2026-01-02', 1],
  )
  assert.deepEqual(
    [periods.at(-1)?.fecha_fin, periods.at(-1)?.fecha_pago],
    ['2026-12-15', '2026-12-18'],
  )
})

test('weeks begin where the company says, and a month ends with its last pay', () => {
  const periods = payrollCalendar({ ...TERMS, rhythm: '02', firstDay: '2025-12-29', payAfter: -2 })
  assert.deepEqual(
    [periods[0]?.fecha_inicio, periods[0]?.fecha_fin, periods[0]?.fecha_pago],
    ['2025-12-29', '2026-01-04', '2026-01-02'],
  )
  assert.equal(periods.length, 52)
  const ends = periods.filter(({ fin_mes }) => fin_mes).map(({ fecha_pago }) => fecha_pago)
  assert.equal(ends.length, 12)
  assert.deepEqual(ends.slice(0, 2), ['2026-01-30', '2026-02-27'])
})

test('without a first day weeks begin on the first Monday of the year', () => {
  const first = payrollCalendar({ ...TERMS, rhythm: '03' })[0]
  assert.deepEqual([first?.fecha_inicio, first?.fecha_fin], ['2026-01-05', '2026-01-18'])
})

const rhythms: readonly Rhythm[] = ['01', '02', '03', '04', '05', '06', '10']

test('a calendar has no gap, pays in its year on days on which banks work, and ends each month once', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...rhythms),
      fc.integer({ min: 2020, max: 2035 }),
      fc.integer({ min: -5, max: 10 }),
      (rhythm, year, payAfter) => {
        const periods = payrollCalendar({ ...TERMS, rhythm, year, payAfter })
        for (const [index, period] of periods.entries()) {
          const next = periods[index + 1]
          const following = new Date(Date.parse(period.fecha_fin) + 86_400_000)
          if (next !== undefined) {
            assert.equal(next.fecha_inicio, following.toISOString().slice(0, 10))
          }
          assert.equal(period.numero, index + 1)
          assert.equal(period.fecha_pago.slice(0, 4), String(year))
          assert.ok(![0, 6].includes(new Date(period.fecha_pago).getUTCDay()))
          assert.ok(period.fecha_inicio <= period.fecha_fin)
        }
        const months = periods.filter(({ fin_mes }) => fin_mes).map((one) => one.mes_acumulacion)
        assert.equal(new Set(months).size, months.length)
        assert.equal(periods.filter(({ fin_ejercicio }) => fin_ejercicio).length, 1)
      },
    ),
    { numRuns: 200 },
  )
})
