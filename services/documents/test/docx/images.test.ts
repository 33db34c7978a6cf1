import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { LoadedImage } from '../../src/docx/render/loaded-image.ts'
import type { RenderOptions } from '../../src/docx/render/render-options.ts'
import { collectImages } from '../../src/docx/template.ts'
import { compile, docx, p, problemOf, render, table, english } from './docx-fixture.ts'

const PNG: LoadedImage = {
  bytes: Buffer.from('png bytes'),
  format: 'png',
  widthPx: 200,
  heightPx: 100,
}
const JPEG: LoadedImage = {
  bytes: Buffer.from('jpeg bytes'),
  format: 'jpeg',
  widthPx: 10,
  heightPx: 10,
}

function given(images: Readonly<Record<string, LoadedImage>>): RenderOptions {
  return { images: new Map(Object.entries(images)) }
}

type Shape = {
  readonly tcPr?: string
  readonly tblPr?: string
  readonly grid?: string
  readonly tag?: string
}

function cell({
  tcPr = '<w:tcW w:w="2880" w:type="dxa"/>',
  tblPr = '',
  grid = '',
  tag = '{%logo}',
}: Shape = {}): string {
  return `<w:tbl><w:tblPr>${tblPr}</w:tblPr><w:tblGrid>${grid}</w:tblGrid><w:tr><w:tc><w:tcPr>${tcPr}</w:tcPr>${p(tag)}</w:tc></w:tr></w:tbl>`
}

const PAGE =
  '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1440" w:right="1440" w:bottom="1440" w:left="1440"/></w:sectPr>'
const EMU_PER_DXA = 635

/** The extent of the only drawing, in twentieths of a point. */
function extent(
  body: string | Buffer,
  image: LoadedImage = PNG,
): { width: number; height: number } {
  const { xml } = render(body, { logo: 'a.png' }, given({ 'a.png': image }))
  const found = /<wp:extent cx="(\d+)" cy="(\d+)"\/>/.exec(xml)
  return {
    width: Number(found?.[1]) / EMU_PER_DXA,
    height: Math.round(Number(found?.[2]) / EMU_PER_DXA),
  }
}

test('the cell width, less its margins, is the width of the image, whose aspect is kept', () => {
  assert.deepEqual(extent(cell()), { width: 2880 - 216, height: 1332 })
})

const WIDTHS: readonly (readonly [title: string, shape: Shape, width: number])[] = [
  [
    'a fraction of the table in fiftieths of a percent',
    { tcPr: '<w:tcW w:w="2500" w:type="pct"/>', tblPr: '<w:tblW w:w="4000" w:type="dxa"/>' },
    2000 - 216,
  ],
  [
    'a fraction of the table in percent',
    { tcPr: '<w:tcW w:w="50%" w:type="pct"/>', tblPr: '<w:tblW w:w="4000" w:type="dxa"/>' },
    2000 - 216,
  ],
  [
    'the grid when the cell is auto',
    { tcPr: '<w:tcW w:w="0" w:type="auto"/>', grid: '<w:gridCol w:w="3000"/>' },
    3000 - 216,
  ],
  [
    'the columns that the cell spans',
    {
      tcPr: '<w:gridSpan w:val="2"/>',
      grid: '<w:gridCol w:w="1000"/><w:gridCol w:w="1500"/><w:gridCol w:w="99"/>',
    },
    2500 - 216,
  ],
  [
    'the table when there is no grid',
    { tcPr: '', tblPr: '<w:tblW w:w="5000" w:type="dxa"/>' },
    5000 - 216,
  ],
  ['a fraction of the page', { tcPr: '', tblPr: '<w:tblW w:w="2500" w:type="pct"/>' }, 4680 - 216],
  ['the text width of the page when nothing says', { tcPr: '', tblPr: '' }, 9360 - 216],
  [
    'margins of the cell',
    {
      tcPr: '<w:tcW w:w="2880" w:type="dxa"/><w:tcMar><w:left w:w="0"/><w:end w:w="80"/></w:tcMar>',
    },
    2800,
  ],
  [
    'margins of the table',
    { tblPr: '<w:tblCellMar><w:start w:w="10"/><w:right w:w="20"/></w:tblCellMar>' },
    2850,
  ],
]

for (const [title, shape, width] of WIDTHS) {
  test(`the width comes from ${title}`, () => {
    assert.equal(extent(cell(shape) + PAGE).width, width)
  })
}

