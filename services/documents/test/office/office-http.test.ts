import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'

import { inflatePart, readArchive } from '../../src/docx/package/archive.ts'
import { DEFAULT_PACKAGE_LIMITS } from '../../src/docx/package/package-limits.ts'
import { docx, p, table } from '../docx/docx-fixture.ts'
import { codeOf, KEY, startDocuments, type DocumentsTest } from '../http-fixture.ts'
import { eventually } from './office-fixture.ts'

// Beside much else a conversion takes seconds; this service is as patient as its slow documents are long.
const TIMEOUT_MS = 4_000
const PAGE_BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
// Of poppler-utils, as the pdftoppm that previews need.
const PDF_TO_TEXT = 'pdftotext'
let documents: DocumentsTest
let isInstalled = false
let server: Server
const hits: string[] = []

before(async () => {
  server = createServer((request, response) => {
    hits.push(request.url ?? '')
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  documents = await startDocuments({
    config: { searchPath: process.env['PATH'] ?? '', officeTimeoutMs: TIMEOUT_MS },
  })
  isInstalled = (await documents.stranger.get('/health')).json.office.available
  await documents.upload('hola', docx(p('Hola {nombre}')))
  await documents.upload('lenta', docx(table(['{#filas}{a}', 'x', 'y', 'z{/filas}'])))
})

after(async () => {
  const { folder } = documents
  const pids = await officePids()
  await documents.stop()
  server.closeAllConnections()
  server.close()
  for (const pid of pids) await eventually(async () => !(await isRunning(pid)))
  assert.deepEqual(await officePids(folder), [])
})

/** Without LibreOffice a test is skipped, and fails where nothing may be missing. */
function withOffice(work: () => Promise<void>): (context: TestContext) => Promise<void> {
  return async (context) => {
    if (isInstalled) return await work()
    assert.notEqual(process.env['CI'], 'true', 'LibreOffice is missing')
    return context.skip('LibreOffice is not installed')
  }
}

const pdf = (slug: string, data: object = {}, more: object = {}) =>
  documents.render(slug, data, { format: 'pdf', ...more })

function assertPdf({ status, text, bytes }: { status: number; text: string; bytes: Buffer }): void {
  assert.equal(status, 200, text.slice(0, 300))
  assert.equal(bytes.toString('latin1', 0, 5), '%PDF-')
}

/** The office processes of this test's service, and of no other: they run on its directory. */
async function officePids(folder = documents.folder): Promise<readonly number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const pids = await Promise.all(
    names.map(async (name) => {
      const line = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
      return line.includes('soffice') && line.includes(folder) ? [Number(name)] : []
    }),
  )
  return pids.flat()
}

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ' Z ')
  return !/\) [ZX] /.test(stat) && stat !== ' Z '
}

async function signalOffice(signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
  const pids = await officePids()
  assert.ok(pids.length > 0, 'an office runs')
  for (const pid of pids) process.kill(pid, signal)
}

/** What conversions wrote besides the directories of the processes themselves. */
async function leftovers(): Promise<readonly string[]> {
  const names = await readdir(join(documents.folder, 'tmp'), { recursive: true })
  return names.filter((name) => /\.(?:docx|pdf|png)$/.test(name))
}

