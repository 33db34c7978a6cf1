import type { Token } from 'markdown-it'

import { NAME_KINDS, type Inline, type NameKind } from './manual-tree.ts'

/** Something that a page names, as the console calls it, and where it is. */
export interface Named {
  readonly text: string
  readonly to: string | null
}

export interface InlineWords {
  /** Undefined: there is no such thing. */
  readonly named: (kind: NameKind, path: string) => Named | undefined
  readonly report: (line: number, message: string) => void
}

const NAME = /\{(\w+):([^{}]+)\}/g

/** The text of a paragraph, a heading or a cell. */
export function parseInlines(tokens: readonly Token[], words: InlineWords): readonly Inline[] {
  return runUntil([...tokens], words, undefined)
}

function runUntil(tokens: Token[], words: InlineWords, end: string | undefined): readonly Inline[] {
  const text: Inline[] = []
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    if (token.type === end) break
    text.push(...inlineOf(token, tokens, words))
  }
  return text
}

function inlineOf(token: Token, rest: Token[], words: InlineWords): readonly Inline[] {
  switch (token.type) {
    case 'text':
      return withNames(token.content, words)
    case 'softbreak':
      return [{ kind: 'text', text: ' ' }]
    case 'code_inline':
      return [{ kind: 'code', text: token.content }]
    case 'strong_open':
      return [{ kind: 'strong', text: runUntil(rest, words, 'strong_close') }]
    case 'link_open': {
      const to = addressOf(String(token.attrGet('href') ?? ''))
      if (to === undefined) words.report(0, `${String(token.attrGet('href'))} leads nowhere.`)
      const text = runUntil(rest, words, 'link_close')
      return to === undefined ? text : [{ kind: 'link', to, text }]
    }
    default:
      words.report(0, `A text has no ${token.type}.`)
      return []
  }
}

/** `vender.md` and `vender.md#entregar` are pages of the manual, `/admin/users` of the console; no other is written. */
function addressOf(href: string): string | undefined {
  const page = /^([a-z0-9-]+)\.md(#[a-z0-9-]+)?$/.exec(href)
  if (page !== null) return `/manual/${page[1] ?? ''}${page[2] ?? ''}`
  return /^\/(?!\/)/.test(href) ? href : undefined
}

function withNames(text: string, words: InlineWords): readonly Inline[] {
  const parts: Inline[] = []
  let from = 0
  for (const { 0: whole, 1: kind = '', 2: path = '', index } of text.matchAll(NAME)) {
    if (index > from) parts.push({ kind: 'text', text: text.slice(from, index) })
    parts.push(nameOf(kind, path, words))
    from = index + whole.length
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) })
  return parts
}

/** What is not there any more keeps the words of the page. */
function nameOf(kind: string, path: string, { named, report }: InlineWords): Inline {
  const of = NAME_KINDS.find((one) => one === kind)
  const found = of === undefined ? undefined : named(of, path)
  if (of !== undefined && found !== undefined) return { kind: 'name', of, ...found }
  report(0, `There is no ${kind} ${path}.`)
  return { kind: 'text', text: path }
}
