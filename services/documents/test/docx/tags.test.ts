import assert from 'node:assert/strict'
import { test } from 'node:test'

import { Ajv } from 'ajv'

import {
  compileTemplate,
  inferSchema,
  listTags,
  renderTemplate,
  sampleData,
} from '../../src/docx/template.ts'
import { compile, docx, p, render, table } from './docx-fixture.ts'

const NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const INVOICE = docx(
  p('{number} {customer.name} {customer.address.city}') +
    `<w:tbl><w:tblPr/><w:tr><w:tc>${p('{%logo}')}</w:tc></w:tr></w:tbl>` +
    table(['{#items}{sku}', "{price | currency:'EUR'}{/items}"]) +
    p("{#isPaid}paid on {paidOn | date:'short'}{else}open{/isPaid}{^empty}x{/empty}") +
    p('{#tags}{.}{/tags} {#total > 100}{discount}{/}') +
    p('{@extra}') +
    p("{lines | sum:'net.amount'}"),
  { 'word/header1.xml': `<w:hdr ${NS}>${p('{company}')}</w:hdr>` },
)

test('the tags of all parts are listed, sections with theirs inside', () => {
  const tree = (tags: ReturnType<typeof listTags>): unknown[] =>
    tags.map(({ kind, tag, paths, tags: inner }) =>
      inner.length > 0 ? [kind, tag, paths, tree(inner)] : [kind, tag, paths],
    )
  assert.deepEqual(tree(listTags(compile(INVOICE))), [
    ['value', '{number}', ['number']],
    ['value', '{customer.name}', ['customer.name']],
    ['value', '{customer.address.city}', ['customer.address.city']],
    ['image', '{%logo}', ['logo']],
    [
      'section',
      '{#items}',
      ['items'],
      [
        ['value', '{sku}', ['sku']],
        ['value', "{price | currency:'EUR'}", ['price']],
      ],
    ],
    ['section', '{#isPaid}', ['isPaid'], [['value', "{paidOn | date:'short'}", ['paidOn']]]],
    ['inverted', '{^empty}', ['empty']],
    ['section', '{#tags}', ['tags'], [['value', '{.}', ['.']]]],
    ['section', '{#total > 100}', ['total'], [['value', '{discount}', ['discount']]]],
    ['raw', '{@extra}', ['extra']],
    ['value', "{lines | sum:'net.amount'}", ['lines']],
    ['value', '{company}', ['company']],
  ])
})

test('a tag names its part and paragraph', () => {
  const tags = listTags(compile(INVOICE))
  assert.deepEqual([tags[3]?.part, tags[3]?.paragraph], ['word/document.xml', 2])
  assert.deepEqual([tags.at(-1)?.part, tags.at(-1)?.paragraph], ['word/header1.xml', 1])
})

test('the tags of a broken template are listed as far as they go', () => {
  assert.deepEqual(
    listTags(compile(p('{a} {#b}'))).map(({ tag }) => tag),
    ['{a}'],
  )
  assert.deepEqual(listTags(compileTemplate(Buffer.from('no zip'))), [])
})

test('the inferred schema tells lists, objects, numbers, dates, images and conditions', () => {
  const schema = inferSchema(compile(INVOICE)) as { properties: Record<string, { type?: unknown }> }
  const types = Object.fromEntries(
    Object.entries(schema.properties).map(([name, { type }]) => [name, type]),
  )
  const text = ['string', 'number', 'boolean', 'null']
  assert.deepEqual(types, {
    number: text,
    customer: ['object', 'null'],
    logo: ['string', 'null'],
    items: ['array', 'null'],
    isPaid: ['array', 'object', ...text],
    empty: undefined,
    tags: ['array', 'null'],
    total: text,
    discount: text,
    extra: ['string', 'null'],
    lines: ['array', 'null'],
    company: text,
  })
})

test('the sample fits the inferred schema, and renders with every tag filled', () => {
  const compiled = compile(INVOICE)
  const validate = new Ajv({ strict: false }).compile(inferSchema(compiled))
  const sample = sampleData(compiled)
  assert.ok(validate(sample), JSON.stringify(validate.errors))
  const images = new Map([
    [
      String(sample['logo']),
      { bytes: Buffer.from('x'), format: 'png' as const, widthPx: 1, heightPx: 1 },
    ],
  ])
  const result = renderTemplate(compiled, sample, { strict: true, images })
  assert.ok(result.ok, JSON.stringify(result))
})

test('data of the usual forms fits the inferred schema', () => {
  const validate = new Ajv({ strict: false }).compile(inferSchema(compile(INVOICE)))
  const data = {
    number: 5,
    customer: { name: null },
    items: [{ sku: 'a', price: '1.00' }],
    isPaid: true,
    tags: ['x'],
    more: 1,
  }
  assert.ok(validate(data), JSON.stringify(validate.errors))
  for (const isPaid of [{ paidOn: '2026-01-01' }, [], 'yes', 0, null])
    assert.ok(validate({ isPaid }))
  assert.ok(!validate({ items: 'none' }))
  assert.ok(!validate({ customer: 'Ana' }))
})

test('names of the language are in no schema', () => {
  const schema = inferSchema(compile(p('{__proto__.x}{constructor}{a.prototype}')))
  assert.deepEqual(schema['properties'], { a: { type: ['object', 'null'], properties: {} } })
})

test('a template without tags has an empty schema and an empty sample', () => {
  assert.deepEqual(sampleData(compile(p('x'))), {})
  assert.equal(render(p('x'), {}).text, 'x\n')
})

test('a section whose own tag is shown in it is a value that may be missing, and its other tags are not its own', () => {
  const template = docx(
    p("{#descuento}menos {descuento | currency:'MXN'} {motivo}{/descuento}") +
      p('{#cliente.rfc}RFC {cliente.rfc}{/cliente.rfc} {#nota}{#larga}{nota}{/larga}{/nota}') +
      table([p('{#logo}') + table(['{%logo}']) + p('{/logo}')]) +
      p('{#lista}{.}{/lista} {#hijos}{hijos | count}{/hijos}'),
  )
  const compiled = compileTemplate(template)
  const validate = new Ajv({ allowUnionTypes: true }).compile(inferSchema(compiled))
  const right = [
    { descuento: 25, motivo: 'cliente', cliente: { rfc: 'XAXX010101000' }, nota: 'x', larga: true },
    { descuento: false, logo: false, lista: ['a'], hijos: [{}] },
    { descuento: '10.50', logo: 'logo.png', nota: '' },
    sampleData(compiled),
  ]
  for (const data of right) assert.ok(validate(data), JSON.stringify([data, validate.errors]))
  for (const data of [{ descuento: [{ descuento: 1 }] }, { lista: 1 }])
    assert.equal(validate(data), false, JSON.stringify(data))
  const sample = sampleData(compiled)
  assert.deepEqual(
    [sample['descuento'], sample['motivo'], sample['cliente']],
    [1234.5, 'motivo', { rfc: 'rfc' }],
  )
})

test('arguments that the data gives are something that the formatter can use', () => {
  const template = compile(
    p('{n | currency:m:l} {n | words:m} {d | date:s:l:z} {x | upper | trim}') + p("{'k' | t:y}"),
  )
  const data = sampleData(template)
  const texts = { m: 'MXN', l: 'es-MX', s: 'long', z: 'America/Mexico_City' }
  assert.deepEqual(data, { n: 1234.5, d: '2026-01-31', ...texts, x: 'x', y: 'y' })
  assert.ok(new Ajv({ strictTypes: false }).validate(inferSchema(template), data))
  assert.ok(renderTemplate(template, data, { strict: false }).ok)
})
