import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'
import { seen, upAndDown, walk } from './feed-eyes.ts'
import { channelOfAll, seedMessages } from './seed-messages.ts'

// Deep: it walks through hundreds of messages and looks after each step.

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
  await ana.post('/mark_all_as_read')
})
after(() => client.stop())

test('a long conversation is scrolled far both ways, and nothing jumps', async () => {
  const middle = seeded.first + 10_000
  const { page } = await client.openAs(ana, `/narrow/channel/${work}/topic/cimbra/near/${middle}`)
  await page.getByText(/^Mensaje 10001\b/).waitFor()
  const from = await seen(page)
  assert.ok(
    from.some(({ id }) => id === middle),
    'the message that was asked for is in sight',
  )
  // Up over several parts that are fetched, and down again over more.
  await walk(page, upAndDown(50, 90), from)
  const rendered = await page.locator('[data-message-id]').count()
  assert.ok(rendered < 120, `${rendered} messages are in the page`)
})
