import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { inflatePart, readArchive } from '../../src/docx/package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../../src/docx/package/package-limits.ts'
import { docx, p } from '../docx/docx-fixture.ts'
import { codeOf, startDocuments } from '../http-fixture.ts'
import { assertPdf, officeService } from './office-service.ts'

const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
// Of poppler-utils, as the pdftoppm that previews need.
const PDF_TO_TEXT = 'pdftotext'
const TIMEOUT_MS = 60_000
const { documents, pdf, withOffice, leftovers } = officeService(TIMEOUT_MS)
const hits: string[] = []
const server = createServer((request, response) => {
  hits.push(request.url ?? '')
  response.end()
})

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

after(() => {
  server.closeAllConnections()
  server.close()
})

test(
  'format pdf gives a file that begins with %PDF-, as application/pdf, named .pdf',
  withOffice(async () => {
    const answer = await pdf('hola', { nombre: 'Ñandú' })
    assertPdf(answer)
    assert.equal(answer.headers.get('content-type'), 'application/pdf')
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /filename="hola-\d{8}T\d{6}Z\.pdf"$/,
    )
    const named = await pdf('hola', {}, { filename: 'contrato.docx' })
    assert.match(named.headers.get('content-disposition') ?? '', /filename="contrato\.docx\.pdf"$/)
    assert.deepEqual(await leftovers(), [])
  }),
)

test(
  'health is ok and names the version while an office runs',
  withOffice(async () => {
    const { json } = await documents().stranger.get('/health')
    assert.equal(json.status, 'ok')
    assert.match(json.office.version, /^\d+\.\d+/)
  }),
)

test(
  'pdfa gives PDF/A-2b, and a preview of a page is a PNG of the dots asked for',
  withOffice(async () => {
    const archive = await pdf('hola', {}, { pdfa: true })
    assertPdf(archive)
    assert.match(archive.bytes.toString('latin1'), /pdfaid:part>2|pdfaid:part="2"/)
    const page = async (more: object) =>
      await documents().client.post('/render/preview', { slug: 'hola', data: {}, ...more })
    const small = await page({ dpi: 36 })
    assert.equal(small.headers.get('content-type'), 'image/png')
    // A page is at least 8 inches wide, whatever its form.
    const width = small.bytes.readUInt32BE(16)
    assert.ok(width >= 288 && width <= 320, `${width}`)
    await documents().upload('hojas', docx(p('uno') + PAGE_BREAK + p('dos')))
    const second = await page({ slug: 'hojas', page: 2, dpi: 36 })
    const first = await page({ slug: 'hojas', page: 1, dpi: 36 })
    assert.deepEqual([first.status, second.status], [200, 200])
    assert.notDeepEqual(first.bytes, second.bytes, 'each page is itself')
    const missing = await page({ page: 2 })
    assert.deepEqual([missing.status, missing.json.error.details.issues[0].path], [400, ['page']])
  }),
)

test(
  'a batch of PDFs is a zip in which every file begins with %PDF-',
  withOffice(async () => {
    const items = [{ data: { nombre: 'A' } }, { data: { nombre: 'B' } }]
    const answer = await documents().client.post('/render/batch', {
      slug: 'hola',
      format: 'pdf',
      items,
    })
    const entries = readArchive(answer.bytes, DEFAULT_PACKAGE_LIMITS)
    assert.ok(entries.ok)
    assert.deepEqual(
      entries.value.map(({ name }) => name),
      ['hola-1.pdf', 'hola-2.pdf'],
    )
    for (const entry of entries.value) {
      const content = inflatePart(entry)
      assert.equal(content.ok && content.value.toString('latin1', 0, 5), '%PDF-')
    }
  }),
)

/** A document that reaches out in every way that Word has. */
function reachingOut(port: number): Buffer {
  const base = `http://127.0.0.1:${port}`
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/'
  const relationship = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${type}${kind}" Target="${target}" TargetMode="External"/>`
  const picture = (id: string) =>
    `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="x"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:nvPicPr><pic:cNvPr id="1" name="x"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:link="${id}"/></pic:blipFill><pic:spPr/></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const field = (code: string) =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin" w:dirty="true"/></w:r><w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`
  const body = [
    picture('rId7'),
    picture('rId8'),
    field(` INCLUDEPICTURE "${base}/campo.png" \\d `),
    field(` INCLUDETEXT "/etc/passwd" `),
    field(' INCLUDETEXT "file:///etc/passwd" '),
    field(` DDEAUTO cmd "touch ${documents().folder}/dde" `),
    `<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Link" ProgID="Word.Document" r:id="rId9" UpdateMode="Always"/></w:object></w:r></w:p>`,
    '<w:altChunk r:id="rId10"/>',
    '<w:subDoc r:id="rId11"/>',
    p('fin'),
  ].join('')
  return docx(body, {
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
      relationship('rId7', 'image', `${base}/imagen.png`),
      relationship('rId8', 'image', 'file:///usr/share/pixmaps/debian-logo.png'),
      relationship('rId9', 'oleObject', `${base}/ole.docx`),
      relationship('rId10', 'aFChunk', 'file:///etc/passwd'),
      relationship('rId11', 'subDocument', `${base}/sub.docx`),
      relationship('rId12', 'attachedTemplate', `${base}/plantilla.dotm`),
    ].join('')}</Relationships>`,
  })
}

test(
  'a document that links to the network, to files or to programs gets nothing of them into its PDF',
  withOffice(async () => {
    // A server that listens on a port has an address of this form.
    const { port } = server.address() as AddressInfo
    await documents().upload('enlaces', reachingOut(port))
    const answer = await pdf('enlaces')
    assertPdf(answer)
    assert.equal(answer.bytes.includes('/Subtype/Image'), false)
    assert.deepEqual(hits, [])
    assert.equal((await readdir(documents().folder)).includes('dde'), false)
    const file = join(documents().folder, 'enlaces.pdf')
    await writeFile(file, answer.bytes)
    const text = execFileSync(PDF_TO_TEXT, [file, '-'], { encoding: 'utf8' })
    assert.match(text, /fin/)
    assert.doesNotMatch(text, /root:/)
  }),
)

test('a missing office is 503 OFFICE_UNAVAILABLE, health is degraded, and .docx rendering works', async () => {
  for (const config of [
    { searchPath: '' },
    { officePath: '/bin/false' },
    { officePath: '/nowhere' },
  ]) {
    const without = await startDocuments({ config })
    await without.upload('hola', docx(p('Hola')))
    const answers = [
      await without.render('hola', {}, { format: 'pdf' }),
      await without.client.post('/render/preview', { slug: 'hola', data: {} }),
      await without.client.post('/render/batch', {
        slug: 'hola',
        format: 'pdf',
        items: [{ data: {} }],
      }),
    ]
    for (const answer of answers) {
      assert.deepEqual([answer.status, codeOf(answer)], [503, 'OFFICE_UNAVAILABLE'])
    }
    const { status, json } = await without.stranger.get('/health')
    assert.deepEqual([status, json.status, json.office], [200, 'degraded', { available: false }])
    assert.equal((await without.render('hola', {})).status, 200)
    await without.stop()
  }
})
