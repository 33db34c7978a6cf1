import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import type { Person } from '../chat-service.ts'
import { channelOfAll, sendTo } from './seed-messages.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let client: SmallConsole
let ana: Person
let beto: Person

before(async () => {
  client = await startSmallConsole()
  ana = await client.chat.person('Ana Torres')
  beto = await client.chat.person('Beto Ruiz')
})
after(() => client.stop())

test('what another person changes is seen in its place', async () => {
  const channel = await channelOfAll('cambios', [ana, beto])
  const other = await channelOfAll('otros', [ana, beto])
  const ids: number[] = []
  for (const number of [1, 2, 3, 4, 5])
    ids.push(await sendTo(beto, channel, 'plan', `Paso ${number}`))
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/plan`)
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
})

test('people react with a press, and see who did', async () => {
  const channel = await channelOfAll('gestos', [ana, beto])
  const id = await sendTo(beto, channel, 'logro', 'Terminamos')
  await beto.post(`/messages/${id}/reactions`, { emoji_name: 'tada' })
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/logro`)
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
})

test('all views of many show what belongs to them', async () => {
  const channel = await channelOfAll('varios', [ana, beto])
  await beto.post('/messages', { type: 'direct', to: [ana.id], content: 'Hola, **Ana**' })
  const id = await sendTo(beto, channel, 'uno', 'Mira esto @**Ana Torres**')
  await sendTo(beto, channel, 'dos', 'Otro tema')
  const { page } = await client.openAs(ana, '/narrow')
  await page.getByRole('article').first().waitFor()
  await page.keyboard.press('End')
  await page.getByText('Otro tema').waitFor()
  await page.getByText('Hola, Ana').waitFor()
  await page.goto(`${client.chat.baseUrl}/console/narrow/is/mentioned`)
  await page.getByText('Mira esto').waitFor()
  assert.equal(await page.getByRole('article').count(), 1)
  await page.goto(`${client.chat.baseUrl}/console/narrow/is/starred`)
  await page.getByText('No has destacado mensajes').waitFor()
  await ana.post('/messages/flags', { messages: [id], op: 'add', flag: 'starred' })
  await page.getByText('Mira esto').waitFor()
  await ana.post('/messages/flags', { messages: [id], op: 'remove', flag: 'starred' })
  await page.getByText('No has destacado mensajes').waitFor()
  await page.goto(`${client.chat.baseUrl}/console/narrow/dm/${beto.id}`)
  await page.getByText('Hola, Ana').waitFor()
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
