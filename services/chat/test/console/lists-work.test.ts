import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { send } from '../chat-service.ts'
import { seedLists, type Lists } from './seed-lists.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

// Deep: it takes each step; one flow of each page is in the contract tier.

let client: SmallConsole
let lists: Lists

before(async () => {
  client = await startSmallConsole()
  lists = await seedLists(client.chat)
})
after(() => client.stop())

test('the inbox is worked through by keyboard, and going back finds the line', async () => {
  const { ana, beto } = lists
  const { page } = await client.openAs(ana, '/inbox')
  const list = page.getByRole('main')
  await list.getByRole('link', { name: 'cimbra' }).waitFor()
  await page.keyboard.press('Home')
  for (let line = 0; line < 3; line += 1) await page.keyboard.press('j')
  await page.locator(':focus').getByText('compras').waitFor()
  await page.keyboard.press('ArrowLeft')
  await list.getByRole('link', { name: 'proveedor' }).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('e')
  await list.getByRole('link', { name: 'proveedor' }).waitFor({ state: 'detached' })

  await list.getByRole('link', { name: 'saludos' }).focus()
  await page.keyboard.press('Shift+M')
  await list.getByRole('link', { name: 'saludos' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Qué temas mostrar' }).selectOption('all')
  await list.getByRole('link', { name: /^saludos ?silenciado/ }).waitFor()

  await list.getByRole('link', { name: 'cimbra' }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/topic/cimbra')
  await send(beto, 'obra-12', 'cimbra', 'Otra cosa')
  await page.keyboard.press('Shift+I')
  await page.waitForURL('**/console/inbox')
  await page.goBack()
  await page.waitForURL('**/topic/cimbra')
  await page.goBack()
  await page.waitForURL('**/console/inbox')
  await page.locator('[data-row]:focus').waitFor()
})

test('a channel has a list of its topics, reached by key and by menu', async () => {
  const { ana, carla, ids } = lists
  const channelId = ids['obra-12'] ?? 0
  const { page } = await client.openAs(carla, `/narrow/channel/${channelId}/topic/cimbra`)
  await page.getByText('Llegó el lote').waitFor()
  await page.keyboard.press('Shift+A')
  await page.waitForURL(`**/narrow/channel/${channelId}-obra-12`)
  await page.keyboard.press('Shift+A')
  await page.waitForURL(`**/topics/channel/${channelId}-obra-12`)
  const list = page.getByRole('main')
  const names = async () =>
    await list.locator('.inbox').getByRole('link').locator('.inbox-name').allInnerTexts()
  await list.getByRole('link', { name: 'pagos a destajo' }).waitFor()
  await eventually('the newest stands first', async () => (await names())[0] === 'cimbra')
  await send(ana, 'obra-12', 'pagos a destajo', 'Autorizado')
  await eventually('what was written to stands first', async () => {
    return (await names())[0] === 'pagos a destajo'
  })
  await list
    .getByRole('button', { name: /sin leer.*marcar como leído/ })
    .first()
    .waitFor()
  await page.getByRole('searchbox', { name: 'Filtrar temas' }).fill('destajo')
  await list.getByRole('link', { name: 'cimbra' }).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('f')
  await list.getByRole('link', { name: /^pagos a destajo ?seguido/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/topic/pagos.20a.20destajo')
  await page.goBack()
  await list.getByRole('link', { name: /^pagos a destajo ?seguido/ }).waitFor()
  await carla.patch('/settings', { web_channel_default_view: 3 })
  // Nothing on the page tells when the client has heard of the setting.
  await eventually('the channel’s topics are shown', async () => {
    await page.getByRole('link', { name: 'compras' }).click()
    return page.url().endsWith(`/topics/channel/${ids['compras']}-compras`)
  })
  await list.getByRole('link', { name: 'proveedor' }).waitFor()
})

test('recent conversations are filtered, sorted, read by key, and told of new ones', async () => {
  const { beto, carla } = lists
  const { page } = await client.openAs(beto, '/recent')
  const table = page.getByRole('table', { name: 'Conversaciones recientes' })
  await table.getByRole('link', { name: 'comida' }).waitFor()
  await page.getByRole('button', { name: 'Participé' }).click()
  await table.getByRole('link', { name: 'comida' }).waitFor({ state: 'detached' })
  await table.getByRole('link', { name: 'cimbra' }).waitFor()
  await page.getByRole('button', { name: 'Participé' }).click()
  await page.getByRole('button', { name: 'Sin leer', exact: true }).first().click()
  const line = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'cimbra' }) })
  await line.getByRole('button', { name: /marcar como leído/ }).waitFor()
  await line.getByRole('link', { name: 'cimbra' }).focus()
  await page.keyboard.press('e')
  await line.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sin leer', exact: true }).first().click()

  await send(carla, 'compras', 'remisión 7', 'Va saliendo')
  const first = table.getByRole('row').nth(1)
  await first.getByRole('link', { name: 'remisión 7' }).waitFor()
  await table.getByRole('columnheader', { name: 'Conversación' }).getByRole('button').click()
  assert.equal(
    await table.getByRole('columnheader', { name: 'Conversación' }).getAttribute('aria-sort'),
    'ascending',
  )
  await page.getByRole('searchbox', { name: 'Filtrar conversaciones' }).fill('compras rem')
  await table.getByRole('link', { name: 'saludos' }).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/topic/remisi*')
})

test('drafts, scheduled messages and reminders are gone on with, sent and deleted', async () => {
  const { ana, beto, ids } = lists
  const drafts = [
    { type: 'stream', to: [ids['obra-12']], topic: 'cimbra', content: 'Falta **revisar** el lote' },
    { type: 'private', to: [beto.id], topic: '', content: 'Oye Beto' },
  ]
  await ana.post('/drafts', { drafts })
  const inADay = Math.floor(Date.parse('2099-01-01T15:00:00Z') / 1000)
  const scheduled = { type: 'stream', to: ids['compras'], topic: 'proveedor', content: 'Ya **va**' }
  const answer = await ana.post('/scheduled_messages', {
    ...scheduled,
    scheduled_delivery_timestamp: inADay,
  })
  assert.equal(answer.status, 200)
  const message = await send(beto, 'compras', 'proveedor', 'Recuérdame esto')
  await ana.post('/reminders', { message_id: message, scheduled_delivery_timestamp: inADay })

  const { page } = await client.openAs(ana, '/drafts')
  const list = page.getByRole('main')
  await list.getByText('Oye Beto').waitFor()
  await list.getByRole('button', { name: 'Beto Cruz' }).focus()
  await page.keyboard.press('Delete')
  await list.getByText('Oye Beto').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await list.getByText('Oye Beto').waitFor()
  await list.getByRole('button', { name: /obra-12/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/topic/cimbra')
  const text = page.getByRole('textbox', { name: 'Mensaje' })
  assert.equal(await text.inputValue(), 'Falta **revisar** el lote')

  await page.goto(`${client.chat.baseUrl}/console/scheduled`)
  await list.getByText('Ya va').waitFor()
  await list.getByRole('button', { name: 'Enviar ahora' }).click()
  await list.getByText('No hay mensajes programados').waitFor()
  await page.goto(`${client.chat.baseUrl}/console/reminders`)
  await list.getByText('Recuérdame esto').waitFor()
  await list.getByRole('button', { name: 'Ver el mensaje' }).click()
  await page.waitForURL(`**/near/${message}`)
})
