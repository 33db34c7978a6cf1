import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { OpenedPage } from '@oficina/testkit/small-page.ts'
import { assembleZip, buildPrefix, textEntry } from '@oficina/zip/write-zip.ts'

import { partsOf } from '../docx/docx-fixture.ts'
import { wordsOfPages } from '../office/pdf-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'
import { LETTER, ORDER } from './templates-to-fill.ts'

let studio: SmallConsole

before(async () => {
  studio = await startSmallConsole()
  await studio.documents.upload('carta', LETTER)
  await studio.documents.upload('orden', ORDER)
  const schema = {
    type: 'object',
    required: ['nombre'],
    properties: { nombre: { type: 'string', maxLength: 20 }, saldo: { type: 'number' } },
  }
  await studio.documents.upload('cobro', LETTER, schema)
})
after(() => studio.stop())

const rowsField = ({ page }: OpenedPage) => page.getByLabel('Renglones de una hoja de cálculo')

/** Presses the button that makes them, and gives what is downloaded. */
async function make({ page }: OpenedPage, button: RegExp): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return await (await download).bytes()
}

test('pasted rows find their columns by their titles, and are checked before anything is made', async () => {
  const opened = await studio.openWithKey('/t/cobro?tab=merge')
  const { page } = opened
  await rowsField(opened).paste({
    text: 'SALDO\tNombre\tZona\n"$1,250.50"\tAna\tNorte\nmucho\tLuis\tSur\n7\t\tSur\n',
  })
  const choice = page.getByLabel('Columna para saldo')
  assert.equal(await choice.inputValue(), '0')
  await page.getByText('Columnas sin usar: Zona').waitFor()
  await page.getByText('2 renglones tienen problemas.').waitFor()
  await page.getByText('no es un número').waitFor()
  await page.getByText('falta').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Generar/ }).isDisabled(), true)
  await page.getByLabel('Omitir los renglones con problemas').check()
  await page.getByRole('button', { name: 'Generar 1 documento' }).waitFor()
})

test('a zip has a document a row, named by a column, with amounts as numbers', async () => {
  const opened = await studio.openWithKey('/t/carta?tab=merge')
  const { page } = opened
  await rowsField(opened).paste({ text: 'nombre\tsaldo\nAna\t1250.5\nAna\t3\nÑico / Peña\t4\n' })
  await page.getByLabel('Entregar como').selectOption({ label: 'ZIP con un Word por renglón' })
  await page.getByLabel('Nombre de cada documento').selectOption({ label: 'nombre' })
  const zip = partsOf(await make(opened, /^Generar 3/))
  assert.deepEqual([...zip.keys()], ['Ana.docx', 'Ana (2).docx', 'Ñico _ Peña.docx'])
  const first = partsOf(Buffer.from(zip.get('Ana.docx') ?? '', 'latin1')).get('word/document.xml')
  assert.match(first ?? '', /Estimada Ana:.*MX\$1,250\.50/s)
  await page.getByText('Se generaron 3 documentos.').waitFor()
})

test('one PDF has the pages of all rows in their order, made in parts and joined', async () => {
  const opened = await studio.openWithKey('/t/carta?tab=merge')
  const { page } = opened
  const rows = Array.from({ length: 12 }, (_row, index) => `Persona ${index + 1}\t${index}`)
  await rowsField(opened).paste({ text: ['nombre\tsaldo', ...rows].join('\n') })
  await page.getByLabel('Nombre de cada documento').selectOption({ label: 'nombre' })
  await page.getByLabel('Numerar las páginas').check()
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/render/merge')) asked.push(new URL(request.url()).pathname)
  })
  const pdf = await make(opened, /^Generar 12/)
  const parts = Array.from({ length: 2 }, () => '/render/merge')
  assert.deepEqual(asked, [...parts, '/render/merge/lines'])
  const pages = wordsOfPages(pdf)
  assert.equal(pages.length, 12)
  assert.deepEqual(
    [pages[0], pages[11]].map((text) => /Persona (\d+)/.exec(text ?? '')?.[1]),
    ['1', '12'],
  )
})

