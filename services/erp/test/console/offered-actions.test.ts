import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { selling, type Selling } from '../actions/selling/selling-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole
let store: Selling

before(async () => {
  console = await startSmallConsole()
  store = await selling(console.erp, console.erp.admin)
})

after(() => console.stop())

/** A sale of goods and of a service without an article, which is never delivered. */
async function confirmed(): Promise<number> {
  const articulo = await store.stocked('5', '60.00')
  const lines = [{ articulo, cantidad: '2' }, { descripcion: 'Instalación' }]
  const id = await store.sale(await store.customer(), lines)
  await store.done('Venta', 'confirmar_venta', id)
  return id
}

test('the main button of a sale is to deliver it while something of it is pending, then to invoice it', async () => {
  const id = await confirmed()
  const { page } = await console.openAs(`/m/Venta/${id}`)
  const main = (name: string) =>
    page.locator('.record-actions .primary').filter({ hasText: new RegExp(`^${name}$`) })
  await main('Entregar').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click()
  await main('Timbrar venta').waitFor()
  await page.getByRole('button', { name: 'Más', exact: true }).first().click()
  assert.equal(await page.getByRole('menuitem', { name: 'Entregar' }).count(), 0)
  const again = await console.erp.admin.post(`/api/v1/Venta/${id}/actions/entregar`, {})
  assert.equal(again.status, 409, again.text)
})

test('a palette that is opened before a record came has its actions once it is there', async () => {
  const id = await confirmed()
  const { page } = await console.openAs('/m/Venta')
  await page.getByRole('row').nth(1).waitFor()
  const come = Promise.withResolvers<undefined>()
  await page.route(new RegExp(`/api/v1/Venta/${id}\\?lines=true`), async (route) => {
    await come.promise
    await route.continue()
  })
  await page.locator(`a[href$="/m/Venta/${id}"], a[href*="/m/Venta/${id}?"]`).first().click()
  await page.waitForURL(new RegExp(`/m/Venta/${id}`))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar o hacer algo' }).fill('entregar')
  const deliver = page.getByRole('option').filter({ hasText: /^Entregar/ })
  assert.equal(await deliver.count(), 0)
  come.resolve(undefined)
  await deliver.first().waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Entregar' }).waitFor()
})
