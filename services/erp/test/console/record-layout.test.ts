import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: axe looks at records in every theme and language, and on a phone.

let console: ConsoleTest
let shop: Purchasing

before(async () => {
  console = await startConsole()
  shop = await purchasing(console.erp, console.erp.admin)
})

after(() => console.stop())

test('records look right in the dark, in English and on a phone', async () => {
  const id = await shop.purchase('129.31')
  for (const [name, options] of [
    ['dark', { colorScheme: 'dark' }],
    ['english', { locale: 'en-US' }],
    ['phone', PHONE_SIZE],
  ] as const) {
    const opened = await console.openAs(`/m/Compra/${id}`, undefined, options)
    await opened.page.getByRole('grid').waitFor()
    await opened.screenshot(`record-${name}`)
    await opened.checkAccessibility()
    await opened.page.goto(`${console.erp.url}/console/m/Compra/new`)
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    await opened.screenshot(`record-new-${name}`)
    await opened.checkAccessibility()
  }
})
