import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { OWNER_PASSWORD } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let client: ConsoleTest

before(async () => {
  client = await startConsole()
})
after(() => client.stop())

test('a person signs in with email and password and comes to their home', async () => {
  const opened = await client.open('/')
  const { page } = opened
  await page.getByRole('heading', { name: 'Entrar' }).waitFor()
  await opened.screenshot('sign-in')
  await opened.checkAccessibility()
  await page.getByLabel('Correo electrónico').fill('owner@example.com')
  await page.getByLabel('Contraseña').fill('wrong-horse')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('Contraseña').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL('**/console/inbox')
  await opened.screenshot('inbox')
  await page.reload()
  await page.getByRole('navigation', { name: 'Conversaciones' }).waitFor()
  assert.ok(page.url().endsWith('/console/inbox'), 'who comes again is signed in still')
})

test('an address of another client leads to the same view', async () => {
  const { page } = await client.openAs(client.chat.owner, '/inbox')
  await page.goto(`${client.chat.baseUrl}/#narrow/is/starred`)
  await page.waitForURL('**/console/narrow/is/starred')
})
