import { assembleZip, buildPrefix, textEntry } from '@oficina/zip/write-zip.ts'

// The few parts of WordprocessingML that a form needs. Widths are in twentieths of a point, sizes in half points.

/** US letter, which Mexico prints on, with margins of half an inch. */
const PAGE = { width: 12_240, height: 15_840, margin: 720 }
export const WIDTH = PAGE.width - 2 * PAGE.margin

const INK = '1F2933'
export const MUTED = '5C6B7A'
export const ACCENT = '1F4E79'
export const SHADE = 'EDF2F7'
const RULE = 'C5D0DB'
const FONT = 'Arial'
const SIZE = 17

export interface Look {
  readonly size?: number
  readonly isBold?: boolean
  readonly color?: string
  readonly font?: string
}

/** A run of text; tags of documents are plain text here. */
export function run(
  text: string,
  { size = SIZE, isBold, color = INK, font = FONT }: Look = {},
): string {
  const properties = [
    `<w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:cs="${font}"/>`,
    isBold === true ? '<w:b/>' : '',
    `<w:color w:val="${color}"/>`,
    `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
  ]
  return `<w:r><w:rPr>${properties.join('')}</w:rPr><w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`
}

export interface Placement {
  readonly align?: 'left' | 'center' | 'right'
  readonly before?: number
  readonly after?: number
  readonly isKept?: boolean
}

export function paragraph(
  runs: string | readonly string[],
  { align = 'left', before = 0, after = 0, isKept }: Placement = {},
): string {
  const properties = [
    isKept === true ? '<w:keepNext/>' : '',
    `<w:spacing w:before="${before}" w:after="${after}" w:line="240" w:lineRule="auto"/>`,
    `<w:jc w:val="${align}"/>`,
  ]
  return `<w:p><w:pPr>${properties.join('')}</w:pPr>${[runs].flat().join('')}</w:p>`
}

/** A word in small letters over what it names. */
export function labelled(label: string, value: string, look: Look = {}): string {
  return (
    paragraph(run(label, { size: 13, isBold: true, color: MUTED }), { before: 30 }) +
    paragraph(run(value, look), { after: 30 })
  )
}

interface CellLook {
  readonly fill?: string
  readonly isTop?: boolean
  readonly span?: number
}

export interface Cell extends CellLook {
  readonly content: string
}

type Borders = 'none' | 'rows' | 'box'

export interface TableLook {
  readonly widths: readonly number[]
  readonly borders?: Borders
  /** The first row is repeated on each page. */
  readonly hasHead?: boolean
  readonly padding?: number
}

export function table(look: TableLook, rows: readonly (readonly Cell[])[]): string {
  const { widths, borders = 'none', padding = 70 } = look
  const total = widths.reduce((sum, width) => sum + width, 0)
  const grid = widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')
  const properties = [
    `<w:tblW w:w="${total}" w:type="dxa"/>`,
    // Word puts the text of the first cell at the margin, and the border outside of it.
    `<w:tblInd w:w="${padding}" w:type="dxa"/>`,
    bordersOf(borders),
    '<w:tblLayout w:type="fixed"/>',
    `<w:tblCellMar><w:top w:w="40" w:type="dxa"/><w:left w:w="${padding}" w:type="dxa"/>` +
      `<w:bottom w:w="40" w:type="dxa"/><w:right w:w="${padding}" w:type="dxa"/></w:tblCellMar>`,
  ]
  const body = rows.map((cells, index) => {
    const isHead = look.hasHead === true && index === 0
    return rowOf(cells, widths, isHead ? 'heading' : 'ordinary')
  })
  return `<w:tbl><w:tblPr>${properties.join('')}</w:tblPr><w:tblGrid>${grid}</w:tblGrid>${body.join('')}</w:tbl>`
}

function rowOf(
  cells: readonly Cell[],
  widths: readonly number[],
  kind: 'heading' | 'ordinary',
): string {
  const state = { column: 0 }
  const written = cells.map(({ content, fill, isTop, span = 1 }) => {
    const width = widths.slice(state.column, state.column + span).reduce((sum, one) => sum + one, 0)
    state.column += span
    const properties = [
      `<w:tcW w:w="${width}" w:type="dxa"/>`,
      span > 1 ? `<w:gridSpan w:val="${span}"/>` : '',
      fill === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${fill}"/>`,
      `<w:vAlign w:val="${isTop === true ? 'top' : 'center'}"/>`,
    ]
    return `<w:tc><w:tcPr>${properties.join('')}</w:tcPr>${content}</w:tc>`
  })
  const properties = `<w:trPr><w:cantSplit/>${kind === 'heading' ? '<w:tblHeader/>' : ''}</w:trPr>`
  return `<w:tr>${properties}${written.join('')}</w:tr>`
}

