import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { parseTable } from '@oficina/web/clipboard-table.ts'

import { holds } from '../../console/record/form/conditions.ts'
import { packedWidths } from '../../console/record/form/packed-widths.ts'
import { reckoned, withTold } from '../../console/record/form/reckon.ts'
import { problemOf, problemsAt } from '../../console/record/form/record-problems.ts'
import { stepFrom } from '../../console/record/lines/line-moves.ts'
import { mapColumns, pastedValue } from '../../console/record/lines/paste-table.ts'
import { offeredStates } from '../../console/record/offered-states.ts'
import {
  changeNode,
  edited,
  filledFrom,
  isChanged,
  newNode,
  nodeAt,
  readNode,
  valueOf,
  type RecordNode,
} from '../../console/record/record-node.ts'
import { bodyOf, wholeBodyOf } from '../../console/record/saving/record-body.ts'
import { merge, takeTheirs } from '../../console/record/saving/record-conflict.ts'
import { columnDecimals } from '../../console/values/column-decimals.ts'
import { oneMore, trimmedDecimal } from '../../console/values/decimal-text.ts'
import { namedBy, onlyMeant } from '../../console/values/meant-reference.ts'

const NAMES = { partidas: { desglose: {} } }

/** A document with two lines, the second with a line of its own. */
function document(changes: object = {}): RecordNode {
  return readNode(
    {
      id: 7,
      folio: 'A-1',
      nota: null,
      total: '10.00',
      partidas: [
        { id: 1, cantidad: '2.000000' },
        { id: 2, cantidad: '3.000000', desglose: [{ id: 9, tasa: '0.16' }] },
      ],
      ...changes,
    },
    NAMES,
  )
}

const SECOND = [['partidas', 'r2']] as const
const TAX = [...SECOND, ['desglose', 'r9']] as const

function typed(node: RecordNode, path: Parameters<typeof changeNode>[1], values: object) {
  return changeNode(node, path, (at) => edited(at, { ...values }))
}

test('only what was typed is sent, with the lines that changed, came or go', () => {
  const added = newNode({}, { cantidad: '1' })
  const base = typed(typed(document(), [], { nota: 'x' }), TAX, { tasa: '0.08' })
  const node = changeNode(base, [], (root) => ({
    ...root,
    lines: {
      partidas: [
        ...(root.lines['partidas'] ?? []).map((line) =>
          line.id === 1 ? { ...line, isDeleted: true } : line,
        ),
        added,
        newNode({}),
      ],
    },
  }))
  const { body, places } = bodyOf(node)
  assert.deepEqual(body, {
    nota: 'x',
    partidas: [
      { id: 1, _delete: true },
      { id: 2, desglose: [{ id: 9, tasa: '0.08' }] },
      { cantidad: '1' },
    ],
  })
  const problems = problemsAt(
    [
      {
        field: 'partidas[1].desglose[0].tasa',
        message: 'partidas[1].desglose[0]: tasa is wrong.',
      },
      {
        field: 'partidas[2].cantidad',
        message: '«Partidas», renglón 3: «Cantidad» está mal.',
      },
      { message: 'There is more.' },
    ],
    places,
    () => true,
  )
  assert.equal(problemOf(problems, TAX, 'tasa'), 'tasa is wrong.')
  assert.equal(problemOf(problems, [['partidas', added.key]], 'cantidad'), '«Cantidad» está mal.')
  assert.deepEqual(problems.general, ['There is more.'])
})

test('a value typed back to what it was is no change, however it is written', () => {
  const node = typed(typed(document(), SECOND, { cantidad: '4' }), SECOND, { cantidad: '3.0' })
  assert.equal(isChanged(node), false)
  assert.deepEqual(bodyOf(node).body, {})
})

