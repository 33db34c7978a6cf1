import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { TestPage } from '@oficina/testkit/browser.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { Loose, Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: a browser draws each step; one flow of each page is in the contract tier.

type Locator = ReturnType<TestPage['page']['locator']>

let client: ConsoleTest
let ana: Person
let beto: Person
let works: number

before(async () => {
  client = await startConsole()
  const { owner } = client.chat
  ana = await client.chat.person('Ana López')
  beto = await client.chat.person('Beto Ruiz')
  for (const name of ['obra-12', 'compras']) {
    await owner.post('/users/me/subscriptions', {
      subscriptions: [{ name }],
      principals: [ana.id, beto.id, owner.id],
    })
  }
  works = (await owner.get('/get_stream_id', { stream: 'obra-12' })).json.stream_id
})
after(() => client.stop())

async function send(person: Person, topic: string, content: string): Promise<number> {
  const { json } = await person.post('/messages', { type: 'channel', to: works, topic, content })
  return json.id
}

async function messageOf(person: Person, id: number): Promise<Loose> {
  const { json } = await person.get(`/messages/${id}`, { apply_markdown: false })
  return json.message
}

/** A topic's view, once the keys of messages are there, which come with the box below them. */
async function openTopic(person: Person, topic: string): Promise<TestPage> {
  const opened = await client.openAs(person, `/narrow/channel/${works}-obra-12/topic/${topic}`)
  await opened.page.getByRole('button', { name: `Mensaje a # obra-12 › ${topic}` }).waitFor()
  return opened
}

/** Makes a message the one that keys act on: pressing it also opens the box to answer, which Escape closes again. */
async function select({ page }: TestPage, text: string): Promise<void> {
  await page.getByRole('article').filter({ hasText: text }).first().getByText(text).click()
  const box = page.getByRole('textbox', { name: 'Mensaje', exact: true })
  await box.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })
}

/** Presses a key on a message, which opens something. */
async function press(
  opened: TestPage,
  { on, key, opens }: { readonly on: string; readonly key: string; readonly opens: Locator },
): Promise<void> {
  await select(opened, on)
  await opened.page.keyboard.press(key)
  await opens.waitFor()
}

test('a message is changed in its place, and its history tells what', async () => {
  const id = await send(ana, 'cambios', 'Llegan 12 tarimas')
  const opened = await openTopic(ana, 'cambios')
  const { page } = opened
  const text = page.getByRole('textbox', { name: 'Texto del mensaje' })
  await press(opened, { on: 'Llegan 12 tarimas', key: 'e', opens: text })
  await text.fill('Llegan 15 tarimas')
  await opened.screenshot('edit-message')
  await opened.checkAccessibility()
  await page.keyboard.press('Control+Enter')
  await page.getByText('Llegan 15 tarimas').waitFor()
  await text.waitFor({ state: 'detached' })
  assert.equal((await messageOf(beto, id))['content'], 'Llegan 15 tarimas')
  const history = page.getByRole('dialog', { name: 'Historial de cambios' })
  await press(opened, { on: 'Llegan 15 tarimas', key: 'Shift+H', opens: history })
  await history.getByText('Lo envió Ana López').waitFor()
  await opened.screenshot('history')
  await opened.checkAccessibility()
})

test('a message and those after it move to another topic of another channel', async () => {
  const { owner } = client.chat
  const first = await send(beto, 'varios', 'Hola')
  const second = await send(beto, 'varios', 'Cotización de varilla')
  const opened = await openTopic(owner, 'varios')
  const { page } = opened
  const dialog = page.getByRole('dialog', { name: 'Mover mensajes' })
  await press(opened, { on: 'Cotización de varilla', key: 'm', opens: dialog })
  // What is to be filled in has the focus, not the button that closes.
  await dialog.getByRole('combobox', { name: 'Canal' }).and(page.locator(':focus')).waitFor()
  await dialog.getByRole('combobox', { name: 'Canal' }).fill('comp')
  await page.getByRole('option', { name: 'compras' }).click()
  await dialog.getByRole('combobox', { name: 'Tema' }).fill('varilla')
  await opened.screenshot('move-messages')
  await opened.checkAccessibility()
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click()
  await page.getByText('Se movió.').waitFor()
  const moved = await messageOf(beto, second)
  assert.deepEqual([moved['display_recipient'], moved['subject']], ['compras', 'varilla'])
  assert.equal((await messageOf(beto, first))['subject'], 'varios')
})

test('what a person may not do to a message is not offered', async () => {
  await send(client.chat.owner, 'permisos', 'Acuerdo firmado')
  const opened = await openTopic(ana, 'permisos')
  const { page } = opened
  const menu = page.getByRole('menu', { name: 'Qué hacer con el mensaje' })
  await press(opened, { on: 'Acuerdo firmado', key: 'i', opens: menu })
  await menu.getByRole('menuitem', { name: 'Responder', exact: true }).waitFor()
  await opened.screenshot('message-menu')
  await opened.checkAccessibility()
  assert.equal(await menu.getByRole('menuitem', { name: 'Editar' }).count(), 0)
  assert.equal(await menu.getByRole('menuitem', { name: 'Eliminar' }).count(), 0)
  await menu.getByRole('menuitem', { name: 'Ver el texto original' }).click()
  const source = page.getByRole('textbox', { name: 'Ver el texto original' })
  await eventually('the text is there', async () => {
    return (await source.inputValue()) === 'Acuerdo firmado'
  })
})

