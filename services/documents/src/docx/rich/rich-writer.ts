import type {
  RichAlign,
  RichBlock,
  RichCell,
  RichInline,
  RichList,
  RichParagraph,
  RichRow,
  RichStyle,
} from './rich-text.ts'

// Paragraphs, rows and cells of one value.
export const MAX_RICH_BLOCKS = 20_000

/** An item of a list; open until its first paragraph has its mark. */
type OpenItem = { readonly list: RichList; readonly depth: number; isOpen: boolean }

/** What the elements around the current place say. */
export type WriterContext = {
  readonly style: RichStyle
  readonly role: RichParagraph['role']
  readonly quotes: number
  readonly align: RichAlign | undefined
  /** The innermost list. */
  readonly list: { readonly list: RichList; readonly depth: number } | undefined
  readonly item: OpenItem | undefined
}

/** A table that is being read, and what was around it. */
type OpenTable = {
  readonly rows: RichRow[]
  cells: RichCell[] | undefined
  /** How many cells are headings. */
  headings: number
  /** Where blocks went before the current cell began; undefined outside cells. */
  outside: RichBlock[] | undefined
}

export type RichWriter = {
  /** Where blocks go: the whole, or the cell being read. */
  blocks: RichBlock[]
  blockCount: number
  inlines: RichInline[]
  context: WriterContext
  readonly stack: WriterContext[]
  readonly tables: OpenTable[]
  /** Whether a space would be one too many: at the beginning of a line, or behind another. */
  endsInSpace: boolean
}

export const PLAIN: WriterContext = {
  style: {},
  role: 'text',
  quotes: 0,
  align: undefined,
  list: undefined,
  item: undefined,
}

export function startWriter(): RichWriter {
  return {
    blocks: [],
    blockCount: 0,
    inlines: [],
    context: PLAIN,
    stack: [],
    tables: [],
    endsInSpace: true,
  }
}

export function writeText(writer: RichWriter, text: string): void {
  if (writer.context.role === 'code') {
    writeLines(writer, text)
    return
  }
  let collapsed = text.replace(/[ \t\n\r\f]+/g, ' ')
  if (writer.endsInSpace) collapsed = collapsed.trimStart()
  if (collapsed === '') return
  pushText(writer, collapsed)
  writer.endsInSpace = collapsed.endsWith(' ')
}

/** In code every space and line counts. */
function writeLines(writer: RichWriter, text: string): void {
  for (const [i, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (i > 0) writer.inlines.push({ kind: 'break' })
    if (line !== '') pushText(writer, line)
  }
}

function pushText({ inlines, context }: RichWriter, text: string): void {
  const last = inlines.at(-1)
  // The parser ends a text at each of its entities.
  if (last?.kind === 'text' && last.style === context.style)
    inlines[inlines.length - 1] = { ...last, text: last.text + text }
  else inlines.push({ kind: 'text', text, style: context.style })
}

export function writeBreak(writer: RichWriter): void {
  writer.inlines.push({ kind: 'break' })
  writer.endsInSpace = true
}

export function writePicture(
  writer: RichWriter,
  picture: Extract<RichInline, { kind: 'picture' }>,
): void {
  writer.inlines.push(picture)
  writer.endsInSpace = false
}

export function writeRule(writer: RichWriter): void {
  endParagraph(writer)
  pushParagraph(writer, { role: 'rule', inlines: [] })
}

/** Ends the paragraph being written, when there is something in it. */
export function endParagraph(writer: RichWriter): void {
  const inlines = trimmed(writer.inlines, writer.context.role)
  writer.inlines = []
  writer.endsInSpace = true
  if (inlines.length > 0) pushParagraph(writer, { role: writer.context.role, inlines })
}

/** Writes the mark of an item that has no text, or none before another list. */
export function openItem(writer: RichWriter, item: OpenItem): void {
  pushParagraph(writer, { role: 'text', inlines: [] })
  item.isOpen = false
}

function pushParagraph(
  writer: RichWriter,
  { role, inlines }: Pick<RichParagraph, 'role' | 'inlines'>,
): void {
  const { quotes, align, item: open } = writer.context
  const item =
    open === undefined ? undefined : { list: open.list, depth: open.depth, isMarked: open.isOpen }
  if (open !== undefined) open.isOpen = false
  writer.blocks.push({ kind: 'paragraph', role, quotes, item, align, inlines })
  writer.blockCount++
}

/** Without the space and the breaks at the end, which nobody sees. */
function trimmed(
  inlines: readonly RichInline[],
  role: RichParagraph['role'],
): readonly RichInline[] {
  const kept = [...inlines]
  for (let last = kept.at(-1); last !== undefined; last = kept.at(-1)) {
    const text = last.kind === 'text' && role !== 'code' ? last.text.trimEnd() : undefined
    if (last.kind === 'text' && text === undefined) return kept
    if (last.kind === 'picture') return kept
    kept.pop()
    if (last.kind === 'text' && text !== undefined && text !== '')
      return [...kept, { ...last, text }]
  }
  return kept
}
