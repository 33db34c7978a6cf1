import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateRawSync } from 'node:zlib'

import { readArchive } from '../../src/docx/package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../../src/docx/package/package-limits.ts'
import { compileTemplate, renderTemplate } from '../../src/docx/template.ts'
import { compile, docx, p, partsOf, workMs, zipOf, english } from './docx-fixture.ts'

// Every upload is stored, so a hostile file must end as problems: within bounds of time and memory, never as an exception.

const MEBIBYTE = 1024 * 1024

/** The message of the first problem, having spent at most a second and 100 MiB. */
function problem(bytes: Uint8Array): string {
  const before = process.memoryUsage().rss
  const found: { message?: string } = {}
  const spentMs = workMs(() => {
    const [first] = compileTemplate(bytes).problems
    found.message = first === undefined ? 'none' : english(first)
  })
  assert.ok(spentMs < 1_000, 'took more than a second')
  assert.ok(process.memoryUsage().rss - before < 100 * MEBIBYTE, 'took more than 100 MiB')
  return found.message ?? 'none'
}

type Entry = {
  readonly name: string
  readonly content: Buffer
  readonly flags?: number
  readonly method?: number
  readonly declaredBytes?: number
  readonly crc?: number
  readonly localName?: string
  readonly localOffset?: number
}

/** An archive in which everything declared can be a lie. */
function forge(entries: readonly Entry[], count = entries.length): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const { method = 8, flags = 0 } = entry
    const data = method === 8 ? deflateRawSync(entry.content) : entry.content
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(method, 4)
    shared.writeUInt32LE(entry.crc ?? crc32(entry.content), 10)
    shared.writeUInt32LE(data.length, 14)
    shared.writeUInt32LE(entry.declaredBytes ?? entry.content.length, 18)
    const localName = Buffer.from(entry.localName ?? entry.name)
    const name = Buffer.from(entry.name)
    const header = Buffer.concat([Buffer.from('PK\u0003\u0004'), shared])
    header.writeUInt16LE(localName.length, 26)
    local.push(header, localName, data)
    const record = Buffer.alloc(46)
    record.write('PK\u0001\u0002', 0, 'latin1')
    shared.copy(record, 6)
    record.writeUInt16LE(name.length, 28)
    record.writeUInt32LE(entry.localOffset ?? offset, 42)
    central.push(record, name)
    offset += header.length + localName.length + data.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 0, 'latin1')
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

const part = (content: string | Buffer, more: Partial<Entry> = {}): Entry => ({
  name: 'word/document.xml',
  content: Buffer.from(content),
  ...more,
})

test('a forged archive that tells the truth is read', () => {
  const read = readArchive(
    forge([part('<x/>'), part('y', { name: 'a/b.txt', method: 0 })]),
    DEFAULT_PACKAGE_LIMITS,
  )
  assert.ok(read.ok)
  assert.deepEqual(
    read.value.map(({ name, sizeBytes }) => [name, sizeBytes]),
    [
      ['word/document.xml', 4],
      ['a/b.txt', 1],
    ],
  )
})

const ARCHIVES: readonly (readonly [title: string, bytes: () => Buffer, message: RegExp])[] = [
  ['an empty file', () => Buffer.alloc(0), /no zip archive/],
  ['a text', () => Buffer.from('hello'), /no zip archive/],
  [
    'an old .doc or an encrypted document',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    /protected by a password/,
  ],
  ['an archive without content types', () => forge([part('<x/>')]), /no \[Content_Types\]/],
  [
    'a workbook',
    () =>
      zipOf({
        '[Content_Types].xml':
          '<Types><Override PartName="/xl/workbook.xml" ContentType="x"/></Types>',
        'xl/workbook.xml': '<x/>',
      }),
    /no Word document/,
  ],
  ['an encrypted entry', () => forge([part('x', { flags: 1 })]), /encrypted/],
  ['another method of compression', () => forge([part('x', { method: 12 })]), /method/],
  ['two entries of one name', () => forge([part('x'), part('y')]), /twice/],
  [
    'two entries that differ in case',
    () => forge([part('x'), part('y', { name: 'Word/Document.xml' })]),
    /twice/,
  ],
  ['a name that climbs', () => forge([part('x', { name: '../../etc/passwd' })]), /points outside/],
  ['an absolute name', () => forge([part('x', { name: '/etc/passwd' })]), /points outside/],
  ['a name with a drive', () => forge([part('x', { name: 'C:/x' })]), /points outside/],
  [
    'a name with backslashes',
    () => forge([part('x', { name: 'word\\x' })]),
    /name that is not allowed/,
  ],
  ['a name with NUL', () => forge([part('x', { name: 'word/\0x' })]), /name that is not allowed/],
  ['an empty name', () => forge([part('x', { name: '' })]), /name that is not allowed/],
  [
    'a local header with another name',
    () => forge([part('x', { localName: 'word/another.xml' })]),
    /damaged/,
  ],
  [
    'a local header that lies behind the directory',
    () => forge([part('x', { localOffset: 9_999 })]),
    /damaged/,
  ],
  [
    'entries that share their data',
    () =>
      forge([
        part('x'.repeat(100)),
        part('x'.repeat(100), { name: 'b', localName: 'b' }),
        part('x', { name: 'word/document2.xml', localOffset: 0, localName: 'z' }),
      ]),
    /damaged|overlap/,
  ],
  ['a directory of fewer entries than it says', () => forge([part('x')], 3), /damaged/],
  [
    'more entries than anyone needs',
    () => forge(Array.from({ length: 4_097 }, (_, i) => part('x', { name: `f${i}` }))),
    /more than 4096 entries/,
  ],
  [
    'a part that says it is a gigabyte',
    () => forge([part('x', { declaredBytes: 1024 ** 3 })]),
    /unpacks to more/,
  ],
  [
    'a part of zeros, compressed a thousandfold',
    () => forge([part(Buffer.alloc(40 * MEBIBYTE))]),
    /more than 200 to 1/,
  ],
  [
    'an archive of zip64',
    () => {
      const bytes = forge([part('x')])
      bytes.writeUInt16LE(0xffff, bytes.length - 12)
      bytes.writeUInt16LE(0xffff, bytes.length - 14)
      return bytes
    },
    /zip64/,
  ],
]

