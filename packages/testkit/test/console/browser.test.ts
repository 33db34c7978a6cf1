import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { testBrowser, type TestBrowser } from '@oficina/testkit/browser.ts'

let browser: TestBrowser

before(async () => {
  browser = await testBrowser(undefined)
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

// Long enough to be a part of its own.
const list = (items: string): string => `<ul class="list" style="color: #000">${items}</ul>`
const GOOD = '<li><button>a button with a name</button></li>'.repeat(20)

test('what was good is not looked at again, and all else beside it is, however much was good', async () => {
  const opened = await browser.open()
  const { page } = opened
  const show = (body: string) => page.setContent(whole(body))
  await show(list(GOOD))
  await opened.checkAccessibility()
  await opened.checkAccessibility()
  await show(`${list(GOOD)}<button></button>`)
  await assert.rejects(opened.checkAccessibility(), /button-name/)
  await assert.rejects(opened.checkAccessibility(), /button-name/)
  await show(list(`${GOOD}<li><button></button></li>`))
  await assert.rejects(opened.checkAccessibility(), /button-name/)
})

test('what was good is looked at again where it may look otherwise', async () => {
  const opened = await browser.open()
  const { page } = opened
  const show = (body: string) => page.setContent(whole(body))
  const text = `<p>${'words '.repeat(100)}</p>`
  await show(`<div style="background: #fff; color: #000">${text}</div>`)
  await opened.checkAccessibility()
  await show(`<div style="background: #222; color: #000">${text}</div>`)
  await assert.rejects(opened.checkAccessibility(), /color-contrast/)
  const field = `<style>input:placeholder-shown { color: #000 } input { color: #ccc }</style>
    <label>${'name '.repeat(100)}<input value="" placeholder=" "></label>`
  await show(field)
  await opened.checkAccessibility()
  await page.evaluate(`document.querySelector('input').value = 'pale'`)
  await assert.rejects(opened.checkAccessibility(), /color-contrast/)
})
