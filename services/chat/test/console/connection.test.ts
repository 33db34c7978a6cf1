import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { channel, send, type OwnChatTest, type Person } from '../chat-service.ts'
import { startOwnConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: it restarts the service under open pages.
// A service of its own: it restarts it.

let client: ConsoleTest<OwnChatTest>
let hamlet: Person

before(async () => {
  client = await startOwnConsole()
  hamlet = await client.chat.person('Hamlet')
  await channel(client.chat.owner, 'general', [hamlet])
  // What was said of the new channel is not what the tests count.
  await hamlet.post('/mark_all_as_read')
})
after(() => client.stop())

/** Until the tab says that so many messages are unread. */
async function told({ page }: TestPage, count: number): Promise<void> {
  await eventually(`the tab tells of ${count}`, async () =>
    (await page.title()).startsWith(`(${count}) `),
  )
}

test('a restart of the service loses and doubles nothing, without a reload', async () => {
  const { chat } = client
  const opened = await client.openAs(hamlet, '/drafts')
  const { page } = opened
  await page.waitForFunction(
    `document.title.includes('Example') || document.readyState === 'complete'`,
  )
  await page.evaluate(`document.body.dataset.kept = 'yes'`)
  await send(chat.owner, 'general', 'lunch', 'one')
  await told(opened, 1)
  await chat.restart()
  await send(chat.owner, 'general', 'lunch', 'two')
  await told(opened, 2)
  await send(chat.owner, 'general', 'lunch', 'three')
  await told(opened, 3)
  assert.equal(await page.evaluate('document.body.dataset.kept'), 'yes')
})

test('a queue that the service has ended is opened anew', async () => {
  const { chat } = client
  const opened = await client.openAs(hamlet, '/drafts')
  const { page } = opened
  const polled = await page.waitForRequest('**/api/v1/events?*')
  const id = new URL(polled.url()).searchParams.get('queue_id')
  await hamlet.delete('/events', { queue_id: id })
  await told(opened, 3)
  await send(chat.owner, 'general', 'lunch', 'four')
  await told(opened, 4)
})

test('a lost network is told, and what happened meanwhile is heard when it is back', async () => {
  const { chat } = client
  const opened = await client.openAs(hamlet, '/drafts')
  const { page } = opened
  await told(opened, 4)
  await page.context().setOffline(true)
  await page.getByText('Sin conexión con el servicio').waitFor()
  await send(chat.owner, 'general', 'lunch', 'five')
  await page.context().setOffline(false)
  await told(opened, 5)
  await page.getByText('Sin conexión con el servicio').waitFor({ state: 'detached' })
})

test('what is said between the first messages and the first event is shown', async () => {
  const { chat } = client
  const opened = await client.openAs(hamlet, '/drafts')
  const { page } = opened
  await told(opened, 5)
  const held = Promise.withResolvers<void>()
  await page.context().route('**/api/v1/register', async (route) => {
    await held.promise
    await route.continue()
  })
  const answered = page.waitForResponse('**/api/v1/messages?*')
  await page.goto(page.url().replace('/drafts', '/narrow'))
  await (await answered).finished()
  await send(chat.owner, 'general', 'lunch', 'meanwhile')
  held.resolve()
  await page.getByText('meanwhile').waitFor()
})
