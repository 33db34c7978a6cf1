import assert from 'node:assert/strict'
import { test } from 'node:test'

import { amountInWords, numberInWords } from '../src/amount-in-words.ts'
import { dateInWords } from '../src/date-in-words.ts'

const CASES: readonly (readonly [string, string | undefined])[] = [
  ['0', 'CERO PESOS 00/100 M.N.'],
  ['1.00', 'UN PESO 00/100 M.N.'],
  ['1.5', 'UN PESO 50/100 M.N.'],
  ['16.99', 'DIECISÉIS PESOS 99/100 M.N.'],
  ['21', 'VEINTIÚN PESOS 00/100 M.N.'],
  ['31.01', 'TREINTA Y UN PESOS 01/100 M.N.'],
  ['100', 'CIEN PESOS 00/100 M.N.'],
  ['101', 'CIENTO UN PESOS 00/100 M.N.'],
  ['555.00', 'QUINIENTOS CINCUENTA Y CINCO PESOS 00/100 M.N.'],
  ['1000', 'MIL PESOS 00/100 M.N.'],
  ['21021', 'VEINTIÚN MIL VEINTIÚN PESOS 00/100 M.N.'],
  ['107407.42', 'CIENTO SIETE MIL CUATROCIENTOS SIETE PESOS 42/100 M.N.'],
  ['1000000.00', 'UN MILLÓN DE PESOS 00/100 M.N.'],
  ['2000001', 'DOS MILLONES UN PESOS 00/100 M.N.'],
  ['1000000000', 'MIL MILLONES DE PESOS 00/100 M.N.'],
  ['1000001000000', 'UN BILLÓN UN MILLÓN DE PESOS 00/100 M.N.'],
  ['12.500000', 'DOCE PESOS 50/100 M.N.'],
  ['12.505', undefined],
  ['-1', undefined],
  ['1000000000000000000', undefined],
]

test('an amount is written out as Mexican documents have it', () => {
  for (const [amount, words] of CASES) assert.equal(amountInWords(amount, 'MXN'), words, amount)
})

test('an amount in another currency ends with its key', () => {
  assert.equal(amountInWords('1200.5', 'USD'), 'MIL DOSCIENTOS DÓLARES 50/100 USD')
  assert.equal(amountInWords('1', 'EUR'), 'UN EURO 00/100 EUR')
  assert.equal(amountInWords('3', 'CAD'), 'TRES CAD 00/100 CAD')
})

test('an amount is written out in English with the key of its currency', () => {
  const cases = [
    ['0', 'USD', 'ZERO DOLLARS AND 00/100 USD'],
    ['1.00', 'USD', 'ONE DOLLAR AND 00/100 USD'],
    ['1200.5', 'MXN', 'ONE THOUSAND TWO HUNDRED PESOS AND 50/100 MXN'],
    ['21', 'CAD', 'TWENTY-ONE CAD AND 00/100 CAD'],
    ['1000345.67', 'EUR', 'ONE MILLION THREE HUNDRED FORTY-FIVE EUROS AND 67/100 EUR'],
    ['1000000000000000000', 'USD', undefined],
  ] as const
  for (const [amount, currency, words] of cases)
    assert.equal(amountInWords(amount, currency, 'en'), words, amount)
})

test('a number alone ends in uno, which it does not before a noun', () => {
  const cases = [
    ['1', 'uno', 'one'],
    ['21', 'veintiuno', 'twenty-one'],
    ['31', 'treinta y uno', 'thirty-one'],
    ['101', 'ciento uno', 'one hundred one'],
    ['21000', 'veintiún mil', 'twenty-one thousand'],
    ['-15', 'menos quince', 'minus fifteen'],
    ['0', 'cero', 'zero'],
    ['1.5', undefined, undefined],
    ['', undefined, undefined],
  ] as const
  for (const [number, es, en] of cases) {
    assert.equal(numberInWords(number, 'es'), es, number)
    assert.equal(numberInWords(number, 'en'), en, number)
  }
})

test('a date is written out as deeds have it', () => {
  const cases = [
    [
      { year: 2026, month: 11, day: 22 },
      'veintidós de noviembre de dos mil veintiséis',
      'November twenty-second, two thousand twenty-six',
    ],
    [
      { year: 2001, month: 1, day: 1 },
      'primero de enero de dos mil uno',
      'January first, two thousand one',
    ],
    [
      { year: 1999, month: 12, day: 31 },
      'treinta y uno de diciembre de mil novecientos noventa y nueve',
      'December thirty-first, one thousand nine hundred ninety-nine',
    ],
    [
      { year: 2020, month: 5, day: 20 },
      'veinte de mayo de dos mil veinte',
      'May twentieth, two thousand twenty',
    ],
  ] as const
  for (const [day, es, en] of cases) {
    assert.equal(dateInWords(day, 'es'), es)
    assert.equal(dateInWords(day, 'en'), en)
  }
})
