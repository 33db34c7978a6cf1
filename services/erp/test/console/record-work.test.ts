import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { OpenedPage } from '@oficina/testkit/small-page.ts'

import { API, purchasing, type Purchasing } from '../actions/purchase-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

type Page = OpenedPage['page']

let console: SmallConsole
let shop: Purchasing

before(async () => {
  console = await startSmallConsole()
  shop = await purchasing(console.erp, console.erp.admin)
})

after(() => console.stop())

async function stored(path: string) {
  const answer = await console.erp.admin.get(`${API}/${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

async function saved(page: Page, text: RegExp = /Guardado/): Promise<void> {
  await page.getByRole('status').getByText(text).first().waitFor()
}

test('what is missing, and what the service refuses, is told at its field and gets the focus', async () => {
  const { page } = await console.openAs('/m/Compra/new')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Falta Proveedor.').waitFor()
  await page.getByLabel('Proveedor').and(page.locator(':focus')).waitFor()
  const id = await shop.purchase('10')
  await page.goto(`${console.erp.url}/console/m/Compra/${id}`)
  await page.getByRole('gridcell', { name: '10.00', exact: true }).first().click()
  await page.getByLabel('Precio, línea 1').fill('0')
  await page.keyboard.press('Control+s')
  await page.getByText(/No se guardó/).waitFor()
  await page.getByLabel('Precio, línea 1').and(page.locator(':focus')).waitFor()
  await page.getByRole('button', { name: /^Precio, línea 1: / }).waitFor()
  assert.equal(await page.getByLabel('Precio, línea 1').getAttribute('aria-invalid'), 'true')
})

test('a record that a field wants is made in place, in its own form', async () => {
  const { page } = await console.openAs('/m/Compra/new')
  await page.getByLabel('Proveedor').fill('Maderas del Sur')
  await page.getByRole('option', { name: 'Crear proveedor' }).click()
  const dialog = page.getByRole('dialog', { name: 'Crear: Proveedor' })
  await dialog.getByLabel('Clave').fill('MAD')
  await dialog.getByLabel('Razón social').fill('Maderas del Sur, S.A.')
  await dialog.getByLabel('RFC').fill('MSU010101AB1')
  await dialog.getByRole('button', { name: 'Crear', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.getByLabel('Proveedor').inputValue(), 'MAD Maderas del Sur, S.A.')
})

test('the record before and the next follow the list that it was opened from', async () => {
  const ids = [await shop.purchase('1'), await shop.purchase('2'), await shop.purchase('3')]
  const { page } = await console.openAs(`/m/Compra?id__in=${ids.join('%2C')}&sort=id`)
  const grid = page.getByRole('grid')
  const { folio } = await stored(`Compra/${ids[1]}`)
  await grid.getByRole('link', { name: folio }).click()
  await page.getByText('2 de 3').waitFor()
  await page.getByRole('button', { name: /Siguiente/ }).click()
  await page.getByText('3 de 3').waitFor()
  assert.equal(new URL(page.url()).pathname, `/console/m/Compra/${ids[2]}`)
  await page.keyboard.press('Alt+PageUp')
  await page.getByText('2 de 3').waitFor()
})

test('a record is duplicated with its lines, and deleted when that is confirmed', async () => {
  const id = await shop.purchase('77')
  const { page } = await console.openAs(`/m/Compra/new?proveedor=${shop.proveedor}`)
  await page.getByRole('combobox', { name: 'Proveedor' }).waitFor()
  assert.equal(await page.getByLabel('Proveedor').inputValue(), 'P1 Aceros del Norte, S.A.')
  await page.goto(`${console.erp.url}/console/m/Compra/${id}`)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Duplicar' }).click()
  await page.getByRole('gridcell', { name: 'Varilla', exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await saved(page, /Creado/)
  await page.getByRole('button', { name: 'Más acciones' }).click()
  const copy = Number(page.url().split('/').at(-1))
  assert.notEqual(copy, id)
  await page.getByRole('menuitem', { name: 'Eliminar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await saved(page, /Eliminado/)
  assert.equal((await console.erp.admin.get(`${API}/Compra/${copy}`)).status, 404)
})

test('what is not there is said plainly', async () => {
  const { page } = await console.openAs('/m/Moneda/999999')
  await page.getByText('Este registro no existe, o ya no.').waitFor()
  await page.goto(`${console.erp.url}/console/m/NoHay/1`)
  await page.getByText('No hay nada con el nombre «NoHay».').waitFor()
})

test('who may only read finds values instead of inputs, and no buttons', async () => {
  const other = await console.erp.addCompany()
  assert.equal((await other.admin.get(`${API}/Moneda/${shop.moneda}`)).status, 200)
  const person = { usuario: `admin@${other.clave}`, password: other.password }
  const { page } = await console.openAs(`/m/Moneda/${shop.moneda}`, person)
  await page.getByRole('heading', { level: 1, name: /MXN/ }).waitFor()
  const main = page.getByRole('main')
  assert.equal(await main.getByRole('textbox').count(), 0)
  assert.equal(await main.getByRole('button', { name: /Guardar|Más acciones/ }).count(), 0)
  await page.goto(`${console.erp.url}/console/m/Moneda/new`)
  await page.getByText('Tu perfil no te deja crear esto.').waitFor()
})

test('a line is opened with all of its fields and its own lines, and moved', async () => {
  const id = await shop.create('Compra', {
    proveedor: shop.proveedor,
    moneda: shop.moneda,
    condicion_pago: shop.condicion,
    partidas: ['Primera', 'Segunda', 'Tercera'].map((descripcion) => ({
      descripcion,
      cantidad: '1',
      unidad: shop.unidad,
      precio: '100',
    })),
  })
  const opened = await console.openAs(`/m/Compra/${id}`)
  const { page } = opened
  await page.getByRole('gridcell', { name: 'Tercera', exact: true }).click()
  await page.keyboard.press('Control+Shift+ArrowUp')
  // That a browser leaves the focus on a row that moved is shown there.
  await page.getByLabel('Descripción, línea 2').focus()
  await page.keyboard.press('Alt+Enter')
  const dialog = page.getByRole('dialog', { name: 'Partida de compra 2' })
  await dialog.getByLabel('Descripción').fill('Tercera, ahora segunda')
  await dialog.getByRole('button', { name: 'Agregar: impuesto de compra' }).click()
  await dialog.getByRole('button', { name: 'Línea siguiente' }).click()
  await page.getByRole('dialog', { name: 'Partida de compra 3' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+s')
  await saved(page)
  const { partidas } = await stored(`Compra/${id}?lines=true`)
  assert.deepEqual(
    partidas.map((line: Record<string, unknown>) => [line['partida'], line['descripcion']]),
    [
      [1, 'Primera'],
      [2, 'Tercera, ahora segunda'],
      [3, 'Segunda'],
    ],
  )
})
