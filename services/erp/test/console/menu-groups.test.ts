import assert from 'node:assert/strict'
import { test } from 'node:test'

import { filteredGroups, menuGroups } from '../../console/shell/menu-groups.ts'

const model = (name: string, more: object = {}) => ({
  name,
  label: name.replaceAll(/(.)([A-Z])/g, '$1 $2'),
  read: true,
  actions: [],
  ...more,
})

const FILLERS = Array.from({ length: 12 }, (_, index) => model(`Z${index}`))

test('what a person may not read is not in the menu, nor a module without anything', () => {
  const groups = menuGroups([
    { name: 'a', label: 'A', models: [model('Uno'), model('Dos', { read: false })] },
    { name: 'b', label: 'B', models: [model('Tres', { read: false })] },
  ])
  assert.deepEqual(
    groups.map(({ name, main }) => [name, main.map((one) => one.name)]),
    [['a', ['Uno']]],
  )
})

test('documents come first, parts of others one step away', () => {
  const models = [
    ...FILLERS,
    model('Orden', { actions: [{}] }),
    model('OrdenPartida'),
    model('Ordenador'),
  ]
  const [group] = menuGroups([{ name: 'a', label: 'A', models }])
  assert.equal(group?.main[0]?.name, 'Orden')
  assert.deepEqual(
    group?.more.map((one) => one.name),
    ['OrdenPartida'],
  )
})

test('documents that a person only reads come before what they refer to', () => {
  const models = [
    model('Catalogo'),
    model('Leido', { document: true }),
    model('Propio', { actions: [{}] }),
  ]
  const [group] = menuGroups([{ name: 'a', label: 'A', models }])
  assert.deepEqual(
    group?.main.map((one) => one.name),
    ['Propio', 'Leido', 'Catalogo'],
  )
})

test('a module of few models hides none', () => {
  const models = [model('Orden'), model('OrdenPartida')]
  const [group] = menuGroups([{ name: 'a', label: 'A', models }])
  assert.equal(group?.main.length, 2)
})

test('the filter finds models by parts of their names and modules by theirs', () => {
  const groups = menuGroups([
    { name: 'a', label: 'Compras', models: [model('Orden'), model('Proveedor')] },
    { name: 'b', label: 'Ventas', models: [model('Cliente'), model('OrdenVenta')] },
  ])
  const found = (typed: string) =>
    filteredGroups(groups, typed).flatMap(({ main }) => main.map(({ name }) => name))
  assert.deepEqual(found('ORDEN'), ['Orden', 'OrdenVenta'])
  assert.deepEqual(found('compras'), ['Orden', 'Proveedor'])
  assert.deepEqual(found('nada'), [])
})
