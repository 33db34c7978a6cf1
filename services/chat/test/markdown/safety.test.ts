/** Whatever people write: an answer, in time, as well-formed HTML that runs nothing. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { anyText } from '@oficina/testkit/any-text.ts'
import { processorClock, processorMs, slowness } from '@oficina/testkit/processor-time.ts'

import { renderMarkdown } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'

// Deep: laws of thousands of texts, and of the time that hostile ones take.

// Each hostile text takes some milliseconds of a processor that is quick and free, two blocks of code up to a hundred.
const LIMIT_MS = 200

const VOID = new Set(['br', 'hr', 'img'])
const TAG = /<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:\s+[a-zA-Z][-a-zA-Z]*="[^"<>]*")*)\s*>/y

/** Reads the HTML tag by tag; throws where one is not closed, crossed or not of a known form. */
function assertWellFormed(html: string): void {
  const open: string[] = []
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', TAG.lastIndex)) {
    TAG.lastIndex = at
    const match = TAG.exec(html)
    assert.ok(match, `not a tag: ${html.slice(at, at + 80)}`)
    const [, slash, tag = '', attributes = ''] = match
    assert.notEqual(tag, 'script')
    assert.doesNotMatch(attributes, /\son[a-z]+=/i)
    assert.doesNotMatch(attributes, /(?:href|src)="\s*(?:javascript|data|vbscript):/i)
    if (slash === '/') assert.equal(open.pop(), tag, `crossed tags: ${html.slice(at, at + 80)}`)
    else if (!VOID.has(tag)) open.push(tag)
    TAG.lastIndex = at + match[0].length
  }
  assert.deepEqual(open, [], 'tags left open')
}

const FRAGMENTS = [
  '**',
  '*',
  '~~',
  '`',
  '```',
  '~~~',
  '\n',
  '\n\n',
  ' ',
  '  ',
  '    ',
  '> ',
  '- ',
  '1. ',
  '# ',
  '|',
  '---',
  '[',
  '](',
  ')',
  '(',
  '$$',
  '\\',
  '&amp;',
  '&',
  '<',
  '>',
  '"',
  "'",
  '@**Zoe**',
  '@_**Zoe|7**',
  '@**all**',
  '@*support*',
  '#**Denmark**',
  '#**Denmark>a b**',
  '#**Denmark>**',
  ':smile:',
  '😀',
  'http://a.com/x.png',
  'javascript:alert(1)',
  '[x](javascript:a)',
  '[x](http://a.com "t")',
  '<time:2020-01-01T00:00:00Z>',
  '```quote\n',
  '```spoiler a\n',
  '```math\n',
  '```py\n',
  'x^2',
  'a@b.com',
  '<script>',
  '<img src=x onerror=alert(1)>',
  '\u0002',
  '\u0003',
  '\uFDD0html:0\uFDD1',
  '\uFDD00\uFDD1',
  '\uD800',
  'word',
  '\t',
  '[$$x$$](http://a.com/$$y$$)',
  '![',
  '/me ',
]

const markdownish = fc
  .array(fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...FRAGMENTS) }, anyText()), {
    maxLength: 40,
  })
  .map((parts) => parts.join(''))

test('any text renders to well-formed HTML without scripts', () => {
  fc.assert(
    fc.property(markdownish, (text) => {
      assertWellFormed(renderMarkdown(text, { ...CONTEXT, translateEmoticons: true }).html)
    }),
    { numRuns: 2000 },
  )
})

const HOSTILE: Readonly<Record<string, string>> = {
  'opening brackets': '['.repeat(10_000),
  'nested brackets': '['.repeat(5_000) + ']'.repeat(5_000),
  'links without an end': '[x]('.repeat(2_500),
  'links without an end but for a quote': `${'[x]('.repeat(2_499)}")`,
  'links with quotes': `[x](a "`.repeat(1_400),
  'parentheses in an address': `http://a.com/${'('.repeat(9_900)}`,
  'nested parentheses in addresses': 'http://a.com/((((((x'.repeat(500),
  stars: '*'.repeat(10_000),
  'stars and letters': '*a '.repeat(3_333),
  'italics within italics': '*a '.repeat(1_666) + 'a* '.repeat(1_666),
  'bold italics within each other': `${'***'.repeat(1_666)}a${'***'.repeat(1_666)}`,
  'bold that never ends': '**a'.repeat(3_333),
  'many bold words': '**a** '.repeat(1_666),
  tildes: '~'.repeat(10_000),
  backticks: Array.from({ length: 140 }, (_, index) => '`'.repeat(index + 1)).join('a'),
  'many code spans': '`a` '.repeat(2_500),
  dollars: '$'.repeat(10_000),
  'formulas that never end': '$$a '.repeat(2_500),
  'quote marks': '>'.repeat(10_000),
  'empty quote lines': '>\n'.repeat(5_000),
  'quote lines': '> a\n'.repeat(2_500),
  'bullets in bullets': `${'* '.repeat(4_990)}x`,
  'indented bullets': Array.from({ length: 130 }, (_, index) => `${' '.repeat(index)}* a`).join(
    '\n',
  ),
  'heading marks': `# ${'#'.repeat(9_990)}x`,
  'rule marks': `${'- '.repeat(4_999)}x`,
  dashes: `${'-'.repeat(9_999)}x`,
  'table cells': `${'a|'.repeat(2_500)}\n${'-|'.repeat(2_500)}`,
  'table backticks': `a|${'`a'.repeat(4_900)}\n-|-`,
  'open fences': '```quote\n'.repeat(1_100),
  'empty lines': '\n'.repeat(10_000),
  spaces: ' '.repeat(10_000),
  emoji: ':smile:'.repeat(1_428),
  colons: ':'.repeat(10_000),
  'typed emoji': '😀'.repeat(5_000),
  digits: '1'.repeat(10_000),
  'times that never end': '<time:'.repeat(1_666),
  entities: '&amp;'.repeat(2_000),
  ampersands: '&'.repeat(10_000),
  'at signs': '@**'.repeat(3_333),
  mentions: '@**Zoe** '.repeat(1_111),
  domains: 'a.'.repeat(5_000),
  addresses: 'a.com '.repeat(1_666),
  mail: 'a@b.'.repeat(2_500),
  backslashes: '\\'.repeat(10_000),
  'code in one line': `\`\`\`java\n${'$'.repeat(9_900)}`,
  'code in long lines': `\`\`\`markdown\n${`${'[a]('.repeat(120)}\n`.repeat(20)}`,
  'code of words alone': `\`\`\`csharp\n${'import a from\n'.repeat(700)}`,
  'two blocks of code': `\`\`\`cpp\n${`${'A'.repeat(490)}\n`.repeat(8)}\`\`\`\n`.repeat(2),
  'many blocks of code': '```html\n<script>\n```\n'.repeat(480),
  'scripts in scripts': `\`\`\`html\n${'<script>\n'.repeat(500)}`,
  'code of empty lines': `\`\`\`python\nx${'\n'.repeat(9_900)}x`,
}

