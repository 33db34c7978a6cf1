import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { anyText } from '@oficina/testkit/any-text.ts'

import {
  collectImages,
  compileTemplate,
  inferSchema,
  listTags,
  renderTemplate,
  sampleData,
} from '../../src/docx/template.ts'
import { docx, line, p, render, table, textOf } from './docx-fixture.ts'

// Deep: laws of thousands of templates and data.

const RUNS = { numRuns: 150 }

/** Text as a document can hold it: without what XML cannot, line ends in one form. */
function storable(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- these are the characters that the sentence above means
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '')
      .replace(/\r\n?/g, '\n')
  )
}

test('the text of a value comes out as it went in', () => {
  fc.assert(
    fc.property(anyText(), (value) => {
      const { xml } = render(p('[', '{a}', ']'), { a: value })
      assert.equal(textOf(xml.replace(/^<\?xml.*?\?>\n?/, '')), `[${storable(value)}]\n`)
    }),
    RUNS,
  )
})

test('a list of n items makes n rows, n paragraphs and n pieces of text', () => {
  fc.assert(
    fc.property(fc.array(fc.integer(), { maxLength: 50 }), (list) => {
      const rows = render(table(['head', ''], ['{#list}{.}', '{/list}']), { list }).xml
      assert.equal(rows.match(/<w:tr>/g)?.length, list.length + 1)
      const paragraphs = render(p('{#list}') + p('{.}') + p('{/list}'), { list }).text
      assert.equal(paragraphs, list.map((item) => `${item}\n`).join(''))
      assert.equal(line('{#list}{.},{/list}', { list }), list.map((item) => `${item},`).join(''))
    }),
    RUNS,
  )
})

test('however Word cuts a text into runs, the result reads the same', () => {
  const text = 'Dear {name}, {#rows}{sku} {/rows}{^rows}nothing{/rows} {total | number:2}.'
  const data = { name: 'Ana', rows: [{ sku: 1 }, { sku: 2 }], total: 3 }
  const whole = render(p(text), data).text
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 }), (cuts) => {
      const places = [...new Set([0, ...cuts, text.length])].toSorted((a, b) => a - b)
      const runs = places.slice(1).map((end, i) => text.slice(places[i], end))
      assert.equal(render(p(...runs), data).text, whole)
    }),
    RUNS,
  )
})

/** A body of the pieces, each in a place of its own. */
function build(kind: string, pieces: readonly string[]): string {
  if (kind === 'runs') return p(...pieces)
  if (kind === 'cells') return table(pieces)
  if (kind === 'rows') return table(...pieces.map((piece) => [piece, piece]))
  const paragraphs = pieces.map((piece) => p(piece)).join('')
  return kind === 'paragraphs'
    ? paragraphs
    : `<w:sdt><w:sdtContent>${paragraphs}</w:sdtContent></w:sdt>`
}

test('no text in tags and no data makes the engine throw', () => {
  const tags = fc.array(
    fc.oneof(
      fc.constantFrom(
        '{',
        '}',
        '{#',
        '{/',
        '{^',
        '{@',
        '{%',
        '{%qr:',
        '{~',
        '{=',
        '{-w:tr ',
        '{-w:p ',
        '{else}',
        '{/}',
        '{.}',
        '{$index}',
        '|',
        ':',
        "'",
        '“',
        '{=[[ ]]=}',
        '[[',
        ']]',
        ' ',
        'a',
        'b.c',
        '__proto__',
        '&lt;',
      ),
      fc.string({ maxLength: 8 }).map((text) => text.replace(/[<&]/g, '')),
    ),
    { maxLength: 14 },
  )
  const shape = fc.constantFrom('runs', 'paragraphs', 'cells', 'rows', 'controls')
  fc.assert(
    fc.property(shape, tags, fc.jsonValue(), (kind, pieces, data) => {
      const compiled = compileTemplate(docx(build(kind, pieces)))
      for (const given of [data, { a: data, b: { c: data } }, { a: [{ a: 1 }, data] }]) {
        const result = renderTemplate(compiled, given, { strict: pieces.length % 2 === 0 })
        // Reading the result checks that every part is well-formed.
        if (result.ok) render(compiled, given)
        collectImages(compiled, given)
      }
      JSON.stringify([listTags(compiled), inferSchema(compiled), sampleData(compiled)])
    }),
    { numRuns: 600 },
  )
})

test('no bytes make compiling throw', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), (bytes) => {
      assert.notDeepEqual(compileTemplate(bytes).problems, [])
    }),
    RUNS,
  )
})

test('no data changes the prototypes of the language', () => {
  const before = Object.getOwnPropertyNames(Object.prototype).toSorted()
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.constantFrom('__proto__', 'constructor', 'prototype', 'a', 'toString'),
        fc.jsonValue(),
      ),
      (data) => {
        const body = p(
          '{a}{__proto__.a}{#__proto__}{a}{/__proto__}{constructor.prototype.a}{a.__proto__.b}{#a}{toString}{/a}',
        )
        render(body, JSON.parse(JSON.stringify(data)))
        assert.deepEqual(Object.getOwnPropertyNames(Object.prototype).toSorted(), before)
        // An object of the language must not have gained what the data holds.
        assert.equal(({} as Record<string, unknown>)['a'], undefined)
      },
    ),
    RUNS,
  )
})

test('the same data gives the same bytes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (data) => {
      const compiled = compileTemplate(docx(p('{a}{#b}{c}{/b}')))
      const once = renderTemplate(compiled, { a: data, b: [data] })
      const again = renderTemplate(compiled, { a: data, b: [data] })
      assert.deepEqual(once, again)
    }),
    RUNS,
  )
})
