/** What the text before the caret asks to be completed. */
export type Trigger =
  | {
      readonly kind: 'person'
      readonly isSilent: boolean
      readonly typed: string
      readonly from: number
    }
  | { readonly kind: 'channel'; readonly typed: string; readonly from: number }
  | {
      readonly kind: 'topic'
      readonly channel: string
      readonly typed: string
      readonly from: number
    }
  | { readonly kind: 'emoji'; readonly typed: string; readonly from: number }
  | {
      readonly kind: 'language'
      readonly typed: string
      readonly from: number
      readonly fence: string
    }
  | { readonly kind: 'command'; readonly typed: string; readonly from: number }
  | { readonly kind: 'time'; readonly typed: string; readonly from: number }

// Names of people and channels are shorter, and the look back ends here.
const MAX_TYPED = 100

/**
 * What is being typed at the caret: `from` is where the text that a choice replaces begins; it ends at the caret.
 * Undefined where nothing is to be completed, as within code.
 */
export function findTrigger(text: string, caret: number): Trigger | undefined {
  const before = text.slice(0, caret)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.slice(lineStart)
  const language = languageOf(line, lineStart)
  if (language !== undefined) return isInFence(before.slice(0, lineStart)) ? undefined : language
  if (isInCode(before, line)) return undefined
  if (lineStart === 0) {
    const command = /^\/(\w*)$/.exec(line)
    if (command !== null) return { kind: 'command', typed: command[1] ?? '', from: 0 }
  }
  const near = line.slice(-MAX_TYPED)
  const offset = caret - near.length
  return (
    timeOf(near, offset) ??
    topicOf(near, offset) ??
    emojiOf(near, offset) ??
    mentionOf(near, offset) ??
    channelOf(near, offset)
  )
}

function languageOf(line: string, lineStart: number): Trigger | undefined {
  const found = /^(\s*(?:`{3,}|~{3,})\s?)([\w+#.-]*)$/.exec(line)
  if (found === null) return undefined
  const [, fence = '', typed = ''] = found
  return { kind: 'language', typed, from: lineStart + fence.length, fence: fence.trim() }
}

function timeOf(near: string, offset: number): Trigger | undefined {
  const found = /<(t(?:i(?:m(?:e(?::[^>\n]*)?)?)?)?)$/.exec(near)
  if (found === null) return undefined
  const typed = (found[1] ?? '').replace(/^time:?/, '').replace(/^t(im?)?$/, '')
  return { kind: 'time', typed, from: offset + found.index }
}

function topicOf(near: string, offset: number): Trigger | undefined {
  const found = /(?<![\w#])#\*\*([^*>]+)>([^*]*)$/.exec(near)
  if (found === null) return undefined
  const [, channel = '', typed = ''] = found
  return { kind: 'topic', channel, typed, from: offset + found.index }
}

function emojiOf(near: string, offset: number): Trigger | undefined {
  const found = /(?<![\p{L}\p{N}:])(:)([\p{L}+-][\p{L}\p{N}_+ -]*)$/u.exec(near)
  if (found === null) return undefined
  const typed = found[2] ?? ''
  // A sentence after a colon is no search.
  if (typed.split(' ').length > 2) return undefined
  return { kind: 'emoji', typed, from: offset + found.index }
}

function mentionOf(near: string, offset: number): Trigger | undefined {
  const found = /(?<![\p{L}\p{N}@_])@(_?)(\*{0,2})([^@\n*]*)$/u.exec(near)
  if (found === null) return undefined
  const [, silent = '', , typed = ''] = found
  if (/^\s/.test(typed) || typed.split(' ').length > 4) return undefined
  return { kind: 'person', isSilent: silent === '_', typed, from: offset + found.index }
}

function channelOf(near: string, offset: number): Trigger | undefined {
  const found = /(?<![\p{L}\p{N}#&])#(\*{0,2})([^#\n*>]*)$/u.exec(near)
  if (found === null) return undefined
  const [, , typed = ''] = found
  // `# ` begins a heading.
  if (/^\s/.test(typed) || typed.split(' ').length > 5) return undefined
  return { kind: 'channel', typed, from: offset + found.index }
}

/** Whether the lines end within a fence of code; what is in quotes and spoilers is text. */
function isInFence(lines: string): boolean {
  const open: { readonly fence: string; readonly isText: boolean }[] = []
  for (const line of lines.split('\n')) {
    const found = /^\s*(`{3,}|~{3,})\s*(.*)$/.exec(line)
    if (found === null) continue
    const [, fence = '', rest = ''] = found
    const last = open.at(-1)
    if (last !== undefined && fence === last.fence && rest === '') open.pop()
    else if (last === undefined || last.isText) {
      open.push({ fence, isText: /^(?:quote|spoiler)\b/.test(rest) })
    }
  }
  return open.at(-1)?.isText === false
}

function isInCode(before: string, line: string): boolean {
  if (before.includes('```') || before.includes('~~~')) {
    if (isInFence(before.slice(0, before.length - line.length))) return true
  }
  const marks = line.match(/`/g)?.length ?? 0
  return marks % 2 === 1
}
