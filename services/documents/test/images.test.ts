import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import sharp from 'sharp'

import { readImageHeader } from '../src/images/image-header.ts'
import { docx, p, partsOf } from './docx/docx-fixture.ts'
import { codeOf, longestStall, startDocuments, type DocumentsTest } from './http-fixture.ts'

const EMU_PER_DXA = 635
const CELL_DXA = 2_880
// What Word leaves free on the two sides of a cell that says nothing of it.
const MARGINS_DXA = 216
// A GIF tells its size in the first ten bytes; every other format later.
const SMALLEST_HEADER = 10
const SIZE = { width: 60, height: 20, channels: 3, background: '#369' } as const
const LOGO = docx(
  `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc><w:tcPr><w:tcW w:w="${CELL_DXA}" w:type="dxa"/></w:tcPr>${p('{%logo}')}</w:tc></w:tr></w:tbl>`,
)

let documents: DocumentsTest

before(async () => {
  documents = await startDocuments({ config: { maxImageMb: 2 } })
  await documents.upload('logo', LOGO)
})

after(() => documents.stop())

const picture = () => sharp({ create: SIZE })

function bmp(width: number, height: number): Buffer {
  const head = Buffer.alloc(54)
  head.write('BM', 0, 'latin1')
  head.writeUInt32LE(54, 10)
  head.writeUInt32LE(40, 14)
  head.writeInt32LE(width, 18)
  head.writeInt32LE(height, 22)
  head.writeUInt16LE(1, 26)
  head.writeUInt16LE(24, 28)
  return Buffer.concat([head, Buffer.alloc(Math.ceil((width * 3) / 4) * 4 * Math.abs(height))])
}

