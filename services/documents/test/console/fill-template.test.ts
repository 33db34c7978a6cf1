import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'

import { type OpenedPage } from '@oficina/testkit/small-page.ts'

import { docx, p, table } from '../docx/docx-fixture.ts'
import { infoOf } from '../office/pdf-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'
import { LETTER, ORDER } from './templates-to-fill.ts'

let studio: SmallConsole

before(async () => {
  studio = await startSmallConsole()
  const example = new URL('../../examples/', import.meta.url)
  const [invoice, schema] = await Promise.all([
    readFile(new URL('factura.docx', example)),
    readFile(new URL('factura.schema.json', example), 'utf8'),
  ])
  await studio.documents.upload('factura', invoice, JSON.parse(schema) as object)
  await studio.documents.upload('carta', LETTER)
  await studio.documents.upload('orden', ORDER)
})
after(() => studio.stop())

/** Waits until the pages are those of the data. */
async function drawn({ page }: OpenedPage): Promise<void> {
  await page.locator('.pages[aria-busy=false] img').first().waitFor()
}

test('data that the schema refuses are marked where they are typed', async () => {
  const opened = await studio.openWithKey('/t/factura')
  const { page } = opened
  await drawn(opened)
  await page.getByLabel('Folio').fill('')
  await page.getByText('Hay 1 dato por corregir.').waitFor()
  assert.equal(await page.getByLabel('Folio').getAttribute('aria-invalid'), 'true')
  await page.getByLabel('Folio').fill('F-7')
  await page.getByText('Hay 1 dato por corregir.').waitFor({ state: 'detached' })
})

test('rows of a spreadsheet are pasted into a list under their titles, and amounts become numbers', async () => {
  const opened = await studio.openWithKey('/t/orden')
  const { page } = opened
  await drawn(opened)
  const body = page.waitForRequest(
    (request) =>
      request.url().endsWith('/render/preview') && request.postData()?.includes('Silla') === true,
  )
  await page.locator('.paste-here').paste({
    text: 'Cantidad\tClave\tDescripcion\n"1,200.5"\tA-1\tSilla\n3\tB-2\t"Mesa de\nroble"\n',
  })
  const { data } = JSON.parse((await body).postData() ?? '') as {
    data: { partidas: Record<string, unknown>[] }
  }
  assert.deepEqual(data.partidas.slice(-2), [
    { clave: 'A-1', descripcion: 'Silla', cantidad: 1200.5 },
    { clave: 'B-2', descripcion: 'Mesa de\nroble', cantidad: 3 },
  ])
  await page.getByRole('button', { name: 'Quitar el renglón 1', exact: true }).click()
  await page.locator('legend', { hasText: '3 renglones' }).waitFor()
})

test('formatted text, codes and lists have fields of their own', async () => {
  await studio.documents.upload(
    'mezcla',
    docx(
      p('{~clausula}') +
        table(['{%qr:enlace}']) +
        p('{#areas}') +
        p('{nombre}') +
        p('{#tareas}{titulo}{/tareas}') +
        p('{/areas}'),
    ),
  )
  const opened = await studio.openWithKey('/t/mezcla')
  const { page } = opened
  await drawn(opened)
  await page.getByLabel('Clausula').fill('**Uno**\n\n- dos')
  assert.equal(await page.getByLabel('Enlace').getAttribute('type'), null, 'a text, not a date')
  await page.getByRole('button', { name: 'Agregar elemento' }).click()
  await page.getByRole('group', { name: 'Elemento 3' }).getByLabel('Nombre').fill('Compras')
  await drawn(opened)
})

test('dates and amounts follow the language that is chosen', async () => {
  const opened = await studio.openWithKey('/t/carta')
  const { page } = opened
  await drawn(opened)
  await page.getByText('Idioma y zona horaria').click()
  const asked = page.waitForRequest(
    (request) =>
      request.url().endsWith('/render/preview') &&
      request.postData()?.includes('"locale":"es-MX"') === true,
  )
  await page.getByLabel('Idioma de fechas y números').selectOption('es-MX')
  await asked
})

test('the document itself is downloaded as Word and as PDF', async () => {
  const opened = await studio.openWithKey('/t/carta')
  const { page } = opened
  await drawn(opened)
  for (const [button, beginning] of [
    ['Word', 'PK'],
    ['PDF', '%PDF-'],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: button, exact: true }).click()
    const file = await (await download).bytes()
    assert.equal(file.subarray(0, beginning.length).toString('latin1'), beginning)
  }
})

test('a PDF has the options that were chosen, and those that cannot be had together are not offered', async () => {
  const opened = await studio.openWithKey('/t/carta')
  const { page } = opened
  await drawn(opened)
  await page.getByText('Opciones del PDF').click()
  const watermarked = page.waitForResponse(
    (response) => response.request().postData()?.includes('"watermark":"COPIA"') === true,
  )
  await page.getByLabel('Marca de agua').fill('COPIA')
  assert.equal((await watermarked).status(), 200)
  await drawn(opened)
  await page.getByLabel('Título').fill('Carta de Ana')
  await page.getByLabel('copiar su texto').check()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  const info = infoOf(await (await download).bytes())
  assert.equal(info['Title'], 'Carta de Ana')
  assert.match(info['Encrypted'] ?? '', /copy:no/)
  await page.getByLabel('Para archivo').selectOption('PDF/A-2b')
  assert.equal(await page.getByLabel('Contraseña para abrirlo').isDisabled(), true)
  assert.equal(await page.getByLabel('copiar su texto').isChecked(), false)
  const archived = page.waitForEvent('download')
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  const plain = infoOf(await (await archived).bytes())
  assert.equal(plain['Encrypted'], 'no')
})
