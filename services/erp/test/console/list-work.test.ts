import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { type OpenedPage } from '@oficina/testkit/small-page.ts'

import { insertClients } from './list-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
  await insertClients(console.erp, 600)
})

after(() => console.stop())

/** The person's columns, kept with the service a moment after they were chosen. */
function keptBy(page: OpenedPage['page']) {
  return page.waitForResponse((response) => response.url().endsWith('/list.Cliente'))
}

test('columns are chosen and ordered by the keyboard, and stay so for the person on another machine', async () => {
  const { page } = await console.openAs('/m/Cliente')
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
  const { page } = await console.openAs('/m/GrupoCliente')
  await page.getByRole('link', { name: 'G1' }).waitFor()
  await console.erp.admin.post('/api/v1/GrupoCliente', { clave: 'G9', nombre: 'Sin uso' })
  await page.reload()
  await page.getByRole('link', { name: 'G9' }).waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+a')
  await page.getByRole('button', { name: 'Eliminar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  const dialog = page.getByRole('dialog', { name: /Eliminar \d registros/ })
  await dialog.getByText(/Terminado: 1 de 5/).waitFor()
  await dialog.getByText('4 rechazados.').waitFor()
  await dialog.getByRole('link', { name: 'G4 Exportación' }).waitFor()
  const file = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar lista' }).click()
  assert.match(String(await (await file).bytes()), /G4 Exportación/)
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
  const text = String(await (await file).bytes())
  const [titles, first, ...rest] = text.trim().split('\r\n')
  assert.match(titles ?? '', /Clave,Razón social/)
  assert.match(first ?? '', /CL-0598/)
  assert.equal(rest.length, 149)
})

test('records are counted by groups, each of which leads to its records', async () => {
  const { page } = await console.openAs('/m/Cliente?estado__in=activo,baja')
  await page.getByRole('button', { name: 'Agrupar' }).click()
  await page.getByRole('checkbox', { name: 'Grupo de clientes' }).check()
  await page.getByText('4 grupos').waitFor()
  await page.getByRole('checkbox', { name: 'Estado' }).check()
  await page.getByText('8 grupos').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: /G3 Gobierno Baja 50/ }).waitFor()
  await page.getByRole('columnheader').getByRole('button', { name: 'Grupo de clientes' }).click()
  await page.getByRole('grid').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('50 registros').waitFor()
  await page.getByRole('button', { name: 'Grupo de clientes G1 Mayoreo' }).waitFor()
})

test('a value is changed in the list, a refusal stands at its cell, and what others changed is not lost', async () => {
  const { page } = await console.openAs('/m/Cliente?clave__like=CL-000')
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

test('a click on a title sorts by it, one with Shift by it after the others, and the address keeps the order', async () => {
  const { page } = await console.openAs('/m/Cliente')
  const title = (name: string) => page.getByRole('columnheader').getByRole('button', { name })
  await title('Estado').click()
  await page.waitForURL(/sort=estado$/)
  await title('Clave').click({ modifiers: ['Shift'] })
  await title('Clave').click({ modifiers: ['Shift'] })
  await page.waitForURL(/sort=estado%2C-clave$/)
  await page.getByRole('link', { name: 'CL-0600' }).waitFor()
  const header = page.getByRole('columnheader', { name: /^Clave/ })
  assert.equal(await header.getAttribute('aria-sort'), 'descending')
  await page.reload()
  await page.getByRole('link', { name: 'CL-0600' }).waitFor()
})

test('the list reads in English, and all that match are selected at once', async () => {
  const { page } = await console.openAs(
    '/m/Cliente?group_by=estado&estado__in=activo,baja',
    undefined,
    { locale: 'en-US' },
  )
  await page.getByText('2 groups').waitFor()
  await page.getByRole('button', { name: 'Not grouped' }).click()
  await page.getByText('400 records').waitFor()
  await page.getByRole('gridcell', { name: 'Select' }).nth(2).click()
  await page.getByText('1 selected').waitFor()
  await page.getByRole('button', { name: 'Select all 400' }).click()
  await page.getByText('400 selected').waitFor()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Drop a CSV, Excel or JSON lines file here').waitFor()
})
