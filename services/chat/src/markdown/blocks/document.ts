/** Turns blocks into the document tree, together with what is in their texts. */

import { highlightIndented } from '../code-blocks.ts'
import { element, type Element, type Node } from '../tree/tree.ts'
import type { Block, List } from './block.ts'
import { stashed, stashedAlone, type Stash } from './stash.ts'
import { tableElement } from './tables.ts'

type Inline = (text: string) => readonly Node[]

const PLACEHOLDER = /\uFDD0html:(\d+)\uFDD1/

export function documentOf(blocks: readonly Block[], stash: Stash, inline: Inline): Element {
  const nodesOf = (text: string): readonly Node[] =>
    text.split(PLACEHOLDER).flatMap((part, index) => {
      return index % 2 === 0 ? inline(part) : (stashed(stash, Number(part), 'within a line') ?? [])
    })
  const render = (block: Block): readonly Node[] => {
    switch (block.kind) {
      case 'paragraph':
        return [paragraph(block.text, stash, nodesOf)]
      case 'text':
        return nodesOf(block.text)
      case 'heading':
        return [element(`h${block.level}`, {}, nodesOf(block.text))]
      case 'rule':
        return [element('hr')]
      case 'code':
        return [{ html: highlightIndented(block.text), source: block.text, isBlock: true }]
      case 'table':
        return [tableElement(block.table, nodesOf)]
      case 'quote':
        return [element('blockquote', {}, block.blocks.flatMap(render))]
      case 'list':
        return [list(block, render)]
    }
  }
  return element('div', {}, blocks.flatMap(render))
}

function paragraph(text: string, stash: Stash, nodesOf: Inline): Node {
  const number = stashedAlone(text)
  if (number === undefined) return element('p', {}, nodesOf(text))
  const html = stashed(stash, number, 'alone')
  if (html === undefined) return ''
  return html.isBlock ? html : element('p', {}, [html])
}

function list({ tag, start, items }: List, render: (block: Block) => readonly Node[]): Element {
  const attributes: Readonly<Record<string, string>> =
    tag === 'ol' && start !== '1' ? { start } : {}
  return element(
    tag,
    attributes,
    items.map((blocks) => element('li', {}, blocks.flatMap(render))),
  )
}
