import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import type { OwnChatTest, Person } from '../chat-service.ts'
import { startOwnConsole, type ConsoleTest } from './console-fixture.ts'
import { moved, seen, upAndDown, walk, wheel } from './feed-eyes.ts'
import { channelOfAll, seedMessages, sendTo } from './seed-messages.ts'

// A service of its own: it restarts it.

let client: ConsoleTest<OwnChatTest>
let ana: Person
let beto: Person
let work: number
let seeded: { readonly first: number; readonly last: number }

before(async () => {
  client = await startOwnConsole()
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

test('a long conversation is scrolled both ways, and nothing jumps', async () => {
  const middle = seeded.first + 10_000
  const { page } = await client.openAs(ana, `/narrow/channel/${work}/topic/cimbra/near/${middle}`)
  await page.getByText(/^Mensaje 10001\b/).waitFor()
  const from = await seen(page)
  assert.ok(
    from.some(({ id }) => id === middle),
    'the message that was asked for is in sight',
  )
  // Up over a part that is fetched, and down again over more.
  await walk(page, upAndDown(10, 16), from)
  const rendered = await page.locator('[data-message-id]').count()
  assert.ok(rendered < 120, `${rendered} messages are in the page`)
})

test('what moves while a part of the view is on its way is where it belongs', async () => {
  const channel = await channelOfAll('camino', [ana, beto])
  const ids: number[] = []
  for (const number of [1, 2, 3]) ids.push(await sendTo(beto, channel, 'obra', `Tramo ${number}`))
  const move = async (id: number | undefined, topic: string) => {
    const { status } = await beto.patch(`/messages/${id}`, { topic, propagate_mode: 'change_one' })
    assert.equal(status, 200)
  }
  await move(ids[1], 'aparte')
  const { page } = await client.openAs(ana, '/')
  const row = (name: string) => page.getByRole('article').filter({ hasText: name })
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<void>()
  let questions = 0
  // The second is that for what may have come while the first was asked early.
  await page.route(/\/messages\?/, async (route) => {
    questions += 1
    if (questions !== 2) return await route.continue()
    const response = await route.fetch()
    asked.resolve()
    await release.promise
    await route.fulfill({ response })
    answered.resolve()
  })
  await page.goto(`${client.chat.baseUrl}/console/narrow/channel/${channel}/topic/obra`)
  await asked.promise
  await move(ids[1], 'obra')
  await row('Tramo 2').waitFor()
  await move(ids[2], 'aparte')
  await row('Tramo 3').waitFor({ state: 'detached' })
  release.resolve()
  await answered.promise
  await page.evaluate(
    'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
  )
  assert.deepEqual([await row('Tramo 2').count(), await row('Tramo 3').count()], [1, 0])
})

test('what is unread has a line before it, and is read as it is seen', async () => {
  const channel = await channelOfAll('lectura', [ana, beto])
  const seen: number[] = []
  for (const number of [1, 2]) seen.push(await sendTo(beto, channel, 'avisos', `Visto ${number}`))
  await ana.post('/messages/flags', { messages: seen, op: 'add', flag: 'read' })
  const unread: number[] = []
  for (const number of [1, 2, 3]) {
    unread.push(await sendTo(beto, channel, 'avisos', `Aviso ${number}`))
  }
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/avisos`)
  await page.getByText('Sin leer', { exact: true }).waitFor()
  const rows = await page.evaluate<string[]>(
    `[...document.querySelectorAll('[data-row]')].map((row) => row.dataset.row)`,
  )
  assert.equal(rows[rows.indexOf('unread') + 1], `message-${unread[0]}`)
  await eventually('they are read for the service', async () => {
    const { json } = await ana.get('/messages', {
      anchor: 'newest',
      num_before: 3,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: channel }],
    })
    return (json['messages'] as { flags: string[] }[]).every(({ flags }) => flags.includes('read'))
  })
  await page.getByText('Sin leer', { exact: true }).waitFor()
})

test('a service that comes back is heard again, and nothing is missing', async () => {
  const channel = await channelOfAll('cortes', [ana, beto])
  await sendTo(beto, channel, 'luz', 'Antes del corte')
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/luz`)
  const row = (name: string) => page.getByRole('article').filter({ hasText: name })
  await row('Antes del corte').waitFor()
  await client.chat.restart()
  await sendTo(beto, channel, 'luz', 'Durante el corte')
  await row('Durante el corte').waitFor()
  await sendTo(beto, channel, 'luz', 'Después del corte')
  await row('Después del corte').waitFor()
  assert.equal(await page.getByRole('article').count(), 3)
})

test('who goes back finds the place that they left', async () => {
  const other = await channelOfAll('cambios', [ana, beto])
  await sendTo(beto, other, 'plan', 'Paso 1')
  const { page } = await client.openAs(ana, `/narrow/channel/${work}/topic/cimbra`)
  await page.getByText(/^Mensaje 20000\b/).waitFor()
  for (const by of [-2000, -2000, -1500]) {
    await wheel(page, by)
    await seen(page)
  }
  const before = await seen(page)
  await page.getByRole('link', { name: 'cambios' }).first().click()
  await page.getByText('Paso 1').waitFor()
  await page.goBack()
  await page
    .getByText(/^Mensaje \d+/)
    .first()
    .waitFor()
  const now = await seen(page)
  assert.deepEqual(
    moved(before, now).filter((by) => Math.abs(by) > 2),
    [],
  )
  assert.equal(now[0]?.id, before[0]?.id)
  await page.reload()
  await page
    .getByText(/^Mensaje \d+/)
    .first()
    .waitFor()
  assert.equal((await seen(page))[0]?.id, before[0]?.id, 'and so does who loads the page again')
  await page.getByRole('button', { name: 'Ir a lo más nuevo' }).click()
  await page.getByText(/^Mensaje 20000\b/).waitFor()
})

test('what lies under a dialog is not read', async () => {
  const channel = await channelOfAll('tapado', [ana, beto])
  await sendTo(beto, channel, 'aviso', 'Se ve')
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/aviso`)
  await page.getByText('Se ve').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
  const id = await sendTo(beto, channel, 'aviso', 'No se ve')
  const isRead = async (): Promise<boolean> => {
    const { json } = await ana.get(`/messages/${id}`)
    return (json['message'] as { flags: string[] }).flags.includes('read')
  }
  await page.getByText('No se ve').waitFor()
  // What came before it has been told as read by now, and this one has not.
  await page
    .getByRole('article')
    .filter({ hasText: 'No se ve' })
    .and(page.locator('.unread'))
    .waitFor()
  assert.equal(await isRead(), false)
  await page.keyboard.press('Escape')
  await eventually('it is read once it is seen', isRead)
})
