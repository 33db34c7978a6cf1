import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'

import type { TestAnswer } from '@oficina/testkit/http-exchange.ts'

import { hasModule } from '../../src/office/office-modules.ts'
import { docx, p } from '../docx/docx-fixture.ts'
import { codeOf, startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { openDocument, openSheet, workbook } from './file-fixture.ts'
import { findOffice, hasPoppler } from './office-fixture.ts'
import { infoOf, plainPdf, wordsOfPages } from './pdf-fixture.ts'

const SECRET = 'SECRETO-DEL-DISCO'
let documents: DocumentsTest
let isInstalled = false
let server: Server
const hits: string[] = []

before(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.end(SECRET)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  documents = await startDocuments({ config: { searchPath: process.env['PATH'] ?? '' } })
  isInstalled = (await documents.stranger.get('/health')).json.office.available
})

after(async () => {
  await documents.stop()
  server.closeAllConnections()
  server.close()
})

function withOffice(work: () => Promise<void>) {
  return async (context: TestContext) => {
    if (isInstalled && (await hasPoppler(context))) return await work()
    assert.notEqual(process.env['CI'], 'true', 'LibreOffice is missing')
    return context.skip('LibreOffice is not installed')
  }
}

async function convert(
  name: string,
  file: Buffer | string,
  fields: Readonly<Record<string, string>> = {},
): Promise<TestAnswer> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(Buffer.from(file))]), name)
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  return await documents.client.post('/convert', form)
}

async function wordsOf(name: string, file: Buffer | string): Promise<string> {
  const { status, text, bytes } = await convert(name, file)
  assert.equal(status, 200, `${name}: ${text.slice(0, 300)}`)
  return wordsOfPages(bytes).join(' ')
}

const TEXTS: readonly (readonly [name: string, file: Buffer | string])[] = [
  ['a.docx', docx(p('Hola ñ'))],
  ['a.odt', openDocument('text', '<text:p>Hola ñ</text:p>')],
  ['a.rtf', "{\\rtf1\\ansi Hola \\'f1\\par}"],
  ['a.html', '<!doctype html><meta charset="utf-8"><p>Hola ñ</p>'],
  ['a.txt', 'Hola ñ'],
  ['b.txt', Buffer.from('Hola ñ', 'latin1')],
]

test(
  'a document becomes a PDF by its contents, whatever it is called',
  withOffice(async () => {
    for (const [name, file] of TEXTS) {
      assert.equal(await wordsOf(name, file), 'Hola ñ', name)
      assert.equal(await wordsOf('nombre.bin', file), 'Hola ñ', name)
    }
  }),
)

test(
  'the PDF of a file has its name, the options of any PDF, and a name of its own when one is given',
  withOffice(async () => {
    const pdf = JSON.stringify({ title: 'Título', watermark: 'COPIA' })
    const answer = await convert('Acta año.odt', openDocument('text', '<text:p>x</text:p>'), {
      pdf,
    })
    assert.equal(answer.status, 200, answer.text)
    assert.match(
      answer.headers.get('content-disposition') ?? '',
      /filename\*=UTF-8''Acta%20a%C3%B1o\.pdf$/,
    )
    assert.equal(infoOf(answer.bytes)['Title'], 'Título')
    const named = await convert('x.txt', 'x', { filename: 'Otro' })
    assert.match(named.headers.get('content-disposition') ?? '', /filename="Otro\.pdf"/)
    const wrong = await convert('x.txt', 'x', { pdf: '{' })
    assert.deepEqual([wrong.status, wrong.json.error.message], [400, 'pdf: must be JSON'])
  }),
)

test('a spreadsheet or presentation becomes a PDF where the office can read it, else 503 says what is missing', async (context) => {
  if (!isInstalled || !(await hasPoppler(context)))
    return withOffice(async () => undefined)(context)
  const slide =
    '<draw:page draw:name="1"><draw:frame svg:width="9cm" svg:height="3cm" svg:x="1cm" svg:y="1cm"><draw:text-box><text:p>Hola ñ</text:p></draw:text-box></draw:frame></draw:page>'
  const cases = [
    ['calc', 'a.xlsx', workbook('t="inlineStr"><is><t>Hola ñ</t></is>')],
    ['calc', 'a.ods', openSheet('="Hola ñ"')],
    ['calc', 'a.csv', 'Hola;ñ\n'],
    ['impress', 'a.odp', openDocument('presentation', slide)],
  ] as const
  for (const [module, name, file] of cases) {
    if (await hasModule((await findOffice()) ?? '', module)) {
      assert.match(await wordsOf(name, file), /Hola ñ/, name)
      continue
    }
    const { status, json } = await convert(name, file)
    assert.deepEqual([status, json.error.code], [503, 'OFFICE_UNAVAILABLE'])
    assert.deepEqual(json.error.details, { reason: 'module', module })
  }
})

