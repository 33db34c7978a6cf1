import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'

import { htmlDiff } from '../../src/markdown/html-diff.ts'
import { renderMarkdown } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'

const ins = (text: string) => `<span class="highlight_text_inserted">${text}</span>`
const del = (text: string) => `<span class="highlight_text_deleted">${text}</span>`
const html = (text: string) => renderMarkdown(text, CONTEXT).html
const diff = (before: string, after: string) => htmlDiff(html(before), html(after))

const CASES: readonly (readonly [string, string, string])[] = [
  ['same words', 'same words', '<p>same words</p>'],
  [
    'content before edit',
    'content after edit',
    `<p>content ${ins('after')} ${del('before')} edit</p>`,
  ],
  ['one two', 'one', `<p>one ${del('two')}</p>`],
  ['one', 'one two three', `<p>one ${ins('two three')}</p>`],
  ['zero one', 'one', `<p>${del('zero')} one</p>`],
  ['Hello!', 'Howdy!', `<p>${ins('Howdy!')} ${del('Hello!')}</p>`],
  ['one\n\ntwo', 'one', `<p>one ${del('two')}</p>`],
  ['one', 'one\n\ntwo', `<p>one</p>\n<p>${ins('two')}</p>`],
  ['a b', '**a** b', '<p><strong>a</strong> b</p>'],
  [
    '[x](http://a.com) y',
    '[x](http://b.com) y',
    `<p><a href="http://b.com">${ins('x')} ${del('x')}</a> y</p>`,
  ],
  ['a & b <c>', 'a & d <c>', `<p>a &amp; ${ins('d')} ${del('b')} &lt;c&gt;</p>`],
  ['- a\n- b\n- c', '- a\n- c', `<ul>\n<li>a ${del('b')}</li>\n<li>c</li>\n</ul>`],
]

test('new words are marked, and old ones stand behind what took their place', () => {
  for (const [before, after, expected] of CASES) {
    assert.equal(diff(before, after), `<div>${expected}</div>`, `${before} → ${after}`)
  }
})

test('an emoji and a formula are one word each', () => {
  const car = html(':car:').slice('<p>'.length, -'</p>'.length)
  assert.equal(diff('a :car: b', 'a b'), `<div><p>a ${del(car)} b</p></div>`)
  const formula = html('$$x^2$$').slice('<p>'.length, -'</p>'.length)
  assert.equal(diff('a b', 'a $$x^2$$ b'), `<div><p>a ${ins(formula)} b</p></div>`)
})

const markdown = fc
  .array(
    fc.constantFrom(
      'word',
      'other',
      ' ',
      '\n\n',
      '**bold**',
      '- item\n',
      '> quote\n',
      '`code`',
      ':smile:',
      '<b>',
      '&',
      '[x](http://a.com)',
      '$$x$$',
      '```py\nx = 1\n```\n',
      'a|b\n-|-\nc|d\n',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

const text = (rendered: string) => rendered.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, '')

function withoutSpans(rendered: string, gone: 'inserted' | 'deleted'): string {
  let open = 0
  const kept: string[] = []
  // A span within a marked one (an emoji) goes with it.
  for (const [piece] of rendered.matchAll(/<[^>]*>|[^<]+/g)) {
    const isOpening = piece.startsWith('<span') && (open > 0 || piece.includes(`text_${gone}`))
    if (isOpening) open += 1
    if (open === 0) kept.push(piece)
    if (piece === '</span>' && open > 0) open -= 1
  }
  return text(kept.join(''))
}

test('without what was deleted it is the new text, and without what was inserted the old one', () => {
  fc.assert(
    fc.property(markdown, markdown, (before, after) => {
      const changed = diff(before, after)
      assert.equal(withoutSpans(changed, 'deleted'), text(html(after)))
      assert.equal(withoutSpans(changed, 'inserted'), text(html(before)))
      const tags = [...changed.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)]
      const open: string[] = []
      for (const [, slash, name = ''] of tags) {
        if (['br', 'hr', 'img'].includes(name)) continue
        if (slash === '/') assert.equal(open.pop(), name)
        else open.push(name)
      }
      assert.deepEqual(open, [])
    }),
    { numRuns: 500 },
  )
})

test('two long texts that share nothing are compared without end to memory or time', () => {
  const before = Array.from({ length: 5_000 }, (_, index) => `a${index}`).join(' ')
  const after = Array.from({ length: 5_000 }, (_, index) => `b${index}`).join(' ')
  const changed = htmlDiff(`<p>${before}</p>`, `<p>${after}</p>`)
  assert.equal(changed, `<div><p>${ins(after)} ${del(before)}</p></div>`)
})
