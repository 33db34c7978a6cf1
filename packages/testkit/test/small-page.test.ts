import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

import { smallPages, type SmallPages } from '../src/small-page.ts'

const FOLDER = fileURLToPath(new URL('small-console/', import.meta.url))

let server: Server
let pages: SmallPages
let address: string

before(async () => {
  server = createServer((_request, response) => response.end('here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const bound = server.address()
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : bound}/console`
  pages = await smallPages(FOLDER)
})

after(async () => {
  await pages.stop()
  server.close()
})

test('a field is found by its label and tells its change when it is left', async () => {
  const { page } = await pages.open(address)
  await page.getByLabel('name').fill('Ana')
  const told = page.getByRole('listitem')
  assert.deepEqual(await told.allInnerTexts(), ['typed'])
  await page.keyboard.press('Tab')
  assert.deepEqual(await told.allInnerTexts(), ['typed', 'changed'])
  assert.equal(await page.locator(':focus').innerText(), 'Send')
  await page.keyboard.press('Enter')
  await page.getByText('sent').waitFor()
  assert.equal(await page.getByLabel('name').inputValue(), 'Ana')
})

test('Enter in a field sends its form, and the change is told before', async () => {
  const { page } = await pages.open(address)
  await page.getByLabel('Name').pressSequentially('Al')
  await page.keyboard.press('Enter')
  assert.deepEqual(await page.getByRole('listitem').allInnerTexts(), [
    'typed',
    'typed',
    'changed',
    'sent',
  ])
})

test('a dialog takes the focus and gives it back, and what lies behind it waits', async () => {
  const { page } = await pages.open(address)
  await page.getByRole('button', { name: 'Ask' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sure?' })
  await dialog.waitFor()
  assert.equal(await page.locator(':focus').innerText(), 'Yes')
  const behind = page.getByRole('button', { name: 'Load' }).click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await behind
  await page.getByText('200 here').waitFor()
})

test('what is hidden, disabled or there twice is not what a person presses', async () => {
  const { page } = await pages.open(address)
  assert.equal(await page.getByText('Nobody sees this').isVisible(), false)
  assert.equal(await page.getByRole('button', { name: 'Never' }).isDisabled(), true)
  await assert.rejects(page.getByRole('button').click(), /6 elements, one is meant/)
})

test('a load keeps what the browser stores and forgets the rest', async () => {
  const { page, settled } = await pages.open(address, { stored: { visits: '1' } })
  await page.getByRole('button', { name: 'Load' }).click()
  await settled()
  await page.reload()
  assert.equal(await page.getByRole('listitem').count(), 0)
  assert.equal(page.window().localStorage.getItem('visits'), '2')
})

test('the clock of a page stands where the test has set it, also after a load', async () => {
  const now = Date.parse('2026-03-02T15:00:00Z')
  const { page } = await pages.open(address, { now })
  const shown = () => {
    const { Date: PageDate } = page.window()
    const given = [new PageDate(5).getTime(), new PageDate(2026, 1).getMonth()]
    return [PageDate.now(), new PageDate().getTime(), ...given]
  }
  assert.deepEqual(shown(), [now, now, 5, 1])
  await page.reload()
  assert.deepEqual(shown(), [now, now, 5, 1])
})

test('a test answers a request in the place of the service, or lets none come', async () => {
  const { page } = await pages.open(address)
  await page.route('**/health', (route) => route.fulfill({ status: 503, body: 'closed' }))
  const asked = page.waitForRequest((request) => request.url().endsWith('/health'))
  await page.getByRole('button', { name: 'Load' }).click()
  assert.equal((await asked).method(), 'GET')
  await page.getByText('503 closed').waitFor()
})

test('a file that the page hands over is there', async () => {
  const { page } = await pages.open(address)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save' }).click()
  assert.equal((await download).suggestedFilename(), 'sample.txt')
  assert.equal(String(await (await download).bytes()), 'saved')
})

test('a file is dropped and a text is pasted', async () => {
  const { page } = await pages.open(address)
  const files = [{ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') }]
  await page.getByRole('region', { name: 'Files' }).drop({ files })
  await page.getByText('a.txt').waitFor()
  await page.getByLabel('Name').paste({ text: 'Ana' })
  assert.equal(await page.getByLabel('Name').inputValue(), 'Ana')
})

test('what a page logs as an error fails its file', async () => {
  const own = await smallPages(FOLDER)
  const { page } = await own.open(address)
  await page.getByRole('button', { name: 'Break' }).click()
  await assert.rejects(own.stop(), /the page broke/)
})
