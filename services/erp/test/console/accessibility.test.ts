import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { purchasing } from '../actions/purchase-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: axe looks at pages in turn, in both themes, and in each language in turn: in a week at all of them.
// A process of its own: it takes as long as a batch of others.

// Languages have two, so that six days bring every pair.
const PARTS = 3

let console: ConsoleTest
let purchase: number

before(async () => {
  console = await startConsole()
  purchase = await (await purchasing(console.erp, console.erp.admin)).purchase('100.00')
})

after(() => console.stop())

/** Every page, as the administrator sees it; what it waits for before it is whole. */
const pages = (): readonly (readonly [address: string, whole: string])[] => [
  ['/', 'h1'],
  ['/m/Compra', '[role=gridcell]'],
  ['/m/Compra/import', 'h1'],
  ['/m/Compra/new', 'form, .fields'],
  [`/m/Compra/${purchase}`, '.fields'],
  ['/reports', 'h1'],
  ['/reports/trial-balance', 'h1'],
  ['/reports/sent', 'h1'],
  ['/manual', 'h1'],
  ['/account', 'h1'],
  ['/admin', 'h1'],
  ['/admin/dictionary', 'h1'],
  ['/admin/outbox', 'h1'],
  ['/admin/keys', 'h1'],
  ['/admin/users', 'h1'],
  ['/admin/profiles', 'h1'],
  ['/admin/sessions', 'h1'],
  ['/admin/imports', 'h1'],
  ['/admin/dictionary/Compra', 'h1'],
]

for (const locale of inTurn(['es-MX', 'en-US'] as const, 2)) {
  test(`every page can be used by everybody, light and dark: ${locale}`, async () => {
    const opened = await console.openAs('/', undefined, { locale })
    const titles: string[] = []
    for (const [address, whole] of inTurn(pages(), PARTS)) {
      await look(opened, address, whole)
      titles.push(await opened.page.title())
    }
    // Each was there, not the one before it.
    assert.equal(new Set(titles).size, titles.length, titles.join('\n'))
    await opened.page.close()
  })
}

async function look(opened: TestPage, address: string, whole: string): Promise<void> {
  const { page } = opened
  // Not loaded anew, after which axe and the console would have to be compiled again.
  await opened.turnTo(`/console${address}`)
  await page.locator('main').locator(whole).first().waitFor()
  await opened.settled()
  await page.emulateMedia({ colorScheme: 'light' })
  await opened.checkAccessibility()
  await page.emulateMedia({ colorScheme: 'dark' })
  await opened.checkColors()
}
