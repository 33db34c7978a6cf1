import assert from 'node:assert/strict'
import { test } from 'node:test'

import { amountInWords } from '../src/fiscal/amount-in-words.ts'

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
