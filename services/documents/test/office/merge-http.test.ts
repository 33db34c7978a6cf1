import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'

import { docx, p } from '../docx/docx-fixture.ts'
import { codeOf, KEY, startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { eventually, hasPoppler } from './office-fixture.ts'
import { attachedFile, infoOf, plainPdf, wordsOfPages } from './pdf-fixture.ts'

const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
let documents: DocumentsTest
let isInstalled = false

before(async () => {
  documents = await startDocuments({
    config: { searchPath: process.env['PATH'] ?? '', officeConcurrency: 2, officeQueueLimit: 1 },
  })
  isInstalled = (await documents.stranger.get('/health')).json.office.available
  await documents.upload('carta', docx(p('Estimada {nombre}')))
  await documents.upload('anexo', docx(`${p('Anexo {n}')}${PAGE_BREAK}${p('Segunda {n}')}`))
})

after(() => documents.stop())

/** Without LibreOffice and poppler a test is skipped, and fails where nothing may be missing. */
function withOffice(work: (context: TestContext) => Promise<void>) {
  return async (context: TestContext) => {
    if (isInstalled && (await hasPoppler(context))) return await work(context)
    assert.notEqual(process.env['CI'], 'true', 'LibreOffice is missing')
    return context.skip('LibreOffice is not installed')
  }
}

const merge = (items: readonly object[], more: object = {}) =>
  documents.client.post('/render/merge', { items, ...more })
const carta = (nombre: string, more: object = {}) => ({ slug: 'carta', data: { nombre }, ...more })
const appended = (pdf: Buffer, more: object = {}) => ({ content: pdf.toString('base64'), ...more })

/** What a merge left in the scratch space. */
async function leftovers(): Promise<readonly string[]> {
  const names = await readdir(join(documents.folder, 'tmp'))
  return names.filter((name) => name.startsWith('merge-'))
}

function pdfOf({ status, text, bytes }: { status: number; text: string; bytes: Buffer }): Buffer {
  assert.equal(status, 200, text.slice(0, 300))
  return bytes
}

test(
  'a merge has its items in their order, each with its bookmark, pages of it, and numbers over all',
  withOffice(async () => {
    const other = plainPdf([{ text: 'Uno' }, { text: 'Dos' }, { text: 'Tres' }])
    const answer = await merge(
      [
        carta('Ana', { title: 'Carta a Ana' }),
        appended(other, { title: 'Ajeno', pages: '3,1' }),
        { slug: 'anexo', data: { n: 7 }, pages: '2-' },
        carta('Íñigo'),
      ],
      {
        filename: 'Envío.pdf',
        pageNumbers: { format: 'Página {page} de {pages}', position: 'top-right', first: 10 },
        pdf: { title: 'Envío', author: 'Núñez', keywords: 'uno, dos', subject: 'Cartas' },
      },
    )
    const pdf = pdfOf(answer)
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /filename="Env_o\.pdf"; filename\*/,
    )
    assert.deepEqual(wordsOfPages(pdf), [
      'Página 10 de 14 Estimada Ana',
      'Página 11 de 14 Tres',
      'Página 12 de 14 Uno',
      'Página 13 de 14 Segunda 7',
      'Página 14 de 14 Estimada Íñigo',
    ])
    const info = infoOf(pdf)
    assert.deepEqual(
      [info['Title'], info['Author'], info['Subject'], info['Keywords'], info['Pages']],
      ['Envío', 'Núñez', 'Cartas', 'uno, dos', '5'],
    )
    assert.deepEqual(bookmarksOf(pdf), ['Carta a Ana', 'Ajeno'])
    await eventually(async () => (await leftovers()).length === 0)
  }),
)

/** The titles of all bookmarks in the order of the file, which has ASCII ones as they are. */
function bookmarksOf(pdf: Buffer): readonly string[] {
  const found = pdf.toString('latin1').matchAll(/<<\/Title <([\da-f]+)>\n\/Parent/g)
  return [...found].map(([, digits]) => Buffer.from(digits ?? '', 'hex').toString('latin1'))
}

