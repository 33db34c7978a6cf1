import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import type { ActionDescription } from '../../console/actions/action-description.ts'
import { inputBody, missingInputs, placedProblems } from '../../console/actions/input-values.ts'
import { offeredActions } from '../../console/actions/offered-actions.ts'
import { isZero, less, pendingOf } from '../../console/actions/pending.ts'
import {
  changesOf,
  withoutFirstLines,
  type TrailRow,
} from '../../console/record/beside/history-text.ts'

const STATES = ['new', 'waiting', 'approved', 'done', 'gone']
const COLUMNS = [
  { name: 'kind', choices: [{ value: 'new', label: 'New' }], changed_by: [] },
  {
    name: 'state',
    choices: STATES.map((value) => ({ value, label: value })),
    changed_by: ['approve', 'reopen', 'cancel', 'receive'],
  },
]

function action(name: string, more: Partial<ActionDescription> = {}): ActionDescription {
  return { name, label: name, mode: 'grid_action', inputs: [], from_states: null, ...more }
}

const REASON = {
  name: 'reason',
  label: 'Reason',
  type: 'text',
  required: true,
  min_length: 5,
  max_length: 500,
  choices: null,
  references: null,
  help: null,
}

const ACTIONS = [
  action('approve', { from_states: ['new', 'waiting'], to_states: ['waiting', 'approved'] }),
  action('cancel', { from_states: ['new', 'waiting', 'approved'], inputs: [REASON] }),
  action('reopen', { from_states: ['waiting', 'approved'], to_states: ['new'] }),
  action('receive', { from_states: ['approved'], to_states: ['done'] }),
  action('make', { mode: 'native' }),
]

function offered(state: string, allowed = ACTIONS.map(({ name }) => name)) {
  const { next, dangerous, others } = offeredActions({
    actions: ACTIONS,
    columns: COLUMNS,
    record: { state },
    isAllowed: (name) => allowed.includes(name),
  })
  const names = (actions: readonly ActionDescription[]) => actions.map(({ name }) => name)
  return { next: next?.name, dangerous: names(dangerous), others: names(others) }
}

test('a record offers what its state and the person’s rights allow, the step that moves it on first', () => {
  assert.deepEqual(offered('new'), { next: 'approve', dangerous: ['cancel'], others: [] })
  assert.deepEqual(offered('approved'), {
    next: 'receive',
    dangerous: ['cancel'],
    others: ['reopen'],
  })
  assert.deepEqual(offered('gone'), { next: undefined, dangerous: [], others: [] })
  assert.deepEqual(offered('approved', ['reopen']), {
    next: undefined,
    dangerous: [],
    others: ['reopen'],
  })
})

test('what metadata says of the danger of an action counts more than its inputs; what must be explained is no next step', () => {
  const calm = action('note', { inputs: [REASON], confirmation: 'none' })
  const grave = action('reverse', { confirmation: 'danger' })
  const { next, dangerous, others } = offeredActions({
    actions: [grave, calm],
    columns: COLUMNS,
    record: {},
    isAllowed: () => true,
  })
  assert.deepEqual(
    [next, dangerous.map(({ name }) => name), others.map(({ name }) => name)],
    [undefined, ['reverse'], ['note']],
  )
})

test('a record offers what its fields allow, and those of what it refers to once they are known', () => {
  const stamp = action('stamp', {
    offered_if: [
      [{ field: 'cfdi', empty: true }],
      [{ field: 'cfdi.state', in: ['refused', 'gone'] }],
    ],
  })
  const names = (record: object, referred: Readonly<Record<string, unknown>> | null) =>
    offeredActions({
      actions: [stamp, action('open', { offered_if: [[{ field: 'key', empty: false }]] })],
      columns: COLUMNS,
      record: { ...record },
      referred,
      isAllowed: () => true,
    })
  const offeredBy = (record: object, referred: Readonly<Record<string, unknown>> | null) => {
    const { next, others } = names(record, referred)
    return [...(next === undefined ? [] : [next]), ...others].map(({ name }) => name)
  }
  assert.deepEqual(offeredBy({ cfdi: null, key: null }, { 'cfdi.state': null }), ['stamp'])
  assert.deepEqual(offeredBy({ cfdi: 7, key: 'k' }, { 'cfdi.state': 'gone' }), ['stamp', 'open'])
  assert.deepEqual(offeredBy({ cfdi: 7, key: null }, { 'cfdi.state': 'valid' }), [])
  assert.deepEqual(offeredBy({ cfdi: 7, key: null }, null), [], 'it is being asked')
  assert.deepEqual(
    offeredBy({ cfdi: 7 }, {}),
    ['stamp', 'open'],
    'what is hidden is for the service',
  )
})

