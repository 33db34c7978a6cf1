import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'

import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

type Page = TestPage['page']

let console: ConsoleTest
let shop: Purchasing

before(async () => {
  console = await startConsole()
  shop = await purchasing(console.erp, console.erp.admin)
})

after(() => console.stop())

async function stored(path: string) {
  const answer = await console.erp.admin.get(`${API}/${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

/** Where the cursor is, as who hears the page is told. */
function focusedName(page: Page): Promise<string> {
  return page.evaluate(
    `(() => { const at = document.activeElement; return at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText })()`,
  )
}

async function saved(page: Page, text: RegExp = /Guardado/): Promise<void> {
  await page.getByRole('status').getByText(text).first().waitFor()
}

test('a purchase with two lines is entered by keyboard alone', async () => {
  const opened = await console.openAs('/m/Compra/new')
  const { page } = opened
  const { keyboard } = page
  await page.getByLabel('Proveedor').and(page.locator(':focus')).waitFor()
  await keyboard.type('P1')
  await keyboard.press('Tab')
  await page.getByRole('link', { name: 'Abrir P1 Aceros del Norte' }).waitFor()
  // The currency is the company's, and stands among what is folded.
  await page.getByText(/Moneda: MXN/).waitFor()
  await page.getByRole('combobox', { name: 'Condición de pago', exact: true }).focus()
  await keyboard.type('30D')
  await page.getByRole('option').first().waitFor()
  await keyboard.press('Enter')
  await keyboard.press('Control+Enter')
  await page.getByLabel('Artículo, línea 1').and(page.locator(':focus')).waitFor()
  await keyboard.press('Tab')
  await keyboard.type('Varilla corrugada')
  await keyboard.press('Tab')
  await keyboard.type('10')
  await keyboard.press('Tab')
  await keyboard.type('PZA')
  await page.getByRole('option').first().waitFor()
  await keyboard.press('Enter')
  await keyboard.press('Tab')
  await keyboard.type('129.31')
  await keyboard.press('Enter')
  await page.getByLabel('Artículo, línea 2').and(page.locator(':focus')).waitFor()
  await keyboard.press('Tab')
  await keyboard.type('Alambre')
  await keyboard.press('Tab')
  await keyboard.type('1,000.5')
  await keyboard.press('ArrowUp')
  assert.equal(await focusedName(page), 'Cantidad, línea 1')
  await keyboard.press('ArrowDown')
  await keyboard.press('Tab')
  await keyboard.type('PZA')
  await keyboard.press('Tab')
  await keyboard.type('2')
  // Nothing is stored yet: the service reckons while it is typed.
  await page.getByText('3,294.10').first().waitFor()
  await opened.screenshot('compra-typed')
  await keyboard.press('Control+s')
  await saved(page, /Creado/)
  await page.getByRole('heading', { level: 1, name: /CO-0/ }).waitFor()
  await page.getByRole('grid').waitFor()
  const id = Number(page.url().split('/').at(-1))
  const { partidas, total } = await stored(`Compra/${id}?lines=true`)
  assert.equal(total, 1293.1 + 2001)
  assert.deepEqual(
    partidas.map((line: Record<string, unknown>) => [line['descripcion'], line['cantidad']]),
    [
      ['Varilla corrugada', 10],
      ['Alambre', 1000.5],
    ],
  )
  await opened.screenshot('compra-saved')
  await opened.checkAccessibility()
})

test('a purchase of 300 lines is as quick as a small one', async () => {
  const partidas = Array.from({ length: 300 }, (_line, index) => ({
    descripcion: `Pieza ${index + 1}`,
    cantidad: '2',
    unidad: shop.unidad,
    precio: '10.50',
  }))
  const id = await shop.create('Compra', {
    proveedor: shop.proveedor,
    moneda: shop.moneda,
    condicion_pago: shop.condicion,
    partidas,
  })
  const opened = await console.openAs(`/m/Compra/${id}`)
  const { page } = opened
  await page.getByRole('gridcell', { name: 'Pieza 1', exact: true }).click()
  assert.ok((await page.getByRole('row').count()) < 60, 'only rows that are seen are rendered')
  for (let press = 0; press < 40; press += 1) await page.keyboard.press('PageDown')
  await page.getByLabel('Descripción, línea 300').and(page.locator(':focus')).waitFor()
  const typing: number = await page.evaluate(
    `(async () => {
      const input = document.activeElement
      const setter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set
      const times = []
      for (let key = 0; key < 30; key += 1) {
        const start = performance.now()
        setter.call(input, 'Pieza ' + key)
        input.dispatchEvent(new InputEvent('input', { bubbles: true }))
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
        times.push(performance.now() - start)
      }
      return times.sort((one, other) => one - other)[15]
    })()`,
  )
  assert.ok(typing < 100, `a key takes ${typing} ms in the middle`)
  // A line that is moved keeps the focus, so that the next key is for it.
  for (const [key, place] of [
    ['ArrowUp', 299],
    ['ArrowDown', 300],
  ] as const) {
    await page.keyboard.press(`Control+Shift+${key}`)
    await page.getByLabel(`Descripción, línea ${place}`).and(page.locator(':focus')).waitFor()
  }
  await page.keyboard.press('Control+Enter')
  await page.getByLabel('Artículo, línea 301').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+Delete')
  await page.getByText('Se quitó la línea 301.').waitFor()
  await page.keyboard.press('Control+s')
  await saved(page)
  const { partidas: now } = await stored(`Compra/${id}?lines=true`)
  assert.equal(now.length, 300)
  assert.equal(now[299].descripcion, 'Pieza 29')
})
