/** Blocks that stand on lines of their own. */
const BLOCKS = new Set(
  'ADDRESS ARTICLE ASIDE BLOCKQUOTE DIV DL DT DD FIGURE FOOTER FORM H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION TABLE UL'.split(
    ' ',
  ),
)
const LEFT_OUT = new Set(
  'SCRIPT STYLE HEAD META LINK TEMPLATE NOSCRIPT IFRAME OBJECT SVG'.split(' '),
)
// Deeper than people nest things; a page can be made that would overflow the stack.
const MAX_DEPTH = 60

/**
 * The HTML of the clipboard as Markdown: what a person sees of it, without what only looks. Undefined when plain text
 * says as much.
 */
export function markdownOfHtml(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  if (!isWorthIt(body)) return undefined
  const text = blocks(body, { depth: 0, indent: '' })
  const clean = text
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
  return clean === '' ? undefined : clean
}

const MEANT =
  'a[href], b, strong, i, em, s, del, code, pre, ul, ol, blockquote, table, h1, h2, h3, h4, h5, h6, img[alt]'

/** Editors of code put their text into `pre` or coloured spans: there plain text is what was copied. */
function isWorthIt(body: HTMLElement): boolean {
  const only = body.children.length === 1 ? body.firstElementChild : null
  if (only?.tagName === 'PRE') return false
  if (only instanceof HTMLElement && /monospace|vscode/i.test(only.style.fontFamily)) return false
  const found = [...body.querySelectorAll<HTMLElement>(MEANT)]
  return found.some((element) => !isPlainBold(element))
}

/** Google's documents wrap everything in a `b` that is not bold. */
function isPlainBold(element: HTMLElement): boolean {
  return /^(?:normal|400)$/.test(element.style.fontWeight) && /^(?:B|STRONG)$/.test(element.tagName)
}

interface Where {
  readonly depth: number
  readonly indent: string
}

function blocks(parent: Node, where: Where): string {
  if (where.depth > MAX_DEPTH) return parent.textContent ?? ''
  const parts: string[] = []
  let line = ''
  const flush = (): void => {
    if (line.trim() !== '') parts.push(line.trim())
    line = ''
  }
  for (const child of parent.childNodes) {
    if (child instanceof HTMLElement && BLOCKS.has(child.tagName)) {
      flush()
      const block = blockOf(child, { ...where, depth: where.depth + 1 })
      if (block.trim() !== '') parts.push(block)
    } else {
      line += inline(child, where.depth + 1)
    }
  }
  flush()
  const isTight = parent instanceof HTMLElement && parent.tagName === 'LI'
  return parts.join(isTight ? '\n' : '\n\n')
}

function blockOf(element: HTMLElement, where: Where): string {
  const { tagName } = element
  if (/^H[1-6]$/.test(tagName)) {
    return `${'#'.repeat(Number(tagName[1]))} ${oneLine(inlineOf(element, where.depth))}`
  }
  if (tagName === 'HR') return '---'
  if (tagName === 'PRE') return codeBlock(element)
  if (tagName === 'UL' || tagName === 'OL') return list(element, where)
  if (tagName === 'BLOCKQUOTE') return quote(blocks(element, where))
  if (tagName === 'TABLE') return table(element, where.depth)
  return blocks(element, where)
}

function codeBlock(element: HTMLElement): string {
  const text = (element.textContent ?? '').replace(/\n$/, '')
  const language = /language-([\w+#-]+)/.exec(element.querySelector('code')?.className ?? '')?.[1]
  const fence = text.includes('```') ? '````' : '```'
  return `${fence}${language ?? ''}\n${text}\n${fence}`
}

function quote(text: string): string {
  const fence = text.includes('```') ? '````' : '```'
  return `${fence}quote\n${text}\n${fence}`
}

function list(element: HTMLElement, { depth, indent }: Where): string {
  const isOrdered = element.tagName === 'OL'
  const first = Number(element.getAttribute('start') ?? 1)
  const lines: string[] = []
  let index = Number.isFinite(first) ? first : 1
  for (const child of element.children) {
    if (!(child instanceof HTMLElement)) continue
    if (child.tagName === 'UL' || child.tagName === 'OL') {
      lines.push(indented(list(child, { depth: depth + 1, indent })))
      continue
    }
    const mark = isOrdered ? `${index}. ` : '- '
    index += 1
    const [head = '', ...rest] = blocks(child, { depth: depth + 1, indent }).split('\n')
    lines.push(mark + head, ...rest.map((line) => (line === '' ? line : `  ${line}`)))
  }
  return lines.join('\n')
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}

const MAX_COLUMNS = 40

function table(element: HTMLElement, depth: number): string {
  const rows = [...element.querySelectorAll('tr')].map((row) =>
    [...row.querySelectorAll<HTMLElement>('th, td')]
      .slice(0, MAX_COLUMNS)
      .map((cell) => oneLine(inlineOf(cell, depth)).replaceAll('|', String.raw`\|`)),
  )
  const filled = rows.filter((row) => row.length > 0)
  const width = Math.max(0, ...filled.map((row) => row.length))
  if (width === 0) return ''
  // One cell is a frame of a mail, no table.
  if (width === 1) return filled.map(([cell = '']) => cell).join('\n\n')
  const line = (row: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_cell, at) => row[at] ?? '').join(' | ')} |`
  const [head = [], ...rest] = filled
  const rule = `|${' --- |'.repeat(width)}`
  return [line(head), rule, ...rest.map(line)].join('\n')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function inlineOf(element: Node, depth: number): string {
  return [...element.childNodes].map((child) => inline(child, depth + 1)).join('')
}

function inline(node: Node, depth: number): string {
  if (node.nodeType === Node.TEXT_NODE) return (node.textContent ?? '').replaceAll(/\s+/g, ' ')
  if (!(node instanceof HTMLElement) || LEFT_OUT.has(node.tagName)) return ''
  if (depth > MAX_DEPTH) return node.textContent ?? ''
  if (node.tagName === 'BR') return '\n'
  if (node.tagName === 'IMG') return node.getAttribute('alt') ?? ''
  if (node.tagName === 'CODE' || node.tagName === 'KBD') return marked(node.textContent ?? '', '`')
  const text = inlineOf(node, depth)
  if (node.tagName === 'A') return linkOf(node, text)
  const mark = markOf(node)
  return mark === undefined ? text : marked(text, mark)
}

function linkOf(link: HTMLElement, text: string): string {
  const url = link.getAttribute('href') ?? ''
  if (!/^(?:https?:|mailto:)/.test(url)) return text
  const label = oneLine(text)
  if (label === '' || label === url || `${label}/` === url) return url
  return `[${label}](${url})`
}

function markOf(element: HTMLElement): string | undefined {
  const { fontWeight, fontStyle, textDecoration } = element.style
  const { tagName } = element
  if (isPlainBold(element)) return undefined
  if (tagName === 'B' || tagName === 'STRONG' || /^(?:bold|[6-9]00)$/.test(fontWeight)) return '**'
  if (tagName === 'I' || tagName === 'EM' || fontStyle === 'italic') return '*'
  if (/^(?:S|DEL|STRIKE)$/.test(tagName) || textDecoration.includes('line-through')) return '~~'
  return undefined
}

/** Marks hold only next to text: spaces at the ends stay outside. */
function marked(text: string, mark: string): string {
  const inner = text.trim()
  if (inner === '' || inner.includes('\n')) return text
  const lead = text.slice(0, text.length - text.trimStart().length)
  const tail = text.slice(text.trimEnd().length)
  return lead + mark + inner + mark + tail
}