for (const [title, bytes, message] of ARCHIVES) {
  test(`${title} is a problem`, () => {
    assert.match(problem(bytes()), message)
  })
}

test('entries that overlap are refused', () => {
  const inner = part('y'.repeat(50), { name: 'word/document.xml', method: 0 })
  const outer = forge([inner])
  const bomb = forge([
    { name: 'outer', content: outer, method: 0 },
    { ...inner, localOffset: 35 },
  ])
  assert.match(problem(bomb), /overlap/)
})

const TYPES =
  '<Types><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>'

function withDocument(document: Entry): Buffer {
  return forge([{ name: '[Content_Types].xml', content: Buffer.from(TYPES) }, document])
}

test('a part that unpacks to more or less than it says, or to something else, is a problem', () => {
  const content = Buffer.from(`<w:document>${p('{a}')}</w:document>`)
  assert.equal(problem(withDocument(part(content))), 'none')
  assert.match(
    problem(withDocument(part(content, { declaredBytes: content.length - 1 }))),
    /damaged/,
  )
  assert.match(
    problem(withDocument(part(content, { declaredBytes: content.length + 1 }))),
    /damaged/,
  )
  assert.match(problem(withDocument(part(content, { crc: 1 }))), /damaged/)
})

const DOCUMENTS: readonly (readonly [
  title: string,
  xml: () => string | Buffer,
  message: RegExp,
])[] = [
  [
    'a document type',
    () => '<!DOCTYPE x SYSTEM "file:///etc/passwd"><w:document>{a}</w:document>',
    /document type declaration/,
  ],
  [
    'entities that multiply',
    () => '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>{a}&b;</x>',
    /document type declaration/,
  ],
  ['a document type in the middle', () => '<x>{a}<!DOCTYPE y></x>', /document type declaration/],
  [
    'elements nested a hundred thousand deep',
    () => '<a>'.repeat(100_000) + '{a}',
    /deeper than 512/,
  ],
  [
    'an element of three hundred thousand attributes',
    () => `<a ${Array.from({ length: 300_000 }, (_, i) => `b${i}=""`).join(' ')}>{a}</a>`,
    /more than 1000 attributes/,
  ],
  ['an element that is not closed', () => '<a><b>{a}</a>', /closes <b>/],
  ['an end without a beginning', () => '{a}</a>', /closes nothing/],
  ['an end inside of a tag', () => '<a>{a}</a><b c="', /ends inside a tag/],
  ['UTF-16', () => Buffer.from('\ufeff<a>{a}</a>', 'utf16le'), /not encoded in UTF-8/],
]

for (const [title, xml, message] of DOCUMENTS) {
  test(`a document with ${title} is a problem`, () => {
    assert.match(problem(withDocument(part(xml()))), message)
  })
}

test('what compresses several hundredfold is taken while it is of a size that hurts nobody', () => {
  const rows = '<w:tr><w:tc><w:p><w:r><w:t>0.00</w:t></w:r></w:p></w:tc></w:tr>'.repeat(17_000)
  const template = docx(`${p('{a}')}<w:tbl>${rows}</w:tbl>`)
  assert.ok(rows.length > 200 * template.length)
  assert.equal(problem(template), 'none')
})

test('a document type in the content types is a problem', () => {
  assert.match(
    problem(zipOf({ '[Content_Types].xml': `<!DOCTYPE x>${TYPES}` })),
    /document type declaration/,
  )
})

test('more tags than anyone writes are refused', () => {
  assert.match(english(compile(p('{a}'.repeat(20_001))).problems[0]), /more than 20000 tags/)
})

test('macros do not come with the document that a template with macros gives', () => {
  const types =
    '<Types><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="bin" ContentType="application/vnd.ms-office.vbaProject"/><Override PartName="/word/document.xml" ContentType="application/vnd.ms-word.document.macroEnabled.main+xml"/></Types>'
  const rels =
    '<Relationships xmlns="r"><Relationship Id="rId1" Type="http://schemas.microsoft.com/office/2006/relationships/vbaProject" Target="vbaProject.bin"/><Relationship Id="rId2" Type="x" Target="styles.xml"/></Relationships>'
  const template = zipOf({
    '[Content_Types].xml': types,
    'word/document.xml': `<w:document><w:body>${p('{a}')}</w:body></w:document>`,
    'word/_rels/document.xml.rels': rels,
    'word/vbaProject.bin': 'macro',
  })
  const result = renderTemplate(compile(template), { a: 1 })
  assert.ok(result.ok)
  const entries = readArchive(result.value, DEFAULT_PACKAGE_LIMITS)
  assert.ok(entries.ok)
  assert.deepEqual(entries.value.map(({ name }) => name).toSorted(), [
    '[Content_Types].xml',
    'word/_rels/document.xml.rels',
    'word/document.xml',
  ])
  assert.doesNotMatch(partsOf(result.value).get('word/_rels/document.xml.rels') ?? '', /vbaProject/)
  assert.match(partsOf(result.value).get('[Content_Types].xml') ?? '', /document\.main\+xml/)
})
