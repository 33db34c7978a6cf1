import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { exchange, type TestAnswer } from '@oficina/testkit/http-exchange.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { PROCESS_KEY, startDocumentsProcess, type DocumentsProcess } from './documents-process.ts'
import { docx, p, zipOf } from './docx/docx-fixture.ts'

// Deep: it fills the memory of a process with files and data of many megabytes, workbooks in turn.

const headers = { 'x-api-key': PROCESS_KEY }
const MEBIBYTE = 1024 * 1024

let folder: string
let documents: DocumentsProcess

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oficina-documents-memory-'))
  documents = await startDocumentsProcess(folder, { NODE_OPTIONS: '--max-old-space-size=128' })
})
after(async () => {
  await documents.kill()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function upload(slug: string, bytes: Buffer): Promise<TestAnswer> {
  const body = new FormData()
  body.append('slug', slug)
  body.append('file', new Blob([new Uint8Array(bytes)]), `${slug}.docx`)
  return await exchange(`${documents.url}/templates`, 'POST', { headers, body })
}

async function render(slug: string, data: object, format = 'docx'): Promise<TestAnswer> {
  return await exchange(`${documents.url}/render`, 'POST', {
    headers,
    body: { slug, data, format },
  })
}

/** What each of some calls at once gives, once the service has answered all of them and goes on. */
async function answersOf(calls: readonly Promise<TestAnswer>[]): Promise<readonly string[]> {
  const answers = await Promise.all(
    calls.map((call) =>
      call.then(
        ({ status, json }) => `${status} ${json?.error?.code ?? ''}`.trim(),
        (error: unknown) => `broken ${String(error)}`,
      ),
    ),
  )
  assert.deepEqual(
    [documents.child.exitCode, documents.child.signalCode],
    [null, null],
    documents.printed().slice(-3000),
  )
  await upload('despues', docx(p('{x}')))
  assert.equal((await render('despues', { x: 'sigue' })).status, 200)
  return answers
}

/** A text that does not pack too well to be read. */
function digits(bytes: number): string {
  const pieces: string[] = []
  for (let index = 0, size = 0; size < bytes; index += 1) {
    const piece = `${(index * 2654435761) % 4294967296} `
    pieces.push(piece)
    size += piece.length
  }
  return pieces.join('')
}

/** The same call so many times at once, each answered with one of these. */
async function allGive(
  times: number,
  call: (index: number) => Promise<TestAnswer>,
  wanted: readonly string[],
): Promise<void> {
  const answers = await answersOf(Array.from({ length: times }, (_, index) => call(index)))
  for (const answer of answers) assert.ok(wanted.includes(answer), answer)
}

test('thirty renders of as much data as a request may hold, and PDFs of long tables, at once', async () => {
  await upload('tabla', docx(p('{#rows}{a} {b}{/rows}')))
  const rows = Array.from({ length: 7_000 }, (_, n) => ({ a: `fila ${n} €`, b: 'y'.repeat(100) }))
  await allGive(30, () => render('tabla', { rows }), ['200', '503 OVERLOADED'])
  await allGive(6, () => render('tabla', { rows: rows.slice(0, 300) }, 'pdf'), ['200'])
})

test('templates of nine megabytes, of sixty thousand tags and of half a million elements, three at once', async () => {
  const many = Array.from({ length: 500_000 }, (_, index) => `<w:r a="${index}"/>`)
  const tags = Array.from({ length: 60_000 }, (_, index) => `{a${index}} `)
  const templates: readonly (readonly [string, Buffer, string])[] = [
    ['largo', docx(p(digits(18 * MEBIBYTE))), '200'],
    ['etiquetas', docx(p(tags.join(''))), '500 RENDER_ERROR'],
    ['elementos', docx(many.join('')), '200'],
  ]
  for (const [slug, file, rendered] of templates) {
    await allGive(3, (index) => upload(`${slug}-${index}`, file), ['201'])
    await allGive(3, (index) => render(`${slug}-${index}`, {}), [rendered])
  }
})

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook of one cell, with the first of these shared texts in it. */
function workbook(shared: string, more: Readonly<Record<string, string | Buffer>> = {}): Buffer {
  const part = (name: string, kind: string) =>
    `<Override PartName="/xl/${name}.xml" ContentType="${SHEETS}.${kind}+xml"/>`
  const relation = (id: string, kind: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"${mode}/>`
  const relations = (...all: readonly string[]) =>
    `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels"
      ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${part('workbook', 'sheet.main')}${part('worksheets/sheet1', 'worksheet')}${part('sharedStrings', 'sharedStrings')}</Types>`,
    '_rels/.rels': relations(relation('r', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      relation('r1', 'worksheet', 'worksheets/sheet1.xml'),
      relation('r2', 'sharedStrings', 'sharedStrings.xml'),
      relation('r3', 'externalLink', 'http://127.0.0.1:9/x', ' TargetMode="External"'),
    ),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${shared}</sst>`,
    ...more,
  })
}

const TEXT = '<si><t>x</t></si>'
const BOOKS: readonly (readonly [name: string, bytes: () => Buffer, answer: string])[] = [
  ['of one text', () => workbook(TEXT), '200'],
  ['with a text of 40 MB', () => workbook(digits(40 * MEBIBYTE)), '413 PAYLOAD_TOO_LARGE'],
  ['with a million texts', () => workbook(TEXT.repeat(1_000_000)), '200'],
  [
    'with a text of 180 MB that packs well',
    () => workbook('x'.repeat(180 * MEBIBYTE)),
    '400 INVALID_INPUT',
  ],
  ['of two hundred thousand levels', () => workbook('<si>'.repeat(200_000)), '200'],
  [
    'with entities',
    () => workbook('', { 'xl/sharedStrings.xml': `<!DOCTYPE s [<!ENTITY a "aa">]><sst>&a;</sst>` }),
    '200',
  ],
  [
    'of 65,000 entries',
    () =>
      workbook(TEXT, Object.fromEntries(Array.from({ length: 65_000 }, (_, n) => [`x/${n}`, 'x']))),
    '400 INVALID_INPUT',
  ],
  [
    'with a picture of 300 MB',
    () => workbook(TEXT, { 'xl/media/a.png': Buffer.alloc(300 * MEBIBYTE) }),
    '400 INVALID_INPUT',
  ],
]

for (const [name, bytes, answer] of inTurn(BOOKS, 3)) {
  test(`a workbook ${name}, to convert, twice at once: ${answer}`, async () => {
    const file = bytes()
    await allGive(2, () => documents.convert(file, 'a.xlsx'), [answer])
  })
}

test('thirty PDFs and thirty conversions, all at once, are made or told to come again', async () => {
  await upload('carta', docx(p('{#rows}{a} {b}{/rows}')))
  const rows = Array.from({ length: 300 }, (_, n) => ({ a: `fila ${n} €`, b: 'y'.repeat(100) }))
  const large = Array.from({ length: 7_000 }, (_, n) => ({ a: `fila ${n}`, b: 'z'.repeat(100) }))
  const book = workbook(TEXT.repeat(200_000))
  await allGive(
    90,
    (index) => {
      if (index % 3 === 0) return render('carta', { rows }, 'pdf')
      if (index % 3 === 1) return render('carta', { rows: large })
      return documents.convert(book, 'a.xlsx')
    },
    ['200', '503 OVERLOADED', '503 OFFICE_UNAVAILABLE'],
  )
})
