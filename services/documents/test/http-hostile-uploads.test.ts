import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { constants, crc32, deflateRawSync } from 'node:zlib'

import { docx, p, partsOf, table, textOf, zipOf } from './docx/docx-fixture.ts'
import { codeOf, form, longestStall, startDocuments, type DocumentsTest } from './http-fixture.ts'

// Deep: it uploads files of many megabytes made to stall.

const MEBIBYTE = 1024 * 1024
let documents: DocumentsTest

before(async () => {
  documents = await startDocuments({ config: { maxUploadMb: 12 } })
  // What a first request loads once is no growth of the attacks below.
  await documents.upload('primero', docx(p('x')))
  await documents.render('primero', {})
})

after(() => documents.stop())

interface Forged {
  readonly name: string
  readonly content: Buffer
  /** How often the content stands in the file, one after the other. */
  readonly times?: number
  readonly flags?: number
  readonly crc?: number
  readonly localName?: string
  readonly offset?: number
}

/** Deflated, as if content of hundreds of megabytes had been. */
function repeatedly(content: Buffer, times: number): Buffer {
  if (times === 1) return deflateRawSync(content)
  // A full flush refers to nothing before it and ends on a byte.
  const block = deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: times }, () => block), deflateRawSync('')])
}

function crcOf(content: Buffer, times: number): number {
  return Array.from({ length: times }).reduce<number>((crc) => crc32(content, crc), 0)
}

/** An archive in which everything declared can be a lie. */
function forge(entries: readonly Forged[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, content, times = 1, flags = 0, crc, localName = name, offset } of entries) {
    const data = repeatedly(content, times)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc ?? crcOf(content, times), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(content.length * times, 18)
    const header = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared])
    header.writeUInt16LE(Buffer.byteLength(localName), 26)
    local.push(header, Buffer.from(localName), data)
    const record = Buffer.alloc(46)
    record.write('PK\u0001\u0002', 0, 'latin1')
    shared.copy(record, 6)
    record.writeUInt16LE(Buffer.byteLength(name), 28)
    record.writeUInt32LE(offset ?? at, 42)
    central.push(record, Buffer.from(name))
    at += header.length + Buffer.byteLength(localName) + data.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 8)
  end.writeUInt16LE(Math.min(entries.length, 0xffff), 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...local, directory, end])
}

/** The entries of a sound .docx, to be spoilt. */
function sound(body = p('hola')): Forged[] {
  return [...partsOf(docx(body))].map(([name, text]) => ({ name, content: Buffer.from(text) }))
}

const spoilt = (change: (entry: Forged) => Forged) =>
  forge(sound().map((entry) => (entry.name === 'word/document.xml' ? change(entry) : entry)))

const DTD = '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
const LAUGHS = `<!DOCTYPE w [<!ENTITY a "ja">${Array.from({ length: 30 }, (_, i) => `<!ENTITY a${i} "&a${i === 0 ? '' : i - 1};&a${i === 0 ? '' : i - 1};">`).join('')}]>`

