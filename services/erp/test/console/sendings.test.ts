import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { books } from '../actions/entry-fixture.ts'
import { API } from '../actions/purchase-fixture.ts'
import { companyOf } from '../rights/rights-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

const MARCH = '/reports/trial-balance?desde=2026-03-01&hasta=2026-03-31'

before(async () => {
  console = await startSmallConsole()
  const { admin } = console.erp
  const company = await books(console.erp, admin)
  const id = await company.simple('1250.50')
  assert.equal((await company.actOn('aplicar', id)).status, 200)
  const me = (await admin.get(`${API}/auth/me`)).json.data.usuario
  await admin.send('PUT', `${API}/Usuario/${me.id}`, { body: { correo: 'admin@example.org' } })
  const rights = companyOf(console.erp)
  await rights.person('berta', [], { nombre: 'Berta', correo: 'berta@example.org' })
})

after(() => console.stop())

test('a report is saved as a workbook, and says why there is no PDF', async () => {
  const { page } = await console.openAs(MARCH)
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Excel', exact: true }).click()
  const download = await saved
  assert.equal(download.suggestedFilename(), 'Balanza de comprobación 2026-03-01 2026-03-31.xlsx')
  const file = await download.bytes()
  assert.equal(file.subarray(0, 2).toString('latin1'), 'PK')
  await page.getByRole('button', { name: 'PDF', exact: true }).click()
  await page.getByText('Los PDF los hace el servicio documents').waitFor()
})

test('a report is sent by mail to oneself and another, at once, paused and deleted', async () => {
  const opened = await console.openAs(MARCH)
  const { page } = opened
  await page.getByRole('button', { name: 'Enviar por correo' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Enviar por correo' })
  await dialog.getByRole('combobox', { name: 'Cada' }).selectOption('semanal')
  await dialog.getByRole('combobox', { name: 'Día de la semana' }).selectOption('5')
  await dialog.getByRole('combobox', { name: 'Agregar a otra persona' }).fill('berta')
  await page.getByRole('listbox').getByRole('option').first().click()
  await dialog.getByRole('listitem').filter({ hasText: 'Berta' }).waitFor()
  await dialog.getByRole('button', { name: 'Programar' }).click()
  await page.getByText('Se programó el envío').waitFor()
  await opened.turnTo('/console/reports')
  await page.getByRole('link', { name: 'Envíos por correo' }).press('Enter')
  const row = page.getByRole('row').filter({ hasText: 'Balanza de comprobación' })
  await row.getByText('Cada viernes a las 08:00').waitFor()
  await row.getByText(/, Berta$/).waitFor()
  const menu = row.getByRole('button', { name: 'Acciones de Balanza de comprobación' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Enviar ahora' }).press('Enter')
  await page.getByText('En camino').waitFor()
  await eventually('Berta is not sent what she may not see', async () => {
    const { json } = await console.erp.admin.get(`${API}/reportes/envios`)
    return json.data[0].ultimo_envio !== null && /permiso/.test(json.data[0].ultimo_error ?? '')
  })
  await page.reload()
  await row.getByText('el usuario no tiene permiso de ver el reporte').waitFor()
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Pausar' }).press('Enter')
  await row.getByText('En pausa').waitFor()
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Eliminar' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByText('No se envía ningún reporte').waitFor()
})
