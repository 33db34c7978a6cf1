import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import type { Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let client: ConsoleTest
let ana: Person
let beto: Person

before(async () => {
  client = await startConsole()
  ana = await client.chat.person('Ana López')
  beto = await client.chat.person('Beto Ruiz')
  for (const name of ['obra-12', 'compras']) {
    await client.chat.owner.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [ana.id, beto.id, client.chat.owner.id],
    })
  }
})
after(() => client.stop())

async function lastMessage(person: Person): Promise<{ content: string; subject: string }> {
  const { json } = await person.get('/messages', {
    anchor: 'newest',
    num_before: 1,
    num_after: 0,
    apply_markdown: false,
  })
  return json.messages[0]
}

test('a message to a topic is written with completion and sent by keyboard', async () => {
  const opened = await client.openAs(ana, '/narrow')
  const { page } = opened
  await page.getByRole('button', { name: 'Escribir un mensaje' }).waitFor()
  await page.keyboard.press('c')
  await page.getByRole('combobox', { name: 'Canal' }).fill('obra')
  await page.getByRole('option', { name: 'obra-12' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Tema' }).fill('cimbra')
  await page.keyboard.press('Enter')
  const text = page.getByRole('textbox', { name: 'Mensaje' })
  await text.pressSequentially('Listo @bet')
  await page.getByRole('option', { name: 'Beto Ruiz' }).waitFor()
  await opened.screenshot('compose-typeahead')
  await page.keyboard.press('Enter')
  await text.pressSequentially('mira #comp')
  await page.getByRole('option', { name: 'compras' }).waitFor()
  await page.keyboard.press('Tab')
  await text.pressSequentially(':thumbs_u')
  await page.getByRole('option', { name: 'thumbs up' }).waitFor()
  await page.keyboard.press('Enter')
  await opened.screenshot('compose-open')
  await page.keyboard.press('Control+Enter')
  const sent = await eventually('the message came', async () => {
    const message = await lastMessage(beto)
    return message.subject === 'cimbra' && message
  })
  assert.equal(sent.content, 'Listo @**Beto Ruiz** mira #**compras** :thumbs_up:')
  assert.equal(await text.inputValue(), '')
})
