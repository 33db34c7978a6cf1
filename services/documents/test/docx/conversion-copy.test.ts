import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

import { conversionCopy } from '../../src/docx/conversion/conversion-copy.ts'
import { docx, p, partsOf, table, textOf } from './docx-fixture.ts'

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'

function relationship(id: number, type: string, more: string): string {
  return `<Relationship Id="rId${id}" Type="${TYPE}${type}" ${more}/>`
}

function safe(document: Buffer): ReadonlyMap<string, string> {
  const result = conversionCopy(document)
  assert.ok(result.ok)
  return partsOf(result.value)
}

test('what a reader would fetch or run goes, hyperlinks and parts of the file stay', () => {
  const kept = [
    relationship(1, 'hyperlink', 'Target="https://example.com/?a=1&amp;b=2" TargetMode="External"'),
    relationship(2, 'image', 'Target="media/a.png"'),
    relationship(3, 'styles', 'Target="styles.xml" TargetMode="Internal"'),
  ]
  const gone = [
    'image',
    'oleObject',
    'attachedTemplate',
    'frame',
    'subDocument',
    'video',
    'afChunk',
  ].flatMap((type, i) => [
    relationship(10 + i, type, 'Target="http://127.0.0.1/x?y>z" TargetMode="External"'),
    relationship(30 + i, type, "TargetMode='external' Target='file:///etc/passwd'"),
  ])
  const rels = `<Relationships xmlns="r">${kept[0]}${gone.join('')}${kept[1]}${kept[2]}</Relationships>`
  const parts = safe(
    docx(p('x'), { 'word/_rels/document.xml.rels': rels, 'word/_rels/settings.xml.rels': rels }),
  )
  for (const name of ['word/_rels/document.xml.rels', 'word/_rels/settings.xml.rels']) {
    assert.equal(parts.get(name), `<Relationships xmlns="r">${kept.join('')}</Relationships>`)
  }
})

test('a document without anything to leave out is given back as it is', () => {
  const document = readFileSync(new URL('../fixtures/relsvariations.docx', import.meta.url))
  const parts = partsOf(document)
  assert.deepEqual(safe(document), parts)
  const plain = docx(p('x'))
  const result = conversionCopy(plain)
  assert.ok(result.ok)
  assert.equal(result.value, plain)
})

test('what is no archive is an error', () => {
  assert.equal(conversionCopy(Buffer.from('x')).ok, false)
})

/** The text of a body in the copy. */
function copied(body: string): string {
  const xml = safe(docx(body)).get('word/document.xml') ?? ''
  return textOf(xml.replace(/^<\?xml.*?\?>\n?/, ''))
}

const WHO = 'w:id="1" w:author="Ana" w:date="2026-01-01T00:00:00Z"'
const t = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const deleted = (text: string) =>
  `<w:del ${WHO}><w:r><w:rPr><w:b/></w:rPr><w:delText>${text}</w:delText></w:r></w:del>`
const inserted = (text: string) => `<w:ins ${WHO}>${t(text)}</w:ins>`
/** A paragraph whose mark was deleted. */
const joined = (content: string, properties = '') =>
  `<w:p><w:pPr>${properties}<w:rPr><w:del ${WHO}/></w:rPr></w:pPr>${content}</w:p>`

test('what was deleted under tracked changes is not in the copy, what was inserted is', () => {
  const cases: readonly (readonly [body: string, text: string])[] = [
    [`<w:p>${t('a')}${deleted('viejo')}${inserted('nuevo')}${t('z')}</w:p>`, 'anuevoz\n'],
    [`<w:p>${t('a')}<w:ins ${WHO}>${deleted('x')}${t('b')}</w:ins></w:p>`, 'ab\n'],
    [
      `<w:p><w:moveFromRangeStart ${WHO} w:name="m"/><w:moveFrom ${WHO}>${t('aquí')}</w:moveFrom><w:moveFromRangeEnd w:id="1"/>${t('.')}</w:p><w:p><w:moveTo ${WHO}>${t('allá')}</w:moveTo></w:p>`,
      '.\nallá\n',
    ],
    [`<w:p><w:del ${WHO}><w:r><w:tab/><w:t>x</w:t></w:r></w:del>${t('a')}</w:p>`, 'a\n'],
    // The mark of a paragraph: it runs on into the next one.
    [`${joined(t('a'))}${p('b')}${p('c')}`, 'ab\nc\n'],
    [`${joined(t('a'))}${joined(t('b'))}${p('c')}`, 'abc\n'],
    [`${joined(t('a'))}<w:p/>${p('c')}`, 'a\nc\n'],
    [`${joined(deleted('x'))}${p('b')}`, 'b\n'],
    [`${joined(deleted('x'))}${table(['b'])}`, 'b\n'],
    [`${joined(t('a'))}${table(['b'])}`, 'a\nb\n'],
    [`${p('a')}${joined(t('b'))}<w:sectPr/>`, 'a\nb\n'],
    [`<w:p><w:pPr><w:rPr><w:ins ${WHO}/></w:rPr></w:pPr>${inserted('a')}</w:p>${p('b')}`, 'a\nb\n'],
  ]
  for (const [body, text] of cases) assert.equal(copied(body), text, body)
})

