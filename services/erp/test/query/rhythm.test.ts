import assert from 'node:assert/strict'
import { test } from 'node:test'

import { daysOfRange, nextRun } from '../../src/actions/report-mails/rhythm.ts'

const MEXICO = 'America/Mexico_City'

function next(rhythm: Parameters<typeof nextRun>[0], after: string, zone = MEXICO): string {
  return nextRun(rhythm, Date.parse(after), zone).toISOString()
}

test('a rhythm falls on its hour of the company’s clock, never twice on the same', () => {
  const daily = { frecuencia: 'diaria', dia: null, hora: 8 } as const
  assert.equal(next(daily, '2026-03-02T13:59:59Z'), '2026-03-02T14:00:00.000Z')
  assert.equal(next(daily, '2026-03-02T14:00:00Z'), '2026-03-03T14:00:00.000Z')
  // The day in Tijuana is still the one before, and its clock knows summer time.
  assert.equal(next(daily, '2026-03-02T05:00:00Z', 'America/Tijuana'), '2026-03-02T16:00:00.000Z')
  assert.equal(next(daily, '2026-07-02T05:00:00Z', 'America/Tijuana'), '2026-07-02T15:00:00.000Z')
})

test('a week has its day, and a month that is too short its last', () => {
  const monday = { frecuencia: 'semanal', dia: 1, hora: 0 } as const
  assert.equal(next(monday, '2026-11-27T18:00:00Z'), '2026-11-30T06:00:00.000Z')
  const last = { frecuencia: 'mensual', dia: 31, hora: 23 } as const
  assert.equal(next(last, '2026-02-10T00:00:00Z'), '2026-03-01T05:00:00.000Z')
  assert.equal(next(last, '2026-03-01T05:00:00Z'), '2026-04-01T05:00:00.000Z')
})

test('an hour that a zone leaves out comes an hour later', () => {
  const night = { frecuencia: 'diaria', dia: null, hora: 2 } as const
  const found = next(night, '2026-03-08T08:30:00Z', 'America/Tijuana')
  assert.ok(found === '2026-03-08T10:00:00.000Z' || found === '2026-03-08T09:00:00.000Z', found)
})

test('ranges follow from the day', () => {
  const of = (range: Parameters<typeof daysOfRange>[0], day: string) => {
    const { desde, hasta } = daysOfRange(range, day)
    return `${desde} ${hasta}`
  }
  assert.equal(of('mes_pasado', '2026-01-15'), '2025-12-01 2025-12-31')
  assert.equal(of('mes_pasado', '2028-03-31'), '2028-02-01 2028-02-29')
  assert.equal(of('semana_pasada', '2026-11-29'), '2026-11-16 2026-11-22')
  assert.equal(of('semana_actual', '2026-11-29'), '2026-11-23 2026-11-29')
  assert.equal(of('ayer', '2026-01-01'), '2025-12-31 2025-12-31')
  assert.equal(of('anio_actual', '2026-11-29'), '2026-01-01 2026-11-29')
  assert.equal(of('hoy', '2026-11-29'), '2026-11-29 2026-11-29')
  assert.equal(of('mes_actual', '2026-11-29'), '2026-11-01 2026-11-29')
})
