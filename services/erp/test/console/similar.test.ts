import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { insertClients } from './list-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
  await insertClients(console.erp, 30)
})

after(() => console.stop())

test('a list that finds nothing says what may have been meant, apart from it, and searches for that', async () => {
  const { page } = await console.openAs('/m/Cliente?q=papelreia')
  await page.getByText('Ningún registro cumple con los filtros').waitFor()
  const similar = page.getByRole('region', { name: 'Quizá quisiste decir «papelería»' })
  await similar.waitFor()
  assert.equal(await similar.getByRole('link').count(), 8)
  assert.match(await similar.getByRole('link').first().innerText(), /^CL-\d+ Papelería Número/)
  await similar.getByRole('button', { name: 'Buscar «papelería»' }).click()
  await page.waitForURL(/q=papeler%C3%ADa/)
  await page.getByText('10 registros').waitFor()
  assert.equal(await page.getByRole('region', { name: /^Quizá/ }).count(), 0)
})

test('a list that finds something, or to which nothing is near, offers nothing else', async () => {
  const { page } = await console.openAs('/m/Cliente?q=papel')
  await page.getByText('10 registros').waitFor()
  assert.equal(await page.getByText(/^Quizá/).count(), 0)
  const none = await console.openAs('/m/Cliente?q=zzzzzzz')
  await none.page.getByText('Ningún registro cumple con los filtros').waitFor()
  assert.equal(await none.page.getByText(/^Quizá/).count(), 0)
})

test('a field for a record offers near names under a heading, and takes one only if it is chosen', async () => {
  const { page } = await console.openAs('/m/Cliente/new')
  const field = page.getByRole('combobox', { name: 'Grupo de clientes' })
  await field.fill('exportacoin')
  await page.getByText('Quizá quisiste decir «exportación»').waitFor()
  await page.getByRole('option', { name: 'G4 Exportación' }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByText('No hay «exportacoin» en Grupos de clientes.').waitFor()
  await field.fill('exportacoin')
  await page.getByRole('option', { name: 'G4 Exportación' }).click()
  assert.equal(await field.inputValue(), 'G4 Exportación')
})

test('the palette finds records of models that nobody opened yet, and says what they were found by', async () => {
  const { page } = await console.openAs('/')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('combobox', { name: 'Buscar o hacer algo' })
  await palette.fill('CL-0007')
  await page.getByRole('option', { name: /^CL-0007 .*Cliente$/ }).waitFor()
  await palette.fill('xaxx010101000')
  await page
    .getByRole('option', { name: /Cliente · RFC: XAXX010101000$/ })
    .first()
    .waitFor()
})

test('the palette shows near names under a heading of their own', async () => {
  const { page } = await console.openAs('/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Buscar o hacer algo' }).fill('papelreia')
  const near = page.getByRole('group', { name: 'Quizá quisiste decir «papelería»' })
  await near.getByRole('option').first().waitFor()
})
