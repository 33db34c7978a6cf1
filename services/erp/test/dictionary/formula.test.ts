import assert from 'node:assert/strict'
import { test } from 'node:test'

import { printComputed } from '../../src/dictionary/formula.ts'
import { parseComputed, parseRange } from '../../src/dictionary/parse-formula.ts'
import { problemsOf, sampleWithLine } from './sample-files.ts'

const TOTAL = '  total: money required default 0'

test('what a formula is read as is written as it stood', () => {
  for (const text of [
    'cantidad * precio',
    'subtotal - descuento + impuestos - retenciones',
    'cantidad * (costo_nuevo - costo_anterior)',
    'total - (pagado + aplicado)',
    '0.51 * (importe - descuento)',
    'sum(partidas.importe)',
    'sum(partidas: cantidad * costo) or given',
    'importe - sum(aplicaciones.importe where cancelada = false) even without lines',
  ]) {
    const computed = parseComputed(text)
    assert.ok(computed.ok, text)
    assert.equal(printComputed(computed.value), text)
  }
})

test('what is no formula and no range is refused', () => {
  for (const text of [
    '',
    'a +',
    '* a',
    'a b',
    '(a',
    'sum(a)',
    'sum(a.b',
    'a / b',
    'A * b',
    'a ^ b',
  ]) {
    assert.ok(!parseComputed(text).ok, text)
  }
  for (const text of ['', 'above 1', 'from 0 to', 'from 0 to a +', 'up to 3']) {
    assert.ok(!parseRange(text).ok, text)
  }
})

test('a formula speaks of numbers that there are, and no field makes itself', () => {
  const cases = [
    ['nada * 2', 'Compra has no field "nada".'],
    ['folio * 2', '"folio" is of type text, which is no number.'],
    ['total * 2', '"total" would be made of itself.'],
    ['sum(renglones.partida)', 'Compra has no lines "renglones".'],
    ['sum(partidas.nada)', 'CompraPartida has no field "nada".'],
    ['sum(partidas.partida where notas = x)', 'CompraPartida has no choice "notas" with "x".'],
  ] as const
  for (const [formula, message] of cases) {
    const computed = `  total: { type: money required default 0, computed: '${formula}' }`
    const files = sampleWithLine('compras/Compra.yaml', TOTAL, computed)
    assert.deepEqual(
      problemsOf(files).map((problem) => problem.message),
      [message],
    )
  }
})

test('the lines of a document have a name of their own, and lead to it', () => {
  const last = 'actions: [autorizar_compra]'
  const withLines = (lines: string) =>
    problemsOf(sampleWithLine('compras/Compra.yaml', last, `${last}\nlines: { ${lines} }`)).map(
      ({ message }) => message,
    )
  assert.deepEqual(withLines('total: CompraPartida'), [
    '"total" would be two things in a Compra; name its CompraPartida under "lines".',
  ])
  assert.deepEqual(withLines('pagos: Pago'), ['There is no model "Pago".'])
  assert.deepEqual(withLines('proveedores: Proveedor'), [
    'Proveedor has no reference "" to Compra.',
  ])
  assert.deepEqual(withLines('renglones: CompraPartida'), [])
})