test('what two persons changed differently is a conflict, the rest of both stays', () => {
  const mine = typed(typed(document(), [], { nota: 'mía', folio: 'A-9' }), SECOND, {
    cantidad: '5',
  })
  const theirs = document({ nota: 'suya', total: '12.00' })
  const { node, conflicts, theirChanges, gone } = merge(mine, theirs)
  assert.deepEqual(
    conflicts.map((one) => [one.field, one.mine, one.theirs]),
    [['nota', 'mía', 'suya']],
  )
  assert.deepEqual(theirChanges, ['total'])
  assert.equal(gone, 0)
  assert.equal(valueOf(node, 'total'), '12.00')
  assert.deepEqual(bodyOf(takeTheirs(node, 'nota')).body, {
    folio: 'A-9',
    partidas: [{ id: 2, cantidad: '5' }],
  })
})

test('a line that I changed and the other removed is told', () => {
  const mine = typed(document(), SECOND, { cantidad: '5' })
  const { node, gone } = merge(mine, document({ partidas: [{ id: 1, cantidad: '2.000000' }] }))
  assert.equal(gone, 1)
  assert.equal(nodeAt(node, SECOND), undefined)
})

test('what the service reckons stands beside what is typed, line by line', () => {
  const added = newNode({}, { cantidad: '1' })
  const start = typed(document(), SECOND, { cantidad: '4' })
  const node = {
    ...start,
    lines: { partidas: [...(start.lines['partidas'] ?? []), newNode({}), added] },
  }
  assert.deepEqual(
    (wholeBodyOf(node).body['partidas'] as readonly object[]).map((line) => Object.keys(line)),
    [['id'], ['id', 'cantidad', 'desglose'], ['cantidad']],
  )
  const shown = reckoned(node, {
    id: 7,
    total: '99.00',
    partidas: [
      { id: 1, importe: '1.00' },
      { id: 2, importe: '2.00', cantidad: '8', desglose: [{ id: 9, importe: '0.32' }] },
      { id: null, importe: '3.00' },
    ],
  })
  assert.equal(valueOf(shown, 'total'), '99.00')
  assert.deepEqual(
    shown.lines['partidas']?.map((line) => valueOf(line, 'importe')),
    ['1.00', '2.00', undefined, '3.00'],
  )
  const second = nodeAt(shown, SECOND)
  assert.equal(second === undefined ? undefined : valueOf(second, 'cantidad'), '4')
  assert.deepEqual(bodyOf(shown).body, bodyOf(node).body)
})

test('a table from a spreadsheet is read as it was written', () => {
  const cell = fc.oneof(fc.string(), fc.constantFrom('a\tb', 'dos\nlíneas', 'con "comillas"', ' '))
  const row = fc.tuple(
    fc.constant('x'),
    cell.filter((text) => !text.includes('\r')),
    fc.constant('z'),
  )
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), (rows) => {
      const written = rows
        .map((cells) =>
          cells
            .map((text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text))
            .join('\t'),
        )
        .join('\r\n')
      assert.deepEqual(parseTable(`${written}\n`), rows)
    }),
  )
})

interface Choice {
  readonly value: string
  readonly label: string
}

function column(
  name: string,
  type: string,
  label = name,
  choices: readonly Choice[] | null = null,
) {
  return { name, label, type, choices }
}

test('pasted columns go by their names where the first row has them, else from the cursor on', () => {
  const all = [
    column('clave', 'text', 'Clave'),
    column('cantidad', 'quantity', 'Cantidad'),
    column('precio', 'money', 'Precio'),
  ]
  const named = mapColumns([['Precio', 'clave', 'Otro']], all, { shown: all, from: 'clave' })
  assert.deepEqual(named, { columns: [all[2], all[0], undefined], hasHeader: true })
  const placed = mapColumns([['1', '2']], all, { shown: all, from: 'cantidad' })
  assert.deepEqual(placed, { columns: [all[1], all[2]], hasHeader: false })
  const days = { today: '2026-11-22', order: 'day-first' } as const
  const tone = [{ value: 'en_curso', label: 'En curso' }]
  assert.equal(pastedValue(column('a', 'money'), '$ 1,200.50', days), '1200.50')
  assert.equal(pastedValue(column('a', 'date'), '5/3/2026', days), '2026-03-05')
  assert.equal(pastedValue(column('a', 'boolean'), 'Sí', days), true)
  assert.equal(pastedValue(column('a', 'choice', 'a', tone), 'en curso', days), 'en_curso')
})

