import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { API } from '../actions/purchase-fixture.ts'
import { companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { busyCompany } from './busy-company.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole
let waiting: number

before(async () => {
  console = await startSmallConsole()
  waiting = await busyCompany(console.erp)
})

after(() => console.stop())

test('the first page tells what waits and how things stand', async () => {
  const { page } = await console.openAs('/')
  const sales = page.getByRole('region', { name: 'Ventas del mes' })
  await sales.getByRole('link', { name: '6,001.50 MXN' }).waitFor()
  const owed = page.getByRole('region', { name: 'Por cobrar, por vencimiento' })
  await owed.getByRole('link', { name: '58,660.50 MXN' }).waitFor()
  await page.getByRole('region', { name: 'Por autorizar' }).getByRole('listitem').waitFor()
  const banks = page.getByRole('region', { name: 'Bancos, según libros' })
  await banks.getByText('500.00').waitFor()
  await page.getByText('Todo lo que había que enviar salió.').waitFor()
})

test('each figure opens what it is of', async () => {
  const { page } = await console.openAs('/')
  const sales = page.getByRole('region', { name: 'Ventas del mes' })
  await sales.getByRole('link', { name: '01 mar 2026' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/m/Venta?*fecha=2026-03-01')
  await page.goBack()
  await page.getByRole('region', { name: 'Por autorizar' }).getByRole('listitem').waitFor()
  await page.getByRole('link', { name: 'OC-1' }).click()
  await page.waitForURL(`**/console/m/Compra/${waiting}`)
  await page.goBack()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^Por autorizar ?1$/ })
    .waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Por autorizar' }).click()
  await page.waitForURL('**/console/reports/pending-approvals')
})

test('who may see none of it finds their own way: favourites and recents', async () => {
  const company = companyOf(console.erp)
  const profile = await company.profile('DEPTOS', { grants: ['Departamento.leer'] })
  await company.person('lector', [profile])
  const { page } = await console.openAs('/', { usuario: 'lector', password: PASSWORD })
  await page.getByText('Todavía no hay nada aquí').waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Departamentos' }).click()
  await page.getByRole('heading', { name: 'Departamentos' }).waitFor()
  await page.getByRole('link', { name: 'Inicio' }).click()
  const recents = page.getByRole('main').getByRole('link', { name: 'Departamentos' })
  await recents.waitFor()
  assert.equal(await page.getByText('Todavía no hay nada aquí').count(), 0)
})

test('what a person keeps follows them to another machine', async () => {
  const person = { usuario: 'viajera', password: PASSWORD }
  const company = companyOf(console.erp)
  const profile = await company.profile('VIAJES', { grants: ['Departamento.leer'] })
  const { client } = await company.person('viajera', [profile])
  const { page } = await console.openAs('/m/Departamento', person)
  const saved = page.waitForResponse((response) =>
    (response.request().postData() ?? '').includes('"favourites":[{'),
  )
  await page.getByRole('button', { name: 'Agregar Departamentos a favoritos' }).click()
  await saved
  const held = (await client.get(`${API}/auth/preferencias`)).json.data['console.menu']
  assert.deepEqual(held.favourites, [{ path: '/m/Departamento', label: 'Departamentos' }])
  const elsewhere = await console.openAs('/', person)
  await elsewhere.page.getByRole('navigation').getByRole('button', { name: 'Favoritos' }).waitFor()
})

test('who chooses another language in the menu reads the first page in it at once', async () => {
  const { page } = await console.openAs('/')
  await page.getByRole('region', { name: 'Ventas del mes' }).waitFor()
  await page.getByRole('button', { name: /^Menú de ?Administrador/ }).click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await page.getByRole('region', { name: 'Sales of the month' }).waitFor()
})
