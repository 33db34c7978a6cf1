import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { OWNER_PASSWORD } from '../chat-server.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let client: SmallConsole

before(async () => {
  client = await startSmallConsole()
})
after(() => client.stop())

const CONVERSATIONS = { name: 'Conversaciones' } as const

test('two accounts are used side by side, and one is left without the other', async () => {
  const cordelia = await client.chat.person('Cordelia')
  const { page } = await client.openAs(cordelia, '/accounts?email=owner@example.com')
  await page.getByLabel('Contraseña').fill(OWNER_PASSWORD)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/console/inbox')
  await page.goto(`${client.chat.baseUrl}/console/accounts`)
  const rows = page.getByRole('main').getByRole('listitem')
  await rows.filter({ hasText: 'owner' }).getByText('en uso').waitFor()
  await page.getByRole('button', { name: 'Usar la cuenta de Cordelia' }).click()
  await page.waitForURL('**/console/inbox')
  await page.goto(`${client.chat.baseUrl}/console/accounts`)
  await rows.filter({ hasText: 'Cordelia' }).getByText('en uso').waitFor()
  await page.getByRole('button', { name: 'Salir de la cuenta de Cordelia' }).click()
  await page.waitForURL('**/console/inbox')
  await page.goto(`${client.chat.baseUrl}/console/accounts`)
  await rows.filter({ hasText: 'owner' }).getByText('en uso').waitFor()
  assert.equal(await rows.count(), 1)
})

test('whose key was made anew signs in again over the page', async () => {
  const { chat } = client
  const { page } = await client.openAs(chat.owner, '/inbox')
  await page.getByRole('navigation', CONVERSATIONS).waitFor()
  const before = page.window()
  const rosalind = await chat.person('Rosalind')
  await chat.owner.post('/mark_all_as_read')
  const made = await chat.owner.post('/users/me/api_key/regenerate')
  // The answer that the page waits for was asked for with the old key; the next one is refused.
  await rosalind.post('/messages', { type: 'private', to: [chat.owner.id], content: 'hello' })
  const again = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await again.waitFor()
  await again.getByLabel('Contraseña').fill(OWNER_PASSWORD)
  await again.getByRole('button', { name: 'Continuar' }).click()
  await again.waitFor({ state: 'detached' })
  assert.equal(page.window(), before, 'the page was not reloaded')
  // It hears what happens with the new key.
  assert.notEqual(made.json.api_key, chat.owner.key)
  await rosalind.post('/messages', { type: 'private', to: [chat.owner.id], content: 'again' })
  await eventually('the second message is told', async () =>
    (await page.title()).startsWith('(2) '),
  )
})