test('rows of a form are full, and no field is narrower than it asks', () => {
  const field = fc.record({ width: fc.integer({ min: 1, max: 12 }), isReference: fc.boolean() })
  fc.assert(
    fc.property(fc.array(field), (fields) => {
      const widths = packedWidths(fields)
      assert.equal(widths.length, fields.length)
      for (const [index, { width, isReference }] of fields.entries()) {
        const given = widths[index] ?? 0
        assert.ok(given <= 12 && given >= (isReference ? Math.min(width, 4) : width))
      }
    }),
  )
  const reference = { width: 6, isReference: true }
  const day = { width: 3, isReference: false }
  assert.deepEqual(packedWidths([reference, day, day, reference]), [6, 3, 3, 4])
})

test('the cursor goes through what can be typed, and leaves the grid at its end', () => {
  const grid = { keys: ['a', 'b'], fields: ['x', 'y', 'z'], typed: new Set(['x', 'z']) }
  assert.deepEqual(stepFrom({ key: 'a', field: 'x' }, 'next', grid), { key: 'a', field: 'z' })
  assert.deepEqual(stepFrom({ key: 'a', field: 'z' }, 'next', grid), { key: 'b', field: 'x' })
  assert.equal(stepFrom({ key: 'b', field: 'z' }, 'next', grid), undefined)
  assert.deepEqual(stepFrom({ key: 'b', field: 'x' }, 'back', grid), { key: 'a', field: 'z' })
  assert.deepEqual(stepFrom({ key: 'a', field: 'y' }, 'down', grid), { key: 'b', field: 'y' })
  assert.equal(stepFrom({ key: 'b', field: 'y' }, 'down', grid), undefined)
})

test('a condition holds when one of its lists holds whole', () => {
  const condition = [
    [
      { field: 'estado', in: ['a', 'b'] },
      { field: 'cfdi', empty: true },
    ],
    [{ field: 'tipo', not_in: ['x'] }],
  ]
  const of = (values: Record<string, unknown>) => holds(condition, (field) => values[field])
  assert.equal(of({ estado: 'b', tipo: 'x' }), true)
  assert.equal(of({ estado: 'b', cfdi: 3, tipo: 'x' }), false)
  assert.equal(of({ estado: 'c' }), true)
  assert.equal(
    holds(null, () => undefined),
    true,
  )
})

test('a state is typed only where a hand may move it; the rest is for actions', () => {
  const life = {
    state_field: 'estado',
    states: {
      initial: ['borrador'],
      moves: [
        { from: ['borrador'], to: 'confirmada', by: 'confirmar' },
        { from: ['confirmada', 'facturada'], to: 'pagada', by: 'hand' },
      ],
    },
  }
  const choices = ['borrador', 'confirmada', 'facturada', 'pagada'].map((value) => ({ value }))
  const state = { name: 'estado', choices }
  const offered = (now: string | undefined) =>
    offeredStates(life, state, now)?.choices?.map(({ value }) => value)
  assert.equal(offered(undefined), undefined)
  assert.equal(offered('borrador'), undefined)
  assert.deepEqual(offered('confirmada'), ['confirmada', 'pagada'])
  assert.equal(offeredStates({ ...life, states: null }, state, 'borrador'), state)
  const other = { name: 'tipo', choices }
  assert.equal(offeredStates(life, other, 'borrador'), other)
})

