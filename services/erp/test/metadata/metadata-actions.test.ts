import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Condition } from '../../src/dictionary/condition.ts'
import { purchasing } from '../actions/purchase-fixture.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { API } from '../rights/rights-fixture.ts'
import {
  FITTING,
  toldMetadata,
  type Input,
  type Metadata,
  type ToldMetadata,
} from './told-metadata.ts'

let erp: ErpTest
let all: ToldMetadata['all']
let metadata: ToldMetadata['metadata']
let column: ToldMetadata['column']

before(async () => {
  erp = await startErp()
  ;({ all, metadata, column } = await toldMetadata(erp.client))
})

after(() => erp.stop())

test('every action tells its right, whether it takes many, what it answers and what to ask first', async () => {
  const keys = new Set<string>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { json } = await erp.admin.get(`${API}/PermisoSistema?per_page=100&page=${page}`)
    pages = json.meta.pages
    for (const { clave } of json.data) keys.add(clave)
  }
  let actions = 0
  for (const { model, grid } of all.values()) {
    for (const action of grid.actions) {
      const at = `${model}.${action.name}`
      actions += 1
      assert.ok(keys.has(action.permission), at)
      assert.equal(action.many, action.mode === 'grid_action', at)
      assert.equal(action.answers, action.mode === 'native' ? 'data' : 'record', at)
      assert.ok(['none', 'plain', 'danger'].includes(action.confirmation), at)
      if (/^(?:cancelar|rechazar|reversar)/.test(action.name)) {
        assert.equal(action.confirmation, 'danger', at)
      }
      for (const { type, widget, references } of action.inputs) {
        assert.ok(FITTING[type]?.includes(widget), at)
        assert.ok(references === null || all.has(references), at)
      }
    }
  }
  assert.ok(actions > 90)
})

test('metadata tells the life of documents: what moves them, what still changes, what is deleted', () => {
  for (const one of all.values()) {
    const { model, columns, relations, state_field: field } = one
    const choices = columns.find(({ name }) => name === field)?.choices
    const values = new Set(choices?.map(({ value }) => value))
    assert.equal(field === null, values.size === 0, model)
    for (const state of statesIn(one)) assert.ok(values.has(state), `${model} ${state}`)
    assert.ok(relations.every(({ composition, changes_in: some }) => composition || some === null))
  }
  const { states, grid, relations } = metadata('Compra')
  assert.deepEqual(states?.initial, ['iniciada'])
  assert.deepEqual(states.deletable_in, ['iniciada', 'cancelada'])
  const back = grid.actions.find(({ name }) => name === 'cambiar_iniciada')
  assert.deepEqual(
    [back?.from_states, back?.to_states],
    [['en_autorizacion', 'autorizada'], ['iniciada']],
  )
  const exception = metadata('VentaAutorizacion')
  assert.deepEqual(exception.states?.initial, ['pendiente'])
  for (const { from_states: from } of exception.grid.actions) {
    assert.deepEqual(from, ['pendiente', 'autorizada'])
  }
  assert.equal(column('VentaAutorizacion', 'comentario').changes_in, null)
  assert.deepEqual(column('Compra', 'proveedor').changes_in, ['iniciada'])
  assert.equal(column('Compra', 'observaciones').changes_in, null)
  assert.deepEqual(column('Compra', 'estado').changes_in, [])
  assert.deepEqual(column('Venta', 'estado').changes_in, [])
  assert.deepEqual(column('CompraPartida', 'precio').changes_in, ['iniciada'])
  assert.deepEqual(relations.find(({ name }) => name === 'partidas')?.changes_in, ['iniciada'])
  assert.equal(column('Moneda', 'nombre').changes_in, null)
})

/** All states that the metadata of a model names. */
function statesIn({ columns, relations, grid, states }: Metadata): readonly string[] {
  const moved = grid.actions.flatMap((one) => [
    ...(one.from_states ?? []),
    ...(one.to_states ?? []),
  ])
  if (states === null) return moved
  return [
    ...moved,
    ...states.initial,
    ...states.deletable_in,
    ...states.moves.flatMap(({ from, to }) => [...from, to]),
    ...[...columns, ...relations].flatMap((one) => one.changes_in ?? []),
  ]
}

