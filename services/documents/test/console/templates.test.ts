import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { drop } from './hands.ts'
import { LETTER } from './templates-to-fill.ts'

let studio: ConsoleTest

before(async () => {
  studio = await startConsole()
})
after(() => studio.stop())

test('a file that is dropped gets a name from its own, is looked through, and stands in the list', async () => {
  const opened = await studio.openWithKey('/')
  const { page } = opened
  await page.getByRole('heading', { name: 'Plantillas', exact: true }).waitFor()
  await drop(page.locator('main#main > div').last(), [
    { name: 'Carta de Cobranza (2).docx', bytes: LETTER },
  ])
  const dialog = page.getByRole('dialog', { name: 'Subir plantillas' })
  assert.equal(await dialog.getByLabel('Nombre').inputValue(), 'carta-de-cobranza-2')
  await dialog.getByText('Sin problemas').waitFor()
  await dialog.getByLabel('Nombre').fill('Carta')
  await dialog.getByText(/Usa solo minúsculas/).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Subir' }).isDisabled(), true)
  await dialog.getByLabel('Nombre').fill('carta')
  await opened.checkAccessibility()
  await opened.screenshot('studio-upload')
  await dialog.getByRole('button', { name: 'Subir' }).click()
  await page.getByRole('link', { name: 'carta' }).waitFor()
  await page.locator('.thumbnail img').first().waitFor()
  const stored = await studio.documents.client.get('/templates/carta')
  assert.deepEqual(stored.bytes, LETTER)
})

test('the studio speaks English, and fits a phone in the dark', async () => {
  await studio.documents.upload('telefono', LETTER)
  const opened = await studio.openWithKey('/', {
    ...PHONE_SIZE,
    locale: 'en-US',
    colorScheme: 'dark',
  })
  const { page } = opened
  await page.getByRole('heading', { name: 'Templates' }).waitFor()
  await page.getByRole('link', { name: 'telefono' }).waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('studio-list-phone')
  const width = await page.evaluate('document.documentElement.scrollWidth')
  assert.equal(width, PHONE_SIZE.width)
})
