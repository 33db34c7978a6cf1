import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { withoutExternalContent } from '../../src/docx/external-content.ts'
import { docx, p, partsOf } from './docx-fixture.ts'

const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'

function relationship(id: number, type: string, more: string): string {
  return `<Relationship Id="rId${id}" Type="${TYPE}${type}" ${more}/>`
}

function safe(document: Buffer): ReadonlyMap<string, string> {
  const result = withoutExternalContent(document)
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

test('a document without such relationships is given back as it is', () => {
  const document = readFileSync(new URL('../fixtures/relsvariations.docx', import.meta.url))
  const parts = partsOf(document)
  assert.deepEqual(safe(document), parts)
  const plain = docx(p('x'))
  const result = withoutExternalContent(plain)
  assert.ok(result.ok)
  assert.equal(result.value, plain)
})

test('what is no archive is an error', () => {
  assert.equal(withoutExternalContent(Buffer.from('x')).ok, false)
})