const slowRows = (rows: number) => ({
  filas: Array.from({ length: rows }, (_, index) => ({ a: `${index}` })),
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
    const { json } = await documents.stranger.get('/health')
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
      await documents.client.post('/render/preview', { slug: 'hola', data: {}, ...more })
    const small = await page({ dpi: 36 })
    assert.equal(small.headers.get('content-type'), 'image/png')
    // A page is at least 8 inches wide, whatever its form.
    const width = small.bytes.readUInt32BE(16)
    assert.ok(width >= 288 && width <= 320, `${width}`)
    await documents.upload('hojas', docx(p('uno') + PAGE_BREAK + p('dos')))
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
    const answer = await documents.client.post('/render/batch', {
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

test(
  'an office that is killed in the middle of a conversion costs at most that request',
  withOffice(async () => {
    // It stands still, so that it is always in the middle.
    await signalOffice('SIGSTOP')
    const converting = pdf('hola')
    await eventually(async () => (await leftovers()).length > 0)
    await signalOffice('SIGKILL')
    assertPdf(await converting)
    assertPdf(await pdf('hola'))
    assert.deepEqual(await leftovers(), [])
  }),
)

test(
  'an office that hangs is 500 CONVERSION_ERROR at OFFICE_TIMEOUT_MS, and the queue goes on',
  withOffice(async () => {
    assertPdf(await pdf('hola'))
    const stopped = await officePids()
    await signalOffice('SIGSTOP')
    const [hanging, next] = await Promise.all([pdf('hola'), pdf('hola')])
    assert.deepEqual([hanging.status, codeOf(hanging)], [500, 'CONVERSION_ERROR'])
    assert.deepEqual(hanging.json.error.details, { reason: 'timeout', timeoutMs: TIMEOUT_MS })
    assertPdf(next)
    for (const pid of stopped) assert.equal(await isRunning(pid), false, 'the whole group is gone')
    assert.deepEqual(await leftovers(), [])
  }),
)

test(
  'a conversion that takes longer than OFFICE_TIMEOUT_MS is ended too',
  withOffice(async () => {
    const startedMs = performance.now()
    const answer = await pdf('lenta', slowRows(12_000))
    assert.deepEqual([answer.status, codeOf(answer)], [500, 'CONVERSION_ERROR'])
    assert.equal(answer.json.error.details.reason, 'timeout')
    assert.ok(performance.now() - startedMs > TIMEOUT_MS - 100)
    assertPdf(await pdf('hola'))
  }),
)

test(
  'of 50 conversions at once, half of whose clients go away, the others are answered',
  withOffice(async () => {
    const controllers = Array.from({ length: 50 }, () => new AbortController())
    const answers = controllers.map(({ signal }, index) =>
      fetch(`${documents.client.baseUrl}/render`, {
        method: 'POST',
        signal,
        headers: { 'x-api-key': KEY, 'content-type': 'application/json' },
        body: JSON.stringify({ slug: 'hola', data: { nombre: `${index}` }, format: 'pdf' }),
      }).then(
        async (answer) => ({
          status: answer.status,
          bytes: Buffer.from(await answer.arrayBuffer()),
        }),
        () => undefined,
      ),
    )
    await eventually(async () => (await leftovers()).length > 0)
    for (const [index, controller] of controllers.entries()) if (index % 2 === 1) controller.abort()
    for (const [index, answer] of (await Promise.all(answers)).entries()) {
      if (index % 2 === 0) assertPdf({ text: '', bytes: Buffer.alloc(0), status: 0, ...answer })
    }
    await eventually(async () => (await leftovers()).length === 0)
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
    field(` DDEAUTO cmd "touch ${documents.folder}/dde" `),
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
    await documents.upload('enlaces', reachingOut(port))
    const answer = await pdf('enlaces')
    assertPdf(answer)
    assert.equal(answer.bytes.includes('/Subtype/Image'), false)
    assert.deepEqual(hits, [])
    assert.equal((await readdir(documents.folder)).includes('dde'), false)
    const file = join(documents.folder, 'enlaces.pdf')
    await writeFile(file, answer.bytes)
    const text = execFileSync(PDF_TO_TEXT, [file, '-'], { encoding: 'utf8' })
    assert.match(text, /fin/)
    assert.doesNotMatch(text, /root:/)
  }),
)

test(
  'an error of a conversion tells no path, no process and no word of the office',
  withOffice(async () => {
    await signalOffice('SIGSTOP')
    const { text } = await pdf('hola')
    assert.doesNotMatch(text, /soffice|libreoffice|\/tmp|uno|pipe|signal|pid/i)
    assertPdf(await pdf('hola'))
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
