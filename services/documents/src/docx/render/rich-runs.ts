import { escapeText } from '@oficina/xml/xml-text.ts'

import type { Properties, RichOp } from '../compile/program.ts'
import type { RichInline, RichParagraph, RichStyle } from '../rich/rich-text.ts'
import { fillAddress } from '../tags/link-address.ts'
import { merged, only, propertiesXml } from './word-properties.ts'

type Picture = Extract<RichInline, { kind: 'picture' }>

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The runs of a paragraph in order; a picture is to be written where it stands. */
export function* runsXml(
  op: RichOp,
  block: RichParagraph,
  relate: (address: string) => string,
): Generator<string | Picture> {
  const { wordPrefix: w } = op
  const base = baseProperties(op, block)
  let open: string | undefined
  for (const inline of block.inlines) {
    const link = inline.kind === 'text' ? inline.style.link : open
    if (link !== open) {
      if (open !== undefined) yield `</${w}hyperlink>`
      const address = link === undefined ? undefined : addressOf(link)
      open = address === undefined ? undefined : link
      if (address !== undefined)
        yield `<${w}hyperlink xmlns:r="${RELATIONSHIPS}" r:id="${relate(address)}" ${w}history="1">`
    }
    if (inline.kind === 'picture') {
      yield `<${w}r><${w}t xml:space="preserve">`
      yield inline
      yield `</${w}t></${w}r>`
    } else if (inline.kind === 'break') yield `<${w}r><${w}br/></${w}r>`
    else
      yield textRun(
        op,
        merged(
          base,
          inlineProperties(op, open === undefined ? withoutLink(inline.style) : inline.style),
        ),
        inline.text,
      )
  }
  if (open !== undefined) yield `</${w}hyperlink>`
}

/** Where a link may lead, as for any value in the address of a link. */
function addressOf(link: string): string | undefined {
  return fillAddress([{ text: link, isValue: true }])
}

function textRun({ wordPrefix: w }: RichOp, properties: Properties, text: string): string {
  const escaped = escapeText(text).replaceAll(
    '\t',
    `</${w}t><${w}tab/><${w}t xml:space="preserve">`,
  )
  return `<${w}r>${propertiesXml(w, 'rPr', properties)}<${w}t xml:space="preserve">${escaped}</${w}t></${w}r>`
}

// Half points, by level, for templates without styles of headings.
const HEADING_SIZES = [36, 32, 28, 26, 24, 24]
// What says how text is read, and not how it looks.
const READING = ['w:rtl', 'w:cs', 'w:lang']

function baseProperties(op: RichOp, { role, quotes }: RichParagraph): Properties {
  const { wordPrefix: w, styles, run } = op
  if (typeof role === 'object') {
    if (styles.headings[role.level - 1] !== undefined) return only(run, READING)
    const size = HEADING_SIZES[role.level - 1] ?? 24
    return merged(
      run,
      new Map([
        ['w:b', `<${w}b/>`],
        ['w:bCs', `<${w}bCs/>`],
        ['w:sz', `<${w}sz ${w}val="${size}"/>`],
        ['w:szCs', `<${w}szCs ${w}val="${size}"/>`],
      ]),
    )
  }
  if (role === 'code')
    return styles.code === undefined ? merged(run, monospaced(w)) : only(run, READING)
  return quotes > 0 && styles.quote !== undefined ? only(run, READING) : run
}

function monospaced(w: string): Properties {
  const font = 'Courier New'
  return new Map([
    ['w:rFonts', `<${w}rFonts ${w}ascii="${font}" ${w}hAnsi="${font}" ${w}cs="${font}"/>`],
    ['w:noProof', `<${w}noProof/>`],
  ])
}

/** A text whose link leads nowhere does not look like one. */
function withoutLink({ link: _link, ...style }: RichStyle): RichStyle {
  return style
}

function inlineProperties(op: RichOp, style: RichStyle): Properties {
  const { wordPrefix: w, styles } = op
  const own = new Map<string, string>()
  const flag = (name: string, isSet: boolean | undefined): void => {
    if (isSet === true) own.set(`w:${name}`, `<${w}${name}/>`)
  }
  const value = (name: string, written: string | undefined): void => {
    if (written !== undefined) own.set(`w:${name}`, `<${w}${name} ${w}val="${written}"/>`)
  }
  if (style.isCode === true) {
    if (styles.inlineCode === undefined) for (const [name, xml] of monospaced(w)) own.set(name, xml)
    else value('rStyle', styles.inlineCode)
  }
  const isLink = style.link !== undefined
  if (isLink && styles.link === undefined) {
    value('color', '0563C1')
    value('u', 'single')
  } else if (isLink) value('rStyle', styles.link)
  flag('b', style.isBold)
  flag('bCs', style.isBold)
  flag('i', style.isItalic)
  flag('iCs', style.isItalic)
  flag('strike', style.isStruck)
  value('u', style.isUnderlined === true ? 'single' : undefined)
  value('color', style.colour?.toUpperCase())
  value('highlight', style.isMarked === true ? 'yellow' : undefined)
  value('vertAlign', style.raised)
  return own
}
