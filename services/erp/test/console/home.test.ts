import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { cashing } from '../actions/cash/cash-fixture.ts'
import { API, purchasing } from '../actions/purchase-fixture.ts'
import { companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let console: ConsoleTest
let waiting: number

before(async () => {
  console = await startConsole()
  const { erp } = console
  const buying = await purchasing(erp, erp.admin)
  const ana = await buying.buyer('ana', '1000.00')
  waiting = await buying.purchase('3000.00')
  await ana.post(`${API}/Compra/actions/autorizar_compra`, { ids: [waiting] })
  const money = await cashing(erp, erp.admin)
  const owed = await money.owed({ total: '1160.00' })
  await money.owed({ total: '58000.50' })
  await money.collect('500.00', [{ cuenta: owed, importe: '500.00' }])
  await insertSales({ cliente: money.cliente, moneda: buying.moneda, condicion: buying.condicion })
})

after(() => console.stop())

/** Two days of sales. */
async function insertSales(of: {
  readonly cliente: number
  readonly moneda: number
  readonly condicion: number
}): Promise<void> {
  await console.erp.owner.query(sql`
    insert into public.venta (empresa_id, id, creado_en, modificado_en, folio, fecha, cliente, moneda, condicion_pago, estado, total)
    select ${console.erp.empresaId}, 9000 + i, now(), now(), 'V-' || i, '2026-03-01'::date + i % 2, ${of.cliente}, ${of.moneda},
      ${of.condicion}, 'confirmada', 1000.25 * i
    from generate_series(1, 3) i`)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the first page tells what waits and how things stand, when it is ${colorScheme}`, async () => {
    const opened = await console.openAs('/', undefined, { colorScheme })
    const { page } = opened
    const sales = page.getByRole('region', { name: 'Ventas del mes' })
    await sales.getByRole('link', { name: '6,001.50 MXN' }).waitFor()
    const owed = page.getByRole('region', { name: 'Por cobrar, por vencimiento' })
    await owed.getByRole('link', { name: '58,660.50 MXN' }).waitFor()
    await page.getByRole('region', { name: 'Por autorizar' }).getByRole('listitem').waitFor()
    const banks = page.getByRole('region', { name: 'Bancos, según libros' })
    await banks.getByText('500.00').waitFor()
    await page.getByText('Todo lo que había que enviar salió.').waitFor()
    await opened.checkAccessibility()
    await opened.screenshot(`home-${colorScheme}`)
    await page.getByRole('button', { name: 'Menú de Administrador' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
    await page.getByRole('region', { name: 'Sales of the month' }).waitFor()
    await opened.checkAccessibility()
  })
}

test('the bars of a whole month are of one width and stand apart, those with a day below them too', async () => {
  const { page } = await console.openAs('/account')
  await page.route('**/api/v1/home', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ body: text.replaceAll('"to":"2026-03-02"', '"to":"2026-03-31"') })
  })
  await page.goto(`${console.erp.url}/console/`)
  const bars = page.getByRole('region', { name: 'Ventas del mes' }).locator('.bars-bar')
  await bars.nth(30).waitFor()
  const places = await page.evaluate<readonly (readonly [number, number])[]>(
    `[...document.querySelectorAll('[aria-label="Ventas del mes"] .bars-bar')]
      .map((bar) => bar.getBoundingClientRect()).map(({ left, right }) => [left, right])`,
  )
  assert.equal(places.length, 31)
  for (const [index, [left]] of places.entries()) {
    const [, end = left - 3] = places[index - 1] ?? []
    assert.ok(left - end > 2.5, `${String(left - end)} px before day ${index + 1}`)
  }
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
  await page.getByRole('navigation').getByRole('link', { name: 'Por autorizar 1' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Por autorizar' }).click()
  await page.waitForURL('**/console/reports/pending-approvals')
})

test('who may see none of it finds their own way: favourites and recents', async () => {
  const company = companyOf(console.erp)
  const profile = await company.profile('DEPTOS', { grants: ['Departamento.leer'] })
  await company.person('lector', [profile])
  const opened = await console.openAs('/', { usuario: 'lector', password: PASSWORD })
  const { page } = opened
  await page.getByText('Todavía no hay nada aquí').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('home-bare')
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

test('a desk fits a small screen, dark too, and can be arranged by everybody', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const opened = await console.openAs('/', undefined, { width: 1366, height: 768, colorScheme })
    const { page } = opened
    const waits = page.getByRole('region', { name: 'Espera por ti' })
    await waits.getByRole('link', { name: /^Ventas por facturar/ }).waitFor()
    await page.getByRole('region', { name: 'Bancos, según libros' }).getByText('500.00').waitFor()
    await opened.screenshot(`desk-${colorScheme}`)
    await page.getByRole('button', { name: 'Acomodar esta página' }).click()
    await page.getByRole('button', { name: 'Ocultar Ventas del mes' }).waitFor()
    await opened.screenshot(`desk-arranging-${colorScheme}`)
    await opened.checkAccessibility()
  }
})

test('on a phone the first page is one column', async () => {
  const opened = await console.openAs('/', undefined, PHONE_SIZE)
  const { page } = opened
  await page.getByRole('region', { name: 'Ventas del mes' }).getByText('MXN').first().waitFor()
  await opened.screenshot('home-phone')
  const width = await page.evaluate('document.querySelector("main").scrollWidth')
  assert.ok(Number(width) <= 390, `${String(width)} px`)
})
