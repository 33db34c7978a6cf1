/**
 * Fenced blocks: code and math become finished HTML in the stash; quotes become `> ` lines and spoilers their frame,
 * both parsed further with the rest of the message.
 */

import { highlightFence } from '../code-blocks.ts'
import { renderMathBlock } from '../render-tex.ts'
import { parseFence } from './fence-line.ts'
import { stashFrame, stashHtml, type Stash } from './stash.ts'

type Kind = 'outer' | 'code' | 'math' | 'quote' | 'spoiler'

interface OpenFence {
  readonly kind: Kind
  readonly mark: string | undefined
  readonly language: string | undefined
  readonly header: string | undefined
  readonly lines: string[]
}

// Deeper fences are text: each level costs a pass over everything inside it.
const MAX_DEPTH = 50

/** The lines, with every fenced block replaced by what the block parser should read instead. */
export function replaceFences(lines: readonly string[], stash: Stash): string[] {
  const outer: OpenFence = {
    kind: 'outer',
    mark: undefined,
    language: undefined,
    header: undefined,
    lines: [],
  }
  const open: OpenFence[] = [outer]
  for (const line of lines) takeLine(line, open, stash)
  while (open.length > 1) closeInnermost(open, stash)
  // The last block of a message ends before the message does.
  return [...outer.lines, '']
}

function takeLine(line: string, open: OpenFence[], stash: Stash): void {
  const current = open.at(-1)
  if (current === undefined) return
  const trimmed = line.trimEnd()
  if (trimmed === current.mark) {
    closeInnermost(open, stash)
    return
  }
  if (current.kind === 'code' || current.kind === 'math') {
    current.lines.push(trimmed)
    return
  }
  const fence = open.length < MAX_DEPTH ? parseFence(line) : undefined
  if (fence === undefined) current.lines.push(line)
  else {
    const language = fence.language?.toLowerCase()
    open.push({ ...fence, kind: kindOf(language), language, lines: [] })
  }
}

function kindOf(language: string | undefined): Kind {
  if (language === 'quote' || language === 'quoted') return 'quote'
  if (language === 'math' || language === 'spoiler') return language
  return 'code'
}

function closeInnermost(open: OpenFence[], stash: Stash): void {
  const closed = open.pop()
  const parent = open.at(-1)
  if (closed === undefined || parent === undefined || closed.lines.length === 0) return
  const text = format(closed, stash)
  parent.lines.push('', ...text.split('\n'), '')
}

function format(fence: OpenFence, stash: Stash): string {
  const text = fence.lines.join('\n')
  switch (fence.kind) {
    case 'quote':
      return fence.lines.map((line) => `> ${line}`).join('\n')
    case 'spoiler':
      return formatSpoiler(fence.header, text, stash)
    case 'math':
      return stashHtml(stash, renderMathBlock(text))
    case 'code':
      return stashHtml(stash, highlightFence(text, fence.language))
    case 'outer':
      return text
  }
}

function formatSpoiler(header: string | undefined, text: string, stash: Stash): string {
  const [head, middle, foot] = stashFrame(stash, [
    '<div class="spoiler-block"><div class="spoiler-header">',
    '</div><div class="spoiler-content" aria-hidden="true">',
    '</div></div>',
  ])
  return [head, ...(header === undefined ? [] : [header]), middle, text, foot].join('\n\n')
}
