import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: axe looks at the frame in a theme a turn and in both languages, at what opens over it, and at a phone.

let console: ConsoleTest

before(async () => {
  console = await startConsole()
})

after(() => console.stop())

for (const colorScheme of inTurn(['light', 'dark'] as const, 2)) {
  test(`the frame is accessible when it is ${colorScheme}, in both languages`, async () => {
    const opened = await console.openAs('/', undefined, { colorScheme })
    const { page } = opened
    await page.getByRole('button', { name: 'Compras', exact: true }).click()
    await opened.screenshot(`frame-${colorScheme}`)
    await page.getByRole('button', { name: 'Menú de Administrador' }).click()
    await opened.checkAccessibility()
    await opened.screenshot(`frame-menu-${colorScheme}`)
    await page.getByRole('menuitemcheckbox', { name: 'English' }).click()
    await page.getByRole('button', { name: 'Find records, pages or actions' }).waitFor()
    await opened.checkAccessibility()
  })
}

test('on a phone the menu is a sheet, which a choice closes', async () => {
  const opened = await console.openAs('/', undefined, PHONE_SIZE)
  const { page } = opened
  await opened.screenshot('frame-phone')
  await page.getByRole('button', { name: 'Abrir el menú' }).click()
  const sheet = page.getByRole('dialog', { name: 'Menú' })
  await sheet.getByRole('searchbox', { name: 'Filtrar el menú' }).fill('moneda')
  await opened.checkAccessibility()
  await opened.screenshot('frame-phone-menu')
  await sheet.getByRole('link', { name: 'Monedas', exact: true }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.waitForURL('**/console/m/Moneda')
})

test('the palette, the shortcuts and the menu of what only keeps records can be used by everybody', async () => {
  const opened = await console.openAs('/', undefined, { width: 1366, height: 768 })
  const { page } = opened
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tipo de camb')
  await page.getByRole('option', { name: /^Tipos de cambio/, selected: true }).waitFor()
  await opened.screenshot('palette-typed')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await dialog.getByText('Buscar o hacer algo').waitFor()
  await opened.screenshot('shortcuts')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sólo registros', expanded: false }).click()
  await page.getByRole('button', { name: 'Nómina', exact: true }).waitFor()
  await opened.screenshot('menu-records')
  await opened.checkAccessibility()
})
