import { endOf, type PartNode } from './part-nodes.ts'
import { attribute } from './xml-tokens.ts'

/** The area that text fills on a page or in a column of it, in twentieths of a point. */
export type TextArea = { readonly width: number; readonly height: number }

// A4 with margins of an inch, for documents that do not say.
export const DEFAULT_TEXT_AREA: TextArea = { width: 9026, height: 13_958 }

/** The text area where node `at` stands; `otherwise` for parts without page set-up, such as headers. */
export function textAreaAt(nodes: readonly PartNode[], at: number, otherwise: TextArea): TextArea {
  // The properties of a section of the document stand at its end.
  const start = nodes.findIndex(
    (node, index) => index > at && node.kind === 'open' && node.name === 'w:sectPr',
  )
  if (start === -1) return otherwise
  return (
    readTextArea(
      nodes
        .slice(start, endOf(nodes, start) + 1)
        .map((node) => node.raw)
        .join(''),
    ) ?? otherwise
  )
}

/** The text area of the last section of a document part, which headers are taken to belong to. */
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
  // A negative margin says that text may run into the header.
  const height =
    length(size, 'h', 16_838) -
    Math.abs(length(margins, 'top', 1440)) -
    Math.abs(length(margins, 'bottom', 1440))
  if (!(width > 0) || !(height > 0)) return undefined
  return { width: columnWidth(elementTag(sectionProperties, 'cols'), width), height }
}

function length(tag: string | undefined, name: string, otherwise: number): number {
  const value = Number(tag === undefined ? undefined : attribute(tag, `(?:\\w+:)?${name}`))
  return Number.isFinite(value) ? value : otherwise
}

function columnWidth(columns: string | undefined, width: number): number {
  if (columns === undefined) return width
  const count = Number(attribute(columns, '(?:\\w+:)?num') ?? '1')
  const space = Number(attribute(columns, '(?:\\w+:)?space') ?? '720')
  const each = count > 1 ? (width - (count - 1) * space) / count : width
  return each > 0 ? each : width
}

function elementTag(xml: string, name: string): string | undefined {
  return new RegExp(`<(?:\\w+:)?${name}\\s[^>]*>`).exec(xml)?.[0]
}
