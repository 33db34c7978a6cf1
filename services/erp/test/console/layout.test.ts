import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE, type BrowserOptions, type TestPage } from '@oficina/testkit/browser.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { receiving, type Receiving } from '../actions/receiving/receiving-fixture.ts'
import { companyOf } from '../rights/rights-fixture.ts'
import { addReport } from './added-report.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { insertClients } from './list-fixture.ts'

// Deep: it looks at sizes, and axe at panels in turn and dialogs; what they do is tested without a browser.

let console: ConsoleTest
let shop: Receiving
let buyers: number

before(async () => {
  console = await startConsole()
  await insertClients(console.erp, 60)
  shop = await receiving(console.erp)
  buyers = await companyOf(console.erp).profile('COMPRADORES', { grants: ['Compra.leer'] })
})

after(() => console.stop())

test('on a phone records are cards that open', async () => {
  const opened = await console.openAs('/m/Cliente', undefined, {
    ...PHONE_SIZE,
    colorScheme: 'dark',
  })
  const { page } = opened
  await page.getByRole('link', { name: 'CL-0001' }).waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('list-phone')
  await page
    .getByRole('row', { name: /CL-0003/ })
    .getByText('Aceros')
    .click()
  await page.waitForURL(/\/m\/Cliente\/3\?/)
})

