import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { busyCompany } from './busy-company.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let console: ConsoleTest

before(async () => {
  console = await startConsole()
  await busyCompany(console.erp)
})

after(() => console.stop())

test('the first page can be used by everybody, and on a phone it is one column', async () => {
  const opened = await console.openAs('/')
  const { page } = opened
  await page.getByRole('region', { name: 'Ventas del mes' }).getByText('MXN').first().waitFor()
  await opened.settled()
  await opened.checkAccessibility()
  await opened.screenshot('home-light')
  await page.setViewportSize(PHONE_SIZE)
  await opened.settled()
  await opened.screenshot('home-phone')
  const width = await page.evaluate('document.querySelector("main").scrollWidth')
  assert.ok(Number(width) <= 390, `${String(width)} px`)
})
