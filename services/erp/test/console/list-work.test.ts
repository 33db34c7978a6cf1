import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'

import { PHONE_SIZE, type TestPage } from '@oficina/testkit/browser.ts'

import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { insertClients } from './list-fixture.ts'

// Deep: a browser draws each step; one flow of each page is in the contract tier.

let console: ConsoleTest

before(async () => {
  console = await startConsole()
  await insertClients(console.erp, 600)
})

after(() => console.stop())

/** The person's columns, kept with the service a moment after they were chosen. */
function keptBy(page: TestPage['page']) {
  return page.waitForResponse((response) => response.url().endsWith('/list.Cliente'))
}

test('columns are chosen, ordered and sized by the keyboard, and stay so for the person on another machine', async () => {
  const opened = await console.openAs('/m/Cliente')
  const { page } = opened
  await page.getByRole('link', { name: 'CL-0001' }).waitFor()
  await page.getByRole('button', { name: 'Columnas' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Columnas' })
  await dialog.getByRole('checkbox', { name: 'RFC' }).focus()
  await page.keyboard.press(' ')
  await dialog.getByRole('button', { name: 'Mover Estado antes' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByRole('checkbox', { name: 'Correo' }).focus()
  await page.keyboard.press(' ')
  await dialog.getByRole('spinbutton', { name: 'Ancho de Razón social' }).fill('320')
  await dialog.getByRole('radio', { name: 'Compacta' }).check()
  await opened.checkAccessibility()
  await opened.screenshot('list-columns')
  const kept = keptBy(page)
  await dialog.getByRole('radio', { name: 'Amplia' }).check()
  await page.keyboard.press('Escape')
  assert.equal((await kept).status(), 200)
  const elsewhere = await console.openAs('/m/Cliente')
  const titles = elsewhere.page.getByRole('columnheader')
  await titles.filter({ hasText: 'Correo' }).waitFor()
  assert.deepEqual(
    (await titles.allInnerTexts()).map((text) => text.replace(/[\s↑]+$/, '')),
    [
      '',
      'Clave',
      'Razón social',
      'Nombre comercial',
      'Grupo de clientes',
      'Estado',
      'Vendedor',
      'Correo',
    ],
  )
  const box = await titles.filter({ hasText: 'Razón social' }).boundingBox()
  assert.equal(box?.width, 320)
})

test('a view keeps filters and order under a name, is shared, opened by others, and deleted', async () => {
  const { page } = await console.openAs('/m/Cliente?estado=baja&sort=-clave')
  await page.getByRole('link', { name: 'CL-0599' }).waitFor()
  await page.getByRole('button', { name: 'Vista Todos' }).click()
  await page.getByRole('menuitem', { name: 'Guardar como vista nueva…' }).click()
  await page.getByRole('textbox', { name: 'Nombre de la vista' }).fill('Los de baja')
  await page.getByRole('checkbox', { name: 'Compartir con la empresa' }).check()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Vista Los de baja' }).waitFor()
  const other = await console.openAs('/m/Cliente')
  await other.page.getByRole('button', { name: 'Vista Todos' }).click()
  // The columns of the view become this person's; those of the next steps must not be overtaken by them.
  const keptByOther = keptBy(other.page)
  await other.page.getByRole('menuitemcheckbox', { name: 'Los de baja' }).click()
  await other.page.getByRole('link', { name: 'CL-0599' }).waitFor()
  await keptByOther
  await other.page.getByText('200 registros').waitFor()
  await page.getByRole('button', { name: 'Vista Los de baja' }).click()
  await page.getByRole('menuitem', { name: 'Eliminar vista' }).click()
  const kept = keptBy(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await kept
  await page.getByText('600 registros').waitFor()
  await page.getByRole('button', { name: 'Vista Todos' }).waitFor()
})

test('all that match are deleted with a result for each; those in use are told with their reasons', async () => {
  const opened = await console.openAs('/m/GrupoCliente')
  const { page } = opened
  await page.getByRole('link', { name: 'G1' }).waitFor()
  await console.erp.admin.post('/api/v1/GrupoCliente', { clave: 'G9', nombre: 'Sin uso' })
  await page.reload()
  await page.getByRole('link', { name: 'G9' }).waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await opened.checkAccessibility()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  const dialog = page.getByRole('dialog', { name: /Eliminar \d registros/ })
  await dialog.getByText(/Terminado: 1 de 5/).waitFor()
  await dialog.getByText('4 rechazados.').waitFor()
  await dialog.getByRole('link', { name: 'G4 Exportación' }).waitFor()
  await opened.screenshot('list-batch')
  await opened.checkAccessibility()
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar lista' }).click()
  assert.match(await readFile(await (await file).path(), 'utf8'), /G4 Exportación/)
  await dialog.getByRole('button', { name: 'Reintentar los rechazados' }).click()
  await dialog.getByText(/Terminado: 0 de 4/).waitFor()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await page.getByText('4 registros').waitFor()
})

test('what is seen is exported with its filters and columns', async () => {
  const { page } = await console.openAs('/m/Cliente?grupo_cliente=1003&sort=-clave')
  await page.getByText('150 registros').waitFor()
  await page.getByRole('button', { name: 'Exportar' }).click()
  const file = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const text = await readFile(await (await file).path(), 'utf8')
  const [titles, first, ...rest] = text.trim().split('\r\n')
  assert.match(titles ?? '', /Clave,Razón social/)
  assert.match(first ?? '', /CL-0598/)
  assert.equal(rest.length, 149)
})

test('records are counted by groups, each of which leads to its records', async () => {
  const opened = await console.openAs('/m/Cliente?estado__in=activo,baja')
  const { page } = opened
  await page.getByRole('button', { name: 'Agrupar' }).click()
  await page.getByRole('checkbox', { name: 'Grupo de clientes' }).check()
  await page.getByText('4 grupos').waitFor()
  await page.getByRole('checkbox', { name: 'Estado' }).check()
  await page.getByText('8 grupos').waitFor()
  await page.keyboard.press('Escape')
  await opened.checkAccessibility()
  await opened.screenshot('list-groups')
  await page.getByRole('row', { name: /G3 Gobierno Baja 50/ }).waitFor()
  await page.getByRole('columnheader').getByRole('button', { name: 'Grupo de clientes' }).click()
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('50 registros').waitFor()
  await page.getByRole('button', { name: 'Grupo de clientes G1 Mayoreo' }).waitFor()
})

test('a value is changed in the list, a refusal stands at its cell, and what others changed is not lost', async () => {
  const opened = await console.openAs('/m/Cliente?clave__like=CL-000')
  const { page } = opened
  await page.getByRole('link', { name: 'CL-0001' }).waitFor()
  const grid = page.getByRole('grid')
  await grid.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  const cell = grid.getByRole('textbox', { name: 'Razón social' })
  await cell.fill('Otra, S.A.')
  await page.keyboard.press('Tab')
  await grid.getByText('Otra, S.A.').waitFor()
  const next = grid.getByRole('textbox', { name: 'Nombre comercial' })
  await next.waitFor()
  await page.keyboard.press('Escape')
  await next.waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('F2')
  await grid.getByRole('textbox', { name: 'RFC' }).fill('nothing')
  await page.keyboard.press('Enter')
  await grid.getByRole('alert').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('list-edit')
  await page.keyboard.press('Escape')
  await grid.getByRole('alert').waitFor({ state: 'detached' })
  const body = { nombre_comercial: 'De otra persona' }
  await console.erp.admin.send('PUT', '/api/v1/Cliente/2', { body })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('F2')
  await cell.fill('Mía')
  await page.keyboard.press('Enter')
  await grid.getByText(/Otra persona cambió este registro/).waitFor()
  await grid.getByText('De otra persona').waitFor()
  await cell.fill('Mía al fin')
  await page.keyboard.press('Enter')
  await grid.getByText('Mía al fin').waitFor()
})

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
