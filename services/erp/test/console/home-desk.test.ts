import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { API, purchasing } from '../actions/purchase-fixture.ts'
import { companyOf, PASSWORD, type Company } from '../rights/rights-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole
let company: Company

before(async () => {
  console = await startSmallConsole()
  company = companyOf(console.erp)
  const buying = await purchasing(console.erp, console.erp.admin)
  const purchase = await buying.purchase('3000.00')
  await console.erp.admin.post(`${API}/Compra/actions/autorizar_compra`, { ids: [purchase] })
  await console.erp.admin.post(`${API}/Perfil/actions/agregar_perfiles`, {})
})

after(() => console.stop())

/** Somebody with the ready profile of a trade. */
async function somebody(usuario: string, clave: string) {
  const { json } = await console.erp.admin.get(`${API}/Perfil?clave=${clave}`)
  const { client } = await company.person(usuario, [json.data[0].id])
  return { person: { usuario, password: PASSWORD }, client }
}

test('a desk shows what waits, with a way to the very list, and nothing that does not wait', async () => {
  const { person } = await somebody('alma', 'ALMACENISTA')
  const { page } = await console.openAs('/', person)
  const waiting = page.getByRole('region', { name: 'Espera por ti' })
  await waiting.getByRole('link', { name: 'Compras por recibir 1' }).waitFor()
  assert.equal(await waiting.getByRole('link').count(), 1)
  await waiting.getByRole('link', { name: 'Compras por recibir 1' }).click()
  await page.waitForURL('**/console/m/Compra?estado__in=autorizada,recibida_parcial')
})

test('a desk of another trade shows nothing of it', async () => {
  const { person } = await somebody('rita', 'RECURSOS-HUMANOS')
  const { page } = await console.openAs('/', person)
  const often = page.getByRole('navigation', { name: 'Lo que más haces' })
  await often.getByRole('link', { name: 'Crear Asociado' }).waitFor()
  assert.equal(await page.getByRole('region', { name: 'Espera por ti' }).count(), 0)
  assert.equal(await page.getByRole('region', { name: 'Ventas del mes' }).count(), 0)
})

test('a button opens the form of what the person makes most', async () => {
  const { person } = await somebody('víctor', 'VENDEDOR')
  const { page } = await console.openAs('/', person)
  const often = page.getByRole('navigation', { name: 'Lo que más haces' })
  const sale = often.getByRole('link', { name: 'Crear Venta', exact: true })
  await sale.waitFor()
  assert.equal(await often.getByRole('link').count(), 3)
  await sale.click()
  await page.waitForURL('**/console/m/Venta/new')
})

test('people move and hide what their first page shows, and find it so on another machine', async () => {
  const { person, client } = await somebody('cora', 'CONTADOR')
  const { page } = await console.openAs('/', person)
  const titles = () => page.getByRole('main').getByRole('heading', { level: 2 }).allInnerTexts()
  await page.getByRole('region', { name: 'Ventas del mes' }).waitFor()
  const before = await titles()
  await page.getByRole('button', { name: 'Acomodar esta página' }).click()
  await page.getByRole('button', { name: 'Ocultar Ventas del mes' }).click()
  await page.getByRole('button', { name: 'Mover Bancos, según libros antes' }).click()
  const saved = page.waitForResponse((response) => response.url().includes('console.home'))
  await page.getByRole('button', { name: 'Listo' }).click()
  await saved
  const after = await titles()
  assert.ok(!after.includes('Ventas del mes'))
  assert.deepEqual(
    [before.indexOf('Bancos, según libros'), after.indexOf('Bancos, según libros')],
    [before.length - 1, after.length - 2],
  )
  const held = (await client.get(`${API}/auth/preferencias`)).json.data['console.home']
  assert.deepEqual(held.hidden, ['sales'])
  const elsewhere = await console.openAs('/', person)
  await elsewhere.page.getByRole('region', { name: 'Bancos, según libros' }).waitFor()
  await elsewhere.page.getByRole('button', { name: 'Acomodar esta página' }).click()
  await elsewhere.page.getByRole('button', { name: 'Mostrar Ventas del mes' }).click()
  await elsewhere.page.getByRole('region', { name: 'Ventas del mes' }).waitFor()
})