function bordersOf(borders: Borders): string {
  const across = borders === 'none' ? 'nil' : 'single'
  const down = borders === 'box' ? 'single' : 'nil'
  const sides = [
    ['top', across],
    ['left', down],
    ['bottom', across],
    ['right', down],
    ['insideH', across],
    ['insideV', down],
  ].map(([side, kind]) => `<w:${side} w:val="${kind}" w:sz="4" w:space="0" w:color="${RULE}"/>`)
  return `<w:tblBorders>${sides.join('')}</w:tblBorders>`
}

/** A picture: documents wants it alone in a table of one cell, which gives it its width. */
export function picture(tag: string, width: number): string {
  const cell = { content: paragraph(run(tag)), isTop: true }
  return `${table({ widths: [width], padding: 0 }, [[cell]])}${gap()}`
}

/** What must stand between two tables, and at the end of a cell that ends with one. */
export function gap(points = 1): string {
  return `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="${points * 20}" w:lineRule="exact"/></w:pPr></w:p>`
}

/** A paragraph that holds only a tag leaves no line. */
export function tag(text: string): string {
  return paragraph(run(text))
}

const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
].join(' ')
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OPC = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
// Always the same, so that the same form is the same file.
const DOS_TIME = 0x5c210000

interface Settings {
  /** All around; half an inch without. */
  readonly margin?: number
  /** What `word/numbering.xml` declares. */
  readonly numbering?: string
  /** What `word/styles.xml` declares. */
  readonly styles?: string
}

/** A .docx with a footer that counts the pages. */
export function docx(
  body: string,
  footer: string,
  { margin, numbering, styles }: Settings = {},
): Buffer {
  const { width, height } = PAGE
  const side = margin ?? PAGE.margin
  const section =
    '<w:sectPr><w:footerReference w:type="default" r:id="rId1"/>' +
    `<w:pgSz w:w="${width}" w:h="${height}"/>` +
    `<w:pgMar w:top="${side}" w:right="${side}" w:bottom="${side}" w:left="${side}" w:header="360" w:footer="400" w:gutter="0"/></w:sectPr>`
  const parts: readonly (readonly [string, string])[] = [
    [
      '[Content_Types].xml',
      `<Types xmlns="${OPC}/content-types">` +
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
        '<Default Extension="xml" ContentType="application/xml"/>' +
        `<Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/>` +
        `<Override PartName="/word/footer1.xml" ContentType="${WORD}.footer+xml"/>` +
        (numbering === undefined
          ? ''
          : `<Override PartName="/word/numbering.xml" ContentType="${WORD}.numbering+xml"/>`) +
        (styles === undefined
          ? ''
          : `<Override PartName="/word/styles.xml" ContentType="${WORD}.styles+xml"/>`) +
        '</Types>',
    ],
    [
      '_rels/.rels',
      `<Relationships xmlns="${OPC}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
    ],
    [
      'word/document.xml',
      `<w:document ${NAMESPACES}><w:body>${body}${section}</w:body></w:document>`,
    ],
    [
      'word/_rels/document.xml.rels',
      `<Relationships xmlns="${OPC}/relationships"><Relationship Id="rId1" Type="${OFFICE}/footer" Target="footer1.xml"/>` +
        (numbering === undefined
          ? ''
          : `<Relationship Id="rId2" Type="${OFFICE}/numbering" Target="numbering.xml"/>`) +
        (styles === undefined
          ? ''
          : `<Relationship Id="rId3" Type="${OFFICE}/styles" Target="styles.xml"/>`) +
        '</Relationships>',
    ],
    ['word/footer1.xml', `<w:ftr ${NAMESPACES}>${footer}</w:ftr>`],
    ...(numbering === undefined
      ? []
      : [['word/numbering.xml', `<w:numbering ${NAMESPACES}>${numbering}</w:numbering>`] as const]),
    ...(styles === undefined
      ? []
      : [['word/styles.xml', `<w:styles ${NAMESPACES}>${styles}</w:styles>`] as const]),
  ]
  const entries = parts.map(([name, xml]) =>
    textEntry(name, Buffer.from(`${HEAD}${xml}`), DOS_TIME, 9),
  )
  return assembleZip(buildPrefix([]), entries)
}

type PageCount = readonly [before: string, between: string]

const SPANISH_COUNT = ['Página ', ' de '] as const

/** Pages are counted in Spanish, or with these words before and between. */
export function pageFooter(text: string, width = WIDTH, count: PageCount = SPANISH_COUNT): string {
  const look = { size: 13, color: MUTED }
  const field = (name: string) => `<w:fldSimple w:instr=" ${name} ">${run('1', look)}</w:fldSimple>`
  const widths = [width - 2_000, 2_000]
  const [before, between] = count
  const pages = [run(before, look), field('PAGE'), run(between, look), field('NUMPAGES')]
  return (
    table({ widths, padding: 0 }, [
      [{ content: paragraph(run(text, look)) }, { content: paragraph(pages, { align: 'right' }) }],
    ]) + gap()
  )
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