test(
  'a merge is refused as a whole with the index of the item that cannot be had',
  withOffice(async () => {
    const locked = await documents.render(
      'carta',
      {},
      { format: 'pdf', pdf: { password: 'llave' } },
    )
    const good = carta('Ana')
    const other = plainPdf([{ text: 'Uno' }])
    const cases = [
      [
        { slug: 'nadie', data: {} },
        404,
        'TEMPLATE_NOT_FOUND',
        /^items\.1: There is no template nadie/,
      ],
      [appended(Buffer.from('hola')), 400, 'INVALID_INPUT', /items\.1\.content: is no PDF/],
      [appended(other.subarray(0, 90)), 400, 'INVALID_INPUT', /items\.1\.content: is no PDF/],
      [appended(pdfOf(locked)), 400, 'INVALID_INPUT', /items\.1\.content: .*encrypted/],
      [appended(other, { pages: '2-3' }), 400, 'INVALID_INPUT', /items\.1\.pages: are none/],
      [{ slug: 'carta' }, 400, 'INVALID_INPUT', /items\.1\.data: is required/],
      [{ content: '%%' }, 400, 'INVALID_INPUT', /items\.1\.content: must be a file in base64/],
      [carta('x', { pages: '0' }), 400, 'INVALID_INPUT', /items\.1\.pages: must be pages/],
    ] as const
    for (const [item, status, code, message] of cases) {
      const answer = await merge([good, item, good])
      assert.deepEqual([answer.status, codeOf(answer)], [status, code])
      assert.match(answer.json.error.message, message)
    }
    assert.equal((await merge([good, cases[0][0]])).json.error.details.index, 1)
    const none = await merge([])
    assert.match(none.json.error.message, /items: must be a list of 1 to 10000/)
    assert.deepEqual(await leftovers(), [])
  }),
)

test('what holds of single documents only is refused by name in a merge', async () => {
  const answer = await merge([carta('Ana')], {
    pdf: { pdfa: '2b', pdfua: true, pages: '1' },
    pageNumbers: { position: 'middle' },
  })
  assert.equal(answer.status, 400)
  assert.match(answer.json.error.message, /pageNumbers\.position: must be one of top-left/)
  const { json } = await merge([carta('Ana')], { pdf: { pdfa: '2b', pdfua: true, pages: '1' } })
  const paths = json.error.details.issues.map(({ path }: { path: string[] }) => path.join('.'))
  assert.deepEqual(paths, ['pdf.pdfa', 'pdf.pdfua', 'pdf.pages'])
})

test(
  'a merge has a password, permissions, a watermark and files within',
  withOffice(async () => {
    const file = { filename: 'cfdi ñ.xml', content: Buffer.from('<cfdi/>').toString('base64') }
    const options = { password: 'llave ñ', permissions: { print: false }, watermark: 'BORRADOR ñ' }
    const items = [carta('Ana'), appended(plainPdf([{ text: 'Uno', extra: '/Rotate 90' }]))]
    const locked = pdfOf(await merge(items, { pdf: { ...options, attachments: [file] } }))
    assert.throws(() => infoOf(locked), /Incorrect password/)
    assert.match(infoOf(locked, '-upw', 'llave ñ')['Encrypted'] ?? '', /print:no .*AES-256/)
    const words = wordsOfPages(locked, '-upw', 'llave ñ').join(' ')
    assert.deepEqual([/Estimada Ana/.test(words), /Uno/.test(words)], [true, true])
    const open = pdfOf(await merge(items, { pdf: { attachments: [file], watermark: 'BORRADOR' } }))
    assert.equal(attachedFile(open, 1), '<cfdi/>')
    assert.equal(open.toString('latin1').match(/\/Artifact BMC/g)?.length, 2)
  }),
)

test(
  'what many documents of a merge have in common is in the file once, and links stay within their document',
  withOffice(async () => {
    const link = '/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest(fin)>>]'
    const names = '/Names<</Dests<</Names[(fin)[6 0 R/Fit]]>>>>'
    const linked = plainPdf([{ text: 'Uno', extra: link }, { text: 'Dos' }], names)
    const once = pdfOf(await merge([carta('Ana')]))
    const many = pdfOf(await merge(Array.from({ length: 20 }, () => carta('Ana'))))
    assert.ok(many.length < once.length + 20 * 3_000, `${many.length} of ${once.length}`)
    const text = pdfOf(await merge([appended(linked), appended(linked)])).toString('latin1')
    const kids = [
      ...(/\/Kids \[([\d R]+)\]\n\/Count 4/.exec(text)?.[1]?.matchAll(/(\d+) 0 R/g) ?? []),
    ]
    const targets = [...text.matchAll(/\/Dest \[(\d+) 0 R \/Fit\]/g)].map(([, number]) => number)
    assert.deepEqual(targets, [kids[1]?.[1], kids[3]?.[1]])
  }),
)

