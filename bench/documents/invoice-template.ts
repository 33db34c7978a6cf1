import { deflateRawSync, crc32 } from 'node:zlib'

/** How an engine writes its tags. */
export type Syntax = {
  readonly value: (path: string) => string
  /** A value of the row being repeated. */
  readonly rowValue: (path: string) => string
  /** Table rows made of `row` for each item. */
  readonly rows: (row: (before: string, after: string) => string) => string
  /** Paragraphs shown when the value is true. */
  readonly condition: (path: string, body: string, paragraph: (text: string) => string) => string
  /** Text of the cell that holds the logo; empty for engines without images. */
  readonly logo: string
}

const W =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'

const run = (text: string): string =>
  `<w:r><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="20"/></w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (text: string): string =>
  `<w:p><w:pPr><w:spacing w:before="60" w:after="60"/></w:pPr>${run(text)}</w:p>`
const cell = (width: number, text: string, align: string): string =>
  `<w:tc><w:tcPr><w:tcW w:type="dxa" w:w="${width}"/></w:tcPr><w:p><w:pPr><w:jc w:val="${align}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`

const COLUMNS = [
  ['sku', 1400, 'left'],
  ['description', 3800, 'left'],
  ['quantity', 1100, 'right'],
  ['price', 1400, 'right'],
  ['amount', 1400, 'right'],
] as const

/** An invoice of 17 entries as Word writes one: header, footer, logo in a 1x1 table, a table of rows, two conditions. */
export function invoiceTemplate(syntax: Syntax): Buffer {
  return zip([...packageParts(), ...textParts(syntax), ...settingsParts()])
}

type File = readonly [name: string, content: string]

function packageParts(): readonly File[] {
  const related = [
    'styles',
    'settings',
    'webSettings',
    'fontTable',
    'theme',
    'numbering',
    'header',
    'footer',
    'footnotes',
    'endnotes',
  ]
  const targets = new Map([
    ['theme', 'theme/theme1.xml'],
    ['header', 'header1.xml'],
    ['footer', 'footer1.xml'],
  ])
  const properties = OFFICE.replace('relationships', 'extended-properties')
  return [
    ['[Content_Types].xml', contentTypes()],
    [
      '_rels/.rels',
      relationships([
        ['officeDocument', 'word/document.xml'],
        ['extended-properties', 'docProps/app.xml'],
      ]),
    ],
    [
      'docProps/app.xml',
      `${HEAD}<Properties xmlns="${properties}"><Application>Microsoft Office Word</Application></Properties>`,
    ],
    [
      'docProps/core.xml',
      `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Invoice</dc:title></cp:coreProperties>`,
    ],
    [
      'docProps/custom.xml',
      `${HEAD}<Properties xmlns="${OFFICE.replace('relationships', 'custom-properties')}"/>`,
    ],
    [
      'word/_rels/document.xml.rels',
      relationships(related.map((name): File => [name, targets.get(name) ?? `${name}.xml`])),
    ],
  ]
}

function textParts(syntax: Syntax): readonly File[] {
  const note = '<w:p><w:r><w:t>-</w:t></w:r></w:p>'
  return [
    ['word/document.xml', documentXml(syntax)],
    [
      'word/header1.xml',
      `${HEAD}<w:hdr ${W}>${paragraph(`${syntax.value('company.name')}, ${syntax.value('company.taxId')}`)}</w:hdr>`,
    ],
    [
      'word/footer1.xml',
      `${HEAD}<w:ftr ${W}>${paragraph(`${syntax.value('company.phone')} · ${syntax.value('invoice.number')}`)}</w:ftr>`,
    ],
    [
      'word/footnotes.xml',
      `${HEAD}<w:footnotes ${W}><w:footnote w:id="0">${note}</w:footnote></w:footnotes>`,
    ],
    [
      'word/endnotes.xml',
      `${HEAD}<w:endnotes ${W}><w:endnote w:id="0">${note}</w:endnote></w:endnotes>`,
    ],
  ]
}