const HOSTILE: readonly (readonly [name: string, bytes: () => Buffer])[] = [
  ['text', () => Buffer.from('hola')],
  ['an empty zip', () => forge([])],
  [
    'a workbook',
    () =>
      zipOf({
        '[Content_Types].xml':
          '<Types><Override PartName="/xl/workbook.xml" ContentType="x"/></Types>',
        'xl/workbook.xml': '<x/>',
      }),
  ],
  [
    'an OLE container, as a password makes it',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4_096)]),
  ],
  [
    'a document of 300 MB of zeros in 300 kB',
    () => spoilt((entry) => ({ ...entry, content: Buffer.alloc(MEBIBYTE), times: 300 })),
  ],
  [
    'more than 4096 entries',
    () =>
      forge([
        ...sound(),
        ...Array.from({ length: 4_100 }, (_, i) => ({ name: `x/${i}`, content: Buffer.alloc(0) })),
      ]),
  ],
  ['entries that overlap', () => forge(sound().map((entry) => ({ ...entry, offset: 0 })))],
  ['a wrong checksum', () => spoilt((entry) => ({ ...entry, crc: 1 }))],
  [
    'a local name that is not that of the directory',
    () => spoilt((entry) => ({ ...entry, localName: 'word/otherone.xml' })),
  ],
  ['an encrypted entry', () => spoilt((entry) => ({ ...entry, flags: 1 }))],
  ['two documents', () => forge([...sound(), ...sound(p('otra'))])],
  [
    'a name that climbs out',
    () =>
      forge([...sound(), { name: '../../../../tmp/oficina-slip.txt', content: Buffer.from('x') }]),
  ],
  [
    'a name from the root',
    () => forge([...sound(), { name: '/tmp/oficina-slip.txt', content: Buffer.from('x') }]),
  ],
  [
    'an external entity in the document',
    () =>
      zipOf({
        ...Object.fromEntries(partsOf(docx(p('x')))),
        'word/document.xml': `${DTD}<w>&x;</w>`,
      }),
  ],
  [
    'an external entity in the content types',
    () =>
      zipOf({
        ...Object.fromEntries(partsOf(docx(p('x')))),
        '[Content_Types].xml': `${DTD}<Types>&x;</Types>`,
      }),
  ],
  [
    'a billion laughs',
    () =>
      zipOf({
        ...Object.fromEntries(partsOf(docx(p('x')))),
        'word/document.xml': `${LAUGHS}<w>&a29;</w>`,
      }),
  ],
  [
    'a hundred thousand levels',
    () => docx(`${'<w:p>'.repeat(100_000)}${'</w:p>'.repeat(100_000)}`),
  ],
  ['a tag that no tag closes, a thousand times', () => docx(p('{#a}').repeat(1_000))],
]

for (const [index, [name, bytes]] of HOSTILE.entries()) {
  test(`${name} is stored with 201 and problems[], and its rendering is 500 RENDER_ERROR, within bounds`, async () => {
    const slug = `hostil-${index}`
    const file = bytes()
    const rssBefore = process.memoryUsage().rss
    const startedMs = performance.now()
    const upload = await documents.upload(slug, file)
    const elapsedMs = performance.now() - startedMs
    assert.equal(upload.status, 201, upload.text.slice(0, 300))
    assert.ok(upload.json.problems.length > 0 && upload.json.problems.length <= 100)
    assert.ok(elapsedMs < 2_500, `took ${elapsedMs} ms`)
    const grownMb = (process.memoryUsage().rss - rssBefore) / MEBIBYTE
    assert.ok(grownMb < 150, `grew by ${grownMb} MB`)
    const render = await documents.render(slug, {})
    assert.deepEqual([render.status, codeOf(render)], [500, 'RENDER_ERROR'])
    assert.doesNotMatch(render.text + upload.text, /root:|node_modules|\.ts:/)
    assert.deepEqual((await documents.client.get(`/templates/${slug}`)).bytes.equals(file), true)
  })
}

test('an archive within an archive is a file like any other and is not unpacked', async () => {
  const bomb = zipOf({ 'zeros.txt': Buffer.alloc(20 * MEBIBYTE) })
  const upload = await documents.upload(
    'anidado',
    zipOf({ ...Object.fromEntries(partsOf(docx(p('x')))), 'word/embeddings/a.zip': bomb }),
  )
  assert.deepEqual([upload.status, upload.json.problems], [201, undefined])
  assert.equal((await documents.render('anidado', {})).status, 200)
})

test('a template with an attribute of ten megabytes and half a million tags keeps nobody waiting for long', async () => {
  // Not of one letter: what packs too well is refused before it is read.
  const digits = Array.from({ length: 1_500_000 }, (_, index) => index).join('')
  const long = docx(`<w:p w:rsid="${digits}"/>${p('x')}`)
  const many = docx(Array.from({ length: 500_000 }, (_, index) => `<w:r a="${index}"/>`).join(''))
  for (const [slug, file] of [
    ['largo', long],
    ['muchas', many],
  ] as const) {
    const uploading = documents.upload(slug, file)
    const stallMs = await longestStall(documents, uploading)
    const { status, json } = await uploading
    assert.deepEqual([status, json.problems], [201, undefined])
    assert.ok(stallMs < 2_000, `health waited ${stallMs} ms`)
  }
})