test('an authorized purchase changes just where changes_in says that it does', async () => {
  const company = await purchasing(erp, erp.admin)
  const id = await company.purchase('100.00')
  await company.actOn('autorizar_compra', id)
  for (const [name, value] of [
    ['observaciones', 'x'],
    ['fecha_entrega', '2027-01-01'],
    ['tipo_cambio', '1.5'],
  ] as const) {
    const answer = await erp.admin.send('PUT', `${API}/Compra/${id}`, { body: { [name]: value } })
    const isOpen = column('Compra', name).changes_in?.includes('autorizada') ?? true
    assert.equal(answer.status, isOpen ? 200 : 409, `${name}: ${answer.text}`)
  }
})

test('what an input is made of names relations, fields and models that are there', () => {
  const shaped = new Set<string>()
  for (const { model, grid } of all.values()) {
    for (const { name: action, inputs } of grid.actions) {
      for (const input of inputs) {
        const at = `${model}.${action} ${input.name}`
        if (isShaped(input, at)) shaped.add(at)
        if (input.lines) checkLines(model, input.lines)
      }
    }
  }
  assert.ok(shaped.has('Compra.recibir_compra partidas') && shaped.size >= 12)
  const secret = metadata('CertificadoSat').grid.actions[0]?.inputs.filter((one) => one.secret)
  assert.deepEqual(
    secret?.map(({ name }) => name),
    ['contrasena'],
  )
})

function isShaped(input: Input, at: string): boolean {
  const shapes = [input.lines, input.items, input.object, input.file].filter(Boolean)
  assert.ok(shapes.length <= 1 && (input.type !== 'json' || shapes.length === 1), at)
  assert.ok(input.items === null || all.has(input.items.references), at)
  if (input.references === 'Adjunto') assert.equal(input.file?.as, 'adjunto', at)
  return shapes.length > 0
}

function checkLines(model: string, input: NonNullable<Input['lines']>): void {
  const { relation, columns, pending_if: pendingIf } = input
  const { relations } = metadata(model)
  const lines = relations.find((one) => one.composition && one.name === relation)
  assert.equal(relation === null, lines === undefined, `${model} ${relation}`)
  checkCondition(lines?.model ?? model, pendingIf ?? null)
  for (const { default: from, references } of columns) {
    assert.ok(references === null || all.has(references), model)
    for (const field of from === null ? [] : [from.field, ...from.minus]) {
      assert.ok(column(lines?.model ?? '', field), field)
    }
  }
}

test('what a record must have for an action to be offered names fields that are there, and values of theirs', () => {
  const conditioned = new Set<string>()
  for (const { model, grid } of all.values()) {
    for (const { name, offered_if: condition } of grid.actions) {
      checkCondition(model, condition)
      if (condition !== null) conditioned.add(`${model}.${name}`)
    }
  }
  assert.ok(conditioned.has('Empresa.revertir_saldos_iniciales') && conditioned.size >= 8)
  const [told] = metadata('CobroCliente').grid.actions.filter(
    ({ name }) => name === 'timbrar_complemento',
  )
  assert.deepEqual(told?.offered_if, [
    [{ field: 'complemento', empty: true }],
    [{ field: 'complemento.estado', in: ['rechazado', 'cancelado'] }],
  ])
})

function checkCondition(model: string, condition: Condition | null): void {
  for (const term of (condition ?? []).flat()) {
    const [own = '', other] = term.field.split('.')
    const first = column(model, own)
    const last = other === undefined ? first : column(first.references ?? '', other)
    const values = 'in' in term ? term.in : 'not_in' in term ? term.not_in : []
    const known = last.choices?.map(({ value }) => value) ?? ['true', 'false']
    for (const value of values) assert.ok(known.includes(value), `${model} ${term.field} ${value}`)
  }
}
