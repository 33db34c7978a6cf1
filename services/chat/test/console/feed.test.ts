import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { OwnChatTest, Person } from '../chat-service.ts'
import { startOwnConsole, type ConsoleTest } from './console-fixture.ts'
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

type Page = TestPage['page']

interface Seen {
  readonly id: number
  readonly top: number
}

/** The messages that are seen, with where they are, once nothing moves any more. */
async function seen(page: Page): Promise<readonly Seen[]> {
  return await page.evaluate<readonly Seen[]>(`(async () => {
    const scroller = document.querySelector('.feed-scroller')
    const look = () => {
      const { top, bottom } = scroller.getBoundingClientRect()
      return [...document.querySelectorAll('[data-message-id]')]
        .map((row) => ({ id: Number(row.dataset.messageId), box: row.getBoundingClientRect() }))
        .filter(({ box }) => box.bottom > top + 40 && box.top < bottom)
        .map(({ id, box }) => ({ id, top: box.top - top }))
    }
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    let before = ''
    let same = 0
    while (same < 4) {
      await frame()
      const now = JSON.stringify(look())
      same = now === before ? same + 1 : 0
      before = now
    }
    return look()
  })()`)
}

async function wheel(page: Page, pixels: number): Promise<void> {
  await page.mouse.move(700, 400)
  await page.mouse.wheel(0, pixels)
}

/** How far each message that is seen before and after has moved. */
function moved(before: readonly Seen[], now: readonly Seen[]): readonly number[] {
  const places = new Map(before.map(({ id, top }) => [id, top]))
  return now.flatMap(({ id, top }) => {
    const was = places.get(id)
    return was === undefined ? [] : [Math.round(top - was)]
  })
}

test('a long conversation is scrolled both ways, and nothing jumps', async () => {
  const middle = seeded.first + 10_000
  const { page } = await client.openAs(ana, `/narrow/channel/${work}/topic/cimbra/near/${middle}`)
  await page.getByText(/^Mensaje 10001\b/).waitFor()
  let before = await seen(page)
  assert.ok(
    before.some(({ id }) => id === middle),
    'the message that was asked for is in sight',
  )
  // Up over several parts that are fetched, and down again over more.
  const steps = [
    ...Array.from({ length: 50 }, () => -400),
    ...Array.from({ length: 90 }, () => 400),
  ]
  for (const step of steps) {
    await wheel(page, step)
    const now = await seen(page)
    const by = new Set(moved(before, now))
    assert.equal(by.size, 1, `messages moved apart: ${[...by].join(', ')}`)
    const [shift = 0] = by
    // A turn of the wheel may end early where rows are put above; it never goes further, nor back.
    assert.ok(shift * step <= 0 && Math.abs(shift) <= 402, `moved ${shift} for ${step}`)
    before = now
  }
  const rendered = await page.locator('[data-message-id]').count()
  assert.ok(rendered < 120, `${rendered} messages are in the page`)
})

