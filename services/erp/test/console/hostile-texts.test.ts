import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { HOSTILE_TEXTS, watchPage } from '@oficina/testkit/watched-page.ts'

import { books } from '../actions/entry-fixture.ts'
import { receiving } from '../actions/receiving/receiving-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: it walks through reports, lines and dialogs with texts that are made to run.
let console: ConsoleTest
let order: number
const [IMAGE = '', SCRIPT = '', LINK = '', MARKDOWN = '', REVERSED = '', LONG = ''] = HOSTILE_TEXTS

before(async () => {
  console = await startConsole()
  const shop = await receiving(console.erp)
  const lines = []
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    const articulo = await shop.article({
      clave: `ATAQUE-${index}`,
      descripcion: text.slice(0, 200),
    })
    lines.push({ articulo, cantidad: '2', precio: '10.00' })
  }
  order = await shop.order(lines, { observaciones: HOSTILE_TEXTS.join('\n').slice(0, 500) })
  const company = await books(console.erp, console.erp.admin)
  for (const [index, text] of HOSTILE_TEXTS.entries()) {
    const cuenta = await company.account(`ATAQUE-${index}`, { nombre: text.slice(0, 100) })
    const id = await company.draft([
      { cuenta_contable: cuenta, cargo: '5.00', concepto: text.slice(0, 100) },
      { cuenta_contable: company.sales, abono: '5.00' },
    ])
    const answer = await company.actOn('aplicar', id)
    assert.equal(answer.status, 200, answer.text)
  }
})

after(() => console.stop())

test('reports, lines and dialogs show hostile texts as texts', async () => {
  const opened = await console.openAs('/')
  const { page } = opened
  const watched = watchPage(opened)
  await page.clock.setFixedTime(console.erp.clock.now())
  const addresses = [
    '/reports/trial-balance',
    '/reports/journal',
    '/reports/general-ledger',
    `/m/Compra/${order}`,
    '/m/Articulo',
    '/m/CuentaContable',
    ...[IMAGE, SCRIPT, LINK, MARKDOWN, REVERSED, LONG].flatMap((text) => [
      `/reports?q=${encodeURIComponent(text)}`,
      `/m/Articulo?q=${encodeURIComponent(text)}`,
      `/reports/${encodeURIComponent(text)}`,
      `/m/${encodeURIComponent(text)}`,
    ]),
  ]
  for (const address of addresses) {
    await page.goto(`${console.erp.url}/console${address}`)
    await opened.settled()
    await watched.check()
  }
  // Each of them shows the texts themselves.
  for (const address of ['/m/Articulo?q=ATAQUE', '/reports/trial-balance', `/m/Compra/${order}`]) {
    await page.goto(`${console.erp.url}/console${address}`)
    await page.getByText(IMAGE).first().waitFor()
  }
  let dialogs = 0
  for (const button of await page.getByRole('main').getByRole('button').all()) {
    if (!(await button.isVisible()) || !(await button.isEnabled())) continue
    // What another one covers by then is passed over.
    await button.click({ timeout: 1_000 }).catch(() => undefined)
    await watched.check()
    dialogs += await page.getByRole('dialog').count()
    await page.keyboard.press('Escape')
  }
  assert.ok(dialogs > 0, 'some open a dialog')
})
