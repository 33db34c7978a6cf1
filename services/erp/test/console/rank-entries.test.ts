import assert from 'node:assert/strict'
import { test } from 'node:test'

import { firstSections, rankedSections, type Section } from '../../console/palette/rank-entries.ts'

const entry = (label: string, detail?: string) => ({
  key: label,
  label,
  detail,
  run: () => undefined,
})

const SECTIONS: readonly Section[] = [
  { name: 'recents', label: 'Recientes', entries: [entry('Clientes')], isFirst: true },
  { name: 'goTo', label: 'Ir a', entries: [entry('Clientes'), entry('Pagos', 'Tesorería')] },
  { name: 'create', label: 'Crear', entries: [entry('Crear pago'), entry('Crear cliente')] },
]

const names = (sections: readonly Section[]) =>
  sections.map(({ name, entries }) => [name, entries.map(({ label }) => label)])

test('before anything is typed what was used last is offered, each thing once', () => {
  assert.deepEqual(names(firstSections(SECTIONS)), [['recents', ['Clientes']]])
})

test('the section with the best answer comes first, and a thing is offered once', () => {
  assert.deepEqual(names(rankedSections(SECTIONS, 'pagos')), [['goTo', ['Pagos']]])
  assert.deepEqual(names(rankedSections(SECTIONS, 'cliente')), [
    ['recents', ['Clientes']],
    ['create', ['Crear cliente']],
  ])
})

test('what stands beside a name helps to find it', () => {
  assert.deepEqual(names(rankedSections(SECTIONS, 'pagos tesoreria')), [['goTo', ['Pagos']]])
})
