import { endOf } from '../tags/part-nodes.ts'
import type { PartContext } from './part-context.ts'
import type { Span } from './section-range.ts'
import type { Section } from './sections.ts'

/** Text around and inside a section that stays although the paragraphs of its tags go. */
export type SectionMarks = {
  readonly before: string
  readonly eachTime: string
  readonly after: string
}

/**
 * What stays although the paragraphs of a section's tags go: a section break of the document stays where it was; a page
 * break at the beginning comes before each repetition, one at the end once after the last.
 */
export function sectionMarks(context: PartContext, section: Section): SectionMarks {
  const { markers } = section.range
  const first = markers[0]
  const last = markers.at(-1)
  if (first === undefined || last === undefined) return { before: '', eachTime: '', after: '' }
  return {
    before: sectionBreak(context, first),
    eachTime: pageBreak(context, first),
    after: pageBreak(context, last) + sectionBreak(context, last),
  }
}

/** When paragraphs with a section break are left out, the text before them must keep its page set-up. */
export function lastSectionBreak(context: PartContext, section: Section): string {
  return section.range.shape === 'paragraphs' ? sectionBreak(context, section.range.body) : ''
}

/** A paragraph with a page break when there is one in the span. */
function pageBreak(context: PartContext, span: Span): string {
  const { nodes, wordPrefix: w } = context
  for (let at = span.from; at < span.to; at++) {
    const node = nodes[at]
    if (node?.name === 'w:br' && /type\s*=\s*["']page["']/.test(node.raw)) {
      return `<${w}p><${w}r><${w}br ${w}type="page"/></${w}r></${w}p>`
    }
  }
  return ''
}

/** An empty paragraph with the last section break in the span, if there is one. */
function sectionBreak(context: PartContext, span: Span): string {
  const { nodes, wordPrefix: w } = context
  for (let at = span.to - 1; at >= span.from; at--) {
    const node = nodes[at]
    if (node?.kind !== 'open' || node.name !== 'w:sectPr') continue
    const properties = nodes.slice(at, endOf(nodes, at) + 1).map(({ raw }) => raw)
    return `<${w}p><${w}pPr>${properties.join('')}</${w}pPr></${w}p>`
  }
  return ''
}