test('what works on what is pending is offered while something of a line is', () => {
  const column = {
    name: 'some',
    label: 'Some',
    type: 'quantity',
    required: true,
    references: null,
    default: { field: 'sold', minus: ['sent'] },
  }
  const parts = {
    ...REASON,
    name: 'parts',
    type: 'json',
    required: false,
    lines: {
      relation: 'rows',
      key: 'row',
      columns: [column],
      pending_if: [[{ field: 'article', empty: false }]],
    },
  }
  const next = (lines?: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>) =>
    offeredActions({
      actions: [action('send', { inputs: [parts] }), action('bill')],
      columns: COLUMNS,
      record: {},
      isAllowed: () => true,
      ...(lines && { lines }),
    }).next?.name
  const row = { article: 1, sold: '2.000000', sent: '1.500000' }
  assert.equal(next({ rows: [row] }), 'send')
  assert.equal(next({ rows: [{ ...row, sent: '2' }] }), 'bill')
  assert.equal(next({ rows: [{ ...row, article: null }] }), 'bill', 'nothing of it is ever sent')
  assert.equal(next({ rows: [] }), 'bill')
  assert.equal(next(), 'send', 'lines that are not known are for the service')
})

test('what is required or too short is told before anything is sent, and what is empty is not sent', () => {
  const inputs = [REASON, { ...REASON, name: 'note', required: false, min_length: 0 }]
  const missing = (typed: object) => Object.fromEntries(missingInputs(inputs, { ...typed }))
  assert.deepEqual(missing({}), { reason: 'required' })
  assert.deepEqual(missing({ reason: '  ' }), { reason: 'required' })
  assert.deepEqual(missing({ reason: 'abcd ' }), { reason: 'short' })
  assert.deepEqual(missing({ reason: 'abcde' }), {})
  assert.deepEqual(inputBody(inputs, { reason: 'abcde', note: '' }), { reason: 'abcde' })
})

test('a problem stands at the input that it names, also within a list, and others above', () => {
  const problem = (field?: string) => ({ code: 'VALIDATION', message: `about ${field}`, field })
  const { at, above } = placedProblems(
    [{ name: 'lines' }, { name: 'day' }],
    [problem('lines[2].quantity'), problem('day'), problem('total'), problem()],
  )
  assert.deepEqual(Object.fromEntries(at), {
    lines: 'about lines[2].quantity',
    day: 'about day',
  })
  assert.deepEqual(
    above.map(({ field }) => field),
    ['total', undefined],
  )
})

test('what is pending of a line is exact and never below zero', () => {
  const column = {
    default: { field: 'ordered', minus: ['received', 'returned'] },
  }
  assert.equal(pendingOf(column, { ordered: 10, received: '0.1', returned: 0.2 }), '9.7')
  assert.equal(pendingOf(column, { ordered: '10.000000', received: null }), '10')
  assert.equal(pendingOf(column, { ordered: 1, received: 3 }), '0')
  assert.equal(pendingOf({ default: null }, { ordered: 1 }), undefined)
  assert.ok(isZero('0') && isZero('0.000') && !isZero('0.001'))
})

test('taking decimals away and adding them again gives the first', () => {
  const decimal = fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }))
    .map(([units, places]) => {
      const digits = String(units).padStart(places + 1, '0')
      const whole = digits.slice(0, digits.length - places)
      return places === 0 ? whole : `${whole}.${digits.slice(digits.length - places)}`
    })
  fc.assert(
    fc.property(decimal, decimal, (one, other) => {
      assert.equal(less(less(one, [other]), [less('0', [other])]), less(one, []))
    }),
  )
})

test('the history tells the state, what an action noted, and fields in the order of the model, references in words, and no line that came with its document', () => {
  const column = (name: string) => ({ name, label: name.toUpperCase() })
  const columns = [column('folio'), column('buyer'), column('total'), column('estado')]
  const row: TrailRow = {
    id: 1,
    modelo: 'Order',
    registro_str: 'A',
    fecha_hora: '2026-03-02T15:00:00Z',
    usuario: 1,
    usuario_str: 'admin',
    operacion: 'cambio',
    accion: null,
    motivo: null,
    antes: { total: '1.00', buyer: '2', folio: 'A', estado: 'open' },
    antes_str: { buyer: 'Ana' },
    despues_str: null,
    nombres: { own_note: 'Note of its own', by_line: 'By line' },
    despues: {
      total: '2.00',
      buyer: '3',
      folio: 'A',
      own_note: 'x',
      by_line: { 1: '2' },
      estado: 'closed',
    },
  }
  const changes = changesOf(row, columns)
  assert.deepEqual(
    changes.map(({ label, before, after, beforeText }) => [label, before, after, beforeText]),
    [
      ['ESTADO', 'open', 'closed', undefined],
      ['Note of its own', undefined, 'x', undefined],
      ['BUYER', '2', '3', 'Ana'],
      ['TOTAL', '1.00', '2.00', undefined],
    ],
  )
  const made: TrailRow = { ...row, operacion: 'alta' }
  const line: TrailRow = { ...made, modelo: 'OrderLine' }
  const later: TrailRow = { ...line, fecha_hora: '2026-03-02T16:00:00Z' }
  assert.deepEqual(withoutFirstLines([later, line, made], 'Order'), [later, made])
  assert.deepEqual(changesOf({ ...row, operacion: 'alta' }, columns), [])
})
