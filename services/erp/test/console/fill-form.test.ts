import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { OpenedPage } from '@oficina/testkit/small-page.ts'

import { selling, type Selling } from '../actions/selling/selling-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

type Page = OpenedPage['page']

let console: SmallConsole
let shop: Selling
let articulo: number

before(async () => {
  console = await startSmallConsole()
  shop = await selling(console.erp, console.erp.admin)
  const cash = await shop.create('CondicionPago', {
    clave: 'CONT',
    nombre: 'Contado',
    dias: 0,
    es_contado: true,
    aplica: 'clientes',
  })
  await shop.customer({ clave: 'CL-1', condicion_pago: shop.condicion, vendedor: shop.vendedor })
  await shop.customer({ clave: 'CL-2', condicion_pago: cash })
  articulo = await shop.article('PROM', {
    clave: 'VAR-38',
    descripcion: 'Varilla',
    objeto_impuesto: shop.objeto,
    precio_base: '12.50',
  })
})

after(() => console.stop())

/** Chooses in a field with a list. */
async function choose(page: Page, label: string, typed: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(typed)
  await page
    .getByRole('option', { name: new RegExp(`^${typed} `) })
    .first()
    .click()
}

function valueOf(page: Page, label: string): Promise<string> {
  return page.getByRole('combobox', { name: label, exact: true }).inputValue()
}

async function savedId(page: Page): Promise<number> {
  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { level: 1, name: /VE-/ }).waitFor()
  return Number(page.url().split('/').at(-1))
}

test('another customer brings other terms, and what a person typed or emptied stays', async () => {
  const { page } = await console.openAs('/m/Venta/new')
  await choose(page, 'Cliente', 'CL-1')
  await page.getByText('según condición de pago').waitFor()
  assert.deepEqual(
    [await valueOf(page, 'Condición de pago'), await valueOf(page, 'Vendedor')],
    ['30V 30 días', 'V1 Ana'],
  )
  await choose(page, 'Cliente', 'CL-2')
  await page.getByRole('link', { name: 'Abrir CONT Contado' }).waitFor()
  await page.getByRole('link', { name: /Abrir PUE/ }).waitFor()
  assert.equal(await valueOf(page, 'Vendedor'), '', 'this customer has no seller')
  await choose(page, 'Condición de pago', '30V')
  await page.getByRole('link', { name: /Abrir PPD/ }).waitFor()
  await choose(page, 'Cliente', 'CL-1')
  await page.getByRole('link', { name: 'Abrir V1 Ana' }).waitFor()
  await choose(page, 'Cliente', 'CL-2')
  await page.getByRole('link', { name: 'Abrir V1 Ana' }).waitFor({ state: 'detached' })
  assert.equal(await valueOf(page, 'Condición de pago'), '30V 30 días', 'it was typed')
  await choose(page, 'Cliente', 'CL-1')
  await page.getByRole('link', { name: 'Abrir V1 Ana' }).waitFor()
  await page.getByRole('combobox', { name: 'Vendedor', exact: true }).fill('')
  const id = await savedId(page)
  const stored = await shop.read('Venta', id)
  assert.deepEqual([stored['condicion_pago'], stored['vendedor']], [shop.condicion, null])
})

test('what is rarely touched is folded, told in a line, and unfolds where something is wrong', async () => {
  const { page } = await console.openAs('/m/Venta/new')
  const more = page.locator('.more-fields')
  await more.getByText(/Folio: será VE-\d{5}/).waitFor()
  assert.equal(await more.getAttribute('aria-expanded'), 'false')
  assert.equal(await page.getByLabel('Tipo de cambio').count(), 0)
  await more.click()
  await page.getByLabel('Tipo de cambio').fill('-1')
  assert.equal((await page.getByLabel('Folio').getAttribute('placeholder')) !== null, true)
  await more.click()
  assert.equal(await page.getByLabel('Tipo de cambio').count(), 0)
  await choose(page, 'Cliente', 'CL-1')
  await page.getByText('según condición de pago').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByLabel('Tipo de cambio').waitFor()
  assert.equal(await more.getAttribute('aria-expanded'), 'true')
})

test('the last order of a customer is repeated at the prices of today, and files go with it', async () => {
  const [customer] = (await console.erp.admin.get('/api/v1/Cliente?clave=CL-1')).json.data
  await shop.sale(customer.id, [
    { articulo, descripcion: 'Varilla a medida', cantidad: '7', precio: '11.25' },
    { descripcion: 'Flete', cantidad: '1', precio: '300' },
  ])
  const { page } = await console.openAs('/m/Venta/new')
  assert.equal(await page.getByRole('button', { name: /^Repetir/ }).count(), 0)
  await choose(page, 'Cliente', 'CL-1')
  await page.getByRole('button', { name: /^Repetir lo último con CL-1/ }).click()
  await page.getByText(/Se copiaron 2 líneas de VE-/).waitFor()
  await page.getByText('378.75').first().waitFor()
  assert.equal(await page.getByRole('button', { name: /^Repetir/ }).count(), 0)
  await page
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'pedido.txt', mimeType: 'text/plain', buffer: Buffer.from('Pedido 7') },
    ])
  await page.getByText('Se adjuntan al guardar.').waitFor()
  const id = await savedId(page)
  const lines = await shop.linesOf('Venta', id)
  assert.deepEqual(
    lines.map(({ descripcion, cantidad, precio }) => [descripcion, cantidad, precio]),
    [
      ['Varilla a medida', 7, 11.25],
      ['Flete', 1, 300],
    ],
  )
  const files = await console.erp.admin.get(`/api/v1/Venta/${id}/adjuntos`)
  assert.deepEqual(
    files.json.data.map(({ nombre }: { nombre: string }) => nombre),
    ['pedido.txt'],
  )
})
