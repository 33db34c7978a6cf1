import assert from 'node:assert/strict'
import { test } from 'node:test'

import { assembleRights, type GrantRows } from '../../src/identity/assemble-rights.ts'
import { administratorRights, type Rights } from '../../src/identity/rights.ts'
import { Views } from '../../src/visibility/dictionary-views.ts'
import { shippedRegistry } from '../shipped-registry.ts'

const registry = shippedRegistry()
const placeholders = { usuario: '7', hoy: '2026-03-02' }

function rights(rows: Partial<GrantRows>): Rights {
  const all = { permisos: [], campos: [], reglas: [], ...rows }
  return assembleRights(all, { isOperator: false, placeholders })
}

function proveedor(of: Rights) {
  const model = new Views(registry).of(of).registry.models.get('Proveedor')
  return {
    fields: model?.fields.map(({ name }) => name),
    condition: model?.condition?.({ alias: 'r', empresaId: '1' }).text ?? null,
  }
}

const reading = [['1', 'modulo:compras.leer', true]] as const

test('rights within others show no more than each of them', () => {
  const hiding = rights({
    permisos: reading,
    campos: [['1', 'Proveedor', 'rfc', 'oculto', false]],
  })
  const limiting = rights({
    permisos: reading,
    reglas: [['1', 'Proveedor', { estado: 'activo' }, true, false, false]],
  })
  const open = rights({ permisos: reading })
  assert.deepEqual(proveedor(open), {
    fields: registry.models.get('Proveedor')?.fields.map(({ name }) => name),
    condition: null,
  })
  const key = proveedor({ ...open, within: [hiding, limiting] })
  assert.equal(key.fields?.includes('rfc'), false)
  assert.equal(key.condition, '((r."estado" = $1::text))')
  const none = { ...open, within: [rights({ permisos: [['1', 'Compra.leer', true]] })] }
  assert.equal(proveedor(none).fields, undefined)
})

test('the rights of an administrator within others are no longer everything', () => {
  const whole = administratorRights({ isOperator: false, placeholders })
  assert.equal(new Views(registry).of(whole).registry, registry)
  const scoped = { ...whole, within: [rights({ permisos: [['1', 'Compra.leer', true]] })] }
  assert.deepEqual([...new Views(registry).of(scoped).registry.models.keys()], ['Compra'])
})

test('a rule that the dictionary no longer understands lets nothing through', () => {
  const rule = ['1', 'Proveedor', { campo_que_hubo: 1 }, true, true, true] as const
  const { condition } = proveedor(rights({ permisos: reading, reglas: [rule] }))
  assert.equal(condition, '((false))')
})

test('callers with the same profiles share a view, and those of whom a rule speaks do not', () => {
  const views = new Views(registry)
  const rule = (value: string) =>
    ['1', 'Compra', { autorizada_por: value }, true, true, true] as const
  const of = (usuario: string, value: string) =>
    assembleRights(
      { permisos: reading, campos: [], reglas: [rule(value)] },
      { isOperator: false, placeholders: { usuario, hoy: '2026-03-02' } },
    )
  assert.equal(views.of(of('7', '9')), views.of(of('8', '9')))
  assert.notEqual(views.of(of('7', '$usuario')), views.of(of('8', '$usuario')))
})
