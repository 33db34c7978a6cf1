import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { startConsole, type ConsoleTest } from './console-fixture.ts'

let console: ConsoleTest

before(async () => {
  console = await startConsole()
})

after(() => console.stop())

test('a question mark says what the SAT wants in a field: by F1 from it, by a finger on a phone', async () => {
  const opened = await console.openAs('/m/Cliente/new', undefined, PHONE_SIZE)
  const { page } = opened
  const regime = page.getByRole('combobox', { name: 'Régimen fiscal' })
  await regime.focus()
  await page.keyboard.press('F1')
  const note = page.getByRole('dialog', { name: 'Qué se pide en Régimen fiscal' })
  await note.getByText('El régimen de la constancia de situación fiscal.').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('law-phone')
  await page.keyboard.press('Escape')
  await note.waitFor({ state: 'detached' })
  assert.ok(await regime.evaluate((node) => node === document.activeElement))
  await page.getByRole('button', { name: 'Qué se pide en RFC' }).click()
  await page.getByText('XAXX010101000 es público en general').waitFor()
  // Who types goes on to the next field.
  assert.equal(
    await page.getByRole('button', { name: 'Qué se pide en RFC' }).getAttribute('tabindex'),
    '-1',
  )
  assert.equal(await page.getByRole('button', { name: 'Qué se pide en Clave' }).count(), 0)
})
