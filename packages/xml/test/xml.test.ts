import assert from 'node:assert/strict'
import { test } from 'node:test'

import * as fc from 'fast-check'

import { attribute, localAttribute } from '../src/attribute.ts'
import { attributesOf } from '../src/attributes.ts'
import { XmlProblem, xmlTokens, type StreamToken } from '../src/xml-stream.ts'
import { escapeAttribute, escapeText, unescapeText } from '../src/xml-text.ts'

async function* inPieces(xml: string, size: number) {
  const bytes = Buffer.from(xml)
  for (let at = 0; at < bytes.length; at += size)
    yield await Promise.resolve(bytes.subarray(at, at + size))
}

async function tokensOf(xml: string, size = 64 * 1024): Promise<readonly StreamToken[]> {
  const tokens: StreamToken[] = []
  for await (const some of xmlTokens(inPieces(xml, size))) tokens.push(...some)
  return tokens
}

const SHEET = `<?xml version="1.0"?><!-- a > b, "quoted --><x:row r='1' t="a>b"><c/>Ñandú &amp; más<![CDATA[<&]]></x:row>`

const SHEET_TOKENS: readonly StreamToken[] = [
  { kind: 'open', name: 'row', tag: `<x:row r='1' t="a>b">`, isEmpty: false },
  { kind: 'open', name: 'c', tag: '<c/>', isEmpty: true },
  { kind: 'text', text: 'Ñandú & más' },
  { kind: 'text', text: '<&' },
  { kind: 'close', name: 'row' },
]

test('XML gives the same tokens wherever its bytes are cut', async () => {
  for (let size = 1; size <= SHEET.length; size++)
    assert.deepEqual(await tokensOf(SHEET, size), SHEET_TOKENS, `pieces of ${size} bytes`)
})

test('a document type, too many attributes and a piece without end are refused, each as what it is', async () => {
  const attributes = Array.from({ length: 1_001 }, (_, i) => ` a${i}="1"`).join('')
  const cases: readonly (readonly [kind: XmlProblem['kind'], xml: string])[] = [
    ['document-type', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    ['too-many-attributes', `<a${attributes}/>`],
    ['piece-too-long', `<a>${'x'.repeat(4 * 1024 * 1024 + 1)}`],
    ['piece-too-long', `<!-- ${'x'.repeat(4 * 1024 * 1024)}`],
  ]
  for (const [kind, xml] of cases) {
    await assert.rejects(
      tokensOf(xml),
      (error) => error instanceof XmlProblem && error.kind === kind,
      kind,
    )
  }
})

test('an attribute is found by its whole name, and never in the value of another', () => {
  const tag = `<w:tag other="id='1' w:id='2'" xml:id = '3' w:id\n=\n"4" empty="" id="5>"/>`
  assert.equal(attribute(tag, 'id'), '5>')
  assert.equal(attribute(tag, 'w:id'), '4')
  assert.equal(localAttribute(tag, 'id'), '3')
  assert.equal(attribute(tag, 'empty'), '')
  assert.equal(attribute(tag, 'd'), undefined)
  assert.equal(attribute('<a b c="d">', 'c'), 'd')
  assert.equal(attribute('<a b="never ends', 'b'), undefined)
})

test('an attribute that is written is read again, whatever stands before it', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 })
  fc.assert(
    fc.property(text, text, (before, value) => {
      const tag = `<a first="${escapeAttribute(before)}" second="${escapeAttribute(value)}">`
      assert.equal(attribute(tag, 'second'), escapeAttribute(value))
    }),
  )
})

test('a text that XML can hold is the same after it was escaped and unescaped', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      assert.equal(unescapeText(escapeText(text)), text)
    }),
  )
})

test('what XML cannot hold is left out of a text, and a reference to it stands for nothing', () => {
  assert.equal(escapeText('a\u0000b\ud800c\uffffd\te'), 'abcd\te')
  assert.equal(unescapeText('a&#0;b&#x110000;c'), 'abc')
  assert.equal(unescapeText('&#xD1;&#241; &nbsp; &lt'), 'Ññ &nbsp; &lt')
})

test('all attributes of a tag are given with their values as XML normalizes them', () => {
  const tag = `<a:b xmlns:a='u' c = "x &amp; &#x41;'\r\n>" d=''\n/>`
  assert.deepEqual(
    [...(attributesOf(tag) ?? [])],
    [
      ['xmlns:a', 'u'],
      ['c', `x & A' >`],
      ['d', ''],
    ],
  )
  assert.deepEqual([...(attributesOf('<a>') ?? ['wrong'])], [])
})

test('a tag that is not well written has no attributes to give', () => {
  const wrong = [
    '<a b>',
    '<a b=c>',
    '<a b="1"c="2">',
    '<a b="1" b="2">',
    '<a b="<">',
    '<a b="&x;"/>',
  ]
  for (const tag of wrong) assert.equal(attributesOf(tag), undefined, tag)
})
