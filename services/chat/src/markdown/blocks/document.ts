/** The tree of blocks as a document, with what stands in their texts. */

import { element, type Element, type Node } from '../tree/tree.ts'
import type { Element as Block } from './chunk-tree.ts'
import { stashed, type Stash } from './stash.ts'

const PLACEHOLDER = /\uFDD0html:(\d+)\uFDD1/

export function documentOf(
  block: Block,
  stash: Stash,
  inline: (text: string) => readonly Node[],
): Element {
  const nodesOf = (text: string): Node[] =>
    text.split(PLACEHOLDER).flatMap((part, index) => {
      if (index % 2 === 0) return inline(part)
      return stashed(stash, Number(part), false) ?? []
    })
  const alone = (item: Block): Node | undefined => {
    const number = /^\uFDD0html:(\d+)\uFDD1$/.exec(item.text.value)?.[1]
    if (item.tag !== 'p' || item.children.length > 0 || number === undefined) return undefined
    const html = stashed(stash, Number(number), true)
    if (html === undefined) return ''
    return html.isBlock ? html : element('p', {}, [html])
  }
  const nodes = block.children.flatMap((item) => [
    alone(item) ?? documentOf(item, stash, inline),
    ...nodesOf(item.tail.value),
  ])
  const attributes = Object.fromEntries(block.attributes)
  return element(block.tag, attributes, [...nodesOf(block.text.value), ...nodes])
}