test('a topic is resolved and a message deleted from the menu', async () => {
  const { owner } = client.chat
  const id = await send(owner, 'drenaje', 'Falta la tapa')
  const gone = await send(owner, 'drenaje', 'Mensaje equivocado')
  const opened = await openTopic(owner, 'drenaje')
  const { page } = opened
  const choose = async (text: string, name: string): Promise<void> => {
    const chosen = page.getByRole('menuitem', { name, exact: true })
    await press(opened, { on: text, key: 'i', opens: chosen })
    await chosen.click()
  }
  await choose('Mensaje equivocado', 'Eliminar')
  await page
    .getByRole('dialog', { name: '¿Eliminar el mensaje?' })
    .getByRole('button', { name: 'Eliminar' })
    .click()
  await page.getByText('Mensaje equivocado').waitFor({ state: 'detached' })
  assert.equal((await owner.get(`/messages/${gone}`)).status, 400)
  await choose('Falta la tapa', 'Marcar el tema como resuelto')
  await eventually('the topic is marked', async () => {
    return (await messageOf(beto, id))['subject'] === '✔ drenaje'
  })
})

test('messages are quoted, forwarded and answered by keyboard', async () => {
  await send(beto, 'citas', '¿Cuándo colamos?')
  const opened = await openTopic(ana, 'citas')
  const { page } = opened
  const text = page.getByRole('textbox', { name: 'Mensaje', exact: true })
  await select(opened, '¿Cuándo colamos?')
  await page.keyboard.press('>')
  await eventually('it is quoted', async () => {
    const written = (await text.count()) === 0 ? '' : await text.inputValue()
    return /^@_\*\*Beto Ruiz\*\* \[dijo\]\(\S+\):\n```quote\n¿Cuándo colamos\?\n```\n\n$/.test(
      written,
    )
  })
  await opened.screenshot('quote')
  await text.pressSequentially('El lunes')
  await page.keyboard.press('Control+Enter')
  await page.getByText('El lunes').waitFor()
  await page.keyboard.press('Escape')
  await select(opened, '¿Cuándo colamos?')
  await page.keyboard.press('Shift+R')
  await page.getByRole('button', { name: 'Quitar a Beto Ruiz' }).waitFor()
  await page.keyboard.press('Escape')
  await select(opened, '¿Cuándo colamos?')
  await page.keyboard.press('@')
  await eventually('the sender is named', async () => {
    return (await text.count()) === 1 && (await text.inputValue()) === '@**Beto Ruiz** '
  })
  await text.fill('')
  await page.keyboard.press('Escape')
  await select(opened, '¿Cuándo colamos?')
  await page.keyboard.press('<')
  await page.getByRole('combobox', { name: 'Canal' }).waitFor()
  await eventually('it is quoted', async () => (await text.inputValue()).includes('```quote'))
})

test('who read a message, a reminder of it and a report of it', async () => {
  const { owner } = client.chat
  const id = await send(beto, 'avisos', 'Mañana no hay agua')
  await ana.post('/messages/flags', { messages: [id], op: 'add', flag: 'read' })
  const channel = (await owner.get('/get_stream_id', { stream: 'compras' })).json.stream_id
  await owner.patch(`/streams/${channel}`, { is_private: true })
  await owner.patch('/realm', { moderation_request_channel_id: channel })
  const opened = await openTopic(ana, 'avisos')
  const { page } = opened
  const readers = page.getByRole('dialog', { name: 'Quién lo leyó' })
  await press(opened, { on: 'Mañana no hay agua', key: 'Shift+V', opens: readers })
  await readers.getByText('Lo leyó 1 persona.').waitFor()
  await opened.screenshot('receipts')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  const choose = async (name: string): Promise<void> => {
    const chosen = page.getByRole('menuitem', { name, exact: true })
    await press(opened, { on: 'Mañana no hay agua', key: 'i', opens: chosen })
    await chosen.click()
  }
  await choose('Recordármelo')
  await page.getByRole('button', { name: 'Mañana por la mañana' }).click()
  await opened.screenshot('remind')
  await opened.checkAccessibility()
  await page.getByRole('button', { name: 'Guardar recordatorio' }).click()
  await page.getByText('Te lo recordaremos').waitFor()
  assert.equal((await ana.get('/reminders')).json.reminders.length, 1)
  await choose('Reportar mensaje')
  await page.getByRole('radio', { name: 'Es spam' }).check()
  await opened.screenshot('report')
  await opened.checkAccessibility()
  await page.getByRole('button', { name: 'Reportar', exact: true }).click()
  await page.getByText('Se avisó a quienes moderan.').waitFor()
})

