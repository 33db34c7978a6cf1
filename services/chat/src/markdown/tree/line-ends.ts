import { isBlank, isBlock, isElement, type Element, type Node } from './tree.ts'

/** Separates blocks. */
export const LINE_END = '\n'

/**
 * Puts line ends between blocks and after line breaks, so that the HTML is readable. White space is replaced by them;
 * visible text stays where it was.
 */
export function layOut(node: Element): void {
  const before = node.children.splice(0)
  const first = before.find((item) => !isBlank(item))
  if (isBlock(node) && isBlock(first)) node.children.push(LINE_END)
  const isOpened = node.children.length > 0
  for (const [index, item] of before.entries()) {
    const previous = before[index - 1]
    if (isBlank(item) && ((isOpened && index === 0) || endsLine(previous))) continue
    node.children.push(item)
    if (isElement(item)) layOut(item)
    if (endsLine(item)) node.children.push(...lineEndBehind(item, before[index + 1]))
  }
}

function endsLine(node: Node | undefined): boolean {
  return isBlock(node) || isBreak(node)
}

function isBreak(node: Node | undefined): boolean {
  return isElement(node) && node.tag === 'br'
}

function lineEndBehind(item: Node, next: Node | undefined): readonly string[] {
  const isText = typeof next === 'string' && !isBlank(next)
  return isText && !isBreak(item) ? [] : [LINE_END]
}
