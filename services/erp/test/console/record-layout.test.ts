import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { books } from '../actions/entry-fixture.ts'
import { purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: it looks at sizes, and axe at records in the dark, in English and on a phone, one in each turn.

let console: ConsoleTest
let shop: Purchasing

before(async () => {
  console = await startConsole()
  shop = await purchasing(console.erp, console.erp.admin)
})

after(() => console.stop())

const WAYS = [
  ['dark', { colorScheme: 'dark' }],
  ['english', { locale: 'en-US' }],
  ['phone', PHONE_SIZE],
] as const

for (const [name, options] of inTurn(WAYS, WAYS.length)) {
  test(`a record can be used by everybody: ${name}`, async () => {
    const opened = await console.openAs('/', undefined, options)
    await opened.turnTo(`/console/m/Compra/${await shop.purchase('129.31')}`)
    await opened.page.getByRole('grid').waitFor()
    await opened.screenshot(`record-${name}`)
    await opened.checkAccessibility()
    await opened.turnTo('/console/m/Compra/new')
    await opened.page.getByRole('heading', { level: 1 }).waitFor()
    await opened.screenshot(`record-new-${name}`)
    await opened.checkAccessibility()
  })
}

test('no amount in the lines of a record is cut, however long it is', async () => {
  const own = await books(console.erp, console.erp.admin)
  const entries = [await own.simple('20000000.00'), await own.simple('123456789012.34')]
  for (const width of [1366, 390]) {
    const opened = await console.openAs('/', undefined, { width, height: 768 })
    const { page } = opened
    for (const id of entries) {
      await opened.turnTo(`/console/m/Poliza/${id}`)
      await page
        .getByRole('gridcell', { name: /,000,000\.00|789,012\.34/ })
        .first()
        .waitFor()
      const cut = await page.evaluate<readonly string[]>(
        `[...document.querySelectorAll('.line-body .num')].filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.innerText)`,
      )
      assert.deepEqual(cut, [], `${width} px`)
      await opened.screenshot(`record-amounts-${width}-${id}`)
    }
  }
})
