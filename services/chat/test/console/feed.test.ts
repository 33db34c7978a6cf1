import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { channelOfAll, seedMessages, sendTo } from './seed-messages.ts'

let client: ConsoleTest
let ana: Person
let beto: Person
let work: number
let seeded: { readonly first: number; readonly last: number }

before(async () => {
  client = await startConsole()
  ana = await client.chat.person('Ana Torres')
  beto = await client.chat.person('Beto Ruiz')
  work = await channelOfAll('obra-12', [ana, beto])
  seeded = await seedMessages(client.chat, {
    channelId: work,
    topic: 'cimbra',
    senders: [ana, beto],
    count: 20_000,
  })
})
after(() => client.stop())

test('a long conversation is scrolled both ways without a jump', async () => {
  const middle = seeded.first + 10_000
  const opened = await client.openAs(ana, `/narrow/channel/${work}/topic/cimbra/near/${middle}`)
  const { page } = opened
  await page.getByText('Mensaje 10001', { exact: false }).first().waitFor()
  await opened.screenshot('feed-middle')
  assert.ok(seeded.last > 0)
})

test('messages show what they hold', async () => {
  const show = await channelOfAll('muestra', [ana, beto])
  await sendTo(
    beto,
    show,
    'todo',
    'Hola @**Ana Torres**, mira #**obra-12>cimbra** y https://example.com/x',
  )
  await sendTo(beto, show, 'todo', '```python\ndef f(x):\n    return x + 1  # suma\n```')
  await sendTo(beto, show, 'todo', '| a | b |\n|---|---|\n| 1 | 2 |\n\n> cita\n\n* uno\n* dos')
  await sendTo(beto, show, 'todo', '```spoiler fin\nel gato\n```\n$$\\frac{a}{b}=\\sqrt{x^2+1}$$')
  await sendTo(beto, show, 'todo', ':tada: :smile:')
  await sendTo(beto, show, 'todo', '/poll ¿Qué comemos?\nTacos\nTortas')
  await sendTo(beto, show, 'todo', '/todo Pendientes\nComprar clavos: de 2"\nLlamar')
  await sendTo(ana, show, 'todo', '/me se va a comer')
  const opened = await client.openAs(ana, `/narrow/channel/${show}/topic/todo`)
  await opened.page.getByText('¿Qué comemos?').waitFor()
  await opened.screenshot('feed-kinds')
})
