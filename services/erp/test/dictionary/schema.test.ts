import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

import { Ajv2020 } from 'ajv/dist/2020.js'
import { parse } from 'yaml'

import { DICTIONARY_DIR, readDictionaryFiles } from '../../src/dictionary-files.ts'
import { problemsOf, sampleFiles } from './sample-files.ts'

const SCHEMA_LINE = '# yaml-language-server: $schema=../modelo.schema.json\n'
const validate = new Ajv2020({ strict: false, allErrors: true }).compile(
  JSON.parse(readFileSync(join(DICTIONARY_DIR, 'modelo.schema.json'), 'utf8')),
)
const modelFiles = readDictionaryFiles(DICTIONARY_DIR).filter(({ path }) => path.includes('/'))

test('every file names the schema that editors check it with, and keeps to it', () => {
  const faulty = modelFiles.filter(
    ({ text }) => !text.startsWith(SCHEMA_LINE) || !validate(parse(text)),
  )
  assert.deepEqual(
    faulty.map(({ path }) => path),
    [],
  )
})

const [LINES = ''] = sampleFiles()
  .filter(({ path }) => path === 'compras/Compra.yaml')
  .map(({ text }) => text)
const CHANGES: readonly (readonly [string, string])[] = [
  ['level: 3', 'level: 5'],
  ['label: Orden de compra', ''],
  ['help: Órdenes de compra.', 'help: ""'],
  ['help:', 'colour: red\nhelp:'],
  ['folio: text(20)', 'folio: text'],
  ['folio: text(20)', 'Folio: text(20)'],
  ['folio: text(20)', 'folio__gt: text(20)'],
  ['fecha: date required', 'fecha: datum required'],
  ['fecha: date required', 'fecha: date needed'],
  ['type: choice(iniciada, en_autorizacion, autorizada)', 'type: choice()'],
  ['changed_by: [autorizar_compra]', 'changed_by: autorizar_compra'],
  ['actions: [autorizar_compra]', 'actions: []'],
  ['actions:', 'str: "{folio"\nactions:'],
  ['actions:', 'admin: { per_page: 101 }\nactions:'],
  ['actions:', 'grid: [{ field: folio, align: middle }]\nactions:'],
  ['actions:', 'operations: [read]\nactions:'],
]
for (const [from, to] of CHANGES) {
  test(`the schema and the parser both refuse ${JSON.stringify(to)} for ${JSON.stringify(from)}`, () => {
    assert.ok(LINES.includes(from))
    const text = LINES.replace(from, to)
    assert.equal(validate(parse(text)), false)
    assert.notDeepEqual(problemsOf(sampleFiles({ 'compras/Compra.yaml': text })), [])
  })
}
