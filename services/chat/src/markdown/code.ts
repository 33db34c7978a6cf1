/** Code blocks: the frame, the language's name, and a class for every token. */

import { escapeLikeCode, escapeMarkup } from './escape.ts'
import { languageName, lexerFor } from './lexers/languages.ts'
import type { Token } from './lexers/lexer.ts'

/**
 * HTML of a fenced block. With a language the quotes in the code stay as they are and the frame
 * carries the language's name; without one a first line like `#!/usr/bin/python` may tell it.
 */
export function highlightFence(text: string, language: string | undefined): string {
  const source = trimNewlines(text)
  if (language !== undefined) {
    const name = languageName(language) ?? language
    const attribute = ` data-code-language="${escapeLikeCode(name, '&#39;')}"`
    return frame(highlight(source, language, escapeMarkup), attribute)
  }
  const header = readHeader(source)
  const html = highlight(source, header?.language, escapeWithQuotes)
  return frame(markLines(html, header?.markedLines ?? []), '')
}

/** HTML of a block indented by four spaces, followed by a line end. */
export function highlightIndented(text: string): string {
  const source = trimNewlines(text)
  const header = readHeader(source)
  // A mock shebang without a path only names the language and is not shown.
  const shown =
    header !== undefined && !header.hasPath ? source.slice(source.indexOf('\n') + 1) : source
  const code = header !== undefined && !source.includes('\n') && !header.hasPath ? '' : shown
  const html = highlight(trimNewlines(code), header?.language, escapeWithQuotes)
  return `${frame(markLines(html, header?.markedLines ?? []), '')}\n`
}

interface Header {
  readonly language: string
  readonly hasPath: boolean
  readonly markedLines: readonly number[]
}

const HEADER = /^(?:::+|#!)((?:\/\w+)*[/ ])?([\w#.+-]*)\s*(?:hl_lines=(["'])(.*?)\3)?/

function readHeader(source: string): Header | undefined {
  const match = HEADER.exec(source.split('\n', 1)[0] ?? '')
  if (match === null) return undefined
  const markedLines = (match[4] ?? '').split(/\s+/).filter((word) => /^\d+$/.test(word))
  return {
    language: (match[2] ?? '').toLowerCase(),
    hasPath: match[1] !== undefined,
    markedLines: markedLines.map(Number),
  }
}

function highlight(
  source: string,
  language: string | undefined,
  escape: (text: string) => string,
): string {
  const lexer = language === undefined ? undefined : lexerFor(language)
  const text = `${trimNewlines(source)}\n`
  const tokens: readonly Token[] = lexer === undefined ? [{ kind: '', text }] : lexer(text)
  return writeTokens(tokens, escape)
}

/** One span per line and kind: neighbours of a kind are joined, no span crosses a line end. */
function writeTokens(tokens: readonly Token[], escape: (text: string) => string): string {
  const lines: string[] = []
  let line = ''
  let openKind = ''
  let openText = ''
  const flush = (): void => {
    if (openText !== '') {
      line += openKind === '' ? openText : `<span class="${openKind}">${openText}</span>`
    }
    openText = ''
  }
  for (const token of tokens) {
    const parts = escape(token.text).split('\n')
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        flush()
        lines.push(line)
        line = ''
      }
      if (part === '') continue
      if (token.kind !== openKind) flush()
      openKind = token.kind
      openText += part
    }
  }
  flush()
  if (line !== '') lines.push(line)
  return lines.map((written) => `${written}\n`).join('')
}

function markLines(html: string, marked: readonly number[]): string {
  if (marked.length === 0) return html
  return html
    .split(/(?<=\n)/)
    .map((line, index) => (marked.includes(index + 1) ? `<span class="hll">${line}</span>` : line))
    .join('')
}

function frame(html: string, attribute: string): string {
  return `<div class="codehilite"${attribute}><pre><span></span><code>${html}</code></pre></div>`
}

function escapeWithQuotes(text: string): string {
  return escapeLikeCode(text, '&#39;')
}

function trimNewlines(text: string): string {
  return text.replace(/^\n+/, '').replace(/\n+$/, '')
}
