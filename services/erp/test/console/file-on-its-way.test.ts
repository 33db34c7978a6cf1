import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
})

after(() => console.stop())

const UPLOAD = /\/adjuntos$/

/** The dialog of the opening balances, in which a chart of accounts is picked whose upload ends when the test says so. */
async function picking(end: 'comes' | 'fails') {
  const company = `/m/Empresa/${console.erp.empresaId}?accion=cargar_saldos_iniciales`
  const { page } = await console.openAs(company)
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/actions/')) calls.push(request.postData() ?? '')
  })
  const done = Promise.withResolvers<undefined>()
  await page.route(UPLOAD, async (route) => {
    await done.promise
    await (end === 'comes' ? route.continue() : route.abort())
  })
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Fecha/).fill('2026-01-31')
  const text = 'cuenta,cargo,abono\n601-84,500.00,\n304-01,,400.00\n'
  await dialog
    .locator('input[type=file]')
    .nth(1)
    .setInputFiles([{ name: 'balanza.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }])
  await dialog.getByText(/^balanza\.csv/).waitFor()
  const main = dialog.getByRole('button', { name: 'Cargar saldos iniciales' })
  return { page, dialog, main, calls, end: () => done.resolve(undefined) }
}

test('what is submitted while its file is on its way waits for it, by click and by Ctrl Enter', async () => {
  for (const submit of ['click', 'Control+Enter']) {
    const { page, dialog, main, calls, end } = await picking('comes')
    await (submit === 'click' ? main.click() : page.keyboard.press(submit))
    await page.locator('button[aria-busy=true][type=submit]').waitFor()
    // Again does not send it twice.
    await page.keyboard.press('Control+Enter')
    assert.deepEqual(calls, [])
    end()
    await dialog.getByText('los cargos son 500.00 y los abonos 400.00').waitFor()
    assert.equal(calls.length, 1)
    assert.match(calls[0] ?? '', /"archivo_cuentas":\d+/)
  }
})

test('where the file does not come nothing is sent, until it is taken away', async () => {
  const { page, dialog, main, calls, end } = await picking('fails')
  await main.click()
  end()
  const alert = dialog.getByRole('alert').filter({ hasText: 'balanza.csv' })
  await alert.waitFor()
  await page.locator('button[aria-busy=false][type=submit]').waitFor()
  await main.click()
  await page.keyboard.press('Control+Enter')
  await page.locator('button[aria-busy=false][type=submit]').waitFor()
  assert.deepEqual(calls, [])
  await dialog.getByRole('button', { name: 'Quitar balanza.csv' }).click()
  await main.click()
  await dialog.getByRole('alert').waitFor()
  assert.equal(calls.length, 1)
  assert.doesNotMatch(calls[0] ?? '', /archivo_cuentas/)
})

test('a dialog that is closed while its file is on its way sends nothing', async () => {
  const { page, dialog, main, calls, end } = await picking('comes')
  await main.click()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  const sent = page.waitForResponse((response) => UPLOAD.test(response.url()))
  end()
  await sent
  await page.getByRole('button', { name: 'Más', exact: true }).waitFor()
  assert.deepEqual(calls, [])
})