function settingsParts(): readonly File[] {
  const fonts = ['Calibri', 'Cambria', 'Symbol', 'Times New Roman'].map(
    (name) =>
      `<w:font w:name="${name}"><w:charset w:val="00"/><w:family w:val="auto"/><w:pitch w:val="variable"/></w:font>`,
  )
  return [
    ['word/styles.xml', stylesXml()],
    [
      'word/settings.xml',
      `${HEAD}<w:settings ${W}><w:zoom w:percent="100"/><w:defaultTabStop w:val="720"/></w:settings>`,
    ],
    ['word/webSettings.xml', `${HEAD}<w:webSettings ${W}><w:optimizeForBrowser/></w:webSettings>`],
    ['word/fontTable.xml', `${HEAD}<w:fonts ${W}>${fonts.join('')}</w:fonts>`],
    ['word/theme/theme1.xml', themeXml()],
    ['word/numbering.xml', numberingXml()],
  ]
}

function documentXml(syntax: Syntax): string {
  const { value } = syntax
  const logo = `<w:tbl><w:tblPr><w:tblW w:w="2800" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid><w:gridCol w:w="2800"/></w:tblGrid><w:tr>${cell(2800, syntax.logo, 'left')}</w:tr></w:tbl>`
  const row = (before: string, after: string): string =>
    `<w:tr>${COLUMNS.map(([name, width, align], i) => cell(width, (i === 0 ? before : '') + syntax.rowValue(name) + (i === COLUMNS.length - 1 ? after : ''), align)).join('')}</w:tr>`
  const titles = `<w:tr>${COLUMNS.map(([name, width, align]) => cell(width, name, align)).join('')}</w:tr>`
  const table = `<w:tbl><w:tblPr><w:tblW w:w="9100" w:type="dxa"/></w:tblPr><w:tblGrid>${COLUMNS.map(([, width]) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>${titles}${syntax.rows(row)}</w:tbl>`
  const lines = [
    `Invoice ${value('invoice.number')} of ${value('invoice.date')}`,
    value('customer.name'),
    `${value('customer.address.street')} ${value('customer.address.number')}`,
    `${value('customer.address.zip')} ${value('customer.address.city')}, ${value('customer.address.country')}`,
    `Tax id ${value('customer.taxId')}`,
  ]
  const totals = [
    `Subtotal ${value('totals.net')}`,
    `Tax ${value('totals.tax')}`,
    `Total ${value('totals.gross')}`,
  ]
  return `${HEAD}<w:document ${W}><w:body>${logo}${lines.map(paragraph).join('')}${table}${totals.map(paragraph).join('')}${syntax.condition('isPaid', paragraph('Paid, thank you.'), paragraph)}${syntax.condition('isOverdue', paragraph('This invoice is overdue.'), paragraph)}${paragraph('Thank you for your order.')}<w:sectPr><w:headerReference w:type="default" r:id="rId7"/><w:footerReference w:type="default" r:id="rId8"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440" w:header="720" w:footer="720" w:gutter="0"/></w:sectPr></w:body></w:document>`
}

