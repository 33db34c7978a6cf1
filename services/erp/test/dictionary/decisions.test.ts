import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { parse } from 'yaml'

import { WRITTEN_MODELS } from '../../../../tools/model-rows/row-types-text.ts'
import { shippedRegistry } from '../shipped-registry.ts'
import { decisionsByHand, saysDecision, tablesInStatements } from './decision-fields.ts'

// A right to write a record is no right to its business facts: each field that says that somebody decided something is
// moved by actions, by the service, by a formula or along the moves of its states; the exceptions stand in a list, with reasons.

interface Exceptions {
  readonly reason: string
  readonly fields: string
}

interface Listed {
  readonly read: readonly Exceptions[]
  readonly stored: Readonly<Record<string, Exceptions>>
}

// The list's own form is what the tests below compare it with.
const LISTED = parse(
  readFileSync(join(import.meta.dirname, 'decisions-by-hand.yaml'), 'utf8'),
) as Listed

/** Together only fewer: a module that begins to work reads what it only stored. */
const MOST = { read: 68, stored: 345 }

const fieldsOf = (exceptions: readonly Exceptions[]) =>
  exceptions.flatMap(({ fields }) => fields.split(/,\s*/))
const read = fieldsOf(LISTED.read)
const stored = fieldsOf(Object.values(LISTED.stored))
const registry = shippedRegistry()

test('whatever says that somebody decided something is moved by an action, or stands in the list with its reason', () => {
  assert.deepEqual([...read, ...stored].toSorted(), decisionsByHand(registry).toSorted())
  for (const { reason } of [...LISTED.read, ...Object.values(LISTED.stored)])
    assert.ok(reason.length > 10, 'each group says why')
})

test('the list of what hands may decide only becomes shorter', () => {
  assert.ok(read.length <= MOST.read && stored.length <= MOST.stored)
})

test('models of which hands write states because they only store rows are read by no statement', () => {
  const tables = tablesInStatements(join(import.meta.dirname, '../../src'))
  const written = new Set(Object.values(WRITTEN_MODELS).flat())
  const isNamed = (field: string) => {
    const model = registry.models.get(field.split('.')[0] ?? '')
    return model === undefined || tables.has(model.table) || written.has(model.name)
  }
  assert.deepEqual(stored.filter(isNamed), [])
  assert.deepEqual(read.filter(isNamed).length, read.length, 'those that only store rows go there')
  for (const [module, { fields }] of Object.entries(LISTED.stored))
    for (const field of fields.split(/,\s*/))
      assert.equal(registry.models.get(field.split('.')[0] ?? '')?.module, module, field)
})

test('what money follows from is decided by actions', () => {
  const wanted: Readonly<Record<string, readonly string[]>> = {
    CuentaPorPagar: ['estado'],
    CuentaPorCobrar: ['estado'],
    ProveedorCuentaBancaria: ['estado', 'validada_por', 'fecha_validacion'],
    LineaCreditoCliente: ['estado', 'limite_autorizado', 'autorizado_por'],
    AnticipoProveedor: ['estado'],
    AnticipoVenta: ['estado'],
    PagoProveedor: ['estado'],
    NotaCreditoProveedor: ['estado'],
    MermaInventario: ['estado', 'autorizado_por'],
    RevaluacionInventario: ['estado', 'autorizado_por'],
    SolicitudMaterial: ['estado', 'autorizado_por'],
  }
  for (const [name, fields] of Object.entries(wanted)) {
    const model = registry.models.get(name)
    assert.ok(model, name)
    const byActions = model.fields.filter(
      (field) => saysDecision(field) && field.readOnly?.kind === 'action',
    )
    assert.deepEqual(
      fields.filter((field) => !byActions.some((one) => one.name === field)),
      [],
      name,
    )
  }
})
