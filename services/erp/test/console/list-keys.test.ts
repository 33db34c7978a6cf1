import { after, before, test } from 'node:test'

import { insertClients } from './list-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
  await insertClients(console.erp, 300)
})

after(() => console.stop())

test('a row that is still being loaded is marked by its key all the same', async () => {
  const { page } = await console.openAs('/m/Cliente')
  await page.getByRole('link', { name: 'CL-0001' }).waitFor()
  const pressed = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/Cliente\?/, async (route) => {
    await pressed.promise
    await route.continue()
  })
  await page.getByRole('grid').focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press(' ')
  pressed.resolve()
  await page.getByText('1 seleccionado').waitFor()
})
