import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'

import fc from 'fast-check'

import { anyRich } from '../docx/any-rich.ts'
import { docx, p, partsOf, table } from '../docx/docx-fixture.ts'
import { startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { hasOffice, hasPoppler, textOf } from './office-fixture.ts'

let documents: DocumentsTest

before(async () => {
  documents = await startDocuments({ config: { searchPath: process.env['PATH'] ?? '' } })
})
after(() => documents.stop())

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const TYPE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
const WHO = 'w:author="Ana" w:date="2026-01-01T00:00:00Z"'
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`

/** A document and parts that it is related to, named for their kind. */
function related(body: string, parts: Readonly<Record<string, string>>): Buffer {
  const kinds = Object.keys(parts)
  const relationships = kinds.map(
    (kind, at) => `<Relationship Id="rId${at + 1}" Type="${TYPE}${kind}" Target="${kind}.xml"/>`,
  )
  return docx(body, {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relationships.join('')}</Relationships>`,
    ...Object.fromEntries(kinds.map((kind) => [`word/${kind}.xml`, parts[kind] ?? ''])),
  })
}

/** The words of the PDF of a template, and the document as Word gets it. */
async function render(slug: string, template: Buffer, data: object) {
  assert.equal((await documents.upload(slug, template)).status, 201)
  const pdf = await documents.render(slug, data, { format: 'pdf' })
  assert.equal(pdf.status, 200, pdf.text.slice(0, 300))
  const word = await documents.render(slug, data)
  return { words: (await textOf(pdf.bytes)).replace(/\s+/g, ' ').trim(), word: word.bytes }
}

/** Runs a test where office and poppler are. */
function withPrograms(work: () => Promise<void>): (context: TestContext) => Promise<void> {
  return async (context) => {
    if ((await hasOffice(context)) && (await hasPoppler(context))) await work()
  }
}

test(
  'a template with comments becomes a PDF without them',
  withPrograms(async () => {
    const body = `<w:p><w:commentRangeStart w:id="0"/>${run('Hola {nombre}')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r></w:p><w:sectPr/>`
    const comment = `<w:comments ${W}><w:comment w:id="0" w:initials="A" ${WHO}><w:p><w:r><w:annotationRef/></w:r>${run('entre nosotros {nombre}')}</w:p></w:comment></w:comments>`
    const { words } = await render('comentada', related(body, { comments: comment }), {
      nombre: 'Eva',
    })
    assert.equal(words, 'Hola Eva')
  }),
)

test(
  'a PDF shows tracked changes as accepted, and the .docx keeps them',
  withPrograms(async () => {
    const deleted = (text: string) =>
      `<w:del w:id="7" ${WHO}><w:r><w:delText>${text}</w:delText></w:r></w:del>`
    const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
    const note = (id: number, text: string) => `<w:footnote w:id="${id}">${p(text)}</w:footnote>`
    const body =
      `<w:p>${run('Precio ')}${deleted('{viejo} 100')}<w:ins w:id="8" ${WHO}>${run('{nuevo}')}</w:ins></w:p>` +
      `<w:p><w:pPr><w:rPr><w:del w:id="9" ${WHO}/></w:rPr></w:pPr>${run('una ')}</w:p>${p('línea')}` +
      `<w:p>${deleted('nada').replace('</w:del>', `${reference(2)}</w:del>`)}${run('nota')}${reference(3)}</w:p><w:sectPr/>`
    const notes = `<w:footnotes ${W}><w:footnote w:type="separator" w:id="0"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="1"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>${note(2, 'secreta')}${note(3, 'pública')}</w:footnotes>`
    const template = related(body, { footnotes: notes })
    const { words, word } = await render('revisada', template, { viejo: 'NO', nuevo: '90' })
    assert.equal(words.replaceAll(/ ?\d?(pública)$/g, ' $1'), 'Precio 90 una línea nota1 pública')
    const xml = partsOf(word).get('word/document.xml') ?? ''
    assert.match(xml, /<w:delText>\{viejo\} 100<\/w:delText>/)
    assert.match(xml, /<w:ins [^>]*><w:r><w:t[^>]*>90</)
  }),
)

test(
  'formatted text becomes a PDF with its lists counted and its tables, and any text at all can be one',
  withPrograms(async () => {
    const page = '<w:sectPr/>'
    const nota =
      '# Uno\n\n1. a\n2. b\n\ny **c**\n\n1. d\n\n|e|f|\n|-|-|\n|g|h|\n\n> i\n\n[j](https://x.mx)'
    const { words } = await render('rica', docx(p('{~nota}') + page), { nota })
    const sorted = (text: string) => text.split(' ').toSorted()
    assert.deepEqual(
      sorted(words.replace('yc', 'y c')),
      sorted('Uno 1. a 2. b y c 1. d e f g h i j'),
    )
    const any = docx(
      p('{#a}') + p('{~.}') + table([p('{~.}'), 'x']) + p('fin {$index}') + p('{/a}') + page,
    )
    // A picture that does not exist is an error.
    const values = fc.sample(anyRich(), 60).map((text) => text.replaceAll('![', '['))
    const { words: all } = await render('cualquiera', any, { a: values })
    assert.deepEqual(
      values.filter((_, i) => !all.includes(`fin ${i}`)),
      [],
    )
  }),
)
