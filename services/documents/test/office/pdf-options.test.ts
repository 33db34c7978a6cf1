import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'

import sharp from 'sharp'

import { renderPageAsPng } from '../../src/office/page-images.ts'
import { docx, p } from '../docx/docx-fixture.ts'
import { startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { hasPoppler } from './office-fixture.ts'
import { ask, attachedFile, infoOf, wordsOfPages } from './pdf-fixture.ts'

const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
const XML = '<cfdi:Comprobante/>'
const CFDI = { filename: 'F-9.xml', content: Buffer.from(XML).toString('base64') }
let documents: DocumentsTest
let isInstalled = false

before(async () => {
  documents = await startDocuments({ config: { searchPath: process.env['PATH'] ?? '' } })
  isInstalled = (await documents.stranger.get('/health')).json.office.available
  const pages = ['Uno {nombre}', 'Dos', 'Tres'].map((text) => p(text)).join(PAGE_BREAK)
  await documents.upload('paginas', docx(pages))
})

after(() => documents.stop())

function withOffice(work: () => Promise<void>) {
  return async (context: TestContext) => {
    if (isInstalled && (await hasPoppler(context))) return await work()
    assert.notEqual(process.env['CI'], 'true', 'LibreOffice is missing')
    return context.skip('LibreOffice is not installed')
  }
}

const render = (pdf: object, more: object = {}) =>
  documents.render('paginas', { nombre: 'Ñ' }, { format: 'pdf', pdf, ...more })

async function rendered(pdf: object, more: object = {}): Promise<Buffer> {
  const { status, text, bytes } = await render(pdf, more)
  assert.equal(status, 200, text.slice(0, 300))
  return bytes
}

test(
  'a PDF has the metadata that was asked for, in both places where viewers look',
  withOffice(async () => {
    const pdf = await rendered({ title: 'Año <1>', author: 'A', subject: 'S', keywords: 'k, l' })
    const info = infoOf(pdf)
    assert.deepEqual(
      ['Title', 'Author', 'Subject', 'Keywords', 'Pages'].map((name) => info[name]),
      ['Año <1>', 'A', 'S', 'k, l', '3'],
    )
    assert.match(ask('pdfinfo', pdf, '-meta'), /Año &lt;1&gt;/)
    assert.deepEqual(wordsOfPages(pdf), ['Uno Ñ', 'Dos', 'Tres'])
  }),
)

test(
  'a PDF has only the pages that were asked for, and a page that does not exist is refused',
  withOffice(async () => {
    assert.deepEqual(wordsOfPages(await rendered({ pages: '2-' })), ['Dos', 'Tres'])
    assert.deepEqual(wordsOfPages(await rendered({ pages: '1,3-9' })), ['Uno Ñ', 'Tres'])
    const answer = await render({ pages: '4' })
    assert.equal(answer.status, 400)
    assert.match(answer.json.error.message, /^pdf\.pages: the document has no such page/)
  }),
)

test(
  'a PDF with a password opens with it alone, and with permissions it opens with these',
  withOffice(async () => {
    const locked = await rendered({ password: 'llave', ownerPassword: 'dueño', title: 'Ñ' })
    assert.throws(() => infoOf(locked), /Incorrect password/)
    for (const flag of [
      ['-upw', 'llave'],
      ['-opw', 'dueño'],
    ])
      assert.deepEqual(wordsOfPages(locked, ...flag), ['Uno Ñ', 'Dos', 'Tres'])
    assert.equal(infoOf(locked, '-upw', 'llave')['Title'], 'Ñ')
    const limited = await rendered({ permissions: { copy: false, modify: false } })
    const { Encrypted } = infoOf(limited)
    assert.equal(Encrypted, 'yes (print:yes copy:no change:no addNotes:yes algorithm:AES-256)')
  }),
)

test(
  'PDF/A-3b has files within, which say what they are to the document',
  withOffice(async () => {
    const pdf = await rendered({
      pdfa: '3b',
      title: 'Factura',
      watermark: 'COPIA',
      attachments: [{ ...CFDI, relationship: 'Source', description: 'El CFDI' }],
    })
    assert.equal(attachedFile(pdf, 1), XML)
    const text = pdf.toString('latin1')
    assert.match(text, /<pdfaid:part>3<\/pdfaid:part>/)
    assert.match(text, /\/AFRelationship \/Source/)
    assert.match(text, /\/AF \[\d+ 0 R\]/)
    assert.match(text, /\/Subtype \/text#2fxml/)
    assert.match(text, /\/OutputIntents/)
    const fonts = ask('pdffonts', pdf).split('\n').slice(2, -1)
    assert.ok(fonts.length > 0)
    for (const line of fonts) assert.match(line, /\byes\s+(?:yes|no)\s+(?:yes|no)\s+\d+\s+\d+$/)
  }),
)

test(
  'the watermark of PDF/A is as grey as any other, and not in the green of the office',
  withOffice(async () => {
    const pdf = await rendered({ pdfa: '2b', watermark: 'COPIA', pages: '2' })
    const bounds = { dpi: 36, tmpDir: documents.folder, timeoutMs: 30_000 }
    const page = await renderPageAsPng(pdf, { page: 1, ...bounds })
    assert.ok(page.ok)
    const { channels } = await sharp(page.value).stats()
    const [red, green, blue] = channels.map(({ mean }) => Math.round(mean))
    assert.deepEqual([red, green], [blue, blue])
    assert.ok(blue !== undefined && blue < 255, 'something stands on the page')
  }),
)

test(
  'PDF/UA is tagged, has a language and a title, and keeps both when it is written again',
  withOffice(async () => {
    const plain = await rendered({ pdfua: true }, { filename: 'Carta' })
    const titled = await rendered({ pdfua: true, title: 'Otra' })
    for (const [pdf, title] of [
      [plain, 'Carta'],
      [titled, 'Otra'],
    ] as const) {
      const info = infoOf(pdf)
      assert.deepEqual([info['Title'], info['Tagged']], [title, 'yes'])
      const text = pdf.toString('latin1')
      assert.match(text, /<pdfuaid:part>1<\/pdfuaid:part>/)
      assert.match(text, /\/Lang ?[(<]/)
      assert.match(text, /\/DisplayDocTitle true/)
      assert.match(ask('pdfinfo', pdf, '-struct-text'), /"Uno Ñ"/)
    }
  }),
)

test(
  'a watermark stands on each page, and a preview shows it',
  withOffice(async () => {
    const pdf = await rendered({ watermark: 'BORRADOR' })
    assert.equal(pdf.toString('latin1').match(/\/Artifact BMC/g)?.length, 3)
    const preview = (more: object) =>
      documents.client.post('/render/preview', { slug: 'paginas', data: {}, dpi: 36, ...more })
    const [plain, marked] = [
      await preview({}),
      await preview({ format: 'pdf', pdf: { watermark: 'BORRADOR' } }),
    ]
    assert.deepEqual([plain.status, marked.status], [200, 200])
    assert.notDeepEqual(plain.bytes, marked.bytes)
  }),
)

test('options that exclude each other, or that no PDF can have, are refused by the names of both', async () => {
  const cases: readonly (readonly [object, RegExp, object?])[] = [
    [{ pdfa: '2b', password: 'x' }, /^pdf\.password: cannot be combined with pdfa/],
    [{ pdfa: '3b', permissions: {} }, /^pdf\.permissions: cannot be combined with pdfa/],
    [{ pdfa: '2b', attachments: [CFDI] }, /^pdf\.attachments: cannot be combined with pdfa 2b/],
    [{ pdfua: true, watermark: 'X' }, /^pdf\.watermark: cannot be combined with pdfua/],
    [{ password: 'x' }, /^pdfa: cannot be combined with pdf\.password/, { pdfa: true }],
    [{ title: 'x' }, /^pdf: is only for format pdf/, { format: 'docx' }],
    [{ pdfa: '1b' }, /^pdf\.pdfa: must be one of 2b, 3b/],
    [{ password: 'x'.repeat(128) }, /^pdf\.password: must have at most 127/],
    [{ watermark: '日本' }, /^pdf\.watermark: must have only letters and signs of Western Europe/],
    [{ pages: '3-1' }, /^pdf\.pages: must be pages counted from 1/],
    [{ attachments: [{ ...CFDI, filename: '../x' }] }, /^pdf\.attachments\.0\.filename: must be a/],
    [{ attachments: [{ ...CFDI, content: 'é' }] }, /^pdf\.attachments\.0\.content: must be a file/],
    [{ encrypt: true }, /^pdf\.encrypt: is not known/],
  ]
  for (const [pdf, message, more] of cases) {
    const { status, json } = await render(pdf, more)
    assert.deepEqual([status, json.error.code], [400, 'INVALID_INPUT'])
    assert.match(json.error.message, message)
  }
})
