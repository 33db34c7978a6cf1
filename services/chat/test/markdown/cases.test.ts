/** The public cases of the dialect: rendered by rules, compared character by character. */

import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { renderMarkdown } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'

interface Cases {
  readonly regular_tests: readonly {
    readonly name: string
    readonly input: string
    readonly expected_output: string
    readonly translate_emoticons?: boolean
  }[]
  /** Input, HTML with `%s` for the link, address of the link. */
  readonly linkify_tests: readonly (readonly [string, string, string])[]
}

const FLOOR = 0.95

// The file is a fixture of this test and has this shape.
const cases = JSON.parse(readFileSync(new URL('data/cases.json', import.meta.url), 'utf8')) as Cases

function render(text: string, translateEmoticons = false): string {
  return renderMarkdown(text, { ...CONTEXT, translateEmoticons }).html
}

/** The pieces into which code is cut are ours; all else is the dialect's. */
function withoutPieces(html: string): string {
  return html.replaceAll(/<span class="[a-z]+[0-9]?">([^<]*)<\/span>/g, '$1')
}

function assertFloor(total: number, failing: readonly string[]): void {
  const share = (total - failing.length) / total
  assert.ok(share >= FLOOR, `${failing.length} of ${total} differ:\n${failing.join('\n')}`)
}

test('messages render exactly as the dialect says', (t) => {
  const failing = cases.regular_tests
    .filter((one) => {
      const html = render(one.input, one.translate_emoticons)
      return withoutPieces(html) !== withoutPieces(one.expected_output)
    })
    .map((one) => one.name)
  t.diagnostic(`${cases.regular_tests.length} cases, differing: ${failing.join(', ') || 'none'}`)
  assertFloor(cases.regular_tests.length, failing)
})

test('addresses in running text become links, and nothing else does', (t) => {
  const failing = cases.linkify_tests
    .filter(([input, template, url]) => render(input) !== template.replace('%s', () => link(url)))
    .map(([input]) => input)
  t.diagnostic(`${cases.linkify_tests.length} cases, differing: ${failing.join(', ') || 'none'}`)
  assertFloor(cases.linkify_tests.length, failing)
})

function link(url: string): string {
  const prefix = url.startsWith('http') ? '' : url.includes('@') ? 'mailto:' : 'http://'
  return `<a href="${prefix}${url}">${url}</a>`
}
