import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { channel, send, sendDirect, type Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

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
  for (const name of ['obra-12', 'compras', 'general', 'ruido']) {
    ids[name] = await channel(ana, name, [ana, beto, carla])
  }
  await send(beto, 'obra-12', 'cimbra', 'Llegó el lote de cimbra')
  await send(carla, 'obra-12', 'cimbra', 'Faltan 12 tarimas')
  await send(beto, 'obra-12', 'pagos a destajo', '@**Ana Torres** ¿autorizas?')
  await send(beto, 'compras', '✔ proveedor nuevo', 'Alta lista')
  await send(beto, 'general', 'saludos', 'Buenos días')
  await send(carla, 'ruido', 'todo', 'ruido')
  await sendDirect(beto, [ana], 'Hola Ana')
  await sendDirect(carla, [ana, beto], 'Junta a las 10')
})
after(() => client.stop())

test('the left sidebar lists views, conversations and channels with what is unread', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  await page.getByRole('link', { name: 'obra-12' }).waitFor()
  await opened.screenshot('left-inbox')
  await page.getByRole('link', { name: 'obra-12' }).click()
  await page.getByRole('link', { name: 'pagos a destajo' }).waitFor()
  await page.getByRole('complementary').getByRole('link', { name: 'Carla Díaz' }).hover()
  await page.getByRole('button', { name: 'Tarjeta de Carla Díaz' }).click()
  await page.getByRole('dialog', { name: 'Tarjeta de Carla Díaz' }).waitFor()
  await opened.screenshot('left-channel')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Tarjeta de Ana Torres' }).click()
  await page.getByRole('button', { name: 'Poner un estado' }).click()
  await page.getByRole('button', { name: 'En una reunión' }).click()
  await opened.screenshot('status')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await opened.screenshot('status-set')
})

test('the inbox has what is unread by conversation, and is worked through by keyboard', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  await page.getByRole('heading', { name: 'Bandeja de entrada' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await opened.screenshot('inbox')
})

test('recent conversations are listed by their newest message, and filtered', async () => {
  const opened = await client.openAs(ana, '/recent')
  const { page } = opened
  await page.getByRole('link', { name: 'cimbra' }).waitFor()
  await page.keyboard.press('j')
  await opened.screenshot('recent')
})

test('what is typed into the search is completed to operators', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  await page.getByRole('heading', { name: 'Bandeja de entrada' }).waitFor()
  await page.keyboard.press('/')
  const field = page.getByRole('combobox', { name: 'Buscar' })
  await opened.screenshot('search-empty')
  await field.pressSequentially('obra')
  await page.getByRole('option', { name: 'Mensajes del canal obra-12' }).click()
  await field.pressSequentially('top')
  await page.getByRole('option', { name: 'topic:' }).click()
  await opened.screenshot('search-topic')
  await page.getByRole('option', { name: 'cimbra' }).click()
  await field.pressSequentially('beto')
  await opened.screenshot('search-person')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/narrow/channel/*-obra-12/topic/cimbra/search/beto')
  await opened.screenshot('search-closed')
})

test('on a phone both sidebars are sheets over the page', async () => {
  const opened = await client.openAs(ana, '/inbox', { ...PHONE_SIZE, colorScheme: 'dark' })
  const { page } = opened
  await page.getByRole('heading', { name: 'Bandeja de entrada' }).waitFor()
  await opened.screenshot('phone-inbox')
  await page.getByRole('button', { name: 'Abrir vistas y canales' }).click()
  await page.getByRole('link', { name: 'compras' }).waitFor()
  await opened.screenshot('phone-left')
  await page.getByRole('link', { name: 'Borradores' }).click()
  await page.getByRole('heading', { name: 'Borradores' }).waitFor()
  await opened.screenshot('phone-drafts')
  await page.getByRole('button', { name: 'Menú de ajustes' }).click()
  await opened.screenshot('phone-gear')
})

test('drafts, scheduled messages and reminders', async () => {
  await ana.post('/drafts', {
    drafts: [
      {
        type: 'stream',
        to: [ids['obra-12']],
        topic: 'cimbra',
        content: 'Falta **revisar** el lote',
      },
      { type: 'private', to: [beto.id], topic: '', content: 'Oye Beto' },
    ],
  })
  const at = Math.floor(client.chat.clock.now() / 1000) + 86400
  await ana.post('/scheduled_messages', {
    type: 'stream',
    to: ids['compras'],
    topic: 'proveedor',
    content: 'Buenos **días**',
    scheduled_delivery_timestamp: at,
  })
  const opened = await client.openAs(ana, '/drafts')
  const { page } = opened
  await page.getByText('Falta **revisar**').waitFor()
  await opened.screenshot('drafts')
  await opened.checkAccessibility()
  await page.getByRole('link', { name: 'Programados' }).click()
  await page.getByText('Buenos días').waitFor()
  await opened.screenshot('scheduled')
  await opened.checkAccessibility()
  await page.goto(`${client.chat.baseUrl}/console/user/${beto.id}`)
  await page.getByRole('tab', { name: 'Perfil' }).waitFor()
  await opened.screenshot('user')
  await opened.checkAccessibility()
})