test('a row that the service refuses is told by its number, and the others are made', async () => {
  const opened = await studio.openWithKey('/t/cobro?tab=merge')
  const { page } = opened
  const long = 'Un nombre de más de veinte letras'
  await rowsField(opened).paste({ text: `nombre\tsaldo\nAna\t1\n${long}\t2\nLuis\t3\n` })
  await page.getByRole('button', { name: 'Generar 3 documentos' }).click()
  await page.getByText('Se generaron 2 documentos.').waitFor()
  await page.getByText(/^Renglón 2: /).waitFor()
  const pdf = await make(opened, /^Descargar$/)
  assert.equal(wordsOfPages(pdf).length, 2)
})

test('what no column fills is for all what was typed on the form', async () => {
  const opened = await studio.openWithKey('/t/orden')
  const { page } = opened
  await page.getByLabel('Folio').fill('OC-77')
  await page.getByRole('tab', { name: 'Combinar correspondencia' }).click()
  await rowsField(opened).paste({ text: 'proveedor.nombre\nAceros del Norte\nMaderas Finas\n' })
  assert.equal(await page.getByLabel('Columna para folio').inputValue(), 'same')
  await page.getByLabel('Columna para proveedor.rfc').selectOption('empty')
  await page.getByLabel('Entregar como').selectOption({ label: 'ZIP con un Word por renglón' })
  const zip = partsOf(await make(opened, /^Generar 2/))
  const texts = [...zip.values()].map(
    (file) => partsOf(Buffer.from(file, 'latin1')).get('word/document.xml') ?? '',
  )
  assert.match(texts[0] ?? '', /Orden OC-77 .*Aceros del Norte, </s)
  assert.match(texts[1] ?? '', /Orden OC-77 .*Maderas Finas, </s)
})

test('the work can be cancelled, and then nothing is saved', async () => {
  const opened = await studio.openWithKey('/t/carta?tab=merge')
  const { page } = opened
  const rows = Array.from({ length: 200 }, (_row, index) => `Persona ${index + 1}\t${index}`)
  await rowsField(opened).paste({ text: ['nombre\tsaldo', ...rows].join('\n') })
  await page.getByRole('button', { name: /^Generar 200/ }).click()
  await page.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByText('Se canceló; no se guardó nada.').waitFor()
  await page.getByRole('button', { name: /^Generar 200/ }).waitFor()
})

test('a CSV file or a workbook is dropped, and days of a workbook become dates', async () => {
  const opened = await studio.openWithKey('/t/orden?tab=merge')
  const { page } = opened
  await page.locator('.drop-sheet').drop({
    files: [
      {
        name: 'ordenes.xlsx',
        mimeType: '',
        buffer: workbook([
          ['Folio', 'Fecha'],
          ['OC-1', 46054],
        ]),
      },
    ],
  })
  await page.getByText('ordenes.xlsx').waitFor()
  const row = page.locator('.merge-scroll tbody tr').first()
  await row.getByText('2026-02-01').waitFor()
  await page.getByRole('button', { name: 'Ver la página del renglón 1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Renglón 1' })
  await dialog.locator('.page-image').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cambiar' }).click()
  await page
    .locator('.drop-sheet')
    .drop({ files: [{ name: 'roto.xlsx', mimeType: '', buffer: Buffer.from('no es una hoja') }] })
  await page.getByText(/no es una hoja \.csv ni \.xlsx/).waitFor()
  await page.locator('.drop-sheet').drop({
    files: [
      {
        name: 'ordenes.csv',
        mimeType: '',
        buffer: Buffer.from('folio;fecha\r\nOC-2;31/12/2026\r\n', 'latin1'),
      },
    ],
  })
  await row.getByText('2026-12-31').waitFor()
})

/** A workbook of one sheet, as spreadsheets write them. */
function workbook(rows: readonly (readonly (string | number)[])[]): Buffer {
  const cell = (value: string | number): string =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const sheet = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  const xml = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${sheet}</sheetData></worksheet>`
  const entry = textEntry('xl/worksheets/sheet1.xml', Buffer.from(xml), 0x210000, 6)
  return assembleZip(buildPrefix([entry]), [])
}
