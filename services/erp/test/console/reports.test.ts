import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { books } from '../actions/entry-fixture.ts'
import { addReport } from './added-report.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let console: ConsoleTest

before(async () => {
  console = await startConsole()
  const company = await books(console.erp, console.erp.admin)
  const id = await company.simple('1250.50')
  const answer = await company.actOn('aplicar', id)
  assert.equal(answer.status, 200, answer.text)
})

after(() => console.stop())

test('a person finds a report, follows it to the ledger, and comes back to where they were; it fits a phone', async () => {
  const opened = await console.openAs('/reports')
  const { page } = opened
  await page.clock.setFixedTime(console.erp.clock.now())
  await page.getByRole('searchbox', { name: 'Buscar un reporte' }).fill('balanza')
  await page.getByRole('link', { name: 'Balanza de comprobación' }).press('Enter')
  const table = page.getByRole('table', { name: 'Resultado de Balanza de comprobación' })
  const account = table.getByRole('link', { name: 'PRUEBA-1' })
  await account.waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('trial-balance')
  await account.press('Enter')
  await page.getByRole('heading', { name: 'Auxiliar de cuenta' }).waitFor()
  await page.goBack()
  await account.waitFor()
  await page.setViewportSize(PHONE_SIZE)
  await table.waitFor()
  await opened.screenshot('report-phone')
  const width = () => page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok((await width()) <= 390, 'only the table scrolls sideways')
  await page.getByRole('button', { name: 'Enviar por correo' }).click()
  await page.getByRole('dialog', { name: 'Enviar por correo' }).waitFor()
  await opened.screenshot('sending-phone')
  assert.ok((await width()) <= 390, 'and what a report is sent by fits')
})

test('on paper stand all rows of what is shown, and nothing to press', async () => {
  const opened = await console.openAs('/')
  const { page } = opened
  await addReport(page)
  await page.goto(`${console.erp.url}/console/reports/obras?zona=n`)
  const rows = page.getByRole('table').getByRole('row')
  await page.getByText('250 renglones').waitFor()
  assert.ok((await rows.count()) < 80, 'on the screen only those that are seen are made')
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  await rows.nth(101).waitFor()
  assert.equal(await rows.count(), 102)
  assert.equal(await page.getByRole('button', { name: 'Imprimir' }).isVisible(), false)
  await opened.screenshot('report-print')
})
