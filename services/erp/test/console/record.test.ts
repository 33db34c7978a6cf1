import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let console: ConsoleTest
let shop: Purchasing

before(async () => {
  console = await startConsole()
  shop = await purchasing(console.erp, console.erp.admin)
})

after(() => console.stop())

test('a record of a small catalog is changed, and saved by Ctrl S', async () => {
  const opened = await console.openAs(`/m/Moneda/${shop.moneda}`)
  const { page } = opened
  await page.getByRole('heading', { level: 1 }).waitFor()
  await opened.screenshot('moneda')
  await opened.checkAccessibility()
})

test('a purchase is shown with its lines', async () => {
  const id = await shop.purchase('129.31')
  const opened = await console.openAs(`/m/Compra/${id}`)
  const { page } = opened
  await page.getByRole('grid').waitFor()
  await opened.screenshot('compra')
  await opened.checkAccessibility()
  await page.goto(`${console.erp.url}/console/m/Compra/new`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await opened.screenshot('compra-new')
})
