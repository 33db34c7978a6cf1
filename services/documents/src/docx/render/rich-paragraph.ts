import type { Properties, RichOp } from '../compile/program.ts'
import type { RichHeading, RichParagraph } from '../rich/rich-text.ts'
import { itemIndent, richListNumber, type Lists } from './lists.ts'
import { merged, only, propertiesXml } from './word-properties.ts'

// What a paragraph that is formatted for something else keeps of the paragraph that its tag stands in; a style of its
// own takes the place of that paragraph's.
const KEPT = ['w:pStyle', 'w:bidi', 'w:spacing', 'w:jc']
// Twentieths of a point that each quotation is indented by: a centimetre.
const QUOTE_INDENT = 567

/** The beginning and the end of a paragraph, its runs to be written between them. */
export function paragraphXml(
  op: RichOp,
  block: RichParagraph,
  lists: Lists,
): { readonly start: string; readonly end: string } {
  const { wordPrefix: w } = op
  const properties = merged(propertiesOf(op, block, lists), alignment(op, block))
  return { start: `<${w}p>${propertiesXml(w, 'pPr', properties)}`, end: `</${w}p>` }
}

/** As the text says; lines that end early stay at the left where whole lines are stretched. */
function alignment({ wordPrefix: w, paragraph }: RichOp, block: RichParagraph): Properties {
  const isBroken = block.inlines.some(({ kind }) => kind === 'break')
  const isStretched = /"(?:both|distribute)"/.test(paragraph.get('w:jc') ?? '')
  const align = block.align ?? (isBroken && isStretched ? 'left' : undefined)
  return align === undefined ? new Map() : new Map([['w:jc', `<${w}jc ${w}val="${align}"/>`]])
}

function propertiesOf(op: RichOp, block: RichParagraph, lists: Lists): Properties {
  const { role, item, quotes } = block
  if (typeof role === 'object') return headingProperties(op, role)
  if (role === 'rule') return ruleProperties(op)
  if (role === 'text' && item === undefined && quotes === 0) return op.paragraph
  const own = [
    ...(quotes > 0 ? quoteProperties(op, quotes) : []),
    ...(item === undefined ? [] : itemProperties(op, item, lists)),
    ...(role === 'code' ? codeProperties(op) : []),
  ]
  return merged(only(op.paragraph, KEPT), new Map(own))
}

type Property = readonly [name: string, xml: string]

function styleProperty(w: string, id: string): Property {
  return ['w:pStyle', `<${w}pStyle ${w}val="${id}"/>`]
}

function headingProperties(
  { wordPrefix: w, styles, paragraph }: RichOp,
  { level }: RichHeading,
): Properties {
  const style = styles.headings[level - 1]
  if (style !== undefined) return new Map([...only(paragraph, ['w:bidi']), styleProperty(w, style)])
  return new Map([
    ...only(paragraph, KEPT),
    ['w:keepNext', `<${w}keepNext/>`],
    ['w:spacing', `<${w}spacing ${w}before="240" ${w}after="120"/>`],
    ['w:outlineLvl', `<${w}outlineLvl ${w}val="${level - 1}"/>`],
  ])
}

function ruleProperties({ wordPrefix: w }: RichOp): Properties {
  return new Map([['w:pBdr', `<${w}pBdr>${line(w, 'bottom', 1)}</${w}pBdr>`]])
}

function line(w: string, side: 'bottom' | 'left', space: number): string {
  return `<${w}${side} ${w}val="single" ${w}sz="12" ${w}space="${space}" ${w}color="BFBFBF"/>`
}

function quoteProperties({ wordPrefix: w, styles }: RichOp, quotes: number): readonly Property[] {
  const indent: Property = ['w:ind', `<${w}ind ${w}left="${quotes * QUOTE_INDENT}"/>`]
  if (styles.quote === undefined)
    return [['w:pBdr', `<${w}pBdr>${line(w, 'left', 8)}</${w}pBdr>`], indent]
  return quotes === 1 ? [styleProperty(w, styles.quote)] : [styleProperty(w, styles.quote), indent]
}

function itemProperties(
  { wordPrefix: w, styles }: RichOp,
  item: NonNullable<RichParagraph['item']>,
  lists: Lists,
): readonly Property[] {
  const { list, depth, isMarked } = item
  const style = list.isOrdered ? styles.numbered : styles.bulleted
  const styled = style === undefined ? [] : [styleProperty(w, style)]
  const number = isMarked ? richListNumber(lists, list, depth) : 0
  // A style may have numbers of its own, which a paragraph without a mark must not take.
  const numbered = `<${w}numPr><${w}ilvl ${w}val="${depth}"/><${w}numId ${w}val="${number}"/></${w}numPr>`
  const indent: readonly Property[] = isMarked ? [] : [['w:ind', itemIndent(w, depth)]]
  return [...styled, ['w:numPr', numbered], ...indent]
}

function codeProperties({ wordPrefix: w, styles }: RichOp): readonly Property[] {
  const look: Property =
    styles.code === undefined
      ? ['w:shd', `<${w}shd ${w}val="clear" ${w}color="auto" ${w}fill="F2F2F2"/>`]
      : styleProperty(w, styles.code)
  return [look, ['w:jc', `<${w}jc ${w}val="left"/>`]]
}
