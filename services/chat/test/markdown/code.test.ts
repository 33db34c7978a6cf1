/** Code blocks: with the classes that style sheets know. That every character stays, and in time, is in code-laws.test.ts. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { renderMarkdown } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'

function block(language: string, source: string): string {
  return renderMarkdown(`\`\`\`${language}\n${source}\n\`\`\``, CONTEXT).html
}

function frame(name: string, html: string): string {
  return `<div class="codehilite" data-code-language="${name}"><pre><span></span><code>${html}\n</code></pre></div>`
}

/** The classes of the pieces of code, `keyword:if` for `if` in a keyword's class, without what has none. */
function classes(language: string, source: string): string[] {
  const spans = block(language, source).matchAll(/<span class="([a-z0-9]+)">([^<]*)<\/span>/g)
  return [...spans].map(([, name, text]) => `${name}:${text}`)
}

test('the pieces of code have the class names of their kind', () => {
  assert.equal(
    block('js', 'const a = /x/g // y'),
    frame(
      'JavaScript',
      '<span class="k">const</span> a = <span class="sr">/x/g</span> <span class="c1">// y</span>',
    ),
  )
})

const PROGRAMS: readonly {
  readonly language: string
  readonly source: string
  readonly classes: readonly string[]
}[] = [
  {
    language: 'bash',
    source: '#!/bin/bash\nfor x in "a"; do echo 1; done # y',
    classes: ['ch:#!/bin/bash', 'k:for', 'k:in', 's2:"a"', 'k:do', 'nb:echo', 'k:done', 'c1:# y'],
  },
  {
    language: 'c',
    source: "#include <a.h>\nint main() { return 'x' + 0x1F + 1.5; }",
    classes: [
      'cp:#include ',
      's:&lt;a.h&gt;',
      'kt:int',
      'nf:main',
      'k:return',
      "sc:'x'",
      'mh:0x1F',
      'mf:1.5',
    ],
  },
  { language: 'css', source: 'p { color: #fff }', classes: ['nt:p', 'k:color', 'mh:#fff'] },
  {
    language: 'diff',
    source: '@@ -1 +1 @@\n-a\n+b',
    classes: ['gu:@@ -1 +1 @@', 'gd:-a', 'gi:+b'],
  },
  {
    language: 'html',
    source: '<p id="a">&amp;</p><!-- b --><script>var c</script>',
    classes: [
      'p:&lt;',
      'nt:p',
      'p: ',
      'na:id',
      'p:=',
      's2:"a"',
      'p:&gt;',
      'ni:&amp;amp;',
      'p:&lt;/',
      'nt:p',
      'p:&gt;',
      'cm:&lt;!-- b --&gt;',
      'p:&lt;',
      'nt:script',
      'p:&gt;',
      'k:var',
      'p:&lt;/',
      'nt:script',
      'p:&gt;',
    ],
  },
  {
    language: 'json',
    source: '{"a": [1, true]}',
    classes: ['p:{', 'nt:"a"', 'p::', 'p:[', 'mi:1', 'p:,', 'kc:true', 'p:]}'],
  },
  {
    language: 'plpgsql',
    source: "create function f() as $$ begin return 'a'; end $$",
    classes: ['k:create', 'k:function', 'k:as', 'k:begin', 'k:return', "s1:'a'", 'k:end'],
  },
  {
    language: 'py',
    source: '@cache\nclass A:\n    """Is."""\n    def f(self):\n        return f"a{b!r}" + 1.5',
    classes: [
      'nd:@cache',
      'k:class',
      'nc:A',
      'sd:"""Is."""',
      'k:def',
      'nf:f',
      'k:return',
      's2:f"a',
      'si:{b!r}',
      's2:"',
      'mf:1.5',
    ],
  },
  { language: 'yaml', source: '- a: "b" # c', classes: ['p:-', 'nt:a:', 's2:"b"', 'c1:# c'] },
]

for (const program of PROGRAMS) {
  test(`${program.language} code has the classes of its keywords, names, texts and numbers`, () => {
    assert.deepEqual(classes(program.language, program.source), program.classes)
  })
}

test('no piece of code reaches over the end of a line', () => {
  assert.equal(
    block('c', '/* a\nb */'),
    frame('C', '<span class="cm">/* a</span>\n<span class="cm">b */</span>'),
  )
})

test('code that has tags is shown as it is, in pieces or not', () => {
  assert.equal(block('klingon', '<b>&lt;"'), frame('klingon', '&lt;b&gt;&amp;lt;"'))
  assert.equal(
    block('js', '"</code><script>"'),
    frame('JavaScript', '<span class="s2">"&lt;/code&gt;&lt;script&gt;"</span>'),
  )
})

test('code inside other code is read in its own language, and further code in there is not', () => {
  const styled = 'var a = css`p { color: red }`'
  assert.ok(classes('js', styled).includes('k:color'))
  const keywords = classes('html', `<script>${styled}</script>`).filter((one) =>
    one.startsWith('k:'),
  )
  assert.deepEqual(keywords, ['k:var'])
})

test('code of more than 4,000 characters, or with a line of more than 500, is shown plain', () => {
  const [line, longLine] = ['var a = 1\n', `var ${'a'.repeat(497)}`]
  const [whole, tooLong] = [line.repeat(399), line.repeat(401)]
  assert.match(block('js', whole), /<span class="k">var<\/span>/)
  assert.equal(block('js', tooLong), frame('JavaScript', tooLong.trimEnd()))
  assert.match(block('js', longLine.slice(1)), /^.*<code>v?ar/)
  assert.match(block('js', longLine.slice(0, -1)), /<span class="k">var<\/span>/)
  assert.equal(block('js', longLine), frame('JavaScript', longLine))
})

test('a block carries the name of its language, known to us or not', () => {
  const name = (language: string): string | undefined =>
    /data-code-language="([^"]*)"/.exec(block(language, 'x'))?.[1]
  assert.equal(name('JS'), 'JavaScript')
  assert.equal(name('haskell'), 'Haskell')
  assert.equal(name('klingon'), 'klingon')
  assert.equal(name(''), undefined)
})

test('a first line may name the language and lines to mark', () => {
  const { html } = renderMarkdown('```\n:::python hl_lines="2"\nx = 1\n```', CONTEXT)
  assert.match(html, /<span class="hll">x = <span class="mi">1<\/span>\n<\/span>/)
  for (const header of ['#!/usr/bin/python3', '#!/usr/bin/env python', '#! python', '#!python']) {
    assert.match(block('', `${header}\nx = 1`), /x = <span class="mi">1<\/span>/, header)
  }
  assert.doesNotMatch(block('', 'python\nx = 1'), /mi/)
})