test('rows and cells that were deleted under tracked changes are not in the copy', () => {
  const row = (mark: string, text: string) =>
    `<w:tr><w:trPr><w:${mark} ${WHO}/></w:trPr><w:tc>${p(text)}</w:tc></w:tr>`
  const cell = (mark: string, text: string) =>
    `<w:tc><w:tcPr><w:${mark} ${WHO}/></w:tcPr>${p(text)}</w:tc>`
  const rows = (...content: readonly string[]) =>
    `<w:tbl><w:tblPr/><w:tblGrid/>${content.join('')}</w:tbl>`
  assert.equal(copied(rows(row('del', 'a'), row('ins', 'b'))), 'b\n')
  assert.equal(copied(rows(`<w:tr>${cell('cellDel', 'a')}${cell('cellIns', 'b')}</w:tr>`)), 'b\n')
  // Word refuses a row without cells and a table without rows.
  const gone = rows(row('del', 'a'), `<w:tr>${cell('cellDel', 'b')}</w:tr>`) + p('c')
  assert.equal(copied(gone), 'c\n')
  assert.doesNotMatch(safe(docx(gone)).get('word/document.xml') ?? '', /w:tbl/)
})

test('the copy has the formatting that changes led to, and that of the mark that is left where two paragraphs are one', () => {
  const style = (name: string) => `<w:pStyle w:val="${name}"/>`
  const body =
    `<w:p><w:pPr>${style('Now')}<w:pPrChange ${WHO}><w:pPr>${style('Before')}</w:pPr></w:pPrChange></w:pPr>` +
    `<w:r><w:rPr><w:i/><w:rPrChange ${WHO}><w:rPr><w:b/></w:rPr></w:rPrChange></w:rPr><w:t>a</w:t></w:r></w:p>` +
    `${joined(t('b'), style('First'))}<w:p><w:pPr>${style('Second')}</w:pPr>${t('c')}</w:p>`
  const xml = safe(docx(body)).get('word/document.xml') ?? ''
  assert.match(
    xml,
    /<w:body><w:p><w:pPr><w:pStyle w:val="Now"\/><\/w:pPr><w:r><w:rPr><w:i\/><\/w:rPr><w:t>a<\/w:t><\/w:r><\/w:p><w:p><w:pPr><w:pStyle w:val="Second"\/><\/w:pPr>/,
  )
  assert.doesNotMatch(xml, /Change|Before|First|w:b\/|w:rPr\/|w:del/)
})

test('headers, footers and notes are read as the text is, whatever prefix their elements have', () => {
  const story = (element: string) =>
    `<w:${element} xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p>${deleted('viejo')}${inserted('nuevo')}</w:p></w:${element}>`
  const parts = safe(
    docx(p('x'), {
      'word/header1.xml': story('hdr'),
      'word/footer1.xml': story('ftr').replaceAll(/\bw(?=[:=])/g, 'q'),
      'word/footnotes.xml': story('footnotes'),
      'word/endnotes.xml': story('endnotes'),
    }),
  )
  for (const name of ['header1', 'footer1', 'footnotes', 'endnotes']) {
    const xml = parts.get(`word/${name}.xml`) ?? ''
    assert.equal(textOf(xml).trim(), 'nuevo', name)
    assert.match(xml, /nuevo/)
  }
})

test('a note that only deleted text refers to is not in the copy, so that no other shows its text', () => {
  const notes = (kind: string) =>
    `<w:${kind}notes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${[-1, 1, 2, 3].map((id) => `<w:${kind}note w:id="${id}"${id < 0 ? ' w:type="separator"' : ''}>${p(`nota ${id}`)}</w:${kind}note>`).join('')}</w:${kind}notes>`
  const reference = (kind: string, id: number) =>
    `<w:r><w:${kind}noteReference w:id="${id}"/></w:r>`
  const body = ['foot', 'end'].map(
    (kind) =>
      `<w:p>${reference(kind, 1)}<w:del ${WHO}>${reference(kind, 2)}${reference(kind, 1)}</w:del>${reference(kind, 3)}</w:p>`,
  )
  const parts = safe(
    docx(body.join(''), { 'word/footnotes.xml': notes('foot'), 'word/endnotes.xml': notes('end') }),
  )
  for (const name of ['word/footnotes.xml', 'word/endnotes.xml']) {
    assert.equal(textOf(parts.get(name) ?? ''), 'nota -1\nnota 1\nnota 3\n', name)
  }
})

test('comments and what leads to them are not in the copy, and the text that they are about is', () => {
  const rels = `<Relationships xmlns="r">${relationship(1, 'comments', 'Target="comments.xml"')}<Relationship Id="rId2" Type="http://schemas.microsoft.com/office/2011/relationships/commentsExtended" Target="commentsExtended.xml"/>${relationship(3, 'styles', 'Target="styles.xml"')}</Relationships>`
  const body = `<w:p><w:commentRangeStart w:id="0"/>${t('a')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p>`
  const parts = safe(docx(body, { 'word/_rels/document.xml.rels': rels }))
  assert.match(
    parts.get('word/document.xml') ?? '',
    /<w:p><w:r><w:t xml:space="preserve">a<\/w:t><\/w:r><w:r><\/w:r><\/w:p>/,
  )
  assert.equal(
    parts.get('word/_rels/document.xml.rels'),
    `<Relationships xmlns="r">${relationship(3, 'styles', 'Target="styles.xml"')}</Relationships>`,
  )
})

test('a part that is one long name is looked through once', () => {
  const name = 'a'.repeat(2_000_000)
  const xml = safe(docx(`<${name}/><w:p>${deleted('x')}</w:p>`)).get('word/document.xml') ?? ''
  assert.ok(xml.length > name.length)
  assert.doesNotMatch(xml.slice(-100), /w:del/)
})
