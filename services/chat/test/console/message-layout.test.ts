import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import type { Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { channelOfAll, MESSAGE_KINDS, sendTo } from './seed-messages.ts'

// Deep: axe looks at messages in the dark and at what opens from them, and blocks are measured.

let client: ConsoleTest
let ana: Person
let beto: Person

before(async () => {
  client = await startConsole()
  ana = await client.chat.person('Ana Torres')
  beto = await client.chat.person('Beto Ruiz')
})
after(() => client.stop())

test('messages of every kind are read in the dark, in English and on a phone', async () => {
  await channelOfAll('obra-12', [ana, beto])
  const channel = await channelOfAll('muestra', [ana, beto])
  for (const content of MESSAGE_KINDS) await sendTo(beto, channel, 'todo', content)
  await sendTo(beto, channel, 'todo', '/poll ¿Qué comemos?\nTacos\nTortas')
  await sendTo(beto, channel, 'todo', '/todo Pendientes\nComprar clavos: de 2 pulgadas\nLlamar')
  await sendTo(ana, channel, 'todo', '/me se va a comer')
  const address = `/narrow/channel/${channel}/topic/todo`
  const dark = await client.openAs(ana, address, { colorScheme: 'dark', locale: 'en-US' })
  await dark.page.getByText('se va a comer').waitFor()
  await dark.screenshot('message-kinds-dark')
  await dark.checkAccessibility()
  const phone = await client.openAs(ana, address, PHONE_SIZE)
  await phone.page.getByText('se va a comer').waitFor()
  await phone.screenshot('message-kinds-phone')
})

test('the name of its language covers nothing of a block of code on a phone', async () => {
  const channel = await channelOfAll('muestras', [ana, beto])
  const line = 'print("Una línea más larga que el ancho de cualquier teléfono")'
  await sendTo(beto, channel, 'largas', `\`\`\`python\n${line}\n\`\`\``)
  await sendTo(beto, channel, 'largas', `\`\`\`\n${line}\n\`\`\``)
  const address = `/narrow/channel/${channel}/topic/largas`
  const opened = await client.openAs(ana, address, PHONE_SIZE)
  const { page } = opened
  const named = page.locator('.codehilite').first()
  const [name, code] = [
    await named.getByText('Python', { exact: true }).boundingBox(),
    await named.locator('pre code').boundingBox(),
  ]
  assert.ok(name !== null && code !== null)
  assert.ok(name.y + name.height <= code.y, JSON.stringify({ name, code }))
  const bare = page.locator('.codehilite').last()
  const [block, bareCode] = [await bare.boundingBox(), await bare.locator('pre code').boundingBox()]
  assert.ok(block !== null && bareCode !== null && bareCode.y - block.y < 16)
  await opened.screenshot('code-phone')
})

test('the card of a group, and what muted people wrote, are read by everybody', async () => {
  const channel = await channelOfAll('cuadrillas', [ana, beto])
  await client.chat.owner.post('/user_groups/create', {
    name: 'albañiles',
    description: 'Los de la obra 12',
    members: [ana.id, beto.id],
  })
  await sendTo(beto, channel, 'turnos', 'Va @*albañiles* mañana')
  const opened = await client.openAs(ana, `/narrow/channel/${channel}/topic/turnos`)
  const { page } = opened
  await page.getByRole('button', { name: '@albañiles' }).click()
  const card = page.getByRole('dialog', { name: 'Tarjeta de albañiles' })
  await card.getByText('2 personas').waitFor()
  await opened.screenshot('group-card')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await ana.post(`/users/me/muted_users/${beto.id}`)
  await page.getByRole('button', { name: 'Mostrar', exact: true }).waitFor()
  await opened.screenshot('message-muted')
  await opened.checkAccessibility()
})
