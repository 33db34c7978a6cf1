import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'

import { receiving, type Receiving } from '../actions/receiving/receiving-fixture.ts'
import { companyOf } from '../rights/rights-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

type Page = TestPage['page']

const PASSWORD = 'secreto-de-prueba'
const LIMIT = '10000.00'
/** What a person who buys reads beside purchases. */
const READ = [
  'Proveedor',
  'Moneda',
  'CondicionPago',
  'Almacen',
  'Articulo',
  'UnidadMedida',
  'Usuario',
  'CompraAutorizacion',
  'RecepcionCompra',
  'RecepcionCompraPartida',
  'Poliza',
  'PolizaPartida',
  'PeriodoContable',
  'TipoPoliza',
  'CuentaContable',
]
const LINES = ['leer', 'crear', 'modificar', 'eliminar'].map((right) => `CompraPartida.${right}`)
const PURCHASES = ['leer', 'crear', 'modificar', 'recibir_compra'].map((right) => `Compra.${right}`)

const LINES_TYPED = [
  { articulo: 'VAR-38', cantidad: '100', precio: '129.31' },
  { articulo: 'ALM-18', cantidad: '40', precio: '31.50' },
  { articulo: 'CEM-50', cantidad: '200', precio: '214' },
]

let console: ConsoleTest
let shop: Receiving

before(async () => {
  console = await startConsole()
  shop = await receiving(console.erp)
  for (const [clave, descripcion] of [
    ['VAR-38', 'Varilla corrugada 3/8"'],
    ['ALM-18', 'Alambre recocido cal. 18'],
    ['CEM-50', 'Cemento gris 50 kg'],
  ]) {
    await shop.article({ clave, descripcion })
  }
  await person('carla', LIMIT)
  await person('dora', null)
})

after(() => console.stop())

/** Somebody who buys, and may authorize up to an amount; null: any. */
async function person(usuario: string, limit: string | null): Promise<void> {
  const company = companyOf(console.erp)
  const grants = [...READ.map((model) => `${model}.leer`), ...LINES, ...PURCHASES]
  const perfil = await company.profile(usuario, { grants })
  await shop.create('PerfilPermiso', {
    perfil,
    permiso: await company.permission('Compra.autorizar_compra'),
    concedido: true,
    ...(limit !== null && { limite_importe: limit }),
  })
  await company.person(usuario, [perfil], { nombre: usuario === 'carla' ? 'Carla' : 'Dora' })
}

/** Goes somewhere, or does something, as one who only types. */
async function byPalette(page: Page, typed: string, entry: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(typed)
  await page.getByRole('option', { name: entry, selected: true }).waitFor()
  await page.keyboard.press('Enter')
}

/** Types what a field with a list is to have, and takes the first that is found. */
async function choose(page: Page, typed: string, found: RegExp): Promise<void> {
  await page.keyboard.type(typed)
  await page.getByRole('option', { name: found, selected: true }).waitFor()
  await page.keyboard.press('Enter')
}

/** Goes on with Tab until a field has the cursor, as far as a person would look for it. */
async function tabTo(page: Page, label: string): Promise<void> {
  const named = { name: label, exact: true }
  const field = page.getByRole('combobox', named).or(page.getByRole('textbox', named))
  for (let tabs = 0; tabs < 12; tabs += 1) {
    if ((await field.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`${label} is not reached`)
}

async function state(page: Page, text: string): Promise<void> {
  await page.locator('header').getByText(text, { exact: true }).waitFor()
}

test('a purchase of three lines is entered, approved by somebody else, received, and its entry found', async () => {
  const carla = await console.openAs('/', { usuario: 'carla', password: PASSWORD })
  const { page } = carla
  const { keyboard } = page
  await page.getByRole('link', { name: 'Compras', exact: true }).waitFor()
  await byPalette(page, 'crear compra', /^Crear Compra/)

  await page.getByLabel('Proveedor').and(page.locator(':focus')).waitFor()
  await choose(page, 'aceros', /^P1 Aceros/)
  await tabTo(page, 'Condición de pago')
  await choose(page, '30D', /^30D/)
  await tabTo(page, 'Almacén')
  await choose(page, 'gral', /^GRAL/)
  await keyboard.press('Control+Enter')
  for (const [at, line] of LINES_TYPED.entries()) {
    const of = (name: string) => `${name}, línea ${at + 1}`
    if (at > 0) await keyboard.press('Enter')
    await page.getByLabel(of('Artículo')).and(page.locator(':focus')).waitFor()
    await choose(page, line.articulo, new RegExp(`^${line.articulo}`))
    await tabTo(page, of('Cantidad'))
    await keyboard.type(line.cantidad)
    await tabTo(page, of('Precio'))
    await keyboard.type(line.precio)
  }
  await carla.screenshot('purchase-1-typed')
  await keyboard.press('Control+s')
  await state(page, 'Iniciada')
  const folio = await page.getByRole('heading', { level: 1 }).innerText()
  await page.getByText('56,991.00').first().waitFor()
  await carla.screenshot('purchase-2-saved')
  await carla.checkAccessibility()

  console.erp.clock.advance(60_000)
  await byPalette(page, 'autorizar', /^Autorizar compra/)
  await page.getByLabel('Comentario').and(page.locator(':focus')).waitFor()
  await keyboard.type('Para la obra 12')
  await keyboard.press('Control+Enter')
  await state(page, 'En autorización')
  await carla.screenshot('purchase-3-waits')

  console.erp.clock.advance(60_000)
  await approve(folio)

  await page.reload()
  await state(page, 'Autorizada')
  console.erp.clock.advance(60_000)
  await byPalette(page, 'recibir', /^Recibir compra/)
  await page.getByRole('dialog', { name: 'Recibir compra' }).waitFor()
  await carla.screenshot('purchase-5-receive')
  await keyboard.press('Control+Enter')
  await state(page, 'Recibida')
  await page.getByRole('button', { name: /^Ver RC-/ }).focus()
  await carla.screenshot('purchase-6-received')
  await keyboard.press('Enter')

  await page.getByRole('heading', { level: 1, name: /^RC-/ }).waitFor()
  await state(page, 'Aplicada')
  const related = page.getByRole('region', { name: 'Relacionados' })
  await related.getByRole('link', { name: /^Pólizas: DI-/ }).focus()
  await carla.screenshot('purchase-7-receipt')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /^DI-/ }).waitFor()
  await state(page, 'Aplicada')
  // What came is in stock, and is owed to the supplier once he invoices it.
  const lines = page.getByRole('grid')
  await lines
    .getByText(/^115-01/)
    .first()
    .waitFor()
  await lines
    .getByText(/^205-06/)
    .first()
    .waitFor()
  await page.getByText('56,991.00').first().waitFor()
  await carla.screenshot('purchase-8-entry')
  await carla.checkAccessibility()
})

/** Somebody else finds what waits for her, and approves it. */
async function approve(folio: string): Promise<void> {
  const dora = await console.openAs('/', { usuario: 'dora', password: PASSWORD })
  const { page } = dora
  await page.getByRole('link', { name: 'Compras', exact: true }).waitFor()
  await byPalette(page, 'por autorizar', /^Compras por autorizar/)
  await page.getByRole('link', { name: folio }).focus()
  await page.keyboard.press('Enter')
  await state(page, 'En autorización')
  await page.getByRole('button', { name: 'Autorizar compra' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Comentario').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+Enter')
  await state(page, 'Autorizada')
  await dora.screenshot('purchase-4-approved')
  await dora.checkAccessibility()
}
