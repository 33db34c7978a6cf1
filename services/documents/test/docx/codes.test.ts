import assert from 'node:assert/strict'
import { test } from 'node:test'

import sharp from 'sharp'

import { inflatePart, readArchive } from '../../src/docx/package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../../src/docx/package/package-limits.ts'
import {
  collectImages,
  inferSchema,
  listTags,
  renderTemplate,
  sampleData,
} from '../../src/docx/template.ts'
import { compile, docx, p, problemOf, render, table, english } from './docx-fixture.ts'

const cell = (tag: string) =>
  `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc><w:tcPr><w:tcW w:w="2880" w:type="dxa"/></w:tcPr>${p(tag)}</w:tc></w:tr></w:tbl>`

/** The pictures of a rendered body, by their names. */
function pictures(body: string, data: object): readonly Buffer[] {
  const result = renderTemplate(compile(body), data)
  assert.ok(result.ok, JSON.stringify(result))
  const entries = readArchive(result.value, DEFAULT_PACKAGE_LIMITS)
  assert.ok(entries.ok)
  return entries.value
    .filter(({ name }) => name.startsWith('word/media/'))
    .map((entry) => {
      const content = inflatePart(entry)
      assert.ok(content.ok)
      return content.value
    })
}

/** The points of a picture as numbers from 0, black, to 255. */
async function points(picture: Buffer): Promise<{
  readonly width: number
  readonly height: number
  readonly at: (x: number, y: number) => number
}> {
  const { data, info } = await sharp(picture)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { ...info, at: (x, y) => data[(y * info.width + x) * info.channels] ?? -1 }
}

/** The widths of bars and gaps along the middle of the upper half, in the width of the narrowest. */
async function barsOf(picture: Buffer): Promise<string> {
  const { width, height, at } = await points(picture)
  const row = Math.floor(height / 3)
  const runs: number[] = []
  let colour = -1
  for (let x = 0; x < width; x++) {
    if (at(x, row) !== colour) runs.push(0)
    colour = at(x, row)
    runs.push((runs.pop() ?? 0) + 1)
  }
  const inner = runs.slice(1, -1)
  const module = Math.min(...inner)
  return inner.map((run) => run / module).join('')
}

test('a QR code is drawn in whole points with its quiet zone and the width of the cell, and says what it says', async () => {
  const { xml, parts } = render(cell('{%qr:liga}'), { liga: 'https://x.mx/?a=1&b=ñ' })
  assert.match(xml, /<wp:extent cx="1691640" cy="1691640"\/>/)
  assert.match(xml, /descr="QR code: https:\/\/x\.mx\/\?a=1&amp;b=ñ"/)
  assert.match(parts.get('[Content_Types].xml') ?? '', /Extension="png" ContentType="image\/png"/)
  assert.match(parts.get('word/_rels/document.xml.rels') ?? '', /image" Target="media\/image-/)
  const [picture = Buffer.alloc(0)] = pictures(cell('{%qr:liga}'), { liga: 'a' })
  const { width, height, at } = await points(picture)
  // The smallest QR code has 21 modules, with a quiet zone of 4 on each side 29.
  assert.equal(width, height)
  assert.equal(width % 29, 0)
  assert.ok(width >= 1_000)
  const module = width / 29
  const line = (y: number, from: number, to: number) =>
    Array.from({ length: to - from }, (_, x) =>
      at((from + x) * module + 1, y * module + 1) === 0 ? '#' : '.',
    ).join('')
  // The mark by which a reader finds the corner, and the white around it.
  assert.deepEqual(
    [3, 4, 5, 6, 7, 8, 9, 10, 11].map((y) => line(y, 3, 12)),
    [
      '.........',
      '.#######.',
      '.#.....#.',
      '.#.###.#.',
      '.#.###.#.',
      '.#.###.#.',
      '.#.....#.',
      '.#######.',
      '.........',
    ],
  )
})

test('an error correction in brackets makes a QR code of more modules', async () => {
  const text = 'https://x.mx/factura/0123456789'
  const size = async (tag: string) => {
    const [picture = Buffer.alloc(0)] = pictures(cell(tag), { text })
    const { width, at } = await points(picture)
    // The mark in the corner is 7 modules wide.
    const left = Array.from({ length: width }, (_, x) => at(x, x)).indexOf(0)
    let mark = 0
    while (at(left + mark, left) === 0) mark++
    return (width * 7) / mark
  }
  assert.ok((await size('{%qr(H):text}')) > (await size('{%qr( l ) : text}')))
})