test('the administration fits a phone', async () => {
  const opened = await console.openAs('/', undefined, PHONE_SIZE)
  const { page } = opened
  for (const path of ['/admin', '/admin/users', `/admin/profiles/${buyers}?q=compra`]) {
    await page.goto(`${console.erp.url}/console${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('main').getByRole('link').first().waitFor()
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= 390, `${path} is ${width} wide`)
  }
  await page.getByRole('table').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('admin-phone')
})

test('a column is as wide as it was made', async () => {
  const { page } = await console.openAs('/m/Cliente')
  await page.getByRole('link', { name: 'CL-0001' }).waitFor()
  await page.getByRole('button', { name: 'Columnas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columnas' })
  await dialog.getByRole('spinbutton', { name: 'Ancho de Razón social' }).fill('320')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const box = await page.getByRole('columnheader').filter({ hasText: 'Razón social' }).boundingBox()
  assert.equal(box?.width, 320)
})

type Page = TestPage['page']

/** What opens over a page, or is told on it: its name in pictures, where, the way there, and how it is shown. */
const PANELS: readonly (readonly [
  name: string,
  address: () => string | Promise<string>,
  open: (page: Page) => Promise<void>,
  options?: BrowserOptions,
])[] = [
  [
    'list-facet',
    () => '/m/Cliente',
    async (page) => {
      await page.getByRole('search').getByRole('button', { name: 'Estado' }).click()
      await page
        .getByRole('dialog', { name: 'Filtrar por Estado' })
        .getByText('20')
        .first()
        .waitFor()
    },
  ],
  [
    'list-any-of',
    () => '/m/Cliente',
    async (page) => {
      await page.getByRole('button', { name: 'Filtro', exact: true }).click()
      await page.getByRole('button', { name: 'Cualquiera de varias condiciones…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Que cumpla al menos una' })
      await dialog.getByRole('button', { name: 'Filtro', exact: true }).click()
      await dialog.getByRole('button', { name: 'Clave', exact: true }).click()
      await dialog.getByRole('textbox', { name: 'Clave' }).fill('0012')
      await page.keyboard.press('Escape')
    },
  ],
  [
    'list-columns',
    () => '/m/Cliente',
    async (page) => {
      await page.getByRole('button', { name: 'Columnas' }).click()
      await page.getByRole('dialog', { name: 'Columnas' }).waitFor()
    },
  ],
  [
    'list-groups',
    () => '/m/Cliente',
    async (page) => {
      await page.getByRole('button', { name: 'Agrupar' }).click()
      await page.getByRole('checkbox', { name: 'Grupo de clientes' }).check()
      await page.getByText('4 grupos').waitFor()
      await page.keyboard.press('Escape')
    },
  ],
  [
    'list-refused',
    () => '/m/GrupoCliente',
    async (page) => {
      await page.getByRole('link', { name: 'G1' }).waitFor()
      await page.getByRole('grid').focus()
      await page.keyboard.press('Control+a')
      await page.getByRole('button', { name: 'Eliminar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
      await page.getByRole('dialog').getByText('4 rechazados.').waitFor()
    },
  ],
  [
    'list-edit',
    () => '/m/Cliente?clave__like=CL-000',
    async (page) => {
      await page.getByRole('link', { name: 'CL-0001' }).waitFor()
      await page.getByRole('grid').focus()
      for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'F2']) {
        await page.keyboard.press(key)
      }
      await page.getByRole('grid').getByRole('textbox', { name: 'RFC' }).fill('nothing')
      await page.keyboard.press('Enter')
      await page.getByRole('grid').getByRole('alert').waitFor()
    },
  ],
  [
    'admin-password',
    () => '/admin/users',
    async (page) => {
      await page
        .getByRole('button', { name: /^Acciones de/ })
        .first()
        .click()
      await page.getByRole('menuitem', { name: 'Cambiar contraseña' }).click()
      await page.getByLabel('Contraseña nueva').fill('corta')
    },
  ],
  [
    'admin-matrix',
    () => `/admin/profiles/${buyers}?q=compra`,
    async (page) => {
      await page.getByRole('button', { name: 'Compra, Leer: concedido', exact: true }).click()
      await page.getByRole('button', { name: /^Acciones de Compra:/ }).click()
    },
  ],
  [
    'admin-new-key',
    () => '/admin/keys',
    async (page) => {
      await page.getByRole('button', { name: 'Nueva clave' }).click()
      await page.getByLabel('Para qué es').fill('Tienda en línea')
    },
  ],
  [
    'list-selected',
    () => '/m/Cliente',
    async (page) => {
      await page.getByRole('gridcell', { name: 'Select' }).nth(2).click()
      await page.getByText('1 selected').waitFor()
    },
    { locale: 'en-US', colorScheme: 'dark' },
  ],
  [
    'compra-missing',
    () => '/m/Compra/new',
    async (page) => {
      await page.getByRole('button', { name: 'Guardar', exact: true }).click()
      await page.getByText('Falta Proveedor.').waitFor()
    },
  ],
  [
    'compra-refused',
    async () => `/m/Compra/${await shop.purchase('10')}`,
    async (page) => {
      await page.getByRole('gridcell', { name: '10.00', exact: true }).first().click()
      await page.getByLabel('Precio, línea 1').fill('0')
      await page.keyboard.press('Control+s')
      await page.getByRole('button', { name: /^Precio, línea 1: / }).waitFor()
    },
  ],
  [
    'create-in-place',
    () => '/m/Compra/new',
    async (page) => {
      await page.getByLabel('Proveedor').fill('Maderas del Sur')
      await page.getByRole('option', { name: 'Crear proveedor' }).click()
      await page.getByRole('dialog', { name: 'Crear: Proveedor' }).getByLabel('Clave').fill('MAD')
    },
  ],
  [
    'line',
    async () => `/m/Compra/${await shop.purchase('10')}`,
    async (page) => {
      await page.getByRole('gridcell', { name: '10.00', exact: true }).first().click()
      await page.keyboard.press('Alt+Enter')
      await page.getByRole('button', { name: 'Agregar: impuesto de compra' }).click()
    },
  ],
  [
    'report-catalog',
    () => '/reports?q=saldos',
    async (page) => {
      await page.getByRole('link', { name: 'Antigüedad de saldos de clientes' }).waitFor()
    },
  ],
  [
    'sending-dialog',
    () => '/reports/trial-balance?desde=2026-03-01&hasta=2026-03-31',
    async (page) => {
      await page.getByRole('button', { name: 'Enviar por correo' }).press('Enter')
      const dialog = page.getByRole('dialog', { name: 'Enviar por correo' })
      await dialog.getByRole('combobox', { name: 'Cada' }).selectOption('semanal')
      await dialog.getByRole('combobox', { name: 'Día de la semana' }).waitFor()
    },
    { colorScheme: 'dark' },
  ],
  [
    'report-failed',
    () => '/reports/consistency',
    async (page) => {
      await page.route('**/api/v1/reports/consistency', (route) =>
        route.fulfill({ status: 503, json: { data: null, errors: [{ message: 'Too busy.' }] } }),
      )
      await page.reload()
      await page.getByRole('alert').getByText('Too busy.').waitFor()
    },
  ],
  [
    'report-nested-value',
    () => '/account',
    async (page) => {
      await addReport(page)
      await page.getByRole('link', { name: 'Reportes' }).click()
      await page.getByRole('link', { name: 'Avance de obras' }).click()
      await page.getByLabel('Zona').selectOption('Norte')
      await page.getByRole('button', { name: 'Consultar' }).click()
      await page.getByRole('button', { name: 'Ver Datos: altura: 12' }).first().click()
      await page.getByRole('dialog').getByRole('rowheader', { name: 'altura' }).waitFor()
    },
  ],
  [
    'file-report-dark',
    () => '/reports/electronic-accounting',
    async (page) => {
      await page.getByLabel('Archivo').selectOption('Pólizas')
      await page.getByLabel('Tipo de solicitud').selectOption('Acto de fiscalización')
      await page.getByLabel('Número de orden').fill('no es una orden')
      await page.getByRole('button', { name: 'Descargar' }).click()
      await page.getByText('debe tener la forma ABC1234567/26').waitFor()
    },
    { colorScheme: 'dark' },
  ],
]

for (const [name, address, open, options] of inTurn(PANELS, 7)) {
  test(`what opens over a page can be used by everybody: ${name}`, async () => {
    const opened = await console.openAs(await address(), undefined, options)
    await open(opened.page)
    await opened.checkAccessibility()
    await opened.screenshot(name)
  })
}

test('what an action asks for, and what is wrong with it, can be used by everybody', async () => {
  const opened = await console.openAs(`/m/Compra/${await shop.purchase('100.00')}`)
  const { page } = opened
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Cancelar compra…' }).click()
  await dialog.getByRole('button', { name: 'Cancelar compra' }).click()
  await dialog.getByText('Falta este dato.').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('action-reason')
})
