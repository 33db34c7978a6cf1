import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'
import { inTurn } from '@oficina/testkit/turns.ts'

import { selling } from '../actions/selling/selling-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: axe looks at the form of a sale in the dark, on a phone and in English, one in each turn.

let console: ConsoleTest

before(async () => {
  console = await startConsole()
  const shop = await selling(console.erp, console.erp.admin)
  await shop.customer({ clave: 'CL-1', condicion_pago: shop.condicion, vendedor: shop.vendedor })
})

after(() => console.stop())

const WAYS = [
  ['dark', { colorScheme: 'dark', width: 1366, height: 768 }],
  ['phone', PHONE_SIZE],
  ['english', { locale: 'en-US' }],
] as const

for (const [name, options] of inTurn(WAYS, WAYS.length)) {
  test(`the form of a sale can be used by everybody: ${name}`, async () => {
    const opened = await console.openAs('/m/Venta/new', undefined, options)
    const { page } = opened
    await page.locator('.entry-card').waitFor()
    await page.getByRole('combobox', { name: 'Cliente', exact: true }).focus()
    await page.keyboard.type('CL-1')
    await page.getByRole('option', { name: /^CL-1/, selected: true }).waitFor()
    await page.keyboard.press('Enter')
    await page
      .getByText(name === 'english' ? 'by cliente' : 'según cliente')
      .first()
      .waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByRole('grid').waitFor()
    await opened.screenshot(`fill-new-${name}`)
    await opened.checkAccessibility()
    await page.locator('.more-fields').click()
    await page.getByRole('heading', { name: 'Condiciones' }).waitFor()
    await opened.screenshot(`fill-more-${name}`)
    await opened.checkAccessibility()
  })
}
