import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'

import { PHONE_SIZE, type BrowserOptions } from '@oficina/testkit/browser.ts'

import { DOCUMENTS_KEY, documentsStub, type DocumentsStub } from '../actions/joined/joined-stubs.ts'
import { receiving, type Receiving } from '../actions/receiving/receiving-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: files are dropped and printed by a browser, and axe looks at what stands around a record.

// A service of its own: it has another service beside it.

let documents: DocumentsStub
let console: ConsoleTest
let shop: Receiving

before(async () => {
  documents = await documentsStub()
  console = await startConsole({
    joined: { documentsUrl: documents.url, documentsApiKey: DOCUMENTS_KEY },
  })
  shop = await receiving(console.erp)
})

after(async () => {
  await console.stop()
  await documents.close()
})

async function openPurchase(id: number, options: BrowserOptions = {}) {
  const opened = await console.openAs(`/m/Compra/${id}`, undefined, options)
  const { page } = opened
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { opened, page, dialog: page.getByRole('dialog') }
}

test('a file is dropped or pasted on a record', async () => {
  const id = await shop.purchase('100.00')
  const { page } = await openPurchase(id)
  const files = page.getByRole('region', { name: 'Archivos' })
  await files.getByText('Arrastra archivos aquí').waitFor()
  await page.evaluate(`(() => {
    const files = new DataTransfer()
    files.items.add(new File(['una nota'], 'soltada.txt', { type: 'text/plain' }))
    const card = document.querySelector('.attachments')
    card.dispatchEvent(new DragEvent('dragover', { dataTransfer: files, bubbles: true, cancelable: true }))
    card.dispatchEvent(new DragEvent('drop', { dataTransfer: files, bubbles: true, cancelable: true }))
  })()`)
  await files.getByRole('button', { name: 'Descargar soltada.txt' }).first().waitFor()
  await page.evaluate(`(() => {
    const files = new DataTransfer()
    files.items.add(new File(['otra nota'], 'pegada.txt', { type: 'text/plain' }))
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: files, bubbles: true, cancelable: true }))
  })()`)
  await files.getByRole('button', { name: 'Descargar pegada.txt' }).first().waitFor()
})

test('a record is printed where documents is beside the service, and its failure is told', async () => {
  const id = await shop.purchase('1234.50')
  const { opened, page, dialog } = await openPurchase(id)
  documents.fault = { status: 422, code: 'TEMPLATE_INVALID' }
  await page.getByRole('button', { name: 'PDF' }).click()
  await dialog.getByRole('alert').waitFor()
  await opened.screenshot('print-failed')
  documents.fault = undefined
  // The browser of the tests has no viewer, and saves the PDF that a frame shows.
  const shown = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  const bytes = await readFile(await (await shown).path())
  assert.equal(bytes.subarray(0, 5).toString(), '%PDF-')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar' }).click()
  assert.match((await download).suggestedFilename(), /^OC-\d+\.pdf$/)
  await opened.screenshot('print')
})

test('what stands around a record is right in the dark, in English and on a phone', async () => {
  const id = await shop.purchase('100.00')
  const dark = await openPurchase(id, { colorScheme: 'dark', locale: 'en-US' })
  await dark.page.getByRole('region', { name: 'Activity' }).getByText('Created').waitFor()
  await dark.opened.checkAccessibility()
  await dark.page.getByRole('button', { name: 'Autorizar compra' }).click()
  await dark.dialog.getByRole('button', { name: 'Back' }).waitFor()
  await dark.opened.checkAccessibility()
  await dark.opened.screenshot('around-dark')
  const phone = await openPurchase(id, PHONE_SIZE)
  await phone.page.getByRole('region', { name: 'Actividad' }).getByText('Creó').waitFor()
  await phone.opened.checkAccessibility()
  await phone.opened.screenshot('around-phone')
})
