/** The rules of the dialect, each with cases at its edges: rendered, and compared character by character. */

import assert from 'node:assert/strict'
import { test } from 'node:test'

import { renderMarkdown } from '../../src/markdown/render.ts'
import { CONTEXT } from './context.ts'
import blocks from './data/rules/blocks.json' with { type: 'json' }
import code from './data/rules/code.json' with { type: 'json' }
import links from './data/rules/links.json' with { type: 'json' }
import names from './data/rules/names.json' with { type: 'json' }
import previews from './data/rules/previews.json' with { type: 'json' }
import text from './data/rules/text.json' with { type: 'json' }

interface Rule {
  /** What the dialect does, in a sentence. */
  readonly rule: string
  /** Whether `:)` and the like become emoji. */
  readonly translateEmoticons?: boolean
  readonly cases: readonly { readonly text: string; readonly html: string }[]
}

const RULES: readonly Rule[] = [blocks, code, text, links, names, previews].flat()

for (const { rule, translateEmoticons = false, cases } of RULES) {
  test(rule, () => {
    const context = { ...CONTEXT, translateEmoticons }
    assert.deepEqual(
      cases.map((one) => ({ text: one.text, html: renderMarkdown(one.text, context).html })),
      cases,
    )
  })
}
