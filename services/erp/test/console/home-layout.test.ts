import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { inTurn } from '@oficina/testkit/turns.ts'

import { companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { busyCompany } from './busy-company.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: it looks at sizes, and axe at the first page in the dark and while it is arranged.

let console: ConsoleTest

before(async () => {
  console = await startConsole()
  await busyCompany(console.erp)
})

after(() => console.stop())

test('the first page can be used by everybody in the dark, in both languages', async () => {
  const opened = await console.openAs('/', undefined, { colorScheme: 'dark' })
  const { page } = opened
  await page.getByRole('region', { name: 'Ventas del mes' }).getByText('MXN').first().waitFor()
  await opened.settled()
  await opened.checkAccessibility()
  await opened.screenshot('home-dark')
  await page.getByRole('button', { name: 'Menú de Administrador' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
  await page.getByRole('region', { name: 'Sales of the month' }).waitFor()
  await opened.checkAccessibility()
})

test('a first page with nothing on it can be used by everybody', async () => {
  const company = companyOf(console.erp)
  const profile = await company.profile('DEPTOS', { grants: ['Departamento.leer'] })
  await company.person('lector', [profile])
  const opened = await console.openAs('/', { usuario: 'lector', password: PASSWORD })
  await opened.page.getByText('Todavía no hay nada aquí').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('home-bare')
})

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

test('a desk fits a small screen, dark too, and can be arranged by everybody', async () => {
  for (const colorScheme of inTurn(['light', 'dark'] as const, 2)) {
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