const thousand = Array.from({ length: 1_000 }, () => ({}))
const MULTIPLYING: readonly (readonly [name: string, body: string])[] = [
  ['loops in loops in loops', p('{#a}{#b}{#c}{x}{/c}{/b}{/a}')],
  ['loops that write nothing', p('{#a}{#b}{#c}{/c}{/b}{/a}')],
  [
    'loops that lead to an image',
    `${p('{#a}')}${p('{#b}')}${p('{#c}')}${table(['{%x.y}'])}${p('{/c}')}${p('{/b}')}${p('{/a}')}`,
  ],
]

for (const [index, [name, body]] of MULTIPLYING.entries()) {
  test(`${name}, a thousand times each, end in 500 RENDER_ERROR while the service answers`, async () => {
    const slug = `multiplica-${index}`
    await documents.upload(slug, docx(body))
    const rendering = documents.render(slug, {
      a: thousand,
      b: thousand,
      c: thousand,
      x: { y: null },
    })
    const stallMs = await longestStall(documents, rendering)
    const answer = await rendering
    assert.deepEqual([answer.status, codeOf(answer)], [500, 'RENDER_ERROR'])
    assert.ok(stallMs < 500, `health waited ${stallMs} ms`)
  })
}

test('what little data makes large is rendered aside with the same result', async () => {
  await documents.upload('tabla', docx(p('{#a}{#b}{x},{/b}{/a}')))
  const rows = Array.from({ length: 300 }, () => ({}))
  const answer = await documents.render('tabla', { a: rows, b: rows, x: 'y' })
  assert.equal(answer.status, 200)
  assert.equal(
    textOf(partsOf(answer.bytes).get('word/document.xml') ?? '').trim(),
    'y,'.repeat(90_000),
  )
})

const RAW: readonly (readonly [name: string, raw: string])[] = [
  ['unbalanced', '<w:p><w:r></w:p>'],
  ['closing what it did not open', '</w:body><w:body>'],
  ['referring to a relationship', '<w:p><w:hyperlink r:id="rId1"/></w:p>'],
  ['with a document type', `${DTD}<w:p>&x;</w:p>`],
  ['a processing instruction', '<?x y?><w:p/>'],
]

for (const [name, raw] of RAW) {
  test(`raw XML ${name} is 500 RENDER_ERROR`, async () => {
    await documents.upload('crudo', docx(p('{@raw}')))
    const answer = await documents.render('crudo', { raw })
    assert.deepEqual([answer.status, codeOf(answer)], [500, 'RENDER_ERROR'])
  })
}

test('a multipart body of wrong form is 400 INVALID_INPUT or 413, and nothing of it is stored', async () => {
  const file = docx(p('x'))
  const twoFiles = form({ slug: 'mal', file })
  twoFiles.append('file', new Blob([new Uint8Array(file)]), 'b.docx')
  const manyFields = form({ slug: 'mal', file })
  for (let index = 0; index < 1_000; index += 1) manyFields.append(`f${index}`, 'x')
  const manyFiles = form({ slug: 'mal', file })
  for (let index = 0; index < 10; index += 1) manyFiles.append(`f${index}`, new Blob(['x']), 'x')
  const longSlug = form({ slug: 'a'.repeat(300 * 1024), file })
  const twoSlugs = form({ slug: 'mal', file })
  twoSlugs.append('slug', 'mal')
  for (const body of [twoFiles, manyFields, manyFiles, longSlug, twoSlugs]) {
    const answer = await documents.client.post('/templates', body)
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'])
  }
  assert.equal((await documents.client.get('/templates/mal')).status, 404)
  const stored = await readdir(join(documents.folder, 'templates', '.versions'))
  assert.deepEqual(
    stored.filter((name) => name.startsWith('mal.')),
    [],
  )
})