const svg = (attributes: string, content = '<rect width="60" height="20"/>') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`)

const FORMATS: readonly (readonly [name: string, make: () => Buffer | Promise<Buffer>])[] = [
  ['png', () => picture().png().toBuffer()],
  ['jpeg', () => picture().jpeg().toBuffer()],
  ['jpeg', () => picture().jpeg({ progressive: true }).toBuffer()],
  ['gif', () => picture().gif().toBuffer()],
  ['webp', () => picture().webp().toBuffer()],
  ['webp', () => picture().webp({ lossless: true }).toBuffer()],
  ['webp', () => picture().withMetadata().webp().toBuffer()],
  ['bmp', () => bmp(60, 20)],
  ['bmp', () => bmp(60, -20)],
  ['svg', () => svg('width="60" height="20"')],
  ['svg', () => svg('viewBox="0 0 60 20"')],
  ['svg', () => svg('width="60px" viewBox="0 0 600 200"')],
]

for (const [index, [format, make]] of FORMATS.entries()) {
  test(`a ${format} of form ${index + 1} is known by its bytes, with its width and height`, async () => {
    assert.deepEqual(readImageHeader(await make()), { format, widthPx: 60, heightPx: 20 })
  })

  test(`a ${format} of form ${index + 1} is drawn as wide as its 1x1 cell with its aspect kept`, async () => {
    const uri = `data:application/x-anything;base64,${(await make()).toString('base64')}`
    assert.deepEqual(await drawnDxa(uri), { width: 2_664, height: 888 })
  })
}

/** The size of the only drawing of the template with this logo, in twentieths of a point. */
async function drawnDxa(logo: string): Promise<{ width: number; height: number }> {
  const answer = await documents.render('logo', { logo })
  assert.equal(answer.status, 200, answer.text.slice(0, 300))
  const parts = partsOf(answer.bytes)
  const media = [...parts.keys()].filter((name) => name.startsWith('word/media/'))
  assert.ok(media.length > 0, 'the picture is in the file')
  const found = /<wp:extent cx="(\d+)" cy="(\d+)"\/>/.exec(parts.get('word/document.xml') ?? '')
  return {
    width: Math.round(Number(found?.[1]) / EMU_PER_DXA),
    height: Math.round(Number(found?.[2]) / EMU_PER_DXA),
  }
}

const TURNED: readonly (readonly [orientation: number, width: number, height: number])[] = [
  [1, 60, 20],
  [2, 60, 20],
  [3, 60, 20],
  [4, 60, 20],
  [5, 20, 60],
  [6, 20, 60],
  [7, 20, 60],
  [8, 20, 60],
]

test('EXIF orientation 5 to 8 turns the sides of a JPEG, 1 to 4 do not', async () => {
  for (const [orientation, widthPx, heightPx] of TURNED) {
    const bytes = await picture().jpeg().withMetadata({ orientation }).toBuffer()
    assert.deepEqual(
      readImageHeader(bytes),
      { format: 'jpeg', widthPx, heightPx },
      `${orientation}`,
    )
  }
})

test('a header that is cut off before the size is no image, and no cut throws', async () => {
  for (const [, make] of FORMATS) {
    const whole = await make()
    for (let length = 0; length < whole.length; length += 1) {
      const header = readImageHeader(whole.subarray(0, length))
      if (length < SMALLEST_HEADER) assert.equal(header, undefined)
    }
  }
})

test('a path below IMAGES_DIR is a picture, also in a folder and with spaces and accents', async () => {
  const folder = join(documents.folder, 'images', 'año 2026')
  await mkdir(folder)
  await writeFile(join(folder, 'señal.png'), await picture().png().toBuffer())
  assert.deepEqual(await drawnDxa('año 2026/señal.png'), {
    width: CELL_DXA - MARGINS_DXA,
    height: 888,
  })
})

test('pictures in formatted text come through the same guard, by path, data URI and address', async () => {
  const folder = join(documents.folder, 'images', 'notas de año')
  await mkdir(folder)
  const png = await picture().png().toBuffer()
  await writeFile(join(folder, 'ñ.png'), png)
  await documents.upload('nota', docx(p('{~nota}')))
  const uri = `data:image/png;base64,${png.toString('base64')}`
  const nota = `![a](<notas de año/ñ.png>) ![b](notas%20de%20año/ñ.png) <img src="${uri}">`
  const answer = await documents.render('nota', { nota })
  assert.equal(answer.status, 200, answer.text.slice(0, 300))
  const parts = partsOf(answer.bytes)
  assert.equal(parts.get('word/document.xml')?.match(/<w:drawing>/g)?.length, 3)
  assert.equal([...parts.keys()].filter((name) => name.startsWith('word/media/')).length, 1)
  for (const source of [
    'http://127.0.0.1/a.png',
    '../../etc/passwd',
    'no.png',
    'file:///etc/passwd',
  ]) {
    const refused = await documents.render('nota', { nota: { html: `<img src="${source}">` } })
    assert.deepEqual([refused.status, codeOf(refused)], [502, 'IMAGE_FETCH_ERROR'], source)
    assert.equal(refused.json.error.details.tag, '{~nota}')
  }
})

test('long formatted text is looked through for pictures without keeping anybody waiting', async () => {
  await writeFile(join(documents.folder, 'images', 'larga.png'), await picture().png().toBuffer())
  await documents.upload('larga', docx(p('{#a}') + p('{~.}') + p('{/a}')))
  const text = `![a](larga.png) ${'!['.repeat(55_000)}`
  const rendering = documents.render('larga', { a: [text, text, text] })
  const stallMs = await longestStall(documents, rendering)
  const answer = await rendering
  assert.equal(answer.status, 200, answer.text.slice(0, 300))
  const xml = partsOf(answer.bytes).get('word/document.xml') ?? ''
  assert.equal(xml.match(/<w:drawing>/g)?.length, 3)
  assert.ok(stallMs < 250, `health waited ${stallMs} ms`)
})

test('base64 may hold line breaks, as encoders write them', async () => {
  const text = (await picture().png().toBuffer()).toString('base64')
  const lines = text.replaceAll(/.{40}/g, '$&\r\n')
  assert.equal((await drawnDxa(`data:image/png;base64,${lines}`)).height, 888)
})

async function refusal(logo: string): Promise<string> {
  const answer = await documents.render('logo', { logo })
  assert.deepEqual([answer.status, codeOf(answer)], [502, 'IMAGE_FETCH_ERROR'])
  return answer.json.error.details.reason
}

const asSvgUri = (bytes: Buffer) => `data:image/svg+xml;base64,${bytes.toString('base64')}`

test('a text made so that a pattern would try it in very many ways is refused at once', async () => {
  const comments = Buffer.from('<!---->'.repeat(5_000))
  assert.match(await refusal(asSvgUri(comments)), /not an image/)
  const blanks = `data:image/png;base64,${' '.repeat(900_000)}!`
  assert.match(await refusal(blanks), /base64/)
})

test('an SVG that runs scripts or refers to anything outside itself is refused', async () => {
  const hostile = [
    '<script>1</script>',
    '<rect onload="x()"/>',
    '<image href="http://127.0.0.1/"/>',
    '<use xlink:href="file:///etc/passwd#a"/>',
    '<foreignObject/>',
    '<style>@import "x"</style>',
    '<rect fill="url(http://127.0.0.1/)"/>',
    '<rect fill="url( \'http://127.0.0.1/\')"/>',
  ]
  for (const content of hostile) {
    assert.match(await refusal(asSvgUri(svg('width="9" height="9"', content))), /scripts or refers/)
  }
  const entity = `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg('', '&x;').toString()}`
  assert.match(await refusal(asSvgUri(Buffer.from(entity))), /not an image/)
})

test('an SVG that refers to itself is drawn, with quotes or without', async () => {
  const gradient = '<linearGradient id="g"><stop/></linearGradient>'
  for (const fill of ['url(#g)', "url('#g')", 'url( "#g" )']) {
    const quote = fill.includes('"') ? "'" : '"'
    const content = `${gradient}<rect width="60" height="20" fill=${quote}${fill}${quote}/>`
    assert.equal((await drawnDxa(asSvgUri(svg('width="60" height="20"', content)))).height, 888)
  }
})

test('one source in many tags is fetched once, a few at a time, and the first failing tag is named', async () => {
  const png = await picture().png().toBuffer()
  const state = { open: 0, most: 0, hits: 0 }
  const server = createServer((request, response) => {
    state.hits += 1
    state.open += 1
    state.most = Math.max(state.most, state.open)
    setTimeout(() => {
      state.open -= 1
      if (request.url === '/mal') response.writeHead(404)
      response.end(png)
    }, 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}`
  const open = await startDocuments({ config: { imageUrlAllow: '127.0.0.1' } })
  const cell = '<w:tbl><w:tr><w:tc><w:tcPr><w:tcW w:w="900" w:type="dxa"/></w:tcPr>'
  await open.upload(
    'fotos',
    docx(`${p('{#f}')}${cell}${p('{%u}')}</w:tc></w:tr></w:tbl>${p('{/f}')}`),
  )
  const render = (urls: readonly string[]) =>
    open.render('fotos', { f: urls.map((u) => ({ u: base + u })) })

  assert.equal((await render(Array.from({ length: 30 }, () => '/uno'))).status, 200)
  assert.equal(state.hits, 1)
  assert.equal((await render(Array.from({ length: 30 }, (_, i) => `/${i}`))).status, 200)
  assert.deepEqual([state.hits, state.most], [31, 8])
  const failing = await render(['/a', '/mal', ...Array.from({ length: 100 }, (_, i) => `/${i}`)])
  assert.deepEqual([failing.status, failing.json.error.details.tag], [502, '{%u}'])
  assert.ok(state.hits < 60, 'what stands behind a failure is not fetched')
  const many = await render(Array.from({ length: 501 }, (_, i) => `/${i}`))
  assert.match(many.json.error.details.reason, /too many different images/)

  await open.stop()
  server.closeAllConnections()
  server.close()
})

test('an absent, empty or false image leaves its cell empty; any other value is 500 RENDER_ERROR', async () => {
  for (const data of [{}, { logo: null }, { logo: '' }, { logo: false }]) {
    const answer = await documents.render('logo', data)
    assert.equal(answer.status, 200)
    assert.doesNotMatch(partsOf(answer.bytes).get('word/document.xml') ?? '', /<w:drawing/)
  }
  for (const logo of [5, {}, ['x'], true]) {
    assert.equal(codeOf(await documents.render('logo', { logo })), 'RENDER_ERROR')
  }
})
