/** Where one part of a message ends and the next begins. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { renderMarkdown } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'

function html(text: string): string {
  return renderMarkdown(text, CONTEXT).html
}

test('an address ends where a mention, a link or code begins', () => {
  const address = '<a href="http://a.com/x">http://a.com/x</a>'
  assert.equal(html('http://a.com/x`y`'), `<p>${address}<code>y</code></p>`)
  assert.equal(
    html('http://a.com/x[y](http://b.com)'),
    `<p>${address}<a href="http://b.com">y</a></p>`,
  )
  assert.equal(
    html('http://a.com/x<@**Zoe**'),
    '<p><a href="http://a.com/x&lt;">http://a.com/x&lt;</a><span class="user-mention" data-user-id="7">@Zoe</span></p>',
  )
})

test('a mention inside code or a formula names and notifies nobody', () => {
  for (const text of ['$$x @**Zoe** y$$', '`@**Zoe**`']) {
    assert.deepEqual(renderMarkdown(text, CONTEXT).mentionedUserIds, [], text)
  }
})

test('code and spoilers at the end of a quote that nothing closes are blocks of it', () => {
  assert.equal(
    html('```quote\n~~~\ncode'),
    '<blockquote>\n<div class="codehilite"><pre><span></span><code>code\n</code></pre></div>\n</blockquote>',
  )
  assert.match(html('```quote\n```spoiler a\nb'), /^<blockquote>\n<div class="spoiler-block">/)
})

test('an image takes the place of its address only where an item says nothing else', () => {
  const alone = html('* http://a.com/x.png')
  assert.doesNotMatch(alone, />http:\/\/a\.com\/x\.png<\/a>/)
  for (const text of ['* http://a.com/x.png\nb', '* **b** http://a.com/x.png']) {
    assert.match(html(text), />http:\/\/a\.com\/x\.png<\/a>/, text)
  }
})

test('italics may hold bold text and italics, and bold text italics', () => {
  assert.equal(html('*a **b** c*'), '<p><em>a <strong>b</strong> c</em></p>')
  assert.equal(html('*a *b* c*'), '<p><em>a <em>b</em> c</em></p>')
  assert.equal(html('**a *b* c**'), '<p><strong>a <em>b</em> c</strong></p>')
  assert.equal(html('*a **b* c**'), '<p>*a <strong>b* c</strong></p>')
})

test('a fence names its language bare, behind a dot, or in braces', () => {
  for (const line of ['```py', '``` .py', '```{.py}', '~~~ {py} ', '```py and more']) {
    assert.match(
      html(`${line}\nx\n${line.slice(0, 3)}`),
      /^<div class="codehilite" data-code-language="Python">/,
      line,
    )
  }
  assert.equal(html('```py and ```'), '<p><code>py and </code></p>')
})
