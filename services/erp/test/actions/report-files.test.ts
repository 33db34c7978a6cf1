import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { openZip } from '@oficina/zip/open-zip.ts'

import { readXlsx } from '../../src/files/xlsx-rows.ts'
import { JsonNumber } from '../../src/query/json-number.ts'
import type { Cell } from '../../src/query/table-row.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { companyOf } from '../rights/rights-fixture.ts'
import { books, type Books } from './entry-fixture.ts'
import { DOCUMENTS_KEY, documentsStub, type DocumentsStub } from './joined/joined-stubs.ts'
import { API, verdict } from './purchase-fixture.ts'

// A service of its own: documents stands beside it.

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const MARCH = 'desde=2026-03-01&hasta=2026-03-31'

let documents: DocumentsStub
let erp: ErpTest
let ledger: Books
let poliza: number
let folder: string

before(async () => {
  documents = await documentsStub()
  erp = await startOwnErp({
    joined: { documentsUrl: documents.url, documentsApiKey: DOCUMENTS_KEY },
  })
  folder = await mkdtemp(join(tmpdir(), 'oficina-report-'))
  ledger = await books(erp, erp.admin)
  poliza = await ledger.simple('1234.50', { concepto: '=SUM(A1) <&>' })
  assert.equal((await ledger.actOn('aplicar', poliza)).status, 200)
})

after(async () => {
  await erp.stop()
  await documents.close()
  await rm(folder, { recursive: true, force: true })
})

async function kept(bytes: Buffer): Promise<string> {
  const path = join(folder, 'read.xlsx')
  await writeFile(path, bytes)
  return path
}

async function cellsOf(bytes: Buffer): Promise<(string | null)[][]> {
  const rows: (string | null)[][] = []
  for await (const { cells } of readXlsx(await kept(bytes), null)) rows.push(cells.map(shown))
  return rows
}

function shown(cell: Cell): string | null {
  if (cell === null) return null
  return cell instanceof JsonNumber ? cell.source : String(cell)
}

async function partOf(bytes: Buffer, name: string): Promise<string> {
  const zip = await openZip(await kept(bytes))
  try {
    const chunks = await Array.fromAsync(zip.read(name))
    return Buffer.concat(chunks).toString('utf8')
  } finally {
    await zip.close()
  }
}

test('a report leaves as a workbook with the company’s head, its parameters, typed columns and totals', async () => {
  const answer = await erp.admin.get(`${API}/reports/trial-balance?${MARCH}&format=xlsx`, {
    headers: { 'accept-language': 'es' },
  })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.contentType, XLSX)
  assert.match(
    decodeURIComponent(String(answer.headers.get('content-disposition'))),
    /Balanza de comprobación 2026-03-01 2026-03-31\.xlsx/,
  )
  const [company, address, title, asked, by, titles, ...rows] = await cellsOf(answer.bytes)
  assert.deepEqual(company, [erp.razonSocial])
  assert.match(String(address?.[0]), /^[A-Z&Ñ]{3,4}\d{6}/)
  assert.deepEqual(title, ['Balanza de comprobación'])
  assert.deepEqual(asked, ['Desde: 01/03/2026 · Hasta: 31/03/2026'])
  assert.match(String(by?.[0]), /^Consultado el \d\d\/\d\d\/\d{4} \d\d:\d\d por /)
  assert.deepEqual(titles, [
    'Cuenta',
    'Nombre',
    'Naturaleza',
    'Saldo inicial',
    'Cargos',
    'Abonos',
    'Saldo final',
  ])
  assert.deepEqual(rows, [
    ['PRUEBA-1', 'PRUEBA-1', 'Deudora', '0.00', '1234.50', '0.00', '1234.50'],
    ['PRUEBA-2', 'PRUEBA-2', 'Deudora', '0.00', '0.00', '1234.50', '-1234.50'],
    ['Total', null, null, null, '1234.50', '1234.50', null],
  ])
})

