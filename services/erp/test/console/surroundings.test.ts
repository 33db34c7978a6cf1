import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'

import { PHONE_SIZE, type BrowserOptions } from '@oficina/testkit/browser.ts'

import { DOCUMENTS_KEY, documentsStub, type DocumentsStub } from '../actions/joined/joined-stubs.ts'
import { receiving, type Receiving } from '../actions/receiving/receiving-fixture.ts'
import { PDF } from '../attachment-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: a browser draws each step; one flow of each page is in the contract tier.

// A service of its own: it moves the clock.

// A picture of one point.
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

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

/** What is done from now on is not done in the moment of what was done before. */
function later(): void {
  console.erp.clock.advance(60_000)
}

async function openPurchase(id: number, options: BrowserOptions = {}) {
  const opened = await console.openAs(`/m/Compra/${id}`, undefined, options)
  const { page } = opened
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { opened, page, dialog: page.getByRole('dialog') }
}

test('a record offers what its state allows: the next step filled, what takes back asks for a reason', async () => {
  const id = await shop.purchase('1234.50')
  later()
  const { opened, page, dialog } = await openPurchase(id)
  await page.getByRole('button', { name: 'Cancelar compra…' }).click()
  await dialog.getByRole('button', { name: 'Cancelar compra' }).click()
  const reason = dialog.getByLabel('Motivo')
  assert.equal(await reason.getAttribute('aria-invalid'), 'true')
  await dialog.getByText('Falta este dato.').waitFor()
  await reason.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('no')
  await page.keyboard.press('Control+Enter')
  await dialog.getByText('Escribe al menos 5 caracteres.').waitFor()
  await opened.screenshot('action-reason')
  await opened.checkAccessibility()
  await reason.fill('Ya no se necesita')
  await page.keyboard.press('Control+Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('status').getByText('Cancelar compra, hecho').waitFor()
  await page.getByText('Cancelada', { exact: true }).first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Autorizar compra' }).count(), 0)
  const activity = page.getByRole('region', { name: 'Actividad' })
  await activity.getByText('Motivo: Ya no se necesita').waitFor()
  assert.match(await activity.innerText(), /Estado: Iniciada → Cancelada/)
  await opened.screenshot('activity')
})

test('what the service refuses stands in the dialog, and what was typed stays', async () => {
  const id = await shop.purchase('100.00')
  const { opened, page, dialog } = await openPurchase(id)
  await shop.update('Proveedor', shop.proveedor, { estado: 'suspendido' })
  await page.getByRole('button', { name: 'Autorizar compra' }).click()
  await dialog.getByLabel('Comentario').fill('De acuerdo')
  await dialog.getByRole('button', { name: 'Autorizar compra' }).click()
  await dialog.getByRole('alert').waitFor()
  await opened.screenshot('action-refused')
  assert.equal(await dialog.getByLabel('Comentario').inputValue(), 'De acuerdo')
  await shop.update('Proveedor', shop.proveedor, { estado: 'activo' })
  await dialog.getByRole('button', { name: 'Autorizar compra' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Autorizada', { exact: true }).first().waitFor()
})

test('a part of what is pending is received, by the lines of the record', async () => {
  const articulo = await shop.article()
  const id = await shop.order([
    { articulo, cantidad: '10', precio: '7.50', descripcion: 'Varilla corrugada' },
    { cantidad: '4', precio: '100', descripcion: 'Flete' },
  ])
  later()
  const { opened, page, dialog } = await openPurchase(id)
  await page.getByRole('button', { name: 'Recibir compra' }).click()
  await dialog.getByLabel('Remisión').fill('R-77')
  await dialog.getByLabel('Solo una parte').check()
  const first = dialog.getByLabel('Cantidad 1')
  assert.equal(await first.inputValue(), '10')
  await first.fill('2.5')
  await dialog.getByLabel('Cantidad 2').fill('0')
  await opened.screenshot('action-lines')
  await opened.checkAccessibility()
  await dialog.getByRole('button', { name: 'Recibir compra' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Recibida parcial', { exact: true }).first().waitFor()
  const [receipt] = await shop.receipts(id)
  assert.equal(receipt?.['remision_proveedor'], 'R-77')
  const lines = await shop.lines(id)
  assert.deepEqual(
    lines.map((line) => Number(line['cantidad_recibida'])),
    [2.5, 0],
  )
})

test('a person without the right to an action sees no button of it', async () => {
  const usuario = 'solo-lee'
  const perfil = await shop.create('Perfil', { clave: usuario, nombre: usuario })
  const [permiso] = (
    await console.erp.admin.get('/api/v1/PermisoSistema?clave=Compra.leer&fields=id')
  ).json.data
  await shop.create('PerfilPermiso', { perfil, permiso: permiso.id, concedido: true })
  const password = 'secreto-de-prueba'
  const person = await shop.create('Usuario', {
    usuario,
    nombre: usuario,
    password,
    estado: 'activo',
  })
  await shop.create('UsuarioPerfil', { usuario: person, perfil, inicio_vigencia: '2026-01-01' })
  const id = await shop.purchase('100.00')
  const { page } = await console.openAs(`/m/Compra/${id}`, { usuario, password })
  await page.getByRole('region', { name: 'Archivos' }).getByText('No hay archivos.').waitFor()
  assert.equal(await page.getByRole('button', { name: /compra/ }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Adjuntar' }).count(), 0)
})

test('files are attached, seen, refused by their kind, and removed', async () => {
  const id = await shop.purchase('100.00')
  const { opened, page, dialog } = await openPurchase(id)
  const files = page.getByRole('region', { name: 'Archivos' })
  const input = files.locator('input[type=file]')
  await input.setInputFiles([
    { name: 'foto.png', mimeType: 'image/png', buffer: PNG },
    { name: 'orden.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) },
    { name: 'virus.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
  ])
  await files.getByRole('button', { name: 'Ver foto.png' }).waitFor()
  await files.getByRole('button', { name: 'Ver orden.pdf' }).waitFor()
  await files.getByRole('alert').waitFor()
  await opened.screenshot('files')
  await opened.checkAccessibility()
  await files.getByRole('button', { name: 'Quitar virus.exe' }).click()
  await files.getByRole('button', { name: 'Ver foto.png' }).click()
  await dialog.getByRole('img', { name: 'foto.png' }).waitFor()
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  const download = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Descargar orden.pdf' }).click()
  assert.equal((await download).suggestedFilename(), 'orden.pdf')
  await files.getByRole('button', { name: 'Quitar foto.png' }).click()
  await dialog.getByRole('button', { name: 'Quitar', exact: true }).click()
  await files.getByRole('button', { name: 'Ver foto.png' }).waitFor({ state: 'detached' })
  const { json } = await console.erp.admin.get(`/api/v1/Compra/${id}/adjuntos`)
  assert.deepEqual(
    json.data.map(({ nombre }: { nombre: string }) => nombre),
    ['orden.pdf'],
  )
})

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
