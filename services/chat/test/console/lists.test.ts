import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { channel, send, sendDirect, type Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: a browser draws each step; one flow of each page is in the contract tier.

let client: ConsoleTest
let ana: Person
let beto: Person
let carla: Person
const ids: Record<string, number> = {}

before(async () => {
  client = await startConsole()
  const { chat } = client
  ana = await chat.person('Ana Torres')
  beto = await chat.person('Beto Cruz')
  carla = await chat.person('Carla Díaz')
  for (const name of ['obra-12', 'compras', 'general']) {
    ids[name] = await channel(ana, name, [ana, beto, carla])
  }
  await send(beto, 'obra-12', 'cimbra', 'Llegó el lote de cimbra')
  await send(carla, 'obra-12', 'cimbra', 'Faltan 12 tarimas')
  await send(beto, 'obra-12', 'pagos a destajo', '@**Ana Torres** ¿autorizas?')
  await send(beto, 'compras', 'proveedor', 'Alta lista')
  await send(carla, 'general', 'saludos', 'Buenos días')
  await send(ana, 'general', 'comida', '¿Quién pide?')
  await sendDirect(beto, [ana], 'Hola Ana')
})
after(() => client.stop())

test('the inbox is worked through by keyboard, and going back finds the line', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
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
  await opened.screenshot('inbox')
  await opened.checkAccessibility()

  await list.getByRole('link', { name: 'saludos' }).focus()
  await page.keyboard.press('Shift+M')
  await list.getByRole('link', { name: 'saludos' }).waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Qué temas mostrar' }).selectOption('all')
  await list.getByRole('link', { name: 'saludos silenciado' }).waitFor()

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
  const channelId = ids['obra-12'] ?? 0
  const opened = await client.openAs(carla, `/narrow/channel/${channelId}/topic/cimbra`)
  const { page } = opened
  await page.getByText('Llegó el lote').waitFor()
  await page.keyboard.press('Shift+A')
  await page.waitForURL(`**/narrow/channel/${channelId}-obra-12`)
  await page.keyboard.press('Shift+A')
  await page.waitForURL(`**/topics/channel/${channelId}-obra-12`)
  const list = page.getByRole('main')
  const names = async () =>
    await list.locator('.inbox').getByRole('link').locator('.inbox-name').allInnerTexts()
  await list.getByRole('link', { name: 'pagos a destajo' }).waitFor()
  assert.equal((await names())[0], 'cimbra', 'newest first')
  await send(ana, 'obra-12', 'pagos a destajo', 'Autorizado')
  await eventually('what was written to stands first', async () => {
    return (await names())[0] === 'pagos a destajo'
  })
  await list
    .getByRole('button', { name: /sin leer.*marcar como leído/ })
    .first()
    .waitFor()
  await opened.screenshot('topics')
  await opened.checkAccessibility()
  await page.getByRole('searchbox', { name: 'Filtrar temas' }).fill('destajo')
  await list.getByRole('link', { name: 'cimbra' }).waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('f')
  await list.getByRole('link', { name: 'pagos a destajo seguido' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/topic/pagos.20a.20destajo')
  await page.goBack()
  await list.getByRole('link', { name: 'pagos a destajo seguido' }).waitFor()
  await carla.patch('/settings', { web_channel_default_view: 3 })
  await page.getByRole('link', { name: 'compras' }).click()
  await page.waitForURL(`**/topics/channel/${ids['compras']}-compras`)
  await list.getByRole('link', { name: 'proveedor' }).waitFor()
})

test('recent conversations are filtered, sorted, read by key, and told of new ones', async () => {
  const opened = await client.openAs(beto, '/recent')
  const { page } = opened
  const table = page.getByRole('table', { name: 'Conversaciones recientes' })
  await table.getByRole('link', { name: 'comida' }).waitFor()
  await page.getByRole('button', { name: 'Participé' }).click()
  await table.getByRole('link', { name: 'comida' }).waitFor({ state: 'detached' })
  await table.getByRole('link', { name: 'cimbra' }).waitFor()
  await page.getByRole('button', { name: 'Participé' }).click()
  await page.getByRole('button', { name: 'Sin leer', exact: true }).first().click()
  const line = table.getByRole('row').filter({ has: page.getByRole('link', { name: 'cimbra' }) })
  await line.getByRole('button', { name: /marcar como leído/ }).waitFor()
  await opened.screenshot('recent')
  await opened.checkAccessibility()
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

test('what is typed into the search is completed to operators, and leads to an address', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  const field = page.getByRole('combobox', { name: 'Buscar' })
  await page.getByRole('heading', { name: 'Bandeja de entrada' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('option', { name: /^channel:/ }).waitFor()
  await opened.screenshot('search-empty')
  await opened.checkAccessibility()
  await field.pressSequentially('obra')
  await page.getByRole('option', { name: 'Mensajes del canal obra-12' }).click()
  await field.pressSequentially('top')
  await page.getByRole('option', { name: /^topic:/ }).click()
  await page.getByRole('option', { name: 'Mensajes del tema cimbra' }).click()
  await field.pressSequentially('tarimas')
  await opened.screenshot('search-words')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/narrow/channel/*-obra-12/topic/cimbra/search/tarimas')
  await page.getByText('Faltan 12').waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.press('Control+a')
  await field.pressSequentially('-is:star')
  await page.getByRole('option', { name: 'Sin: Mensajes destacados' }).waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Quitar -is: starred' }).click()
  await page.getByRole('button', { name: 'Quitar topic: cimbra' }).click()
  await field.pressSequentially('sender:nadie@x ')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('No existe sender:nadie@x.').waitFor()
  await page.keyboard.press('Escape')

  await page.goto(`${client.chat.baseUrl}/console/inbox`)
  await page.getByRole('heading', { name: 'Bandeja de entrada' }).waitFor()
  await page.keyboard.press('/')
  await page.getByRole('option', { name: /topic: cimbra tarimas/ }).click()
  await page.waitForURL('**/search/tarimas')
  await page.keyboard.press('/')
  await page.getByRole('button', { name: 'Ver todos los operadores' }).click()
  const operators = page.getByRole('dialog', { name: 'Operadores de búsqueda' })
  await operators.waitFor()
  await opened.checkAccessibility()
  await operators.getByRole('button', { name: 'has:link' }).click()
  await page.getByRole('option', { name: 'Mensajes con vínculos' }).waitFor()
  assert.equal(await field.inputValue(), 'has:link')
})

test('a person has keys of their own, sequences too, and hears whose keys they take', async () => {
  const opened = await client.openAs(carla, '/settings/keyboard-shortcuts')
  const { page } = opened
  await page.getByRole('button', { name: 'Agregar teclas a «Bandeja de entrada»' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bandeja de entrada' })
  await page.keyboard.press('t')
  await dialog.getByText(/ya hace esto: Conversaciones recientes/).waitFor()
  await opened.screenshot('keys-conflict')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Agregar teclas a «Bandeja de entrada»' }).click()
  await page.keyboard.press('b')
  await page.keyboard.press('e')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await opened.screenshot('keys')
  await opened.checkAccessibility()
  await page.goto(`${client.chat.baseUrl}/console/recent`)
  await page.getByRole('heading', { name: 'Recientes' }).waitFor()
  await page.keyboard.press('b')
  await page.keyboard.press('e')
  await page.waitForURL('**/console/inbox')

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' })
  await help.getByText('Silenciar el tema').waitFor()
  await opened.screenshot('keys-help')
  await opened.checkAccessibility()
  await help.getByRole('link', { name: 'Cambiar los atajos' }).click()
  await page.getByRole('button', { name: 'Restablecer todos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Restablecer todos' }).click()
  await page.keyboard.press('b')
  await page.keyboard.press('e')
  await page.keyboard.press('t')
  await page.waitForURL('**/console/recent')
})

test('drafts, scheduled messages and reminders are gone on with, sent and deleted', async () => {
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

  const opened = await client.openAs(ana, '/drafts')
  const { page } = opened
  const list = page.getByRole('main')
  await list.getByText('Oye Beto').waitFor()
  await opened.screenshot('drafts')
  await opened.checkAccessibility()
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
  await opened.screenshot('scheduled')
  await opened.checkAccessibility()
  await list.getByRole('button', { name: 'Enviar ahora' }).click()
  await list.getByText('No hay mensajes programados').waitFor()
  await page.goto(`${client.chat.baseUrl}/console/reminders`)
  await list.getByText('Recuérdame esto').waitFor()
  await opened.screenshot('reminders')
  await opened.checkAccessibility()
  await list.getByRole('button', { name: 'Ver el mensaje' }).click()
  await page.waitForURL(`**/near/${message}`)
})
