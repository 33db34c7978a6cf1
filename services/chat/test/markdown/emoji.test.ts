/** Emoji by Zulip's names: all of them, and no others. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'

import { EMOJI_NAMES, emojiCode, emojiName } from '../../src/markdown/emoji-names.ts'
import { renderMarkdown } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'

const ALL = Object.entries(EMOJI_NAMES).toSorted(([a], [b]) => (a < b ? -1 : 1))

test('the names are Zulip’s: 3,339 of 1,883 codes, the shown one of each first', () => {
  const lines = ALL.map(([code, names]) => `${code} ${names.join(' ')}`)
  assert.equal(ALL.length, 1_883)
  assert.equal(ALL.flatMap(([, names]) => names).length, 3_339)
  // Of the list of Zulip's server, a line a code in the order of the codes.
  assert.equal(
    createHash('sha256').update(lines.join('\n')).digest('hex'),
    '96d593453df1f54854bf79f1342195b51215e39da74660922b7544fcd1147cdd',
  )
})

test('every name is an emoji in a message, and every character shows its first name', () => {
  const span = (code: string, name: string) => {
    const title = name.replaceAll('_', ' ')
    return `<span aria-label="${title}" class="emoji emoji-${code}" role="img" title="${title}">:${name}:</span>`
  }
  for (const [code, names] of ALL) {
    for (const name of names) {
      assert.equal(emojiCode(name), code)
      assert.equal(
        renderMarkdown(`:${name}:`, CONTEXT).html,
        `<p>${span(code, name)}</p>`,
        `:${name}:`,
      )
    }
    assert.equal(emojiName(code), names[0])
  }
  assert.equal(renderMarkdown('🚗', CONTEXT).html, `<p>${span('1f697', 'car')}</p>`)
})

test('a name that Zulip does not have is plain text', () => {
  for (const name of ['burger', 'jolly_roger', 'controller', 'constructor', 'toString']) {
    assert.equal(renderMarkdown(`:${name}:`, CONTEXT).html, `<p>:${name}:</p>`)
  }
  assert.equal(emojiName('constructor'), undefined)
})
