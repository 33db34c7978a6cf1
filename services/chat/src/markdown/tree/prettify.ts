/** Line ends between blocks and after line breaks, so that the HTML reads like the message. */

import { descendants, open, type Element } from './tree.ts'

const BLOCK_TAGS: ReadonlySet<string> = new Set(
  'div p pre table thead tbody tr th td ul ol li blockquote hr h1 h2 h3 h4 h5 h6'.split(' '),
)

export function prettify(root: Element): void {
  breakLines(root)
  for (const node of descendants(root)) {
    if (node.tag !== 'br') continue
    node.tail = open(isBlank(node.tail.value) ? '\n' : `\n${node.tail.value}`)
  }
}

function breakLines(node: Element): void {
  if (BLOCK_TAGS.has(node.tag)) {
    const first = node.children[0]
    if (isBlank(node.text.value) && first !== undefined && BLOCK_TAGS.has(first.tag)) {
      node.text = open('\n')
    }
    for (const item of node.children) if (BLOCK_TAGS.has(item.tag)) breakLines(item)
  }
  if (isBlank(node.tail.value)) node.tail = open('\n')
}

function isBlank(text: string): boolean {
  return text.trim() === ''
}
