import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'

import { PHONE_SIZE, type TestPage } from '@oficina/testkit/browser.ts'

import { docx, p, table } from '../docx/docx-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { BROKEN, LETTER, ORDER } from './templates-to-fill.ts'

let studio: ConsoleTest

before(async () => {
  studio = await startConsole()
  const example = new URL('../../examples/', import.meta.url)
  const [invoice, schema] = await Promise.all([
    readFile(new URL('factura.docx', example)),
    readFile(new URL('factura.schema.json', example), 'utf8'),
  ])
  await studio.documents.upload('factura', invoice, JSON.parse(schema) as object)
  await studio.documents.upload('carta', LETTER)
  await studio.documents.upload('orden', ORDER)
  await studio.documents.upload('rota', BROKEN)
})
after(() => studio.stop())

/** Waits until the pages are those of the data. */
async function drawn({ page }: TestPage): Promise<void> {
  await page.locator('.pages[aria-busy=false] img').first().waitFor()
}

test('a template is filled in by a form whose pages follow what is typed', async () => {
  const opened = await studio.openWithKey('/t/carta')
  const { page } = opened
  await drawn(opened)
  const before = await page.locator('.page-image').first().getAttribute('src')
  const asked = page.waitForRequest(
    (request) =>
      request.url().endsWith('/render/preview') && request.postData()?.includes('Ana') === true,
  )
  await page.getByLabel('Nombre').fill('Ana')
  assert.equal(
    (JSON.parse((await asked).postData() ?? '') as { data: { nombre: string } }).data.nombre,
    'Ana',
  )
  await page.waitForFunction(
    (old) => document.querySelector('.page-image')?.getAttribute('src') !== old,
    before,
  )
  await page.reload()
  assert.equal(await page.getByLabel('Nombre').inputValue(), 'Ana', 'what was typed is kept')
})

test('what is typed meanwhile waits: one request of a page at a time, the last one wins', async () => {
  const opened = await studio.openWithKey('/t/carta')
  const { page } = opened
  await drawn(opened)
  const underWay = { now: 0, most: 0, bodies: [] as string[] }
  page.on('request', (request) => {
    if (!request.url().endsWith('/render/preview')) return
    underWay.now += 1
    underWay.most = Math.max(underWay.most, underWay.now)
    underWay.bodies.push(request.postData() ?? '')
  })
  const ended = (request: { url(): string }) => {
    if (request.url().endsWith('/render/preview')) underWay.now -= 1
  }
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  await page.getByLabel('Nombre').pressSequentially('Beatriz Hernández', { delay: 5 })
  await page.waitForResponse(
    (response) => response.request().postData()?.includes('Hernández') === true,
  )
  await drawn(opened)
  assert.equal(underWay.most, 1)
  assert.match(
    underWay.bodies.findLast((body) => body.includes('"page":1')) ?? '',
    /Beatriz Hernández/,
  )
})

test('the same data are JSON, whose errors are shown and change nothing', async () => {
  const opened = await studio.openWithKey('/t/orden')
  const { page } = opened
  await page.getByRole('tab', { name: 'JSON' }).click()
  const editor = page.getByRole('textbox', { name: 'Datos en JSON' })
  await page.locator('.cm-editor').waitFor()
  await editor.fill('{"folio": "OC-9", ')
  await page.getByText(/Esto no es JSON todavía/).waitFor()
  await opened.screenshot('studio-json')
  await editor.fill('{"folio": "OC-9", "partidas": [{"clave": "Z"}]}')
  await page.getByText(/Esto no es JSON todavía/).waitFor({ state: 'detached' })
  await opened.checkAccessibility()
  await page.getByRole('tab', { name: 'Formulario' }).click()
  assert.equal(await page.getByLabel('Folio').inputValue(), 'OC-9')
  assert.equal(await page.getByLabel('Clave, renglón 1').inputValue(), 'Z')
})

test('pages come one after another until the last', async () => {
  const rest = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'
  await studio.documents.upload('hojas', docx(p('uno') + rest + p('dos') + rest + p('tres')))
  const opened = await studio.openWithKey('/t/hojas')
  const { page } = opened
  await page.locator('.page-image').first().waitFor()
  const end = page.locator('.pages-end')
  for (const count of [2, 3]) {
    await end.scrollIntoViewIfNeeded()
    await page
      .locator('.page-image')
      .nth(count - 1)
      .waitFor()
  }
  await end.scrollIntoViewIfNeeded()
  await page.getByText('3 páginas').waitFor()
  assert.equal(await page.locator('.page-image').count(), 3)
})

test('a problem leads to its place in the text, and so does a tag', async () => {
  const opened = await studio.openWithKey('/t/rota')
  const { page } = opened
  await page.getByText('Esta plantilla no se puede generar todavía').waitFor()
  await page.getByRole('button', { name: 'Ver qué corregir' }).click()
  await page.locator('.outline-line.wrong', { hasText: '{#partidas}' }).waitFor()
  await page.getByRole('button', { name: /Documento, párrafo 2/ }).click()
  const chosen = page.locator('.outline-line[data-chosen]')
  assert.match((await chosen.textContent()) ?? '', /\{#partidas\}/)
  await opened.checkAccessibility()
  await opened.screenshot('studio-problems')
  await page.goto(`${studio.documents.client.baseUrl}/console/t/factura?tab=tags`)
  await page.getByRole('button', { name: /^\{descripcion/ }).click()
  await page.locator('.outline-line[data-chosen] .tag-mark.chosen').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('studio-tags')
})

test('formatted text has room for its lines, and its tag and that of a code say what they are', async () => {
  const template = docx(p('{~nota}') + table([p('{%qr:liga}')]) + '<w:sectPr/>')
  await studio.documents.upload('formatos', template)
  const opened = await studio.openWithKey('/t/formatos')
  const { page } = opened
  await drawn(opened)
  const asked = page.waitForRequest(
    (request) =>
      request.url().endsWith('/render/preview') && request.postData()?.includes('dos') === true,
  )
  await page.getByLabel('Nota').fill('- uno\n- dos')
  const sent = JSON.parse((await asked).postData() ?? '') as { data: { nota: string } }
  assert.equal(sent.data.nota, '- uno\n- dos')
  await page.getByRole('tab', { name: 'Etiquetas' }).click()
  await page.getByRole('button', { name: '{~nota} texto con formato' }).waitFor()
  await page.getByRole('button', { name: '{%qr:liga} código QR o de barras' }).waitFor()
})

test('a template that does not exist says so, and on a phone in the dark the form comes before the pages', async () => {
  const nobody = await studio.openWithKey('/t/nadie')
  await nobody.page.getByText('No hay ninguna plantilla nadie').waitFor()
  const opened = await studio.openWithKey('/t/factura', { ...PHONE_SIZE, colorScheme: 'dark' })
  await drawn(opened)
  await opened.checkAccessibility()
  await opened.screenshot('studio-fill-phone')
  const width = await opened.page.evaluate('document.documentElement.scrollWidth')
  assert.equal(width, PHONE_SIZE.width)
})
