import { after, before, test } from 'node:test'

import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { paste } from './hands.ts'
import { BROKEN, LETTER } from './templates-to-fill.ts'

// Deep: axe looks at what is tested without a browser.

let studio: ConsoleTest

before(async () => {
  studio = await startConsole()
  await studio.documents.upload('rota', BROKEN)
  const schema = { properties: { nombre: { type: 'string', maxLength: 20 } } }
  await studio.documents.upload('cobro', LETTER, schema)
})
after(() => studio.stop())

test('the page that asks for the key can be used by everybody, also when it is wrong', async () => {
  const opened = await studio.open('/')
  const { page } = opened
  await page.getByLabel('Clave del servicio').fill('otra')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByText('El servicio no aceptó esta clave.').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('studio-key')
})

test('the list of templates can be used by everybody, also with one that has problems', async () => {
  const opened = await studio.openWithKey('/')
  const { page } = opened
  await page.locator('.template-card', { hasText: 'rota' }).getByText('1 problema').waitFor()
  await page.locator('.template-card', { hasText: 'cobro' }).locator('img').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('studio-list')
})

test('rows that are merged, what is wrong with them and what was made of them can be used by everybody', async () => {
  const opened = await studio.openWithKey('/t/cobro?tab=merge')
  const { page } = opened
  const rows = `nombre\tsaldo\nAna\t1\n${'Un nombre largo '.repeat(3)}\t2\nLuis\tmucho\n`
  await paste(page.getByLabel('Renglones de una hoja de cálculo'), rows)
  await page.getByRole('button', { name: /^Generar/ }).waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('studio-merge-check')
})
