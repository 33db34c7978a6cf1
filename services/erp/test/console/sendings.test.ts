import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { books } from '../actions/entry-fixture.ts'
import { API } from '../actions/purchase-fixture.ts'
import { companyOf, PASSWORD } from '../rights/rights-fixture.ts'
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
  await page.getByRole('menuitem', { name: 'Cambiar envío' }).press('Enter')
  const change = page.getByRole('dialog', { name: 'Cambiar envío' })
  assert.equal(await change.getByRole('combobox', { name: 'Cada' }).inputValue(), 'semanal')
  assert.equal(await change.getByRole('combobox', { name: 'Fechas' }).inputValue(), 'mes_pasado')
  await change.getByRole('combobox', { name: 'Cada' }).selectOption('diaria')
  await change.getByRole('combobox', { name: 'Hora' }).selectOption('9')
  await change.getByRole('button', { name: 'Guardar' }).click()
  await row.getByText('Cada día a las 09:00').waitFor()
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Pausar' }).press('Enter')
  await row.getByText('En pausa').waitFor()
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Eliminar' }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click()
  await page.getByText('No se envía ningún reporte').waitFor()
})

test('whoever receives a report leaves it by the link in its mail, and by the button', async () => {
  const { admin } = console.erp
  const rights = companyOf(console.erp)
  const login = { usuario: 'lucas', password: PASSWORD }
  const { usuario } = await rights.person('lucas', [], { correo: 'lucas@example.org' })
  const me = (await admin.get(`${API}/auth/me`)).json.data.usuario
  for (const nombre of ['Por liga', 'Por botón']) {
    const made = await admin.post(`${API}/reportes/envios`, {
      nombre,
      reporte: 'trial-balance',
      rango: 'mes_actual',
      destinatarios: [me.id, usuario],
    })
    assert.equal(made.status, 201, made.text)
  }
  const [{ id }] = (await admin.get(`${API}/reportes/envios`)).json.data
  const { page } = await console.openAs(`/reports/sent?baja=${id}`, login)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('¿Dejar de recibir «Por liga»?').waitFor()
  await dialog.getByRole('button', { name: 'Dejar de recibir' }).click()
  await page.getByText('Ya no recibes «Por liga»').waitFor()
  await page.getByRole('row').filter({ hasText: 'Por botón' }).waitFor()
  const leaving = page.getByRole('row').filter({ hasText: 'Por liga' })
  await eventually('what was left is gone', async () => (await leaving.count()) === 0)
  await page.getByRole('button', { name: 'Acciones de Por botón' }).press('Enter')
  assert.equal(await page.getByRole('menuitem').count(), 1, 'the rest is its owner’s')
  await page.getByRole('menuitem', { name: 'Dejar de recibir' }).press('Enter')
  await dialog.getByRole('button', { name: 'Dejar de recibir' }).click()
  await page.getByText('No se envía ningún reporte').waitFor()
})
