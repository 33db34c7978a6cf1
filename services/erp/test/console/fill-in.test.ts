import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'

import { selling, type Selling } from '../actions/selling/selling-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

type Page = TestPage['page']

let console: ConsoleTest
let shop: Selling

before(async () => {
  console = await startConsole()
  shop = await selling(console.erp, console.erp.admin)
  const lista = await shop.create('ListaPrecios', {
    clave: 'MAYOREO',
    nombre: 'Mayoreo',
    moneda: shop.moneda,
    inicio_vigencia: '2020-01-01',
    estado: 'vigente',
  })
  const cliente = await shop.customer({
    clave: 'CL-1',
    condicion_pago: shop.condicion,
    vendedor: shop.vendedor,
    lista_precios: lista,
  })
  for (const [clave, codigo, precio] of [
    ['VAR-38', '7501000000017', '129.31'],
    ['ALM-18', '7501000000024', '31.5'],
    ['CEM-50', '7501000000031', '214.1255'],
  ] as const) {
    const articulo = await shop.article('PROM', {
      clave,
      descripcion: `Artículo ${clave}`,
      codigo_barras: codigo,
      objeto_impuesto: shop.objeto,
    })
    await shop.create('ListaPreciosPartida', { lista, articulo, unidad: shop.unidad, precio })
    if (clave !== 'CEM-50') continue
    await shop.create('ArticuloCodigo', { articulo, codigo: '17501000000038', activo: true })
    const named = { cliente, articulo, codigo_cliente: 'GRIS-50', activo: true }
    await shop.create('ClienteArticulo', named)
  }
})

after(() => console.stop())

async function focused(page: Page, label: string): Promise<void> {
  await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor()
}

test('a sale is typed on one screen: customer, article, quantity, next article, and by barcode', async () => {
  const opened = await console.openAs('/m/Venta/new', undefined, { width: 1366, height: 768 })
  const { page } = opened
  const { keyboard } = page
  const customer = page.getByRole('combobox', { name: 'Cliente', exact: true })
  await customer.and(page.locator(':focus')).waitFor()
  await opened.screenshot('fill-1-empty')
  await keyboard.type('CL-1')
  await page.getByRole('option', { name: /^CL-1/, selected: true }).waitFor()
  await keyboard.press('Enter')
  await page.getByText('según cliente').first().waitFor()
  await page.getByText('según condición de pago').waitFor()
  await page.getByText(/Folio: será VE-\d{5}/).waitFor()
  await keyboard.press('Control+Enter')
  await focused(page, 'Artículo, línea 1')
  await opened.screenshot('fill-2-customer')
  const cell = await page.getByLabel('Artículo, línea 1').boundingBox()
  assert.ok(cell !== null && cell.y + cell.height < 768, `the first line is seen: ${cell?.y}`)
  assert.equal(await page.evaluate('document.querySelector("main").scrollTop + scrollY'), 0)

  await keyboard.type('var')
  await page.getByRole('option', { name: /^VAR-38/, selected: true }).waitFor()
  await keyboard.press('Enter')
  await focused(page, 'Cantidad, línea 1')
  await keyboard.type('12')
  await keyboard.press('Tab')
  await focused(page, 'Precio, línea 1')
  await page.getByText('1,551.72').first().waitFor()
  await keyboard.press('Enter')
  await focused(page, 'Artículo, línea 2')

  for (const [code, next] of [
    ['7501000000024', 'Artículo, línea 3'],
    ['7501000000031', 'Artículo, línea 4'],
  ] as const) {
    await keyboard.type(code)
    await keyboard.press('Enter')
    await focused(page, next)
  }
  await keyboard.type('7501000000024')
  await keyboard.press('Enter')
  await page.getByText('63.00').first().waitFor()
  await focused(page, 'Artículo, línea 4')
  // The barcode of its box, and how the customer calls it.
  for (const [code, amount] of [
    ['17501000000038', '428.25'],
    ['gris-50', '642.38'],
  ] as const) {
    await keyboard.type(code)
    await keyboard.press('Enter')
    await page.getByText(amount).first().waitFor()
    await focused(page, 'Artículo, línea 4')
  }
  await page.getByText('214.1255').waitFor()
  await page.getByText('31.5000').waitFor()
  await opened.screenshot('fill-3-lines')
  await opened.checkAccessibility()
  await keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: /VE-/ }).waitFor()
  const id = Number(page.url().split('/').at(-1))
  const lines = await shop.linesOf('Venta', id)
  assert.deepEqual(
    lines.map(({ descripcion, cantidad, precio }) => [descripcion, cantidad, precio]),
    [
      ['Artículo VAR-38', 12, 129.31],
      ['Artículo ALM-18', 2, 31.5],
      ['Artículo CEM-50', 3, 214.1255],
    ],
  )
  await opened.screenshot('fill-4-saved')
})