function relationships(targets: readonly (readonly [type: string, target: string])[]): string {
  const items = targets.map(
    ([type, target], i) =>
      `<Relationship Id="rId${i + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`
}

function contentTypes(): string {
  const parts = [
    ['word/document', 'document.main'],
    ['word/styles', 'styles'],
    ['word/settings', 'settings'],
    ['word/webSettings', 'webSettings'],
    ['word/fontTable', 'fontTable'],
    ['word/numbering', 'numbering'],
    ['word/header1', 'header'],
    ['word/footer1', 'footer'],
    ['word/footnotes', 'footnotes'],
    ['word/endnotes', 'endnotes'],
  ]
  const overrides = parts.map(
    ([part, type]) => `<Override PartName="/${part}.xml" ContentType="${WORD_TYPE}${type}+xml"/>`,
  )
  const others = `<Override PartName="/word/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/><Override PartName="/docProps/app.xml" ContentType="application/vnd.openxmlformats-officedocument.extended-properties+xml"/><Override PartName="/docProps/custom.xml" ContentType="application/vnd.openxmlformats-officedocument.custom-properties+xml"/>`
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}${others}</Types>`
}

function stylesXml(): string {
  const styles = Array.from(
    { length: 90 },
    (_, i) =>
      `<w:style w:type="${i % 3 === 0 ? 'character' : 'paragraph'}" w:styleId="Style${i}"><w:name w:val="Style ${i}"/><w:basedOn w:val="Normal"/><w:uiPriority w:val="${i}"/><w:qFormat/><w:rsid w:val="00${(i * 7919).toString(16).padStart(6, '0')}"/><w:pPr><w:keepNext/><w:spacing w:before="${i * 20}" w:after="0"/></w:pPr><w:rPr><w:b/><w:color w:val="${(i * 12347).toString(16).padStart(6, '0')}"/><w:sz w:val="${20 + (i % 12)}"/></w:rPr></w:style>`,
  )
  return `${HEAD}<w:styles ${W}><w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>${styles.join('')}</w:styles>`
}

function themeXml(): string {
  const a = 'http://schemas.openxmlformats.org/drawingml/2006/main'
  const colors = [
    'dk1',
    'lt1',
    'dk2',
    'lt2',
    'accent1',
    'accent2',
    'accent3',
    'accent4',
    'accent5',
    'accent6',
    'hlink',
    'folHlink',
  ]
  const scheme = colors.map(
    (name, i) =>
      `<a:${name}><a:srgbClr val="${(i * 1234567).toString(16).padStart(6, '0').slice(0, 6)}"/></a:${name}>`,
  )
  const fonts = ['major', 'minor'].map(
    (kind) =>
      `<a:${kind}Font><a:latin typeface="Calibri"/><a:ea typeface=""/><a:cs typeface=""/></a:${kind}Font>`,
  )
  const solid = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
  const line = `<a:ln w="9525">${solid}</a:ln>`
  const effect = '<a:effectStyle><a:effectLst/></a:effectStyle>'
  return `${HEAD}<a:theme xmlns:a="${a}" name="Office"><a:themeElements><a:clrScheme name="Office">${scheme.join('')}</a:clrScheme><a:fontScheme name="Office">${fonts.join('')}</a:fontScheme><a:fmtScheme name="Office"><a:fillStyleLst>${solid.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${line.repeat(3)}</a:lnStyleLst><a:effectStyleLst>${effect.repeat(3)}</a:effectStyleLst><a:bgFillStyleLst>${solid.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`
}

function numberingXml(): string {
  const levels = Array.from(
    { length: 9 },
    (_, i) =>
      `<w:lvl w:ilvl="${i}"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%${i + 1}."/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${720 * (i + 1)}" w:hanging="360"/></w:pPr></w:lvl>`,
  )
  const lists = Array.from(
    { length: 8 },
    (_, i) =>
      `<w:abstractNum w:abstractNumId="${i}"><w:multiLevelType w:val="multilevel"/>${levels.join('')}</w:abstractNum>`,
  )
  return `${HEAD}<w:numbering ${W}>${lists.join('')}</w:numbering>`
}

/** A zip made here, so that no engine's own writer favours it. */
function zip(files: readonly (readonly [name: string, content: string])[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [fileName, text] of files) {
    const name = Buffer.from(fileName)
    const content = Buffer.from(text)
    const compressed = deflateRawSync(content)
    const header = Buffer.alloc(30)
    header.writeUInt32LE(0x04034b50, 0)
    header.writeUInt16LE(20, 4)
    header.writeUInt16LE(8, 8)
    header.writeUInt32LE(0x00210000, 10)
    header.writeUInt32LE(crc32(content), 14)
    header.writeUInt32LE(compressed.length, 18)
    header.writeUInt32LE(content.length, 22)
    header.writeUInt16LE(name.length, 26)
    const record = Buffer.alloc(46)
    record.writeUInt32LE(0x02014b50, 0)
    record.writeUInt16LE(20, 4)
    header.copy(record, 6, 4, 30)
    record.writeUInt32LE(offset, 42)
    local.push(header, name, compressed)
    central.push(record, name)
    offset += 30 + name.length + compressed.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
