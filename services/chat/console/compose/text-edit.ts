/** A text and what is selected of it; offsets count UTF-16 units, as a field does. */
export interface Selected {
  readonly text: string
  readonly start: number
  readonly end: number
}

/** Characters as the service counts them: code points. */
export function lengthOf(text: string): number {
  return Array.from(text).length
}

/** What the toolbar does to a text, by name. */
export type FormatName =
  | 'bold'
  | 'italic'
  | 'strike'
  | 'link'
  | 'quote'
  | 'code'
  | 'spoiler'
  | 'bulleted'
  | 'numbered'
  | 'math'

const FORMATS: Readonly<Record<FormatName, (selected: Selected) => Selected>> = {
  bold: (selected) => around(selected, '**'),
  italic: (selected) => around(selected, '*'),
  strike: (selected) => around(selected, '~~'),
  link: linked,
  quote: (selected) => fenced(selected, 'quote'),
  code: (selected) => (isBlock(selected) ? fenced(selected, '') : around(selected, '`')),
  spoiler: spoilered,
  bulleted: (selected) => listed(selected, () => '- '),
  numbered: (selected) => listed(selected, (index) => `${index + 1}. `),
  math: (selected) => (isBlock(selected) ? fenced(selected, 'math') : around(selected, '$$')),
}

/** Formats what is selected, or takes the format away where it has it. */
export function formatted(selected: Selected, name: FormatName): Selected {
  return FORMATS[name](selected)
}

/** Replaces what is selected; the caret stands behind it. */
export function replaced({ text, start, end }: Selected, by: string): Selected {
  const at = start + by.length
  return { text: text.slice(0, start) + by + text.slice(end), start: at, end: at }
}

function isBlock({ text, start, end }: Selected): boolean {
  return text.slice(start, end).includes('\n')
}

function around(selected: Selected, mark: string): Selected {
  const { text, start, end } = trimmed(selected)
  const inner = text.slice(start, end)
  const isInside = inner.length >= 2 * mark.length && inner.startsWith(mark) && inner.endsWith(mark)
  if (isInside && !isDoubled(inner, mark)) {
    const bare = inner.slice(mark.length, inner.length - mark.length)
    return { text: text.slice(0, start) + bare + text.slice(end), start, end: start + bare.length }
  }
  const before = text.slice(0, start)
  const after = text.slice(end)
  if (before.endsWith(mark) && after.startsWith(mark) && !isStronger(before, after, mark)) {
    return {
      text: before.slice(0, before.length - mark.length) + inner + after.slice(mark.length),
      start: start - mark.length,
      end: end - mark.length,
    }
  }
  return {
    text: before + mark + inner + mark + after,
    start: start + mark.length,
    end: end + mark.length,
  }
}

/** `**bold**` is not `*italic*`, though it begins and ends with the mark. */
function isDoubled(inner: string, mark: string): boolean {
  return mark === '*' && inner.startsWith('**') && !inner.startsWith('***')
}

function isStronger(before: string, after: string, mark: string): boolean {
  if (mark !== '*') return false
  const marks = /\*+$/.exec(before)?.[0].length ?? 0
  return marks === 2 && after.startsWith('**')
}

/** Spaces at the ends of a selection are not meant: with them the marks would not count. */
function trimmed({ text, start, end }: Selected): Selected {
  const inner = text.slice(start, end)
  const left = inner.length - inner.trimStart().length
  const right = inner.length - inner.trimEnd().length
  if (inner.trim() === '') return { text, start, end }
  return { text, start: start + left, end: end - right }
}

const ADDRESS = /^(?:https?:\/\/|mailto:|www\.)\S+$/

function linked(selected: Selected): Selected {
  const { text, start, end } = trimmed(selected)
  const inner = text.slice(start, end)
  const isAddress = ADDRESS.test(inner)
  const written = isAddress ? `[](${inner})` : `[${inner}](url)`
  const result = text.slice(0, start) + written + text.slice(end)
  if (isAddress || inner === '') return { text: result, start: start + 1, end: start + 1 }
  const url = start + inner.length + 3
  return { text: result, start: url, end: url + 'url'.length }
}

/** A fence longer than any in the text. */
export function fenceFor(text: string): string {
  const longest = [...text.matchAll(/^ {0,3}(`{3,})/gm)].map(([, fence = '']) => fence.length)
  return '`'.repeat(Math.max(2, ...longest) + 1)
}

function fenced({ text, start, end }: Selected, kind: string): Selected {
  const inner = text.slice(start, end)
  const undone = unfenced(inner, kind)
  if (undone !== undefined) {
    return {
      text: text.slice(0, start) + undone + text.slice(end),
      start,
      end: start + undone.length,
    }
  }
  const fence = fenceFor(inner)
  const open = `${ownLine(text.slice(0, start))}${fence}${kind}\n`
  const close = `\n${fence}\n`
  return {
    text: text.slice(0, start) + open + inner + close + text.slice(end).replace(/^\n/, ''),
    start: start + open.length,
    end: start + open.length + inner.length,
  }
}

function unfenced(inner: string, kind: string): string | undefined {
  const found = /^(`{3,})([^\n`]*)\n([\s\S]*)\n\1\s*$/.exec(inner)
  return found?.[2]?.trim() === kind ? found[3] : undefined
}

function ownLine(before: string): string {
  return before === '' || before.endsWith('\n') ? '' : '\n'
}

const SPOILER_HEAD = 'Header'

function spoilered(selected: Selected): Selected {
  const { text, start } = selected
  const made = fenced(selected, `spoiler ${SPOILER_HEAD}`)
  if (made.text.length < text.length) return made
  const head = made.text.indexOf(`spoiler ${SPOILER_HEAD}`, start) + 'spoiler '.length
  return { text: made.text, start: head, end: head + SPOILER_HEAD.length }
}

const LIST_MARK = /^(?:[-*] |\d+\. )/

function listed({ text, start, end }: Selected, markOf: (index: number) => string): Selected {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isListed = lines.every((line, index) => line.startsWith(markOf(index)))
  const changed = lines.map((line, index) => {
    const bare = line.replace(LIST_MARK, '')
    return isListed ? bare : markOf(index) + bare
  })
  const block = changed.join('\n')
  const result = text.slice(0, from) + block + text.slice(to)
  if (start === end) {
    const grown = from + block.length
    return { text: result, start: grown, end: grown }
  }
  return { text: result, start: from, end: from + block.length }
}

/** What Enter does in a list: goes on with it, or ends it on an item without text. Undefined outside of lists. */
export function continuedList({ text, start, end }: Selected): Selected | undefined {
  if (start !== end) return undefined
  const from = text.lastIndexOf('\n', start - 1) + 1
  const line = text.slice(from, start)
  const found = /^(\s*)(?:([-*])|(\d+)\.) (.*)$/.exec(line)
  if (found === null) return undefined
  const [, indent = '', bullet, number, rest = ''] = found
  if (rest.trim() === '') {
    return { text: text.slice(0, from) + text.slice(start), start: from, end: from }
  }
  const mark = bullet ?? `${Number(number) + 1}.`
  return replaced({ text, start, end }, `\n${indent}${mark} `)
}
