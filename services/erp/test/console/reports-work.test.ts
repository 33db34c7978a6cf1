import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'
import type { OpenedPage, SmallPageOptions } from '@oficina/testkit/small-page.ts'

import { books, type Books } from '../actions/entry-fixture.ts'
import { API } from '../actions/purchase-fixture.ts'
import { companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { reportsAnswer, WORKS, worksAnswer } from './declared-report.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole
let company: Books

before(async () => {
  console = await startSmallConsole()
  company = await books(console.erp, console.erp.admin)
  const parent = await company.account('PRUEBA-9', { acepta_movimientos: false })
  const child = await company.account('PRUEBA-9-1', { nivel: 2, padre: parent })
  const id = await company.draft([
    { cargo: '1250.50' },
    { cuenta_contable: child, cargo: '10.00' },
    { cuenta_contable: company.sales, abono: '1260.50' },
  ])
  const answer = await company.actOn('aplicar', id)
  assert.equal(answer.status, 200, answer.text)
})

after(() => console.stop())

/** A page of a person on the day of the service. */
async function openOn(address: string, options: SmallPageOptions = {}): Promise<OpenedPage> {
  return await console.openAs(address, undefined, { ...options, now: console.erp.clock.now() })
}

/** The same of a service that has one report more. */
async function openWithReport(address: string): Promise<OpenedPage> {
  const { json } = await console.erp.admin.get(`${API}/reports`)
  const opened = await openOn('/')
  const { page } = opened
  await page.route('**/api/v1/reports', (route) => route.fulfill({ json: reportsAnswer(json) }))
  await page.route('**/api/v1/reports/obras/n?*', (route) =>
    route.fulfill({ json: worksAnswer(route.request().url()) }),
  )
  await page.goto(`${console.erp.url}/console${address}`)
  return opened
}

test('a person finds a report among all that they may open', async () => {
  const { page } = await openOn('/reports')
  await page.getByRole('heading', { name: 'Contabilidad', exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Buscar un reporte' }).fill('saldos clientes')
  await page.getByRole('link', { name: 'Antigüedad de saldos de clientes' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Balanza de comprobación' }).count(), 0)
  await page.getByRole('searchbox', { name: 'Buscar un reporte' }).fill('zzz')
  await page.getByText('Ningún reporte coincide con «zzz»').waitFor()
  assert.match(page.url(), /\?q=zzz$/, 'what is searched for can be shared')
  await page.getByRole('searchbox', { name: 'Buscar un reporte' }).fill('balanza')
  await page.getByRole('link', { name: 'Balanza de comprobación' }).press('Enter')
  await page.getByRole('heading', { name: 'Balanza de comprobación' }).waitFor()
})

test('who may open one report sees one', async () => {
  const rights = companyOf(console.erp)
  const buyer = await rights.profile('COMPRADORA', {
    grants: ['Compra.leer', 'Compra.autorizar_compra'],
  })
  await rights.person('compradora', [buyer])
  const person = { usuario: 'compradora', password: PASSWORD }
  const { page } = await console.openAs('/reports', person)
  const links = page.getByRole('main').getByRole('link')
  await links.nth(1).waitFor()
  assert.deepEqual(await links.allInnerTexts(), ['Envíos por correo', 'Compras por autorizar'])
  await links.last().click()
  await page.getByText('Nada que mostrar').waitFor()
  await page.goto(`${console.erp.url}/console/reports/trial-balance`)
  await page.getByText('No hay un reporte con este nombre').waitFor()
})

test('a balance leads to the ledger and to the entry, and back to where one was', async () => {
  const { page } = await openOn('/reports/trial-balance')
  const table = page.getByRole('table', { name: 'Resultado de Balanza de comprobación' })
  await table.waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Desde' }).inputValue(), '01 mar 2026')
  assert.equal(await page.getByRole('textbox', { name: 'Hasta' }).inputValue(), '02 mar 2026')
  const row = table.getByRole('row').filter({ hasText: 'PRUEBA-1' })
  assert.match((await row.innerText()).replaceAll(/\s+/g, ' '), /0\.00 1,250\.50 0\.00 1,250\.50/)
  assert.match(await table.getByRole('row').last().innerText(), /Total\s+1,260\.50\s+1,260\.50/)
  await row.getByRole('link', { name: 'PRUEBA-1' }).press('Enter')
  await page.getByRole('heading', { name: 'Auxiliar de cuenta' }).waitFor()
  const account = page.getByRole('combobox', { name: 'Cuenta' })
  await eventually(
    'the account is named',
    async () => (await account.inputValue()) === 'PRUEBA-1 PRUEBA-1',
  )
  const entry = page.getByRole('table').getByRole('link').first()
  assert.match((await entry.getAttribute('href')) ?? '', /\/m\/Poliza\/\d+$/)
  await page.goBack()
  await row.waitFor()
})

test('days are chosen by name or by a period, and what is asked for stands in the address', async () => {
  const { page } = await openOn('/reports/trial-balance')
  await page.getByRole('table').waitFor()
  await page.getByRole('button', { name: 'Fechas' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Mes pasado' }).press('Enter')
  await page.getByText('Nada que mostrar').waitFor()
  assert.match(page.url(), /desde=2026-02-01&hasta=2026-02-28/)
  await page.getByRole('radio', { name: 'Periodo' }).check()
  await page.getByRole('button', { name: 'Consultar' }).click()
  await page.getByText('Falta este dato').waitFor()
  await page.getByRole('combobox', { name: 'Periodo' }).fill('marzo')
  await page
    .getByRole('option', { name: /marzo 2026/i })
    .first()
    .click()
  await page.getByRole('combobox', { name: 'Periodo' }).press('Enter')
  await page.getByRole('table').waitFor()
  assert.match(page.url(), /\?periodo=\d+$/)
  await page.goto(
    `${console.erp.url}/console/reports/trial-balance?desde=2026-03-09&hasta=2026-03-01`,
  )
  await page.getByText('Da «Periodo», o bien').waitFor()
  assert.equal(
    await page.getByRole('textbox', { name: 'Desde' }).getAttribute('aria-invalid'),
    'true',
  )
})

test('a balance sheet is a tree that closes and opens', async () => {
  const { page } = await openOn('/reports/balance-sheet')
  const table = page.getByRole('table')
  const child = table.getByRole('row').filter({ hasText: 'PRUEBA-9-1' })
  await child.waitFor()
  const group = table.getByRole('row').filter({ hasText: 'renglones' }).first()
  assert.match(await group.innerText(), /Activo/)
  await page.getByRole('button', { name: 'Cerrar PRUEBA-9' }).press('Enter')
  await child.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Abrir PRUEBA-9' }).click()
  await child.waitFor()
  await page.getByRole('button', { name: 'Niveles' }).click()
  await page.getByRole('menuitem', { name: 'Hasta el nivel 1' }).click()
  await child.waitFor({ state: 'detached' })
  await group.getByRole('button').click()
  await table.getByRole('row').filter({ hasText: 'PRUEBA-1' }).waitFor({ state: 'detached' })
})

test('a report that is declared later appears by itself, with all that its declaration says', async () => {
  const { page, settled } = await openWithReport('/reports')
  await page.getByRole('link', { name: 'Avance de obras' }).click()
  await page.getByText('Llena los datos que faltan').waitFor()
  await settled()
  await page.getByLabel('Zona').selectOption('Norte')
  await page.getByLabel('Solo abiertas').check()
  await page.getByRole('button', { name: 'Consultar' }).click()
  const table = page.getByRole('table')
  await page.getByText('250 renglones').waitFor()
  assert.match(page.url(), /\?zona=n&abiertas=true$/)
  assert.match(await table.getByRole('row').last().innerText(), /Total\s+250,125\.00/)
  const link = table.getByRole('link', { name: 'Obra 2', exact: true })
  assert.match((await link.getAttribute('href')) ?? '', /\/m\/Obra\/2$/)
  await page.getByRole('button', { name: 'Ver Datos: altura: 12' }).first().click()
  await page.getByRole('dialog').getByRole('rowheader', { name: 'altura' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await page.getByText('101–200 de 250').waitFor()
  assert.match(page.url(), /page=2$/)
  await page.goBack()
  await page.getByText('1–100 de 250').waitFor()
})

test('a report is saved as CSV with the rows of all pages, and no spreadsheet runs them', async () => {
  const { page } = await openWithReport('/reports/obras?zona=n')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  const download = await saved
  assert.equal(download.suggestedFilename(), 'avance-de-obras.csv')
  const text = String(await download.bytes())
  const lines = text.split('\r\n')
  assert.equal(lines[0], '\uFEFFObra,Abierta,Costo,Datos')
  assert.equal(lines[1], `"'=Obra ""1""",No,1000.5,"{""altura"":12}"`)
  assert.equal(lines.length, WORKS + 2)
  await page.getByText('Se descargó avance-de-obras.csv').waitFor()
})

test('what failed is said, and asked for again', async () => {
  const { page } = await openOn('/reports/consistency')
  await page.getByRole('table').waitFor()
  await page.route('**/api/v1/reports/consistency', (route) =>
    route.fulfill({ status: 503, json: { data: null, errors: [{ message: 'Too busy.' }] } }),
  )
  await page.reload()
  await page.getByRole('alert').getByText('Too busy.').waitFor()
  await page.unroute('**/api/v1/reports/consistency')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByRole('table').waitFor()
})

test('a report that is a file is downloaded with what it is asked for', async () => {
  const { admin } = console.erp
  // The SAT is sent no account without a code of its own.
  const [code] = (await admin.get(`${API}/CodigoAgrupador?codigo=107.05`)).json.data
  const made = (await admin.get(`${API}/CuentaContable?clave__like=PRUEBA-%25`)).json.data
  for (const { id } of made) {
    await admin.send('PUT', `${API}/CuentaContable/${id}`, { body: { codigo_agrupador: code.id } })
  }
  const { page } = await openOn('/reports/electronic-accounting', { colorScheme: 'dark' })
  await page.getByLabel('Archivo').selectOption('Pólizas')
  await page.getByLabel('Tipo de solicitud').selectOption('Acto de fiscalización')
  await page.getByLabel('Número de orden').fill('no es una orden')
  const period = page.getByRole('combobox', { name: 'Periodo' })
  await eventually('the period of the day is proposed', async () =>
    /marzo 2026/i.test(await period.inputValue()),
  )
  await page.getByRole('button', { name: 'Descargar' }).click()
  await page.getByText('debe tener la forma ABC1234567/26').waitFor()
  await page.getByLabel('Archivo').selectOption('Balanza')
  assert.equal(await page.getByLabel('Número de orden').count(), 0)
  await page.getByLabel('Archivo').selectOption('Pólizas')
  await page.getByLabel('Número de orden').fill('ABC1234567/26')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  assert.match((await saved).suggestedFilename(), /PL\.zip$/)
})
