import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { proposedMapping } from '../../console/list/import/import-table.ts'
import { insertClients } from './list-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
  await insertClients(console.erp, 20)
})

after(() => console.stop())

const CSV = 'Clave;Nombre del grupo;Otra cosa\nN1;Nuevo uno;x\nG1;Repetido;y\nN2;;z\n'

test('a CSV is matched to fields, tried without saving, told by cell what is wrong, mended and imported', async () => {
  const { page } = await console.openAs('/m/GrupoCliente')
  await page.getByRole('button', { name: 'Importar' }).click()
  await page.getByRole('heading', { name: 'Importar Grupos de clientes' }).waitFor()
  const choose = (text: string) =>
    page
      .getByLabel('Elegir archivo')
      .last()
      .setInputFiles({ name: 'grupos.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose(CSV)
  await page.getByText('3 filas', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Campo de la columna Clave').inputValue(), 'clave')
  await page.getByLabel('Campo de la columna Nombre del grupo').selectOption({ label: 'Nombre' })
  await page.getByRole('button', { name: 'Probar sin guardar' }).click()
  const outcome = page.getByRole('region', { name: 'Resultado' })
  await outcome.getByText(/2 problemas/).waitFor()
  await outcome.getByRole('row', { name: /^3 Clave G1/ }).waitFor()
  await outcome.getByRole('row', { name: /^4 Nombre/ }).waitFor()
  await choose(CSV.replace('G1', 'N3').replace('N2;;', 'N2;Dos;'))
  await page.getByLabel('Campo de la columna Nombre del grupo').selectOption({ label: 'Nombre' })
  await page.getByRole('button', { name: 'Importar 3 filas' }).click()
  await outcome.getByText('Se crearon 3 y se actualizaron 0.').waitFor()
  await outcome.getByRole('link', { name: 'Ver los últimos registros' }).click()
  await page.getByText('7 registros').waitFor()
})

test('an exported workbook can be given back, and changes the records of the same key', async () => {
  const { page } = await console.openAs('/m/Cliente?clave=CL-0002')
  await page.getByRole('link', { name: 'CL-0002' }).waitFor()
  await page.getByRole('button', { name: 'Exportar' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Excel (.xlsx)' }).click()
  const buffer = await (await file).bytes()
  await page.getByRole('button', { name: 'Importar' }).click()
  await page
    .getByLabel('Elegir archivo')
    .last()
    .setInputFiles({ name: 'Cliente.xlsx', mimeType: 'application/octet-stream', buffer })
  await page.getByText('1 fila', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'CL-0002' }).waitFor()
  await page
    .getByLabel('Registros que ya existen')
    .selectOption({ label: 'Actualizar los del mismo Clave' })
  await page.getByRole('button', { name: 'Importar 1 fila' }).click()
  await page.getByText('Se crearon 0 y se actualizaron 1.').waitFor()
})

test('a file that is none of the kinds is refused, and a template has what must be filled in first', async () => {
  const { page } = await console.openAs('/m/GrupoCliente/import')
  await page
    .getByLabel('Elegir archivo')
    .last()
    .setInputFiles({ name: 'foto.xlsx', mimeType: 'image/png', buffer: Buffer.from('nothing') })
  await page
    .getByRole('alert')
    .getByText(/No se pudo leer foto.xlsx/)
    .waitFor()
  const file = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar plantilla' }).click()
  const text = String(await (await file).bytes())
  assert.match(text, /^\u{feff}Clave,Nombre/u)
})

test('a column with the label of a reference takes keys, unless its words stand beside it or it bears its very name', () => {
  const targets = [
    { name: 'regimen_fiscal', label: 'Régimen fiscal' },
    { name: 'regimen_fiscal_str', label: 'Régimen fiscal (descripción)' },
  ]
  assert.deepEqual(proposedMapping(['REGIMEN FISCAL'], targets), ['regimen_fiscal_str'])
  assert.deepEqual(proposedMapping(['regimen_fiscal'], targets), ['regimen_fiscal'])
  assert.deepEqual(proposedMapping(['Régimen fiscal', 'Régimen fiscal (descripción)'], targets), [
    'regimen_fiscal',
    'regimen_fiscal_str',
  ])
})