test('the width comes from margins of the table style and the styles that it is based on', () => {
  const styles =
    '<w:styles xmlns:w="x"><w:style w:type="table" w:default="1" w:styleId="Normal"><w:tblPr><w:tblCellMar><w:left w:w="7" w:type="dxa"/><w:right w:w="8" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>' +
    '<w:style w:type="table" w:styleId="Grid"><w:basedOn w:val="Normal"/><w:tblPr><w:tblCellMar><w:left w:w="30"/></w:tblCellMar></w:tblPr></w:style></w:styles>'
  assert.equal(
    extent(docx(cell({ tblPr: '<w:tblStyle w:val="Grid"/>' }), { 'word/styles.xml': styles }))
      .width,
    2880 - 38,
  )
  assert.equal(extent(docx(cell(), { 'word/styles.xml': styles })).width, 2880 - 15)
})

test('the width comes from columns of the page and from the cell around a nested table', () => {
  const columns = PAGE.replace('</w:sectPr>', '<w:cols w:num="2" w:space="360"/></w:sectPr>')
  assert.equal(extent(cell({ tcPr: '' }) + columns).width, 4500 - 216)
  const nested = `<w:tbl><w:tblPr/><w:tr><w:tc><w:tcPr><w:tcW w:w="6000" w:type="dxa"/></w:tcPr>${cell({ tcPr: '' })}<w:p/></w:tc><w:tc><w:p/></w:tc></w:tr></w:tbl>`
  assert.equal(extent(nested).width, 6000 - 216 - 216)
})

test('an image higher than a page is made to fit it', () => {
  const tall: LoadedImage = { ...PNG, widthPx: 100, heightPx: 10_000 }
  const { width, height } = extent(cell() + PAGE, tall)
  assert.equal(height, 12_960)
  assert.ok(Math.abs(width - 129.6) < 0.01)
})

const OUTSIDE: readonly (readonly [place: string, body: string])[] = [
  ['a paragraph', p('{%logo}')],
  ['a table of two cells', table(['{%logo}', 'x'])],
  ['a table of two rows', table(['{%logo}'], ['x'])],
  ['a 1x1 table around a table of two cells', table([table(['{%logo}', 'x']) + p('')])],
]

for (const [place, body] of OUTSIDE) {
  test(`an image tag in ${place} is a problem at upload and refuses to be rendered`, () => {
    const problems = compile(body).problems
    assert.deepEqual(
      problems.map(({ part, tag }) => [part, tag]),
      [['word/document.xml', '{%logo}']],
    )
    assert.match(english(problems[0]), /one row and one cell/)
    assert.deepEqual(problemOf(body, {}), { kind: 'broken-template', problems })
  })
}

test('an image tag in the properties of a document is a problem', () => {
  const core =
    '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>{%logo}</dc:title></cp:coreProperties>'
  assert.match(
    english(compile(docx(p('x'), { 'docProps/core.xml': core })).problems[0]),
    /one cell/,
  )
})

