import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: it looks at sizes, and axe at the contents and a page of the manual.

let console: ConsoleTest

before(async () => {
  console = await startConsole()
})

after(() => console.stop())

test('a page of the manual fits a phone, in the dark too', async () => {
  const opened = await console.openAs('/manual/cuando-el-pac-rechaza', undefined, {
    ...PHONE_SIZE,
    colorScheme: 'dark',
  })
  const { page } = opened
  await page
    .getByRole('heading', { level: 1, name: 'Cuando el PAC rechaza o no responde' })
    .waitFor()
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.equal(isWide, false)
  await opened.checkAccessibility()
  await opened.screenshot('manual-phone-dark')
  await opened.turnTo('/console/manual')
  await page.getByRole('heading', { level: 1, name: 'Manual' }).waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('manual-contents')
})
