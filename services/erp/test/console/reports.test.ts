import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'

import { PHONE_SIZE, type BrowserOptions, type TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { books, type Books } from '../actions/entry-fixture.ts'
import { API } from '../actions/purchase-fixture.ts'
import { companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// A service of its own: it moves the clock.

let console: ConsoleTest
let company: Books

before(async () => {
  console = await startConsole({})
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
async function openOn(address: string, options: BrowserOptions = {}): Promise<TestPage> {
  const opened = await console.openAs('/', undefined, options)
  await opened.page.clock.setFixedTime(console.erp.clock.now())
  // Not loaded anew: what it shows first knows the day.
  await opened.turnTo(`/console${address}`)
  return opened
}

test('a person finds a report among all that they may open', async () => {
  const opened = await openOn('/reports')
  const { page } = opened
  await page.getByRole('heading', { name: 'Contabilidad', exact: true }).waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('reports')
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
  await links.first().waitFor()
  assert.deepEqual(await links.allInnerTexts(), ['Envíos por correo', 'Compras por autorizar'])
  await links.last().click()
  await page.getByText('Nada que mostrar').waitFor()
  await page.goto(`${console.erp.url}/console/reports/trial-balance`)
  await page.getByText('No hay un reporte con este nombre').waitFor()
})

test('a balance leads to the ledger and to the entry, and back to where one was', async () => {
  const opened = await openOn('/reports/trial-balance')
  const { page } = opened
  const table = page.getByRole('table', { name: 'Resultado de Balanza de comprobación' })
  await table.waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Desde' }).inputValue(), '01 mar 2026')
  assert.equal(await page.getByRole('textbox', { name: 'Hasta' }).inputValue(), '02 mar 2026')
  const row = table.getByRole('row').filter({ hasText: 'PRUEBA-1' })
  assert.match((await row.innerText()).replaceAll(/\s+/g, ' '), /0\.00 1,250\.50 0\.00 1,250\.50/)
  assert.match(await table.getByRole('row').last().innerText(), /Total\s+1,260\.50\s+1,260\.50/)
  await opened.checkAccessibility()
  await opened.screenshot('trial-balance')
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
  await page.getByRole('listbox').getByRole('option').first().click()
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
  const opened = await openOn('/reports/balance-sheet')
  const { page } = opened
  const table = page.getByRole('table')
  const child = table.getByRole('row').filter({ hasText: 'PRUEBA-9-1' })
  await child.waitFor()
  const group = table.getByRole('row').filter({ hasText: 'renglones' }).first()
  assert.match(await group.innerText(), /Activo/)
  await opened.screenshot('balance-sheet')
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

const DECLARED = {
  name: 'obras',
  label: { es: 'Avance de obras', en: 'Progress of works' },
  help: { es: 'Cuánto lleva cada obra.', en: 'How far each work is.' },
  module: 'proyectos',
  path: '/api/v1/reports/obras/:zona',
  rights: [],
  parameters: [
    {
      name: 'zona',
      in: 'path',
      type: 'choice',
      label: { es: 'Zona', en: 'Zone' },
      help: { es: 'La de sus obras.', en: 'That of its works.' },
      required: true,
      references: null,
      filter: null,
      choices: [
        { value: 'n', label: { es: 'Norte', en: 'North' } },
        { value: 's', label: { es: 'Sur', en: 'South' } },
      ],
      default: null,
      only_if: null,
    },
    {
      name: 'abiertas',
      in: 'query',
      type: 'boolean',
      label: { es: 'Solo abiertas', en: 'Only open ones' },
      help: null,
      required: false,
      references: null,
      filter: null,
      choices: null,
      default: null,
      only_if: null,
    },
  ],
  alternatives: [],
  paged: true,
  file: null,
  rows: {
    path: 'data',
    columns: [
      declaredColumn('obra', 'text', 'Obra', { opens: { model: 'Obra', id: { row: 'id' } } }),
      declaredColumn('id', 'reference', 'Id', { hidden: true, references: 'Obra' }),
      declaredColumn('abierta', 'boolean', 'Abierta'),
      declaredColumn('costo', 'money', 'Costo'),
      declaredColumn('datos', 'json', 'Datos'),
    ],
    totals: [
      {
        path: 'meta.costo',
        label: { es: 'Costo', en: 'Cost' },
        type: 'money',
        column: 'costo',
      },
    ],
    groups: [],
    tree: null,
  },
  exports: [],
}

function declaredColumn(name: string, type: string, label: string, more: object = {}) {
  const rest = { hidden: false, references: null, text: null, currency: null, choices: null }
  return { name, type, label: { es: label, en: label }, opens: null, ...rest, ...more }
}

const WORKS = 250

/** A service that has one report more, as it would after its declaration was added. */
async function addReport({ page }: TestPage): Promise<void> {
  await page.route('**/api/v1/reports', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    await route.fulfill({ response: answer, json: { ...rest, data: [...data, DECLARED] } })
  })
  await page.route('**/api/v1/reports/obras/n?*', async (route) => {
    const query = new URL(route.request().url()).searchParams
    const size = Number(query.get('per_page'))
    const number = Number(query.get('page'))
    const first = (number - 1) * size
    const data = Array.from({ length: Math.min(size, WORKS - first) }, (_row, index) => ({
      obra: index === 0 ? `=Obra "${first + 1}"` : `Obra ${first + index + 1}`,
      id: first + index + 1,
      abierta: query.get('abiertas') === 'true',
      costo: 1000.5,
      datos: { altura: 12 },
    }))
    const meta = { total: WORKS, page: number, per_page: size, pages: 3, costo: 250_125 }
    await route.fulfill({ json: { data, meta, errors: null } })
  })
}

test('a report that is declared later appears by itself, with all that its declaration says', async () => {
  const opened = await openOn('/')
  const { page } = opened
  await addReport(opened)
  await page.goto(`${console.erp.url}/console/reports`)
  await page.getByRole('link', { name: 'Avance de obras' }).click()
  await page.getByText('Llena los datos que faltan').waitFor()
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
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await page.getByText('101–200 de 250').waitFor()
  assert.match(page.url(), /page=2$/)
  await page.goBack()
  await page.getByText('1–100 de 250').waitFor()
})

test('a report is saved as CSV with the rows of all pages, and no spreadsheet runs them', async () => {
  const opened = await openOn('/')
  const { page } = opened
  await addReport(opened)
  await page.goto(`${console.erp.url}/console/reports/obras?zona=n`)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  const download = await saved
  assert.equal(download.suggestedFilename(), 'avance-de-obras.csv')
  const text = await readFile(await download.path(), 'utf8')
  const lines = text.split('\r\n')
  assert.equal(lines[0], '\uFEFFObra,Abierta,Costo,Datos')
  assert.equal(lines[1], `"'=Obra ""1""",No,1000.5,"{""altura"":12}"`)
  assert.equal(lines.length, WORKS + 2)
  await page.getByText('Se descargó avance-de-obras.csv').waitFor()
})

test('on paper stand all rows of what is shown, and nothing to press', async () => {
  const opened = await openOn('/')
  const { page } = opened
  await addReport(opened)
  await page.goto(`${console.erp.url}/console/reports/obras?zona=n`)
  const rows = page.getByRole('table').getByRole('row')
  await page.getByText('250 renglones').waitFor()
  assert.ok((await rows.count()) < 80, 'on the screen only those that are seen are made')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await rows.nth(101).waitFor()
  assert.equal(await rows.count(), 102)
  assert.equal(await page.getByRole('button', { name: 'Imprimir' }).isVisible(), false)
  await opened.screenshot('report-print')
})

test('what failed is said, and asked for again', async () => {
  const opened = await openOn('/reports/consistency')
  const { page } = opened
  await page.getByRole('table').waitFor()
  await page.route('**/api/v1/reports/consistency', (route) =>
    route.fulfill({ status: 503, json: { data: null, errors: [{ message: 'Too busy.' }] } }),
  )
  await page.reload()
  await page.getByRole('alert').getByText('Too busy.').waitFor()
  await page.unroute('**/api/v1/reports/consistency')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await page.getByRole('table').waitFor()
  await opened.checkAccessibility()
})

test('a report that is a file is downloaded with what it is asked for', async () => {
  const { admin } = console.erp
  // The SAT is sent no account without a code of its own.
  const [code] = (await admin.get(`${API}/CodigoAgrupador?codigo=107.05`)).json.data
  const made = (await admin.get(`${API}/CuentaContable?clave__like=PRUEBA-%25`)).json.data
  for (const { id } of made) {
    await admin.send('PUT', `${API}/CuentaContable/${id}`, { body: { codigo_agrupador: code.id } })
  }
  const opened = await openOn('/reports/electronic-accounting', { colorScheme: 'dark' })
  const { page } = opened
  await page.getByLabel('Archivo').selectOption('Pólizas')
  await page.getByLabel('Tipo de solicitud').selectOption('Acto de fiscalización')
  await page.getByLabel('Número de orden').fill('no es una orden')
  const period = page.getByRole('combobox', { name: 'Periodo' })
  await eventually('the period of the day is proposed', async () =>
    /marzo 2026/i.test(await period.inputValue()),
  )
  await page.getByRole('button', { name: 'Descargar' }).click()
  await page.getByText('debe tener la forma ABC1234567/26').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('file-report-dark')
  await page.getByLabel('Archivo').selectOption('Balanza')
  assert.equal(await page.getByLabel('Número de orden').count(), 0)
  await page.getByLabel('Archivo').selectOption('Pólizas')
  await page.getByLabel('Número de orden').fill('ABC1234567/26')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar' }).click()
  assert.match((await saved).suggestedFilename(), /PL\.zip$/)
})

test('reports are read in English, in the dark and on a phone', async () => {
  const dark = await openOn('/reports/income-statement', {
    colorScheme: 'dark',
    locale: 'en-US',
  })
  await dark.page.getByRole('heading', { name: 'Income statement' }).waitFor()
  await dark.page.getByRole('button', { name: 'Run' }).waitFor()
  await dark.checkAccessibility()
  const phone = await openOn('/reports/trial-balance', PHONE_SIZE)
  await phone.page.getByRole('table').waitFor()
  const width = await phone.page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= 390, 'only the table scrolls sideways')
  await phone.checkAccessibility()
  await phone.screenshot('report-phone')
})