test('a 1x1 table may stand in a cell, in a content control, in a header and in sections', () => {
  const NS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
  const wrapped = `<w:tbl><w:tblPr/><w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent><w:tc><w:tcPr><w:tcW w:w="999" w:type="dxa"/></w:tcPr>${p('{%logo}')}</w:tc></w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>`
  const body = table([cell() + p(''), 'x']) + wrapped + p('{#list}') + cell() + p('{/list}')
  const template = docx(body, { 'word/header1.xml': `<w:hdr ${NS}>${cell()}</w:hdr>` })
  const { xml, parts } = render(template, { logo: 'a', list: [1, 2] }, given({ a: PNG }))
  assert.equal(xml.match(/<w:drawing>/g)?.length, 4)
  assert.match(parts.get('word/header1.xml') ?? '', /<w:drawing>/)
  assert.match(parts.get('word/_rels/header1.xml.rels') ?? '', /Target="media\/image-/)
})

test('a picture stands once in the file and once in the relationships of a part, whatever its sources', () => {
  const twin: LoadedImage = { ...PNG, bytes: Buffer.from(PNG.bytes) }
  const body = p('{#list}') + cell({ tag: '{%.}' }) + p('{/list}')
  const { parts, xml } = render(
    body,
    { list: ['a', 'b', 'a', 'c'] },
    given({ a: PNG, b: twin, c: JPEG }),
  )
  const media = [...parts.keys()].filter((name) => name.startsWith('word/media/'))
  assert.equal(media.length, 2)
  assert.equal(parts.get('word/_rels/document.xml.rels')?.match(/<Relationship /g)?.length, 2)
  const ids = [...xml.matchAll(/<wp:docPr id="(\d+)"/g)].map((found) => found[1])
  assert.equal(new Set(ids).size, 4)
  for (const extension of ['png', 'jpeg']) {
    assert.equal(
      parts.get('[Content_Types].xml')?.match(new RegExp(`Extension="${extension}"`, 'g'))?.length,
      1,
    )
  }
})

test('relationships of the template keep their ids, and new ones are above them', () => {
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId12" Type="t" Target="styles.xml"/></Relationships>'
  const { parts, xml } = render(
    docx(cell(), { 'word/_rels/document.xml.rels': rels }),
    { logo: 'a' },
    given({ a: PNG }),
  )
  assert.match(parts.get('word/_rels/document.xml.rels') ?? '', /Id="rId12".*Id="rId13"/)
  assert.match(xml, /r:embed="rId13"/)
})

test('a file of the template by the name of an image is not overwritten', () => {
  const first = render(cell(), { logo: 'a' }, given({ a: PNG }))
  const name = [...first.parts.keys()].find((part) => part.startsWith('word/media/')) ?? ''
  const { parts } = render(docx(cell(), { [name]: 'mine' }), { logo: 'a' }, given({ a: PNG }))
  assert.equal(parts.get(name), 'mine')
  assert.equal([...parts.keys()].filter((part) => part.startsWith('word/media/')).length, 2)
})

test('an SVG is shown through its PNG fallback, with the SVG beside it', () => {
  const svg: LoadedImage = {
    bytes: Buffer.from('<svg/>'),
    format: 'svg',
    widthPx: 2,
    heightPx: 1,
    fallback: { bytes: PNG.bytes, format: 'png' },
  }
  const { xml, parts } = render(cell(), { logo: 'a' }, given({ a: svg }))
  assert.match(xml, /<a:blip [^>]*r:embed="rId1"><a:extLst>.*<asvg:svgBlip [^>]*r:embed="rId2"\/>/)
  assert.deepEqual(
    [...parts.keys()]
      .filter((part) => part.startsWith('word/media/'))
      .map((part) => part.slice(-3))
      .toSorted(),
    ['png', 'svg'],
  )
})

test('{%%logo} centres the paragraph, in the order that the schema wants', () => {
  const paragraph =
    '<w:p><w:pPr><w:keepNext/><w:jc w:val="left"/><w:rPr><w:b/></w:rPr></w:pPr><w:r><w:t>{%%logo}</w:t></w:r></w:p>'
  const body = cell().replace(p('{%logo}'), paragraph)
  assert.match(
    render(body, { logo: 'a' }, given({ a: PNG })).xml,
    /<w:pPr><w:keepNext\/><w:jc w:val="center"\/><w:rPr><w:b\/><\/w:rPr><\/w:pPr>/,
  )
  assert.match(
    render(cell({ tag: '{%%logo}' }), { logo: 'a' }, given({ a: PNG })).xml,
    /<w:p><w:pPr><w:jc w:val="center"\/><\/w:pPr>/,
  )
})

test('an absent, null or empty value leaves an empty paragraph', () => {
  for (const data of [{}, { logo: null }, { logo: '' }]) {
    assert.doesNotMatch(render(cell(), data).xml, /w:drawing/)
  }
})

test('a value that is no text, or was not loaded, is a problem that names the tag', () => {
  for (const logo of [5, { a: 1 }, 'not-loaded.png']) {
    const problem = problemOf(cell(), { logo })
    assert.equal(problem.kind, 'bad-value')
    assert.match(JSON.stringify(problem), /\{%logo\}/)
  }
})

test('collectImages lists each source once, only where it would be shown', () => {
  const body =
    cell() +
    p('{#list}') +
    cell({ tag: '{%photo}' }) +
    p('{/list}') +
    p('{#no}') +
    cell({ tag: '{%hidden}' }) +
    p('{/no}')
  const data = {
    logo: 'l.png',
    list: [{ photo: 'a' }, { photo: 'b' }, { photo: 'a' }, { photo: '' }],
    no: false,
    hidden: 'h',
  }
  const requests = collectImages(compile(body), data)
  assert.ok(requests.ok)
  assert.deepEqual(
    requests.value.map(({ source, tag }) => [source, tag]),
    [
      ['l.png', '{%logo}'],
      ['a', '{%photo}'],
      ['b', '{%photo}'],
    ],
  )
})

test('collectImages refuses a broken template and a value that is no text', () => {
  assert.equal(collectImages(compile(p('{%logo}')), {}).ok, false)
  assert.equal(collectImages(compile(cell()), { logo: 5 }).ok, false)
})

test('the number of images of a document is bounded', () => {
  const body = p('{#list}') + cell({ tag: '{%.}' }) + p('{/list}')
  const problem = problemOf(
    body,
    { list: ['a', 'a', 'a'] },
    { ...given({ a: PNG }), budget: { maxImages: 2 } },
  )
  assert.equal(problem.kind, 'over-budget')
})
