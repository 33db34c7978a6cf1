/** Code blocks: the frame, the language's name, and a class for every token. */

import { grammarFor } from './code/grammars.ts'
import { highlightCode } from './code/highlighter.ts'
import { languageName } from './code/languages.ts'
import type { Token } from './code/token-emitter.ts'
import { escapeLikeCode, escapeMarkup } from './escape.ts'

/**
 * HTML of a fenced block. With a language, the quotes in the code stay as they are and the frame names the language;
 * without one, a first line like `#!/usr/bin/python` may name it.
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

/** What a first line such as `:::python hl_lines="2"`, `#!ruby` or `#!/usr/bin/env node` says about the code. */
function readHeader(source: string): Header | undefined {
  const [line = ''] = source.split('\n', 1)
  const mark = /^(?:#!|::+)/.exec(line)
  if (mark === null) return undefined
  const command = line.slice(mark[0].length)
  const hasPath = command.startsWith('/') || command.startsWith(' ')
  const [first = '', second = ''] = command.trimStart().split(' ', 2)
  const program = hasPath ? first.slice(first.lastIndexOf('/') + 1) : first
  const [language = ''] = /^[\w#+.-]*/.exec(program === 'env' ? second : program) ?? []
  return { language: language.toLowerCase(), hasPath, markedLines: readMarkedLines(command) }
}

function readMarkedLines(command: string): readonly number[] {
  const quoted = /hl_lines=(?:"([^"]*)"|'([^']*)')/.exec(command)
  const words = (quoted?.[1] ?? quoted?.[2] ?? '').split(/\s+/)
  return words.filter((word) => /^\d+$/.test(word)).map(Number)
}

function highlight(
  source: string,
  language: string | undefined,
  escape: (text: string) => string,
): string {
  const name = language === undefined ? undefined : languageName(language)
  const grammar = name === undefined ? undefined : grammarFor(name)
  const text = `${trimNewlines(source)}\n`
  const tokens = grammar === undefined ? [{ kind: '', text }] : highlightCode(text, grammar)
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

/** Trimmed by hand: a pattern for the end would try each run of line ends on its way there. */
function trimNewlines(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && text[start] === '\n') start += 1
  while (end > start && text[end - 1] === '\n') end -= 1
  return text.slice(start, end)
}
