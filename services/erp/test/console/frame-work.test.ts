import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
})

after(() => console.stop())

test('the menu holds what the person may see, and nothing else', async () => {
  const company = companyOf(console.erp)
  const grants = ['Moneda.leer', 'Departamento.leer', 'Departamento.crear']
  const profile = await company.profile('DOS', { grants })
  await company.person('dos', [profile], { nombre: 'Dora Dos' })
  const { page } = await console.openAs('/', { usuario: 'dos', password: PASSWORD })
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await menu.getByRole('link', { name: 'Departamentos' }).waitFor()
  const links = await menu.getByRole('link').allInnerTexts()
  assert.deepEqual(links.toSorted(), ['Departamentos', 'Inicio', 'Manual', 'Monedas', 'Reportes'])
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('moneda')
  const options = await page.getByRole('option').allInnerTexts()
  assert.equal(options.length, 1, options.join())
})

test('one line of the menu is current, and the recents hold ways back alone', async () => {
  const { page } = await console.openAs('/m/Moneda')
  const menu = page.getByRole('navigation', { name: 'Menú' })
  const current = menu.locator('[aria-current]')
  await page.getByRole('heading', { name: 'Monedas' }).waitFor()
  await menu.getByRole('link', { name: 'Monedas' }).waitFor()
  assert.deepEqual(await current.allInnerTexts(), ['Monedas'])
  await page.getByRole('button', { name: 'Agregar Monedas a favoritos' }).click()
  await menu.getByRole('button', { name: 'Favoritos' }).waitFor()
  assert.deepEqual(await current.allInnerTexts(), ['Monedas'])
  await page.goto(`${console.erp.url}/console/m/Departamento/new`)
  await page.getByRole('heading').first().waitFor()
  await menu.getByRole('link', { name: 'Departamentos' }).waitFor()
  assert.deepEqual(await current.allInnerTexts(), ['Departamentos'])
  await page.goto(`${console.erp.url}/console/`)
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  assert.equal(await page.getByRole('link', { name: /Nuevo|Nueva/ }).count(), 0)
})

test('what only keeps records stands apart, folded, and is found by the filter all the same', async () => {
  const { page } = await console.openAs('/', undefined, { width: 1366, height: 768 })
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await menu.getByRole('button', { name: 'Ventas', exact: true }).waitFor()
  assert.equal(await menu.getByRole('button', { name: 'Mantenimiento', exact: true }).count(), 0)
  const filter = menu.getByRole('searchbox', { name: 'Filtrar el menú' })
  await filter.fill('órdenes de mantenimiento')
  await menu.getByRole('link', { name: 'Órdenes de mantenimiento', exact: true }).waitFor()
  await filter.fill('')
  await menu.getByRole('button', { name: 'Sólo registros', expanded: false }).click()
  await menu.getByRole('button', { name: 'Mantenimiento', exact: true }).waitFor()
  await page.goto(`${console.erp.url}/console/m/Proyecto`)
  await menu.getByRole('link', { name: 'Proyectos', exact: true }).waitFor()
  assert.deepEqual(await menu.locator('[aria-current]').allInnerTexts(), ['Proyectos'])
})

test('groups of the menu stay as the person left them, also after a reload', async () => {
  const { page } = await console.openAs('/')
  const menu = page.getByRole('navigation', { name: 'Menú' })
  await menu.getByRole('button', { name: 'Catálogos compartidos', exact: true }).click()
  await menu.getByRole('button', { name: 'Geografía', exact: true }).click()
  await menu.getByRole('link', { name: 'Municipios', exact: true }).waitFor()
  await page.reload()
  await menu.getByRole('link', { name: 'Municipios', exact: true }).waitFor()
  await menu.getByRole('button', { name: 'Geografía', exact: true }).click()
  await page.reload()
  await menu.getByRole('button', { name: 'Geografía', expanded: false }).waitFor()
})

test('the palette opens everything by keyboard alone', async () => {
  const opened = await console.openAs('/')
  const { page } = opened
  await page.getByRole('navigation').getByRole('button', { name: 'Ventas', exact: true }).waitFor()
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Buscar o hacer algo' })
  await field.waitFor()
  await page.keyboard.type('tipo de camb')
  await page.getByRole('option', { name: /^Tipos de cambio/, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/m/TipoCambio')
  await page.keyboard.press('Control+k')
  const found = page.waitForResponse((response) => response.url().includes('/search?q=cuenta&'))
  await page.keyboard.type('cuenta')
  await page.getByRole('option').first().waitFor()
  // Records are asked for after a pause, and come last.
  await found
  await opened.settled()
  await page.keyboard.press('ArrowDown')
  const second = await page.getByRole('option', { selected: true }).innerText()
  assert.equal(second, await page.getByRole('option').nth(1).innerText())
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  const last = await page.getByRole('option', { selected: true }).innerText()
  assert.equal(last, await page.getByRole('option').last().innerText())
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('no hay tal cosa')
  await page.getByText('Nada coincide con «no hay tal cosa».').waitFor()
  await field.fill('mi cuenta')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/account')
})

test('? shows the shortcuts that hold now', async () => {
  const { page } = await console.openAs('/')
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await dialog.getByText('Buscar o hacer algo').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
})
