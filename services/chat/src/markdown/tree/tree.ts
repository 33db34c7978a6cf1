/** The document: what a message becomes before it is written as HTML. */

/** Text, an element, or HTML that was made elsewhere from checked parts. */
export type Node = string | Element | Html

export interface Element {
  readonly tag: string
  readonly attributes: Map<string, string>
  readonly children: Node[]
}

export interface Html {
  readonly html: string
  /** What the author wrote for it. */
  readonly source: string
  /** Whether it stands between paragraphs rather than inside one. */
  readonly isBlock: boolean
}

export function element(
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly Node[] = [],
): Element {
  return { tag, attributes: new Map(Object.entries(attributes)), children: [...children] }
}

export function isElement(node: Node | undefined): node is Element {
  return typeof node === 'object' && 'tag' in node
}

const BLOCK_TAGS: ReadonlySet<string> = new Set(
  'div p pre table thead tbody tr th td ul ol li blockquote hr h1 h2 h3 h4 h5 h6'.split(' '),
)

export function isBlock(node: Node | undefined): boolean {
  if (node === undefined || typeof node === 'string') return false
  return isElement(node) ? BLOCK_TAGS.has(node.tag) : node.isBlock
}

/** Text that shows nothing. */
export function isBlank(node: Node | undefined): boolean {
  return typeof node === 'string' && node.trim() === ''
}

/** What a reader would see of the nodes, without any markup. */
export function textOf(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return node
      return isElement(node) ? textOf(node.children) : node.source
    })
    .join('')
}

/** Every element below `root`, parents before children, in document order. */
export function* descendants(root: Element): Generator<Element> {
  for (const node of root.children) {
    if (!isElement(node)) continue
    yield node
    yield* descendants(node)
  }
}
