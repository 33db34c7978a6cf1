import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { testBrowser, type TestBrowser, type TestPage } from '@oficina/testkit/browser.ts'

let browser: TestBrowser
let kept: TestPage

before(async () => {
  browser = await testBrowser(undefined)
  kept = await browser.open()
})

after(() => browser.stop())

const whole = (body: string): string =>
  `<!doctype html><html lang="en"><title>t</title><main><h1>t</h1>${body}</main></html>`

test('a check of colors finds what cannot be read, and nothing else', async () => {
  const opened = await browser.open()
  const { page } = opened
  await page.setContent(whole('<p style="color: #ccc; background: #fff">pale</p>'))
  await assert.rejects(opened.checkColors(), /color-contrast/)
  await assert.rejects(opened.checkAccessibility(), /color-contrast/)
  await page.setContent(whole('<button style="color: #000"></button>'))
  await opened.checkColors()
  await assert.rejects(opened.checkAccessibility(), /button-name/)
})

test('a page closes with the test that opened it, and one that was opened before all tests stays', async (t) => {
  const opened: TestPage[] = []
  await t.test('a person opens a page', async () => {
    opened.push(await browser.open())
  })
  const own = await browser.open()
  assert.deepEqual(
    [...opened, own, kept].map(({ page }) => page.isClosed()),
    [true, false, false],
  )
})
