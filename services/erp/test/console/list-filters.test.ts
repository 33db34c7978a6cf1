import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { insertClients } from './list-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
  await insertClients(console.erp, 600)
})

after(() => console.stop())

test('a choice is filtered by boxes with counts, and the address holds the condition as the API knows it', async () => {
  const { page } = await console.openAs('/m/Cliente')
  await page.getByRole('search').getByRole('button', { name: 'Estado' }).click()
  const panel = page.getByRole('dialog', { name: 'Filtrar por Estado' })
  await panel.getByText('200').first().waitFor()
  await panel.getByRole('checkbox', { name: /Suspendido/ }).check()
  await page.getByText('200 registros').waitFor()
  await panel.getByRole('checkbox', { name: /Baja/ }).check()
  await page.getByText('400 registros').waitFor()
  await page.waitForURL(/estado__in=suspendido%2Cbaja/)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Estado Suspendido, Baja' }).waitFor()
  await page.getByRole('button', { name: 'Quitar el filtro Estado' }).click()
  await page.getByText('600 registros').waitFor()
})

test('a reference is chosen among those that occur, or found on the server, and an address shows it in words', async () => {
  const { page } = await console.openAs('/m/Cliente')
  await page.getByRole('search').getByRole('button', { name: 'Grupo de clientes' }).click()
  const panel = page.getByRole('dialog', { name: 'Filtrar por Grupo de clientes' })
  await panel.getByRole('checkbox', { name: /G4 Exportación/ }).waitFor()
  await page.keyboard.type('gob')
  await panel.getByRole('checkbox', { name: /G3 Gobierno/ }).check()
  await page.getByText('150 registros').waitFor()
  await page.waitForURL(/grupo_cliente=1003/)
  await page.reload()
  await page.getByRole('button', { name: 'Grupo de clientes G3 Gobierno' }).waitFor()
})

test('any field filters, also one of what a reference points to, by the keyboard alone', async () => {
  const { page } = await console.openAs('/m/Cliente')
  await page.getByRole('button', { name: 'Filtro', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('grupo')
  await page.getByRole('button', { name: 'Campos de Grupo de clientes' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('searchbox', { name: 'Buscar un campo' }).focus()
  await page.keyboard.type('nombre')
  await page.getByRole('button', { name: 'Nombre', exact: true }).focus()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: /Grupo de clientes › Nombre/ })
  await panel.getByRole('textbox').fill('mayor')
  await page.waitForURL(/grupo_cliente__nombre__like=mayor/)
  await page.getByText('150 registros').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Grupo de clientes › Nombre contiene mayor' }).waitFor()
})

test('words are searched in all search fields, and nothing found offers to drop the filters', async () => {
  const { page } = await console.openAs('/m/Cliente')
  await page.getByRole('link', { name: 'CL-0001' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('papeleria 7')
  await page.waitForURL(/q=papeleria\+7/)
  await page.getByRole('link', { name: 'CL-0007' }).waitFor()
  await page.getByRole('searchbox', { name: 'Buscar en Clientes' }).fill('nothing like this')
  await page.getByText('Ningún registro cumple con los filtros').waitFor()
  await page.getByRole('main').getByRole('button', { name: 'Quitar filtros' }).last().click()
  await page.getByText('600 registros').waitFor()
})

test('days are filtered by name, numbers from one to another, and one of several conditions may hold', async () => {
  const { page } = await console.openAs('/m/Cliente')
  await page.getByRole('button', { name: 'Filtro', exact: true }).click()
  await page.getByRole('button', { name: 'Cualquiera de varias condiciones…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Que cumpla al menos una' })
  await dialog.getByRole('button', { name: 'Filtro', exact: true }).click()
  await dialog.getByRole('button', { name: 'Clave', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Clave' }).fill('0012')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Filtro', exact: true }).click()
  await dialog.getByRole('button', { name: 'Razón social', exact: true }).click()
  await dialog.getByRole('textbox', { name: 'Razón social' }).fill('Número 77')
  await dialog.getByRole('button', { name: /contiene Número 77/ }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText('2 registros').waitFor()
  await page.getByRole('button', { name: 'Cualquiera de Clave o Razón social' }).waitFor()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await page.getByRole('button', { name: 'Filtro', exact: true }).click()
  await page.keyboard.type('creado')
  await page.getByRole('button', { name: /^Creado/ }).click()
  await page.getByRole('button', { name: 'Hoy' }).click()
  await page.getByRole('button', { name: /Creado.* hoy/ }).waitFor()
  assert.match(decodeURIComponent(page.url()), /creado_en__gte=\d{4}-\d\d-\d\dT00:00:00-06:00/)
})