test('values of a column have the same number of decimals: as many as any of them, prices two at least', () => {
  const price = { name: 'precio', type: 'decimal' }
  assert.equal(columnDecimals(price, ['129.310000', '31.5', null, '214.125500']), 4)
  assert.equal(columnDecimals(price, ['10', '7.000000']), 2)
  assert.equal(columnDecimals({ name: 'cantidad', type: 'quantity' }, ['2.000000', '10']), 0)
  assert.equal(columnDecimals({ name: 'cantidad', type: 'quantity' }, ['2', '0.125']), 3)
  assert.equal(columnDecimals({ name: 'total', type: 'money' }, ['2.5']), undefined)
  assert.equal(columnDecimals({ ...price, format: 'percent' }, ['2.5']), undefined)
  const shown = ['129.310000', '31.5', '7'].map((value) => trimmedDecimal(value, 2))
  assert.deepEqual(shown, ['129.31', '31.50', '7.00'])
})

test('one more of a quantity keeps how it is written', () => {
  assert.deepEqual(['2', '2.5', '', null, '999999999999999999'].map(oneMore), [
    '3',
    '3.5',
    '1',
    '1',
    '1000000000000000000',
  ])
})

test('what the service filled in is sent when it is saved, not when it is asked, and gives way to what is typed', () => {
  const start = newNode({ fecha: '2026-03-02' }, { cliente: 1 })
  const told = withTold(
    reckoned(start, { cliente: 1, condicion_pago: 7, condicion_pago_str: '30D', folio: null }),
    { filled: { condicion_pago: { by: 'cliente' } }, expected: { folio: { text: 'VE-00001' } } },
    new Map([['', []]]),
  )
  assert.deepEqual(wholeBodyOf(told).body, { cliente: 1 })
  assert.deepEqual(bodyOf(told).body, { condicion_pago: 7, cliente: 1 })
  assert.deepEqual(
    [valueOf(told, 'condicion_pago_str'), told.expected],
    ['30D', { folio: 'VE-00001' }],
  )
  const own = edited(told, { condicion_pago: 9 })
  assert.deepEqual(bodyOf(own).body, { cliente: 1, condicion_pago: 9 })
  assert.equal(filledFrom(own, 'condicion_pago'), undefined)
  const emptied = edited(withTold(reckoned(own, { cliente: 1 }), {}, new Map()), {
    condicion_pago: null,
  })
  assert.deepEqual(bodyOf(emptied).body, { cliente: 1 })
  assert.equal(valueOf(emptied, 'condicion_pago'), null)
})

test('the cursor goes on to what is typed next, and back to everything', () => {
  const grid = {
    keys: ['a', 'b'],
    fields: ['articulo', 'descripcion', 'cantidad', 'precio'],
    typed: new Set(['articulo', 'descripcion', 'cantidad', 'precio']),
    isStop: (_key: string, field: string) => field !== 'descripcion',
  }
  const from = (field: string, step: 'next' | 'back') => stepFrom({ key: 'a', field }, step, grid)
  assert.deepEqual(from('articulo', 'next'), { key: 'a', field: 'cantidad' })
  assert.deepEqual(from('cantidad', 'back'), { key: 'a', field: 'descripcion' })
  assert.deepEqual(from('precio', 'next'), { key: 'b', field: 'articulo' })
})

test('a record is meant by its whole key or barcode, whatever else it is part of', () => {
  const option = (id: number, clave: string, codigo: string) => ({
    label: `${clave} Varilla`,
    value: { id, text: `${clave} Varilla`, record: { clave, codigo_barras: codigo } },
  })
  const options = [option(1, 'A-10', '75010'), option(2, 'A-1', '7501')]
  const codes = { keys: ['clave'], codes: ['codigo_barras'] }
  const meant = onlyMeant(options, '7501', codes)
  assert.equal(typeof meant === 'string' ? meant : meant.id, 2)
  assert.equal(onlyMeant(options, '750', codes), 'several')
  const [first] = options
  assert.ok(first)
  assert.equal(namedBy(first.value, 'a-10', codes), 'key')
  assert.equal(namedBy(first.value, '75010', codes), 'code')
  assert.equal(namedBy(first.value, 'Varilla', codes), undefined)
})
