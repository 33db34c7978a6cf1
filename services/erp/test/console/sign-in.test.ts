import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { startConsole, type ConsoleTest } from './console-fixture.ts'

let console: ConsoleTest

before(async () => {
  console = await startConsole()
})

after(() => console.stop())

test('a person signs in with user and password', async () => {
  const opened = await console.open('/')
  const { page } = opened
  await opened.checkAccessibility()
  await opened.screenshot('sign-in')
  await page.getByLabel('Usuario').fill('nadie')
  await page.getByLabel('Contraseña').fill('wrong-password')
  await page.getByRole('button', { name: 'Entrar' }).click()
  assert.match(await page.getByRole('alert').innerText(), /contraseña no son correctos/)
  await opened.screenshot('sign-in-refused')
})

test('a page of the console allows nothing but its own service', async () => {
  const response = await fetch(`${console.erp.url}/console/m/Moneda`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
})
