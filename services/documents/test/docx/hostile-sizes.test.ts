import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { compileTemplate, renderTemplate } from '../../src/docx/template.ts'
import { compile, docx, p, table, workMs, zipOf } from './docx-fixture.ts'

// Deep: it measures the time of documents of many megabytes, and damages a file at each of its parts.

const TYPES =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

function timed(make: () => string): number {
  const template = docx(make())
  return workMs(() => compile(template))
}

test('an attribute of ten million characters and half a million elements take their time, but not long', () => {
  const noise = Array.from({ length: 70_000 }, (_, i) => Math.sin(i).toString(36).slice(2)).join('')
  const attribute = `<a b="${noise.repeat(12).slice(0, 10_000_000)}">{a}</a>`
  const paragraphs = Array.from(
    { length: 100_000 },
    (_, i) => `<w:p w:x="${Math.sin(i)}"><w:r/></w:p>`,
  )
  const templates = [
    zipOf({ '[Content_Types].xml': TYPES, 'word/document.xml': attribute }),
    docx(p('{a}') + paragraphs.join('')),
  ]
  for (const template of templates) assert.ok(workMs(() => compile(template)) < 2_500)
})

test('many tags, many delimiters and many unclosed sections take time in proportion to their number', () => {
  assert.ok(timed(() => p('{a}'.repeat(19_000))) < 2_000)
  assert.ok(timed(() => p('{'.repeat(100_000))) < 2_000)
  assert.ok(timed(() => p('}'.repeat(100_000))) < 2_000)
  assert.ok(timed(() => p('{a '.repeat(300_000))) < 2_000)
  assert.ok(timed(() => p('a}'.repeat(300_000))) < 2_000)
  assert.ok(timed(() => p('{=[ ]=}[={ }=]'.repeat(30_000))) < 2_000)
  assert.ok(timed(() => p('{#a}'.repeat(15_000))) < 2_000)
  assert.ok(timed(() => p('{#a}{/a}'.repeat(9_000))) < 2_000)
  assert.ok(timed(() => p('{#a}').repeat(4_000) + p('{/a}').repeat(4_000)) < 2_000)
  assert.ok(timed(() => table(...Array.from({ length: 4_000 }, () => ['{#a}', '{/a}']))) < 2_000)
  assert.ok(timed(() => Array.from({ length: 15_000 }, () => table(['{%a}'])).join('')) < 2_000)
})

test('a real document damaged at any byte is rendered or refused, never more', () => {
  const real = readFileSync(new URL('../fixtures/loop_table.docx', import.meta.url))
  for (let at = 0; at < real.length; at += 37) {
    const damaged = Buffer.from(real)
    damaged[at] = (damaged[at] ?? 0) ^ 0xff
    const compiled = compileTemplate(damaged)
    renderTemplate(compiled, { loop: [{ prop: 1 }] })
    renderTemplate(compileTemplate(real.subarray(0, at)), {})
  }
})
