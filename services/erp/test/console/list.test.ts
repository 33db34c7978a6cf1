import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { insertClients } from './list-fixture.ts'

const CLIENTS = 1_250

let console: ConsoleTest

before(async () => {
  console = await startConsole()
  await insertClients(console.erp, CLIENTS)
})

after(() => console.stop())

test('a list shows the records of a model in the order that its metadata tells, however many there are', async () => {
  const opened = await console.openAs('/m/Cliente')
  const { page } = opened
  const grid = page.getByRole('grid', { name: 'Clientes' })
  await grid.getByRole('link', { name: 'CL-0001' }).waitFor()
  assert.equal(await grid.getAttribute('aria-rowcount'), String(CLIENTS + 1))
  await page.getByText('1,250 registros').waitFor()
  assert.ok((await grid.getByRole('row').count()) < 80)
  await opened.screenshot('list')
  await grid.focus()
  await page.keyboard.press('Control+End')
  await grid.getByRole('link', { name: 'CL-1250' }).waitFor()
  await opened.checkAccessibility()
})

test('the keyboard alone moves over the cells, marks rows and opens a record; back returns to the same place', async () => {
  const { page } = await console.openAs('/m/Cliente')
  await page.getByRole('link', { name: 'CL-0001' }).waitFor()
  const grid = page.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  const marked = page.getByRole('row', { selected: true })
  await marked.waitFor()
  const key = await marked.getByRole('link').innerText()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/m\/Cliente\/\d+\?in=&n=\d+$/)
  await page.goBack()
  // The menu has it among the recents, too.
  await grid.getByRole('link', { name: key, exact: true }).waitFor()
})
