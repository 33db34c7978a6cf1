import { localAttribute } from '@oficina/xml/attribute.ts'

import { endOf, type PartNode } from '../tags/part-nodes.ts'

/** The area that text fills on a page or in a column of it, in twentieths of a point. */
export type TextArea = { readonly width: number; readonly height: number }

// A4 with margins of an inch, for documents without a page size.
export const DEFAULT_TEXT_AREA: TextArea = { width: 9026, height: 13_958 }

/** Finds the text area where a node of a part stands. */
export type PageIndex = (at: number) => TextArea

/** The text areas of a part; `otherwise` is for what no page set-up follows, such as headers. */
export function indexPages(nodes: readonly PartNode[], otherwise: TextArea): PageIndex {
  const starts: number[] = []
  nodes.forEach((node, at) => {
    if (node.kind === 'open' && node.name === 'w:sectPr') starts.push(at)
  })
  const areas = new Map<number, TextArea>()
  return (at) => {
    // The properties of a section of the document stand at its end.
    const start = starts[firstAbove(starts, at)]
    if (start === undefined) return otherwise
    const known = areas.get(start)
    if (known !== undefined) return known
    const xml = nodes.slice(start, endOf(nodes, start) + 1).map((node) => node.raw)
    const area = readTextArea(xml.join('')) ?? otherwise
    areas.set(start, area)
    return area
  }
}

/** Index of the first number above `limit` in a sorted list. */
function firstAbove(sorted: readonly number[], limit: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) > limit) high = middle
    else low = middle + 1
  }
  return low
}

/** The text area of the last section of a document part; headers are assumed to belong to it. */
export function lastTextArea(documentXml: string): TextArea {
  const start = documentXml.lastIndexOf('sectPr', documentXml.lastIndexOf('pgSz'))
  return (start === -1 ? undefined : readTextArea(documentXml.slice(start))) ?? DEFAULT_TEXT_AREA
}

function readTextArea(sectionProperties: string): TextArea | undefined {
  const size = elementTag(sectionProperties, 'pgSz')
  const margins = elementTag(sectionProperties, 'pgMar')
  if (size === undefined) return undefined
  const width =
    length(size, 'w', 11_906) - length(margins, 'left', 1440) - length(margins, 'right', 1440)
  // A negative margin means that the text may run into the header.
  const height =
    length(size, 'h', 16_838) -
    Math.abs(length(margins, 'top', 1440)) -
    Math.abs(length(margins, 'bottom', 1440))
  if (!(width > 0) || !(height > 0)) return undefined
  return { width: columnWidth(elementTag(sectionProperties, 'cols'), width), height }
}

function length(tag: string | undefined, name: string, otherwise: number): number {
  const value = Number(tag === undefined ? undefined : localAttribute(tag, name))
  return Number.isFinite(value) ? value : otherwise
}

function columnWidth(columns: string | undefined, width: number): number {
  if (columns === undefined) return width
  const count = Number(localAttribute(columns, 'num') ?? '1')
  const space = Number(localAttribute(columns, 'space') ?? '720')
  const each = count > 1 ? (width - (count - 1) * space) / count : width
  return each > 0 ? each : width
}

function elementTag(xml: string, name: string): string | undefined {
  return new RegExp(`<(?:\\w+:)?${name}\\s[^<>]*>`).exec(xml)?.[0]
}