const lines = (text: string, type = 'application/x-ndjson') =>
  documents.client.send('POST', '/render/merge/lines', {
    body: text,
    headers: { 'content-type': type },
  })

test(
  'items as lines are merged as items of a body are, after a line of options',
  withOffice(async () => {
    const names = Array.from({ length: 4 }, (_, at) => `n${at}`)
    const items = names.map((name) => JSON.stringify(carta(name)))
    const options = JSON.stringify({ pageNumbers: { format: '{page}/{pages}' } })
    const answer = await lines([options, ...items, ''].join('\r\n'))
    assert.deepEqual(
      wordsOfPages(pdfOf(answer)),
      names.map((name, at) => `Estimada ${name} ${at + 1}/4`),
    )
    await eventually(async () => (await leftovers()).length === 0)
  }),
)

test('lines that are wrong are refused before anything is made, each by its number', async () => {
  const good = JSON.stringify(carta('Ana'))
  const wrong = await lines(['{}', good, '{"slug":', '{"slug":"carta"}'].join('\n'))
  assert.deepEqual([wrong.status, codeOf(wrong)], [400, 'INVALID_INPUT'])
  assert.deepEqual(wrong.json.error.details.issues, [
    { path: ['items', 1], message: 'must be a JSON object in one line' },
    { path: ['items', 2, 'data'], message: 'is required' },
  ])
  const cases: readonly (readonly [string, number, RegExp])[] = [
    ['', 400, /items: must be lines/],
    ['{}', 400, /items: must be lines: one of options, and 1 to 10000 of items/],
    [`{"bookmarks":1}\n${good}`, 400, /bookmarks: must be true or false/],
    [`{}\n${good}\n${' '.repeat(1_048_576)}x`, 413, /A line is longer than 1048576 bytes/],
  ]
  for (const [text, status, message] of cases) {
    const answer = await lines(text)
    assert.equal(answer.status, status, text.slice(0, 50))
    assert.match(answer.json.error.message, message)
  }
  const other = await lines('{}', 'application/json')
  assert.match(other.json.error.message, /the body must be application\/x-ndjson/)
  assert.deepEqual(await leftovers(), [])
})

test(
  'PDFs to append may come as files of a form, which items name',
  withOffice(async () => {
    const other = plainPdf([{ text: 'Uno' }, { text: 'Dos' }])
    const send = (request: object, files: Readonly<Record<string, Buffer>>) => {
      const form = new FormData()
      form.append('request', JSON.stringify(request))
      for (const [name, bytes] of Object.entries(files))
        form.append(name, new Blob([new Uint8Array(bytes)]), `${name}.pdf`)
      return documents.client.post('/render/merge/files', form)
    }
    const items = [carta('Ana'), { file: 'file2', pages: '2' }, { file: 'file1' }, appended(other)]
    const pdf = pdfOf(await send({ items }, { file1: other, file2: other }))
    assert.deepEqual(wordsOfPages(pdf), ['Estimada Ana', 'Dos', 'Uno', 'Dos', 'Uno', 'Dos'])
    const lacking = await send({ items }, { file1: other })
    assert.deepEqual([lacking.status, codeOf(lacking)], [400, 'INVALID_INPUT'])
    assert.match(lacking.json.error.message, /items\.1\.file: file2 is no part of the form/)
    const wrong = await send({ items: [{ file: 'file21' }] }, {})
    assert.match(wrong.json.error.message, /items\.0\.file: must be one of file1/)
  }),
)

test(
  'a merge waits for its turn where another call would be refused',
  withOffice(async () => {
    const items = Array.from({ length: 8 }, (_, at) => carta(`n${at}`))
    // Each makes three documents at once, and only two are made while one waits.
    const answers = await Promise.all([merge(items), merge(items), merge(items)])
    for (const answer of answers) assert.equal(wordsOfPages(pdfOf(answer)).length, 8)
  }),
)

test(
  'a client that goes away ends its merge',
  withOffice(async () => {
    // More than a minute of work.
    const items = Array.from({ length: 5_000 }, (_, at) => carta(`n${at}`))
    const leaving = new AbortController()
    const gone = fetch(`${documents.client.baseUrl}/render/merge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': KEY },
      body: JSON.stringify({ items }),
      signal: leaving.signal,
    })
    await eventually(async () => (await leftovers()).length === 1)
    leaving.abort()
    await assert.rejects(gone, { name: 'AbortError' })
    await eventually(async () => (await leftovers()).length === 0)
    assert.equal((await documents.render('carta', {}, { format: 'pdf' })).status, 200)
  }),
)