test('a workbook keeps its titles on the screen and on each page, and is a page wide', async () => {
  const { bytes } = await erp.admin.get(`${API}/reports/trial-balance?${MARCH}&format=xlsx`)
  const sheet = await partOf(bytes, 'xl/worksheets/sheet1.xml')
  assert.match(sheet, /<pane ySplit="7" topLeftCell="A8" [^>]*state="frozen"\/>/)
  assert.match(
    sheet,
    /<pageSetup paperSize="1" orientation="portrait" fitToWidth="1" fitToHeight="0"\/>/,
  )
  assert.match(sheet, /Page &amp;P of &amp;N/)
  const workbook = await partOf(bytes, 'xl/workbook.xml')
  assert.match(workbook, /_xlnm\.Print_Titles" localSheetId="0">'Trial balance'!\$1:\$7</)
})

test('days are days, formulas texts, and figures that are no sum stand below', async () => {
  const path = `${API}/reports/ledger?cuenta=${ledger.cash}&${MARCH}&format=xlsx`
  const answer = await erp.admin.get(path)
  const rows = await cellsOf(answer.bytes)
  assert.deepEqual(rows[3], [`Account: PRUEBA-1 PRUEBA-1 · From: 01/03/2026 · To: 31/03/2026`])
  const line = rows.find((row) => row.includes('=SUM(A1) <&>'))
  assert.deepEqual([line?.[0], line?.at(-3), line?.at(-1)], ['2026-03-02', '1234.50', '1234.50'])
  assert.deepEqual(rows.at(-1)?.filter(Boolean), ['Opening balance', '0.00'])
})

test('the company’s logo stands at the head of a workbook', async () => {
  const company = companyOf(erp)
  const formato = await company.create('FormatoImpresion', {
    clave: 'CARTA',
    nombre: 'Carta',
    modelo: await company.model('Cfdi'),
    plantilla: 'x',
    papel: 'carta',
    activo: true,
  })
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  const form = new FormData()
  form.append('archivo', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png')
  const attached = await erp.admin.send('POST', `${API}/FormatoImpresion/${formato}/adjuntos`, {
    body: form,
  })
  assert.equal(attached.status, 201, attached.text)
  const { bytes } = await erp.admin.get(`${API}/reports/trial-balance?${MARCH}&format=xlsx`)
  assert.match(await partOf(bytes, 'xl/drawings/drawing1.xml'), /r:embed="rId1"/)
  const zip = await openZip(await kept(bytes))
  const image = Buffer.concat(await Array.fromAsync(zip.read('xl/media/image1.png')))
  await zip.close()
  assert.ok(image.equals(png))
})

test('a report leaves as the PDF that documents prints of its workbook', async () => {
  const answer = await erp.admin.get(`${API}/reports/trial-balance?${MARCH}&format=pdf`)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.contentType, 'application/pdf')
  assert.equal(answer.text.slice(0, 5), '%PDF-')
  const [company] = await cellsOf(documents.converted.at(-1) ?? Buffer.alloc(0))
  assert.deepEqual(company, [erp.razonSocial])
})

test('a PDF that documents does not make says why, and whether to try again', async () => {
  const pdf = () => erp.admin.get(`${API}/reports/cash?format=pdf`)
  try {
    documents.fault = { status: 503, code: 'OFFICE_UNAVAILABLE' }
    const away = await pdf()
    assert.deepEqual(verdict(away), [503, 'UNAVAILABLE'])
    assert.ok(away.headers.get('retry-after'))
    documents.fault = { status: 500, code: 'CONVERSION_ERROR' }
    assert.deepEqual(verdict(await pdf()), [422, 'FORM_FAILED'])
    documents.fault = { status: 401, code: 'UNAUTHORIZED' }
    assert.deepEqual(verdict(await pdf()), [422, 'CONFIGURATION_INCOMPLETE'])
    // What documents says of it is for whoever asked.
    for (const [asked, told] of [
      ['es-MX', 'es'],
      ['en', 'en'],
    ] as const) {
      const headers = { 'accept-language': asked }
      await erp.admin.get(`${API}/reports/cash?format=pdf`, { headers })
      assert.equal(documents.languages.at(-1), told)
    }
  } finally {
    documents.fault = undefined
  }
})

test('a file shows no more than the report: without its rights, or from another company, nothing', async () => {
  const company = companyOf(erp)
  const nobody = await company.person('sin-libros', [await company.profile('SIN-LIBROS', {})])
  for (const format of ['xlsx', 'pdf']) {
    const path = `${API}/reports/trial-balance?${MARCH}&format=${format}`
    assert.deepEqual(verdict(await nobody.client.get(path)), [403, 'FORBIDDEN'])
  }
  const other = await erp.otherCompany()
  const ofAccount = `${API}/reports/ledger?cuenta=${ledger.cash}&${MARCH}&format=xlsx`
  const answer = await other.get(ofAccount)
  assert.ok(answer.status === 404 || !answer.text.includes('PRUEBA-1'), answer.text)
})

test('a form that there is not is refused, and a file of another kind has none', async () => {
  const answer = await erp.admin.get(`${API}/reports/cash?format=ods`)
  assert.deepEqual(verdict(answer), [422, 'INVALID_PARAMETER'])
  const diot = await erp.admin.get(`${API}/reports/diot?periodo=1&format=xlsx`)
  assert.deepEqual(verdict(diot), [422, 'UNKNOWN_FIELD'])
})

test('more rows than a PDF takes are refused in the reader’s words, and leave as a workbook', async () => {
  await erp.owner.execute(
    sql`insert into public.registro_auditoria
          (empresa_id, id, creado_en, modificado_en, fecha_hora, modelo, registro, operacion, huella)
        select ${erp.empresaId}::int8, 1000000 + n, now(), now(), now(), m.id, ${String(poliza)}, 'cambio', 'x'
        from public.modelo_sistema m, generate_series(1, 5001) as n where m.nombre = 'Poliza'`,
  )
  const path = `${API}/reports/audit-trail/Poliza/${poliza}`
  const { json } = await erp.admin.get(path)
  const refused = await erp.admin.get(`${path}?format=pdf`, {
    headers: { 'accept-language': 'es' },
  })
  assert.deepEqual(verdict(refused), [422, 'INVALID_PARAMETER'])
  assert.match(
    refused.json.errors[0].message,
    /^El reporte tiene 5,\d{3} renglones; en pdf sale con 5,000 como máximo\./,
  )
  const whole = await erp.admin.get(`${path}?format=xlsx&per_page=1&page=3`)
  const rows = await cellsOf(whole.bytes)
  assert.equal(rows.length, 6 + json.meta.total, 'all rows, whatever the page')
})