test('what another person changes is seen in its place', async () => {
  const channel = await channelOfAll('cambios', [ana, beto])
  const other = await channelOfAll('otros', [ana, beto])
  const ids: number[] = []
  for (const number of [1, 2, 3, 4, 5])
    ids.push(await sendTo(beto, channel, 'plan', `Paso ${number}`))
  const opened = await client.openAs(ana, `/narrow/channel/${channel}/topic/plan`)
  const { page } = opened
  const row = (name: string) => page.getByRole('article').filter({ hasText: name })
  await row('Paso 5').waitFor()
  await beto.patch(`/messages/${ids[1]}`, { content: 'Paso dos, **corregido**' })
  await row('Paso dos, corregido').getByText('editado').waitFor()
  await beto.patch(`/messages/${ids[2]}`, {
    topic: 'aparte',
    propagate_mode: 'change_one',
    send_notification_to_new_thread: false,
    send_notification_to_old_thread: false,
  })
  await row('Paso 3').waitFor({ state: 'detached' })
  await client.chat.owner.delete(`/messages/${ids[3]}`)
  await row('Paso 4').waitFor({ state: 'detached' })
  await sendTo(beto, other, 'plan', 'Paso ajeno')
  await sendTo(beto, channel, 'Plan', 'Paso 6')
  await row('Paso 6').waitFor()
  assert.equal(await row('Paso ajeno').count(), 0, 'another conversation stays out')
  await beto.patch(`/messages/${ids[2]}`, { topic: 'plan', propagate_mode: 'change_one' })
  await row('Paso 3').waitFor()
  const texts = await page.getByRole('article').allInnerTexts()
  const order = texts.flatMap((text) => /Paso (?:\d|dos)/.exec(text)?.[0] ?? [])
  assert.deepEqual(order.slice(0, 3), ['Paso 1', 'Paso dos', 'Paso 3'], 'it is back in its place')
  await opened.screenshot('feed-changes')
  await opened.checkAccessibility()
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

test('people react with a press, and see who did', async () => {
  const channel = await channelOfAll('gestos', [ana, beto])
  const id = await sendTo(beto, channel, 'logro', 'Terminamos')
  await beto.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  const opened = await client.openAs(ana, `/narrow/channel/${channel}/topic/logro`)
  const { page } = opened
  const tada = page.getByRole('button', { name: 'Beto Ruiz reaccionó con :tada:' })
  await tada.click()
  await page.getByRole('button', { name: 'Tú y Beto Ruiz reaccionaron con :tada:' }).waitFor()
  await page.keyboard.press('+')
  await page.getByRole('button', { name: /:\+1:/, pressed: true }).waitFor()
  await eventually('the service has both', async () => {
    const { json } = await beto.get(`/messages/${id}`)
    return (json['message'] as { reactions: unknown[] }).reactions.length === 3
  })
  await beto.delete(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  await page.getByRole('button', { name: 'Reaccionaste con :tada:' }).waitFor()
  await opened.screenshot('feed-reactions')
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

test('all views of many show what belongs to them', async () => {
  const channel = await channelOfAll('varios', [ana, beto])
  await beto.post('/messages', { type: 'direct', to: [ana.id], content: 'Hola, **Ana**' })
  const id = await sendTo(beto, channel, 'uno', 'Mira esto @**Ana Torres**')
  await sendTo(beto, channel, 'dos', 'Otro tema')
  const opened = await client.openAs(ana, '/narrow')
  const { page } = opened
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('End')
  await page.getByText('Otro tema').waitFor()
  await page.getByText('Hola, Ana').waitFor()
  await opened.screenshot('feed-combined')
  await opened.checkAccessibility()
  await page.goto(`${client.chat.baseUrl}/console/narrow/is/mentioned`)
  await page.getByText('Mira esto').waitFor()
  assert.equal(await page.getByRole('article').count(), 1)
  await page.goto(`${client.chat.baseUrl}/console/narrow/is/starred`)
  await page.getByText('No has destacado mensajes').waitFor()
  await opened.screenshot('feed-empty')
  await ana.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  await page.getByText('Mira esto').waitFor()
  await ana.post('/messages/flags', { messages: [id], op: 'remove', flag: 'starred' })
  await page.getByText('No has destacado mensajes').waitFor()
  await page.goto(`${client.chat.baseUrl}/console/narrow/dm/${beto.id}`)
  await page.getByText('Hola, Ana').waitFor()
  await opened.screenshot('feed-direct')
  await opened.checkAccessibility()
})

test('who reads a topic that moves goes along, with what they write', async () => {
  const channel = await channelOfAll('mudanza', [ana, beto])
  const first = await sendTo(ana, channel, 'viejo', 'Empacamos')
  await sendTo(beto, channel, 'viejo', 'Hoy mismo')
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/viejo`)
  await page.getByText('Hoy mismo').waitFor()
  await page.getByRole('button', { name: 'Mensaje a # mudanza › viejo' }).click()
  const field = page.getByRole('textbox', { name: 'Mensaje', exact: true })
  await field.fill('Llevo las cajas')
  await client.chat.owner.post('/users/me/subscriptions', { subscriptions: [{ name: 'mudanza' }] })
  const { status } = await client.chat.owner.patch(`/messages/${first}`, {
    topic: 'nuevo',
    propagate_mode: 'change_all',
    send_notification_to_new_thread: false,
  })
  assert.equal(status, 200)
  await page.waitForURL('**/topic/nuevo')
  await page.getByText('Hoy mismo').waitFor()
  assert.equal(await field.inputValue(), 'Llevo las cajas')
  await field.press('Control+Enter')
  await page.getByRole('article').filter({ hasText: 'Llevo las cajas' }).waitFor()
  const { json } = await beto.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 })
  const [last] = json['messages'] as { subject: string; content: string }[]
  assert.deepEqual([last?.subject, last?.content], ['nuevo', '<p>Llevo las cajas</p>'])
})