test('an EAN-13 has the bars that the standard gives its digits, also without its check digit or the text below', async () => {
  const left = ['1231', '1123', '2221', '1123', '1411', '1222']
  const right = ['1411', '2221', '2221', '1411', '3211', '3112']
  const bars = ['111', ...left, '11111', ...right, '111'].join('')
  for (const [tag, ean] of [
    ['{%ean13:ean}', '7501031311309'],
    ['{%ean13:ean}', 7501031311309],
    ['{%ean13:ean}', '750103131130'],
    ['{%%ean13(plain):ean}', '7501031311309'],
  ] as const) {
    const [picture = Buffer.alloc(0)] = pictures(cell(tag), { ean })
    assert.equal(await barsOf(picture), bars, `${tag} ${ean}`)
  }
})

test('what says the same is drawn once, and a value that is absent leaves an empty cell', () => {
  const body = p('{#a}') + cell('{%code128:.}') + p('{/a}') + cell('{%pdf417(5):nada}')
  assert.equal(pictures(body, { a: ['A-1', 'A-1', 'A-2', 'A-1'] }).length, 2)
  const { xml } = render(body, { a: ['A-1', 'A-1'] })
  assert.equal(xml.match(/<w:drawing>/g)?.length, 2)
  assert.deepEqual(
    [...xml.matchAll(/docPr id="(\d+)"/g)].map(([, id]) => id),
    ['1', '2'],
  )
})

const WRONG: readonly (readonly [tag: string, value: unknown, message: RegExp])[] = [
  ['{%ean13:x}', '7501031311308', /check digit, the last of this EAN-13, must be 9/],
  ['{%ean13:x}', '75010313', /An EAN-13 has 13 digits, or 12/],
  ['{%ean8:x}', '96385075', /must be 4/],
  ['{%ean8:x}', 'abc', /An EAN-8 has 8 digits/],
  ['{%qr:x}', 'x'.repeat(2_954), /too long for a QR code: at most 2953 bytes/],
  ['{%qr(H):x}', 'x'.repeat(2_900), /cannot be a QR code: Maximum length exceeded/],
  ['{%pdf417:x}', 'é'.repeat(1_000), /too long for a PDF417: at most 1850 bytes/],
  ['{%code128:x}', 'año', /ASCII only/],
  ['{%code128:x}', 'x'.repeat(81), /at most 80 characters/],
]

for (const [tag, value, message] of WRONG) {
  test(`a value that ${tag} cannot hold is refused with the tag: ${message.source}`, () => {
    const problem = problemOf(cell(tag), { x: value })
    assert.equal(problem.kind, 'bad-value')
    assert.ok('problems' in problem)
    assert.equal(problem.problems[0]?.tag, tag)
    assert.match(english(problem.problems[0]), message)
  })
}

test('a code that does not exist, a wrong option and a place outside a cell are problems of the upload', () => {
  const cases: readonly (readonly [body: string, message: RegExp])[] = [
    [cell('{%qrr:x}'), /There is no code qrr: write one of qr, pdf417, code128, ean13, ean8\./],
    [cell('{%qr(Z):x}'), /error correction: L, M, Q or H; "Z" is none/],
    [cell('{%ean13(H):x}'), /plain, without the text below; "H" is none/],
    [cell('{%qr:}'), /names no value/],
    [p('{%qr:x}'), /must be in a table of one row and one cell/],
    [table([p('{%qr:x}'), 'b']), /must be in a table of one row and one cell/],
  ]
  for (const [body, message] of cases)
    assert.match(english(compile(body).problems[0]), message, body)
})

test('a code is listed, sampled as text, never fetched, and part of what a render may cost', () => {
  const compiled = compile(docx(cell('{%qr:cfdi.liga}') + cell('{%logo}')))
  assert.deepEqual(
    listTags(compiled).map(({ kind, tag, paths }) => [kind, tag, paths]),
    [
      ['code', '{%qr:cfdi.liga}', ['cfdi.liga']],
      ['image', '{%logo}', ['logo']],
    ],
  )
  assert.deepEqual(sampleData(compiled)['cfdi'], { liga: 'liga' })
  assert.match(JSON.stringify(inferSchema(compiled)), /"liga":\{"type":\["string","number"/)
  const data = { cfdi: { liga: 'https://x.mx/a.png' }, logo: '' }
  const requests = collectImages(compiled, data)
  assert.deepEqual(requests.ok && requests.value, [])
  const strict =
    cell('{%ean13:articulo.código}') +
    cell('{%ean8:chico}') +
    cell('{%code128:año}') +
    p('{#a}') +
    cell('{%ean13:.}') +
    p('{/a}')
  const sample = sampleData(compile(strict))
  assert.ok(renderTemplate(compile(strict), sample).ok, JSON.stringify(sample))
  assert.match(JSON.stringify(inferSchema(compile(strict))), /13 digits, or 12 without/)
  const many = p('{#a}') + cell('{%qr:.}') + p('{/a}')
  const problem = problemOf(many, { a: [1, 2, 3] }, { budget: { maxIterations: 5_000 } })
  assert.equal(problem.kind, 'over-budget')
})