test('messages are unread again from one on, and starred by key', async () => {
  const first = await send(beto, 'lectura', 'Uno')
  const second = await send(beto, 'lectura', 'Dos')
  const opened = await openTopic(ana, 'lectura')
  const { page } = opened
  const flags = async (id: number): Promise<readonly string[]> =>
    (await ana.get('/messages', { message_ids: [id] })).json.messages[0].flags
  await eventually('both are read', async () => (await flags(second)).includes('read'))
  await select(opened, 'Dos')
  await page.keyboard.press('Control+s')
  await eventually('it is starred', async () => (await flags(second)).includes('starred'))
  await page.keyboard.press('Shift+U')
  await eventually('it is unread', async () => !(await flags(second)).includes('read'))
  assert.ok((await flags(first)).includes('read'))
})

test('what was seen this moment and is marked unread stays unread', async () => {
  await send(ana, 'de reojo', 'Avisen')
  await ana.post('/mark_all_as_read')
  const opened = await openTopic(ana, 'de reojo')
  const { page } = opened
  const told: string[] = []
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(/\/messages\/flags/, async (route) => {
    const kind = route.request().url().endsWith('/narrow') ? 'unread' : 'read'
    asked.resolve()
    if (kind === 'read') await released.promise
    await route.continue()
  })
  page.on('response', (response) => {
    const url = response.url()
    if (url.includes('/messages/flags')) told.push(url.endsWith('/narrow') ? 'unread' : 'read')
  })
  const id = await send(beto, 'de reojo', 'Vuelvo luego')
  await select(opened, 'Vuelvo luego')
  await asked.promise
  await page.keyboard.press('Shift+U')
  await page.evaluate('new Promise(requestAnimationFrame)')
  assert.deepEqual(told, [], 'the service hears first that it was read')
  released.resolve()
  await eventually('both are told', () => told.at(-1) === 'unread')
  const { json } = await ana.get('/messages', { message_ids: [id] })
  assert.equal(json.messages[0].flags.includes('read'), false)
})

test('what cannot be told as read is not marked unread either, and the reader is told', async () => {
  await ana.post('/mark_all_as_read')
  const opened = await openTopic(ana, 'sin línea')
  const { page } = opened
  const asked: string[] = []
  await page.route(/\/messages\/flags/, async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await route.fulfill({ status: 503, json: { result: 'error', msg: 'Ahora no.', code: 'X' } })
  })
  await send(beto, 'sin línea', 'A ver si llega')
  await select(opened, 'A ver si llega')
  await eventually('that it was read was told', () => asked.length > 0)
  await page.keyboard.press('Shift+U')
  await page.getByText('Ahora no.').waitFor()
  assert.deepEqual([...new Set(asked)], ['/api/v1/messages/flags'])
})

test('what was read just before the page was left is told', async () => {
  await send(ana, 'de paso', 'Avisen')
  await ana.post('/mark_all_as_read')
  const { page } = await openTopic(ana, 'de paso')
  const id = await send(beto, 'de paso', 'Ya quedó')
  await page.getByText('Ya quedó').waitFor()
  // The title counts what is unread.
  await eventually('it is read here', async () => !(await page.title()).startsWith('('))
  await page.goto(`${client.chat.baseUrl}/api/v1/server_settings`)
  await eventually('the service knows', async () => {
    const { json } = await ana.get('/messages', { message_ids: [id] })
    return json.messages[0].flags.includes('read')
  })
})

test('a whole topic gets another name, and is deleted, from its menu', async () => {
  const { owner } = client.chat
  await send(beto, 'borrador', 'Uno')
  const last = await send(beto, 'borrador', 'Dos')
  const opened = await openTopic(owner, 'borrador')
  const { page } = opened
  const menu = async (topic: string, item: string): Promise<void> => {
    const line = page.getByRole('button', { name: `Opciones de «${topic}»` }).first()
    await line.focus()
    await line.click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await menu('borrador', 'Mover o renombrar')
  const dialog = page.getByRole('dialog', { name: 'Mover o renombrar el tema' })
  await dialog.getByRole('combobox', { name: 'Tema' }).fill('definitivo')
  await opened.screenshot('move-topic')
  await opened.checkAccessibility()
  await dialog.getByRole('button', { name: 'Mover', exact: true }).click()
  await page.waitForURL('**/topic/definitivo')
  assert.equal((await messageOf(beto, last))['subject'], 'definitivo')
  await menu('definitivo', 'Eliminar el tema')
  const sure = page.getByRole('dialog', { name: '¿Eliminar el tema?' })
  await opened.checkAccessibility()
  await sure.getByRole('button', { name: 'Eliminar tema' }).click()
  await page.getByText('Se eliminó «definitivo».').waitFor()
  assert.equal((await beto.get(`/messages/${last}`)).status, 400)
})
