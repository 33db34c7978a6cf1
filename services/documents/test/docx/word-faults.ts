import { tell } from '../../src/docx/messages/say.ts'
import { tokenizeXml, type XmlToken } from '../../src/docx/xml/xml-tokens.ts'

const LIMITS = { maxXmlDepth: 512 }

/** What may stand directly in an element, of those that Word refuses with anything else in them. */
const CHILDREN: Readonly<Record<string, RegExp>> = {
  'w:body': /^w:(?:p|tbl|sectPr)$/,
  'w:tc': /^w:(?:tcPr|p|tbl)$/,
  'w:tr': /^w:(?:trPr|tc)$/,
  'w:tbl': /^w:(?:tblPr|tblGrid|tr)$/,
  'w:p': /^w:(?:pPr|r|hyperlink)$/,
  'w:hyperlink': /^w:r$/,
  'w:r': /^w:(?:rPr|t|br|tab|drawing)$/,
}

/**
 * Why Word would refuse a document although its parts are well-formed: elements in wrong places, cells without a last
 * paragraph, rows of different widths, lists and relationships that nothing defines.
 */
export function faultsOf(parts: ReadonlyMap<string, string>): readonly string[] {
  return [...parts].flatMap(([name, xml]) =>
    /^word\/(?:document|header\d*)\.xml$/.test(name) ? faultsOfPart(name, xml, parts) : [],
  )
}

function faultsOfPart(
  name: string,
  xml: string,
  parts: ReadonlyMap<string, string>,
): readonly string[] {
  const document = tokenizeXml(xml, LIMITS)
  if (!document.ok) return [`${name}: ${tell(document.error, 'en')}`]
  const { tokens } = document.value
  const faults = [...misplaced(tokens), ...cellFaults(xml), ...rowFaults(xml)]
  const numbering = parts.get('word/numbering.xml') ?? ''
  for (const [, id] of xml.matchAll(/<w:numId w:val="([1-9]\d*)"/g))
    if (!numbering.includes(`<w:num w:numId="${id}"`)) faults.push(`list ${id} is not defined`)
  const rels = parts.get(name.replace('word/', 'word/_rels/') + '.rels') ?? ''
  for (const [, id] of xml.matchAll(/ r:(?:id|embed)="([^"]*)"/g))
    if (!rels.includes(` Id="${id}"`)) faults.push(`relationship ${id} is not defined`)
  return faults
}

function misplaced(tokens: readonly XmlToken[]): string[] {
  return tokens.flatMap((token) => {
    const parent = tokens[token.parent]?.name ?? ''
    if (token.kind === 'close' || token.kind === 'other') return []
    const allowed = CHILDREN[parent]
    if (token.kind === 'text')
      return allowed !== undefined && token.raw.trim() !== '' ? [`text in ${parent}`] : []
    return allowed?.test(token.name) === false ? [`${token.name} in ${parent}`] : []
  })
}

function cellFaults(xml: string): readonly string[] {
  return /(?:<\/w:tbl>|<\/w:tcPr>|<w:tc>)<\/w:tc>/.test(xml)
    ? ['a cell does not end in a paragraph']
    : []
}

/** Rows of tables without tables in them must be as wide as their grid. */
function rowFaults(xml: string): readonly string[] {
  const inner = xml.matchAll(
    /<w:tblGrid>((?:<w:gridCol [^>]*>)+)<\/w:tblGrid>((?:(?!<w:tbl>).)*?)<\/w:tbl>/gs,
  )
  return [...inner].flatMap(([, grid = '', rows = '']) => {
    const columns = grid.split('<w:gridCol ').length - 1
    return rows
      .split('</w:tr>')
      .slice(0, -1)
      .flatMap((row) => {
        const cells = row.split('<w:tc>').slice(1)
        const width = cells.reduce(
          (sum, cell) =>
            sum +
            Number(
              /^<w:tcPr>.*?<w:gridSpan w:val="(\d+)"/.exec(cell.split('</w:tcPr>')[0] ?? '')?.[1] ??
                1,
            ),
          0,
        )
        return width === columns ? [] : [`a row has ${width} columns in a grid of ${columns}`]
      })
  })
}