for (const [name, text] of Object.entries(HOSTILE)) {
  test(`renders 10,000 characters of ${name} in less than a moment`, () => {
    // The quickest of three: compiling and collecting garbage are not the renderer's.
    let quickestMs = Infinity
    for (let run = 0; run < 3 && quickestMs >= LIMIT_MS; run += 1) {
      const elapsedMs = processorMs(() => {
        const { html } = renderMarkdown(text, { ...CONTEXT, translateEmoticons: true })
        assertWellFormed(html)
      })
      // What takes long beside much else is measured by what anything takes there.
      const fairMs = elapsedMs < LIMIT_MS ? elapsedMs : elapsedMs / slowness()
      quickestMs = Math.min(quickestMs, fairMs)
    }
    assert.ok(quickestMs < LIMIT_MS, `${Math.round(quickestMs)} ms`)
  })
}

// Far beyond what a message may hold, so that a square would show: four times the length is then sixteen times the time.
const STRETCHED: Readonly<Record<string, (size: number) => string>> = {
  'spaces between letters': (size) => `a${' '.repeat(size)}b`,
  'tabs between letters': (size) => `a${'\t'.repeat(size)}b`,
  'spaces in a table': (size) => `a|b\n-|-\nx${' '.repeat(size)}y|z`,
  'spaces in a quote': (size) => `> a${' '.repeat(size)}b`,
  'spaces in a link': (size) => `[a](b${' '.repeat(size)}c)`,
  'rules between lines': (size) => 'a\n---\n'.repeat(size / 10),
  'rules in front of a heading': (size) => `${'---\n'.repeat(size / 10)}# a`,
  'empty lines': (size) => '\n'.repeat(size / 2),
  'links that nothing closes but a quote': (size) => `${'[x]('.repeat(size / 20)}')`,
  'titles that nothing opens': (size) => `${'[x]("'.repeat(size / 20)}${'x)'.repeat(size / 20)}`,
  'spaces in a time': (size) => `<time:${' '.repeat(size)}x>`,
  'times that never end': (size) => '<time:'.repeat(size / 10),
  'words in italics': (size) => '*a* '.repeat(size / 10),
  'words in bold': (size) => '**a** '.repeat(size / 10),
  'words in both': (size) => '***a*** '.repeat(size / 10),
  'bold that never ends': (size) => '**a'.repeat(size / 10),
  'words struck through': (size) => '~~a~~ '.repeat(size / 10),
  'stars that spaces part': (size) => 'a* *b '.repeat(size / 10),
  'escaped backslashes': (size) => '\\\\`a'.repeat(size / 10),
  'links among bold italics': (size) => '***a***[x](y) '.repeat(size / 20),
  'inline code in cells': (size) => `a|b\n-|-\n${'|`a`'.repeat(size / 10)}`,
  'addresses in front of a parenthesis': (size) => `${',http://a/x'.repeat(size / 20)}(`,
}

const MAX_RUNS = 16
const ENOUGH_MS = 50

/** One measurement over as many runs as it needs: the clock of a thread may tick too slowly for a single one. */
function meanMs(text: string): number {
  const elapsedMs = processorClock()
  for (let runs = 1; ; runs += 1) {
    renderMarkdown(text, CONTEXT)
    if (runs === MAX_RUNS || elapsedMs() >= ENOUGH_MS) return elapsedMs() / runs
  }
}

for (const [name, make] of Object.entries(STRETCHED)) {
  test(`the time for ${name} grows with their number, not with its square`, () => {
    // Beside much else a time may be twice what it is alone; what grows with the square does so each time.
    const tries = [1, 2, 3]
      .values()
      .map(() => [meanMs(make(50_000)), meanMs(make(200_000))] as const)
    const told: string[] = []
    const isLinear = tries.some(([short, long]) => {
      told.push(`${short.toFixed(1)} ms, then ${long.toFixed(1)} ms`)
      return long < short * 10 + 5
    })
    assert.ok(isLinear, told.join('; '))
  })
}
