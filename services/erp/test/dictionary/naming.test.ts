import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { constraintName, snakeCase } from '../../src/dictionary/naming.ts'

test('tables are named for their models', () => {
  const names = ['Compra', 'CompraPartida', 'EvaluacionNom035', 'DescargoAnexo24', 'PrefijoGs1']
  assert.deepEqual(names.map(snakeCase), [
    'compra',
    'compra_partida',
    'evaluacion_nom035',
    'descargo_anexo24',
    'prefijo_gs1',
  ])
})

const NAME = fc.stringMatching(/^[a-z][a-z_]{0,58}$/)

test('a constraint name always fits, ends in its kind, and two long ones stay apart', () => {
  fc.assert(
    fc.property(NAME, fc.uniqueArray(NAME, { minLength: 2, maxLength: 4 }), (table, fields) => {
      const name = constraintName(table, fields, 'key')
      const other = constraintName(table, fields.toReversed(), 'key')
      assert.ok(Buffer.byteLength(name) <= 63)
      assert.ok(name.endsWith('_key'))
      assert.equal(name, constraintName(table, fields, 'key'))
      if (fields.join() !== fields.toReversed().join()) assert.notEqual(name, other)
    }),
  )
})
