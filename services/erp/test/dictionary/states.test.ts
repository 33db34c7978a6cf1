import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

import { DICTIONARY_DIR } from '../../src/dictionary-files.ts'
import { modelOf, problemsOf, sampleFiles, sampleWithLine } from './sample-files.ts'

const COMPRA = 'compras/Compra.yaml'
const ACTIONS = 'actions: [autorizar_compra]'
/** From line 15 of the file. */
const STATES = [
  'states:',
  '  drafts: [iniciada]',
  '  open: [fecha_entrega]',
  '  open_lines: { CompraPartida: [notas] }',
  '  in: { autorizada: { open: [], deletable: true } }',
  '  moves:',
  '    - { by: autorizar_compra, from: [iniciada, en_autorizacion], to: autorizada }',
  '    - { by: hand, from: [iniciada], to: en_autorizacion }',
].join('\n')

function withStates(from = '', to = '') {
  assert.ok(STATES.includes(from))
  return sampleWithLine(COMPRA, ACTIONS, `${ACTIONS}\n${STATES.replace(from, to)}`)
}

test('the states of a document follow from its file: each choice, with what still changes in it', () => {
  assert.equal(modelOf(sampleFiles(), 'Compra').states, null)
  assert.deepEqual(modelOf(withStates(), 'Compra').states, {
    initial: ['iniciada'],
    rules: {
      iniciada: { open: 'all', openLines: {}, isDeletable: true },
      en_autorizacion: {
        open: ['fecha_entrega'],
        openLines: { CompraPartida: ['notas'] },
        isDeletable: false,
      },
      autorizada: { open: [], openLines: { CompraPartida: ['notas'] }, isDeletable: true },
    },
    moves: [
      { from: ['iniciada', 'en_autorizacion'], to: 'autorizada', by: 'autorizar_compra' },
      { from: ['iniciada'], to: 'en_autorizacion', by: 'hand' },
    ],
  })
  const named = withStates('drafts: [iniciada]', 'initial: [iniciada, en_autorizacion]')
  assert.deepEqual(modelOf(named, 'Compra').states?.initial, ['iniciada', 'en_autorizacion'])
})

const MOVE = '    - { by: hand, from: [iniciada], to: en_autorizacion }'
const FAULTS: readonly (readonly [string, string, number, RegExp])[] = [
  ['drafts: [iniciada]', 'drafts: [iniciada, pagada]', 16, /"pagada" is no value of "estado"/],
  ['drafts: [iniciada]', 'initial: [nueva, iniciada]', 16, /"nueva" is no value of "estado"/],
  ['drafts: [iniciada]', 'unreached: [iniciada]', 15, /begins in a draft, or in what "initial"/],
  ['open: [fecha_entrega]', 'open: [entrega]', 17, /Compra has no field "entrega"/],
  ['CompraPartida: [', 'Proveedor: [', 18, /A Compra has no lines that are Proveedor/],
  ['CompraPartida: [', 'Partida: [', 18, /A Compra has no lines that are Partida/],
  ['[notas]', '[nota]', 18, /CompraPartida has no field "nota"/],
  ['autorizada: { open', 'aprobada: { open', 19, /"aprobada" is no value of "estado"/],
  ['autorizada: { open', 'iniciada: { open', 19, /"iniciada" is a draft, in which everything/],
  ['open: [], deletable', 'open: [gasto], deletable', 19, /Compra has no field "gasto"/],
  ['by: autorizar_compra', 'by: autorizar', 21, /No model has an action "autorizar"/],
  ['[iniciada, en_autorizacion]', '[iniciado]', 21, /"iniciado" is no value of "estado"/],
  ['to: en_autorizacion', 'to: autorizada', 15, /Nothing leads to "en_autorizacion"/],
  [MOVE, `${MOVE}\n  unreached: [autorizada]`, 23, /A move leads to "autorizada"/],
]
for (const [from, to, line, message] of FAULTS) {
  test(`the states with ${JSON.stringify(to)} are refused where that stands`, () => {
    const problems = problemsOf(withStates(from, to))
    const found = problems.find((problem) => message.test(problem.message))
    assert.deepEqual([found?.file, found?.line], [COMPRA, line], JSON.stringify(problems, null, 1))
  })
}

test('a state to which no move leads is right where the file says so', () => {
  const files = withStates(MOVE, '  unreached: [en_autorizacion]')
  assert.deepEqual(problemsOf(files), [])
})

test('only documents of a company have states, in a choice', () => {
  const text = 'type: choice(iniciada, en_autorizacion, autorizada)'
  const files = withStates().map((file) => ({
    ...file,
    text: file.text.replace(text, 'type: text(20)'),
  }))
  assert.match(problemsOf(files)[0]?.message ?? '', /have a choice "estado" have states/)
})

const validate = new Ajv2020({ strict: false, allErrors: true }).compile(
  JSON.parse(readFileSync(join(DICTIONARY_DIR, 'modelo.schema.json'), 'utf8')),
)
const MALFORMED: readonly (readonly [string, string])[] = [
  ['drafts: [iniciada]', 'drafts: iniciada'],
  ['drafts: [iniciada]', 'draft: [iniciada]'],
  ['open: [fecha_entrega]', 'open: all'],
  ['CompraPartida: [notas]', 'CompraPartida: todos'],
  ['deletable: true', 'deletable: false'],
  ['deletable: true', 'erasable: true'],
  ['by: hand, ', ''],
  ['from: [iniciada], to', 'from: iniciada, to'],
  ['to: en_autorizacion', 'to: [en_autorizacion]'],
]
for (const [from, to] of MALFORMED) {
  test(`the schema and the parser both refuse states with ${JSON.stringify(to)} for ${JSON.stringify(from)}`, () => {
    const files = withStates(from, to)
    const text = files.find(({ path }) => path === COMPRA)?.text ?? ''
    assert.equal(validate(parse(text)), false)
    assert.notDeepEqual(problemsOf(files), [])
  })
}
