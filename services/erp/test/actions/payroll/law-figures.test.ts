import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { parse } from 'csv-parse/sync'

import {
  compare,
  decimal,
  decimalText,
  dividedBy,
  minus,
  plus,
  rounded,
  times,
  type Decimal,
} from '../../../src/fiscal/decimal.ts'

const DATA = join(import.meta.dirname, '../../../data')
const YEARS = ['2023', '2024', '2025', '2026']
const WITH_ANNUAL = new Set(['2025', '2026'])
const CENT = decimal('0.01')

type Row = Readonly<Record<string, string>>

function rowsOf(model: string): readonly Row[] {
  return parse(readFileSync(join(DATA, `${model}.csv`), 'utf8'), { columns: true })
}

const tariffs = Map.groupBy(rowsOf('RenglonTarifaIsr'), (row) => row['tarifa'] ?? '')

/** Upper limits and fixed fees of a tariff, row by row. */
function figures(tariff: string): readonly Decimal[] {
  const rows = tariffs.get(tariff) ?? assert.fail(tariff)
  assert.equal(rows.length, 11, tariff)
  return rows.flatMap((row) =>
    [row['limite_superior'], row['cuota_fija']].flatMap((text) =>
      text === undefined || text === '' ? [] : [decimal(text)],
    ),
  )
}

const texts = (values: readonly Decimal[]) => values.map((value) => decimalText(rounded(value, 2)))

test('a day’s tariff is the month’s by 30.4 to the cent; seven, ten and fifteen days are as many days', () => {
  for (const year of YEARS) {
    const day = figures(`${year}|01`)
    const month = figures(`${year}|05`).map((value) => dividedBy(value, decimal('30.4'), 2))
    assert.deepEqual(texts(day), texts(month), year)
    for (const [period, days] of [
      ['02', '7'],
      ['10', '10'],
      ['04', '15'],
    ] as const) {
      const wanted = day.map((value) => times(value, decimal(days)))
      assert.deepEqual(texts(figures(`${year}|${period}`)), texts(wanted), `${year}|${period}`)
    }
  }
})

test('a month’s tariff is the year’s by twelve, but for a cent', () => {
  for (const year of WITH_ANNUAL) {
    const month = figures(`${year}|05`)
    for (const [index, value] of figures(`${year}|99`).entries()) {
      const off = minus(dividedBy(value, decimal('12'), 4), month[index] ?? assert.fail())
      assert.ok(
        compare(off, CENT) <= 0 && compare(off, minus(decimal('0'), CENT)) >= 0,
        `${year} ${index}`,
      )
    }
  }
})

// What the transitory of 2020 leads to in 2030, of the wages above one minimum wage; 3.150 % is what it began with in 2022.
const OLD_AGE_2030 = ['4.202', '6.552', '7.962', '8.902', '9.573', '10.077', '11.875']

test('the employer’s quota of old age goes in equal steps from 3.150 % in 2022 to what the law sets for 2030', () => {
  const begin = decimal('3.150')
  for (const year of YEARS) {
    const steps = decimal(String(Number(year) - 2022))
    const rates = rowsOf('CuotaCesantia').filter((row) => row['ejercicio'] === year)
    assert.equal(rates[0]?.['de_salario_minimo'], 'true')
    assert.equal(rates[0]?.['cuota_patron'], '0.03150')
    for (const [index, end] of OLD_AGE_2030.entries()) {
      const wanted = plus(
        begin,
        dividedBy(times(minus(decimal(end), begin), steps), decimal('8'), 6),
      )
      const found = times(decimal(rates[index + 1]?.['cuota_patron'] ?? '0'), decimal('100'))
      const off = minus(found, wanted)
      assert.ok(
        Math.abs(Number(decimalText(off))) <= 0.0007,
        `${year} ${index}: ${decimalText(wanted)}`,
      )
    }
  }
})

test('the subsidy of January and that of the rest of the year are the same to a peso', () => {
  const uma: Readonly<Record<string, string>> = Object.fromEntries(
    rowsOf('ValorIndicador').map((row) => [
      `${row['indicador']} ${row['fecha']}`,
      row['valor'] ?? '',
    ]),
  )
  for (const row of rowsOf('SubsidioEmpleo').filter((year) => year['porcentaje_enero'] !== '')) {
    const year = Number(row['ejercicio'])
    const share = (part: string | undefined, begun: number) =>
      times(times(decimal(uma[`UMA ${begun}-02-01`] ?? '0'), decimal('30.4')), decimal(part ?? '0'))
    const off = minus(share(row['porcentaje_enero'], year - 1), share(row['porcentaje_uma'], year))
    assert.ok(Math.abs(Number(decimalText(off))) < 1, `${year}: ${decimalText(off)}`)
  }
})
