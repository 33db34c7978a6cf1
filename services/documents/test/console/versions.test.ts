import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'

import { docx, p } from '../docx/docx-fixture.ts'
import { KEY } from '../http-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { drop } from './hands.ts'
import { LETTER } from './templates-to-fill.ts'

// Deep: pictures of pages are compared, kept by the browser, and shown in pages of others.

let studio: ConsoleTest
let other: Server
let otherAddress: string
const page = { html: '' }

before(async () => {
  other = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(page.html)
  })
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  otherAddress = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
  studio = await startConsole({ corsOrigins: [otherAddress] })
})
after(async () => {
  await studio.stop()
  other.close()
})

const OLD = docx(p('Contrato con {nombre}') + p('Vigencia: {plazo} meses'))
const NEW = docx(p('Contrato con {nombre}') + p('Vigencia: {meses} meses, prorrogables'))

test('what was replaced is kept to compare: its tags and its pages, side by side', async () => {
  await studio.documents.upload('contrato', OLD)
  studio.documents.clock.advance(60_000)
  const opened = await studio.openWithKey('/t/contrato?tab=versions')
  const { page: shown } = opened
  await shown.getByText('Este navegador no guarda versiones anteriores').waitFor()
  await drop(shown.locator('main#main > div').last(), [{ name: 'nuevo.docx', bytes: NEW }])
  const dialog = shown.getByRole('dialog', { name: 'Subir plantillas' })
  assert.equal(await dialog.getByLabel('Nombre').inputValue(), 'contrato')
  await dialog.getByRole('button', { name: 'Subir' }).click()
  await shown.getByRole('button', { name: 'Reemplazar' }).last().click()
  await shown.locator('code.added', { hasText: '{meses}' }).waitFor()
  await shown.locator('code.removed', { hasText: '{plazo}' }).waitFor()
  await shown.getByText(/diferencias?$/).waitFor()
  assert.ok((await shown.locator('.compared-mark').count()) > 0)
  await shown.locator('.compared[aria-busy=false]').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('studio-versions')
})

test('a version that was kept is put back after a question', async () => {
  await studio.documents.upload('aviso', OLD)
  studio.documents.clock.advance(60_000)
  const opened = await studio.openWithKey('/t/aviso')
  const { page: shown } = opened
  await drop(shown.locator('main#main > div').last(), [{ name: 'aviso.docx', bytes: NEW }])
  await shown.getByRole('dialog').getByRole('button', { name: 'Subir' }).click()
  await shown.getByRole('button', { name: 'Reemplazar' }).last().click()
  await shown.getByRole('button', { name: 'Ver cambios' }).click()
  studio.documents.clock.advance(60_000)
  await shown.getByRole('button', { name: 'Restaurar la de antes' }).click()
  await shown
    .getByRole('dialog', { name: /¿Restaurar la versión/ })
    .getByRole('button', { name: 'Restaurar la de antes' })
    .click()
  await shown.getByText('Se restauró la versión.').waitFor()
  assert.deepEqual((await studio.documents.client.get('/templates/aviso')).bytes, OLD)
})

test('versions that are equal have no differences', async () => {
  await studio.documents.upload('igual', OLD)
  const opened = await studio.openWithKey('/t/igual?tab=versions')
  const { page: shown } = opened
  const chooser = shown.waitForEvent('filechooser')
  await shown.getByRole('button', { name: 'Comparar con un archivo…' }).click()
  await (await chooser).setFiles({ name: 'igual.docx', mimeType: 'application/zip', buffer: OLD })
  await shown.getByText('Las dos versiones tienen las mismas etiquetas.').waitFor()
  await shown.getByText('Igual', { exact: true }).waitFor()
  assert.equal(await shown.locator('.compared-mark').count(), 0)
})

test('the element shows the pages in a page of another origin, anew when its data change', async () => {
  await studio.documents.upload('carta', LETTER)
  page.html = `<!doctype html><html lang="es"><title>Otra</title>
    <script type="module" src="${studio.documents.client.baseUrl}/console/preview.js"></script>
    <oficina-preview template="carta" api-key="${KEY}" data='{"nombre": "Ana"}'></oficina-preview>`
  const { page: shown } = await studio.openOther(otherAddress)
  const image = shown.locator('oficina-preview img')
  await image.waitFor()
  const first = await image.getAttribute('src')
  const told = shown.evaluate(
    () =>
      new Promise((resolve) => {
        const element = document.querySelector('oficina-preview')
        element?.addEventListener('oficina-drawn', (event) =>
          resolve((event as CustomEvent<unknown>).detail),
        )
        Object.assign(element ?? {}, { data: { nombre: 'Luis', saldo: 3 } })
      }),
  )
  assert.deepEqual(await told, { pages: 1 })
  assert.notEqual(await image.getAttribute('src'), first)
  assert.equal(await image.getAttribute('alt'), 'Página 1')
})

test('the element says what the service refuses, in the language of the page around it', async () => {
  page.html = `<!doctype html><html lang="es"><title>Otra</title>
    <script type="module" src="${studio.documents.client.baseUrl}/console/preview.js"></script>
    <oficina-preview template="nadie" api-key="${KEY}"></oficina-preview>`
  const { page: shown } = await studio.openOther(otherAddress)
  await shown.getByText('No existe la plantilla nadie.').waitFor()
})

test('a template’s page shows how it is embedded, with the data that were typed', async () => {
  const opened = await studio.openWithKey('/t/carta?tab=embed')
  const { page: shown } = opened
  await shown.locator('oficina-preview img').waitFor()
  const code = (await shown.getByLabel('Código para otra página').textContent()) ?? ''
  assert.match(code, /<oficina-preview template="carta">/)
  await opened.checkAccessibility()
  await opened.screenshot('studio-embed')
})
