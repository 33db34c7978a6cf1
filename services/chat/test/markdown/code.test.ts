/** Code blocks: every character stays, in time, with the classes that style sheets know. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { processorMs } from '@oficina/testkit/processor-time.ts'
import fc from 'fast-check'

import { languageName, lexerFor } from '../../src/markdown/lexers/languages.ts'
import { renderMarkdown } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'

const LANGUAGES =
  `bash c c++ css diff go html json java javascript postgresql python py2 rust sql tex
  typescript xml yaml`.split(/\s+/)

const LIMIT_MS = 500

function code(language: string, source: string): string {
  const { html } = renderMarkdown(`\`\`\`${language}\n${source}\n\`\`\``, CONTEXT)
  return html.replace(/^.*<span><\/span><code>/, '').replace('\n</code></pre></div>', '')
}

const sourceText = fc
  .array(
    fc.constantFrom(
      ...`" ' \` / * # $ { } ( ) [ ] < > - = : ; , . \\ % & | ! ? @ + ~ ^ _ a b 0 1 x def class fn let if int`.split(
        ' ',
      ),
      ' ',
      '\n',
      '"""',
      '/*',
      '*/',
      '//',
      '<!--',
      '${',
      '#!',
      'é',
      '😀',
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

for (const language of LANGUAGES) {
  test(`highlighting ${language} keeps every character`, () => {
    const lexer = lexerFor(language)
    assert.ok(lexer)
    fc.assert(
      fc.property(sourceText, (source) => {
        assert.equal(
          lexer(source)
            .map((token) => token.text)
            .join(''),
          source,
        )
      }),
      { numRuns: 300 },
    )
  })

  test(`highlighting ${language} takes no hostile text long`, () => {
    for (const unit of [
      '"',
      "'",
      '/*',
      '`',
      '${',
      '(',
      '{',
      '<',
      'a:',
      '- ',
      '\n ',
      '"\\',
      '1.',
      '/[a',
      '#[',
      'x y ',
    ]) {
      const elapsedMs = processorMs(() => {
        lexerFor(language)?.(unit.repeat(9_900 / unit.length))
      })
      assert.ok(elapsedMs < LIMIT_MS, `${JSON.stringify(unit)}: ${Math.round(elapsedMs)} ms`)
    }
  })
}

test('tokens carry the class names of their kind', () => {
  assert.equal(
    code('js', 'const a = /x/g // y'),
    '<span class="kd">const</span><span class="w"> </span><span class="nx">a</span><span class="w"> </span>' +
      '<span class="o">=</span><span class="w"> </span><span class="sr">/x/g</span><span class="w"> </span>' +
      '<span class="c1">// y</span>',
  )
  assert.equal(
    code('json', '{"a": [1, true]}'),
    '<span class="p">{</span><span class="nt">"a"</span><span class="p">:</span><span class="w"> </span>' +
      '<span class="p">[</span><span class="mi">1</span><span class="p">,</span><span class="w"> </span>' +
      '<span class="kc">true</span><span class="p">]}</span>',
  )
  assert.equal(
    code('py', 'f"a{b!r}"'),
    '<span class="sa">f</span><span class="s2">"a</span><span class="si">{</span><span class="n">b</span>' +
      '<span class="si">!r}</span><span class="s2">"</span>',
  )
})

test('a block carries the name of its language, known to us or not', () => {
  const name = (language: string): string | undefined =>
    /data-code-language="([^"]*)"/.exec(
      renderMarkdown(`\`\`\`${language}\nx\n\`\`\``, CONTEXT).html,
    )?.[1]
  assert.equal(name('JS'), 'JavaScript')
  assert.equal(name('haskell'), 'Haskell')
  assert.equal(name('klingon'), 'klingon')
  assert.equal(name(''), undefined)
  assert.equal(languageName('klingon'), undefined)
})

test('a first line may name the language and lines to mark', () => {
  const { html } = renderMarkdown('```\n:::python hl_lines="2"\nx = 1\n```', CONTEXT)
  assert.match(html, /<span class="hll"><span class="n">x<\/span>/)
})