test('what is no file of an office is refused by its contents, and a locked one says so', async () => {
  const cases: readonly (readonly [Buffer | string, RegExp])[] = [
    ['', /^file: must be a document/],
    [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), /^file: must be a document/],
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', /^file: must be a document/],
    [plainPdf([{ text: 'x' }]), /^file: is a PDF already/],
    [
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
      /^file: is protected by a password/,
    ],
    [docx(p('x')).subarray(0, 200), /^file: must be a document/],
  ]
  for (const [file, message] of cases) {
    const answer = await convert('a.docx', file)
    assert.deepEqual([answer.status, codeOf(answer)], [400, 'INVALID_INPUT'], answer.text)
    assert.match(answer.json.error.message, message)
  }
  const large = await convert('a.txt', 'x'.repeat(1024 * 1024 + 1))
  assert.deepEqual([large.status, codeOf(large)], [413, 'PAYLOAD_TOO_LARGE'])
})

test(
  'a converted file brings nothing of the network or of the disk into its PDF',
  withOffice(async () => {
    const web = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const path = join(documents.folder, 'secreto.csv')
    const text = join(documents.folder, 'secreto.txt')
    const page = join(documents.folder, 'secreto.html')
    await Promise.all([path, text, page].map((one) => writeFile(one, SECRET)))
    const [sheet, plain, html] = [path, text, page].map((one) => pathToFileURL(one).href)
    const section = (href: string) =>
      `<text:section text:name="s${href.length}"><text:section-source xlink:href="${href}" xlink:type="simple"/><text:p>viejo</text:p></text:section>`
    const image = (href: string) =>
      `<text:p><draw:frame svg:width="2cm" svg:height="2cm"><draw:image xlink:href="${href}" xlink:type="simple" xlink:actuate="onLoad"/></draw:frame></text:p>`
    const cases: readonly (readonly [name: string, file: Buffer | string])[] = [
      [
        'a.html',
        `<html><head><link rel="stylesheet" href="${web}/css"><script src="${web}/js"></script></head><body>x<img src="${web}/img"><iframe src="${html}"></iframe><iframe src="${web}/frame"></iframe><object data="${html}" type="text/html"></object><img src="${plain}"></body></html>`,
      ],
      [
        'a.odt',
        openDocument(
          'text',
          `${section(plain ?? '')}${section(`${web}/section`)}${image(`${web}/img`)}${image(sheet ?? '')}<text:p>x</text:p>`,
        ),
      ],
      [
        'a.rtf',
        `{\\rtf1 x {\\field{\\*\\fldinst INCLUDETEXT "${text}"}{\\fldrslt viejo}}{\\field{\\*\\fldinst INCLUDEPICTURE "${web}/rtf"}{\\fldrslt }}}`,
      ],
      ['a.csv', `x,"=WEBSERVICE(""${web}/csv"")","='${sheet}'#$Sheet1.A1"\n`],
      [
        'a.ods',
        openSheet(
          `=WEBSERVICE("${web}/ods")`,
          `='${sheet}'#$Sheet1.A1`,
          `=DDE("soffice";"${path}";"A1")`,
          '="x"',
        ),
      ],
      [
        'a.xlsx',
        workbook(
          't="inlineStr"><is><t>x</t></is>',
          `><f>_xlfn.WEBSERVICE("${web}/xlsx")</f>`,
          `><f>'${sheet}'#$Sheet1.A1</f>`,
        ),
      ],
    ]
    const office = (await findOffice()) ?? ''
    for (const [name, file] of cases) {
      if (/csv|ods|xlsx/.test(name) && !(await hasModule(office, 'calc'))) continue
      const words = await wordsOf(name, file)
      assert.match(words, /x/, name)
      assert.doesNotMatch(words, new RegExp(SECRET), name)
    }
    assert.deepEqual(hits, [])
  }),
)
