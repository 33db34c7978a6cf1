import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startConsole, type ConsoleTest } from './console-fixture.ts'

let console: ConsoleTest

before(async () => {
  console = await startConsole()
})

after(() => console.stop())

test('the first Tab leads to the content, past the menu', async () => {
  const { page } = await console.openAs('/')
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate('document.activeElement.id'), 'main')
})

test('a page says when the service is away, and when it is back', async () => {
  const { page } = await console.openAs('/')
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('Sin conexión con el servicio').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Sin conexión con el servicio').waitFor({ state: 'hidden' })
})
