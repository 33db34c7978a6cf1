import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
})

after(() => console.stop())

test('the start page leads to the opening balances, which are typed or come from a table', async () => {
  const offered = async (): Promise<readonly boolean[]> => {
    const { page: company, settled } = await console.openAs(`/m/Empresa/${console.erp.empresaId}`)
    await company.getByRole('button', { name: 'Más', exact: true }).waitFor()
    await settled()
    const back = await company.getByRole('button', { name: 'Revertir saldos iniciales…' }).count()
    await company.keyboard.press('Control+k')
    const palette = company.getByRole('combobox', { name: 'Buscar o hacer algo' })
    await palette.fill('saldos iniciales')
    await company.getByRole('option').first().waitFor()
    const options = company.getByRole('option')
    const named = async (name: RegExp) => (await options.filter({ hasText: name }).count()) > 0
    return [back > 0, await named(/^Revertir saldos/), await named(/^Cargar saldos/)]
  }
  assert.deepEqual(await offered(), [false, false, true], 'there is nothing to take back')
  const { page } = await console.openAs('/start')
  const step = () => page.getByRole('listitem').filter({ hasText: 'Saldos iniciales' })
  await step().getByRole('link', { name: 'Hacerlo ahora' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Cargar saldos iniciales' }).waitFor()
  await dialog.getByLabel(/^Fecha/).fill('2026-01-31')
  const chart = (text: string) =>
    dialog
      .locator('input[type=file]')
      .nth(1)
      .setInputFiles([{ name: 'balanza.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }])
  await chart('cuenta,cargo,abono\n601-84,500.00,\n304-01,,400.00\n')
  await dialog.getByRole('button', { name: 'Quitar balanza.csv' }).waitFor()
  await dialog.getByRole('button', { name: 'Cargar saldos iniciales' }).click()
  await dialog.getByText('los cargos son 500.00 y los abonos 400.00').waitFor()
  await dialog.getByRole('button', { name: 'Quitar balanza.csv' }).click()
  await chart('cuenta,cargo,abono\n601-84,500.00,\n304-01,,500.00\n')
  await dialog.getByRole('button', { name: 'Quitar balanza.csv' }).waitFor()
  await dialog.getByRole('button', { name: 'Cargar saldos iniciales' }).click()
  await page
    .getByText(/Cargar saldos iniciales.*hecho|Listo|Hecho/)
    .first()
    .waitFor()
  const { data } = (await console.erp.admin.get('/api/v1/start')).json
  const told = data.find(({ name }: { name: string }) => name === 'saldos')
  assert.equal(told.done, true)
  assert.deepEqual(await offered(), [true, true, false], 'they are there')
})
