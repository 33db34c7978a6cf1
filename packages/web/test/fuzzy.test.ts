import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { fuzzyScore, plain } from '../src/browser/fuzzy.ts'

const best = (typed: string, texts: readonly string[]): string | undefined =>
  texts
    .filter((text) => fuzzyScore(plain(typed), plain(text)) !== undefined)
    .toSorted(
      (one, other) =>
        (fuzzyScore(plain(typed), plain(other)) ?? 0) - (fuzzyScore(plain(typed), plain(one)) ?? 0),
    )[0]

test('case and accents do not matter', () => {
  assert.equal(plain('Póliza DE Ñandú'), 'poliza de nandu')
  assert.equal(best('POLIZA', ['Compra', 'Póliza']), 'Póliza')
})

test('the words as they stand come before their signs scattered, beginnings before middles', () => {
  assert.equal(best('compra', ['Comparativo de precios y rutas', 'Recompra', 'Compra']), 'Compra')
  assert.equal(best('pago', ['Anticipo pagado', 'Pago a proveedor']), 'Pago a proveedor')
})

test('the first letters of words find them', () => {
  assert.equal(best('cpp', ['Compra', 'Cuenta por pagar', 'Cliente']), 'Cuenta por pagar')
})

test('signs scattered within words find nothing, and words are found in any order', () => {
  assert.equal(best('rds', ['Recibos']), undefined)
  assert.equal(best('cmpr', ['Compra']), undefined)
  assert.equal(best('cambio tipo', ['Cambio', 'Tipo de cambio']), 'Tipo de cambio')
  assert.equal(best('cue pag', ['Cuenta por cobrar', 'Cuenta por pagar']), 'Cuenta por pagar')
})

test('a text is found by every part of itself, and by nothing that it has not', () => {
  const sign = fc.constantFrom('a', 'b', 'c', ' ')
  const text = fc.string({ unit: sign, minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(text, fc.nat(12), fc.nat(12), (whole, from, length) => {
      assert.notEqual(fuzzyScore(whole.slice(from, from + length), whole), undefined)
      assert.equal(fuzzyScore('z', whole), undefined)
    }),
  )
})
