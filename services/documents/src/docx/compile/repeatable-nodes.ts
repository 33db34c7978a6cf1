import { localAttribute } from '@oficina/xml/attribute.ts'

import { endOf, type PartNode } from '../tags/part-nodes.ts'
import { addSpliced, splicesOf, type Splice } from './inner-ops.ts'
import { addOp, addText, type OpBuilder } from './op-builder.ts'
import type { PartContext } from './part-context.ts'

type Placed = { readonly node: PartNode; readonly at: number; readonly isRepeated: boolean }

/** Adds a node of XML; inside a section, whatever may occur only once in a document is made repeatable. */
export function addRepeatable(context: PartContext, builder: OpBuilder, placed: Placed): void {
  const { node, at, isRepeated } = placed
  if (node.kind === 'text' || node.kind === 'other' || node.kind === 'close') {
    addText(builder, node.raw)
    return
  }
  const raw = startTag(context, node, at)
  const splices = splicesOf(node.name, node.cuts ?? [])
  if (!isRepeated || (splices.length > 0 && node.name !== 'wp:docPr')) {
    addSpliced(builder, raw, splices)
    return
  }
  switch (node.name) {
    case 'wp:docPr':
      addSpliced(builder, raw, [...splices, ...numberSplices(raw, 'id', 'drawing')])
      break
    case 'w:bookmarkStart':
      addBookmarkStart(builder, raw)
      break
    case 'w:bookmarkEnd':
      addNumbered(builder, raw, '(?:\\w+:)?id', 'bookmark-end')
      break
    case 'w:commentRangeStart':
    case 'w:commentRangeEnd':
    case 'w:commentReference':
      addOp(builder, { kind: 'once', text: raw })
      break
    default:
      addText(builder, withoutIdentity(context, node, raw, at))
  }
}

function startTag(context: PartContext, node: PartNode, at: number): string {
  const { nodes } = context
  if (node.name === 'w:p' && node.kind === 'empty') {
    // Written out, so that the end of a paragraph is always seen as `</w:p>`.
    return `${node.raw.slice(0, -2)}></${context.wordPrefix}p>`
  }
  if (node.name !== 'w:t' || node.kind === 'empty' || node.raw.includes('xml:space'))
    return node.raw
  const content = nodes.slice(at + 1, endOf(nodes, at))
  const needsSpace = content.some(({ kind, raw }) => kind === 'tag' || /^\s|\s$/.test(raw))
  return needsSpace ? `${node.raw.slice(0, -1)} xml:space="preserve">` : node.raw
}

type NumberSpace = 'drawing' | 'bookmark-start' | 'bookmark-end'

function addNumbered(builder: OpBuilder, raw: string, name: string, space: NumberSpace): void {
  addSpliced(builder, raw, numberSplices(raw, name, space))
}

function numberSplices(raw: string, name: string, space: NumberSpace): readonly Splice[] {
  const found = new RegExp(`\\s${name}\\s*=\\s*["'](\\d+)["']`).exec(raw)
  const original = found?.[1]
  if (found === null || original === undefined) return []
  const from = found.index + found[0].length - 1 - original.length
  return [{ from, to: from + original.length, op: { kind: 'unique', space, original } }]
}

function addBookmarkStart(builder: OpBuilder, raw: string): void {
  const found = /\s(?:\w+:)?name\s*=\s*["']([^"']*)["']/.exec(raw)
  const name = found?.[1]
  if (found === null || name === undefined) {
    addNumbered(builder, raw, '(?:\\w+:)?id', 'bookmark-start')
    return
  }
  const nameEnd = found.index + found[0].length - 1
  const idFirst = (localAttribute(raw.slice(0, found.index), 'id') ?? '') !== ''
  const head = raw.slice(0, nameEnd - name.length)
  const tail = raw.slice(nameEnd)
  if (idFirst) addNumbered(builder, head, '(?:\\w+:)?id', 'bookmark-start')
  else addText(builder, head)
  addOp(builder, { kind: 'unique', space: 'bookmark-name', original: name })
  if (idFirst) addText(builder, tail)
  else addNumbered(builder, tail, '(?:\\w+:)?id', 'bookmark-start')
}

/** Optional identities that would be duplicated, and marks of editing sessions, which only take space. */
function withoutIdentity(context: PartContext, node: PartNode, raw: string, at: number): string {
  if (node.name === 'w:p' || node.name === 'w:tr' || node.name === 'w:r') {
    return raw.replace(/\s(?:w14:(?:paraId|textId)|\w+:rsid\w*)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
  }
  const parent = context.nodes[context.nodes[at]?.parent ?? -1]
  return node.name === 'w:id' && node.kind === 'empty' && parent?.name === 'w:sdtPr' ? '' : raw
}
