import assert from 'node:assert/strict'
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
  await send(carla, 'ruido', 'todo', 'ruido')
  await sendDirect(beto, [ana], 'Hola Ana')
  await sendDirect(carla, [ana, beto], 'Junta a las 10')
})
after(() => client.stop())

test('the left sidebar follows what is unread, muted, pinned and read', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  const left = page.getByRole('navigation', { name: 'Conversaciones' })
  await left.getByRole('link', { name: /^obra-12 te mencionaron 3 sin leer/ }).waitFor()
  await left.getByRole('link', { name: /^Menciones 1 sin leer/ }).waitFor()
  await left.getByRole('link', { name: /Beto Cruz, Carla Díaz 1 sin leer/ }).waitFor()
  await send(carla, 'obra-12', 'cimbra', 'Ya van en camino')
  await left.getByRole('link', { name: /^obra-12 te mencionaron 4 sin leer/ }).waitFor()

  await left.getByRole('button', { name: 'Opciones de #obra-12' }).click()
  await page.getByRole('menuitem', { name: 'Fijar arriba' }).click()
  await left.getByRole('button', { name: 'Canales fijados' }).waitFor()
  await left.getByRole('button', { name: 'Opciones de #ruido' }).click()
  await page.getByRole('menuitem', { name: 'Silenciar el canal' }).click()
  await left.getByRole('button', { name: '1 inactivo o silenciado' }).click()
  await left.getByRole('link', { name: /^ruido silenciado/ }).waitFor()
  await opened.screenshot('left')
  await opened.checkAccessibility()

  await left.getByRole('button', { name: 'Opciones de #obra-12' }).click()
  await page.getByRole('menuitem', { name: 'Marcar todo como leído' }).click()
  await left.getByRole('link', { name: 'obra-12', exact: true }).waitFor()
  await left.getByRole('button', { name: 'Mensajes directos', exact: true }).click()
  await page.reload()
  const folded = left.getByRole('button', { name: /^Mensajes directos 2 sin leer/ })
  await folded.waitFor()
  assert.equal(await folded.getAttribute('aria-expanded'), 'false')
  await folded.click()
})

test('topics stand below their channel, with what the person thinks of them', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  const left = page.getByRole('navigation', { name: 'Conversaciones' })
  await left.getByRole('link', { name: 'obra-12', exact: true }).click()
  await page.waitForURL('**/console/narrow/channel/*-obra-12/topic/*')
  const menu = left.getByRole('button', { name: 'Opciones de «pagos a destajo»' })
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: 'Silenciar' }).click()
  await left.getByRole('link', { name: 'pagos a destajo' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await menu.click()
  await page.getByRole('menuitemcheckbox', { name: 'Seguir' }).click()
  await left.getByRole('link', { name: 'pagos a destajo seguido' }).waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Marcar como resuelto' }).click()
  await left.getByRole('link', { name: /^✔ ?pagos a destajo/ }).waitFor()
  await opened.screenshot('left-topics')
})

test('Q filters views, conversations, channels and topics, and Enter opens the first', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  const left = page.getByRole('navigation', { name: 'Conversaciones' })
  await left.getByRole('link', { name: 'obra-12', exact: true }).waitFor()
  await page.keyboard.press('q')
  await page.keyboard.type('compr')
  await left.getByRole('link', { name: 'general' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.waitForURL('**/console/narrow/channel/*-compras/**')
  await page.keyboard.press('q')
  await page.keyboard.type('nada de eso')
  await left.getByText('Nada coincide con «nada de eso».').waitFor()
  await page.keyboard.press('Escape')
  await left.getByRole('link', { name: 'general' }).waitFor()
})

test('N and P go to what is unread next', async () => {
  // What the test before has opened may be read by now, or not.
  await ana.post('/mark_all_as_read')
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  await page.getByRole('heading', { name: 'Bandeja de entrada' }).waitFor()
  await send(beto, 'general', 'saludos', 'Buenos días')
  await sendDirect(carla, [ana], '¿Me ayudas?')
  const inbox = page.getByRole('main')
  await inbox.getByRole('link', { name: /^saludos/ }).waitFor()
  await inbox.getByRole('link', { name: /Carla Díaz/ }).waitFor()
  await page.keyboard.press('n')
  await page.waitForURL('**/topic/saludos')
  await page.keyboard.press('p')
  await page.waitForURL(/narrow\/dm\/\d+(?:,\d+)?-/)
})

test('people of a channel come first, with who is there and what they say of themselves', async () => {
  const opened = await client.openAs(ana, `/narrow/channel/${ids['compras']}-compras`)
  const { page } = opened
  const right = page.getByRole('complementary', { name: 'Personas' })
  await right.getByRole('heading', { name: /En este canal · 3|En este canal 3/ }).waitFor()
  const other = await client.openAs(beto, '/inbox')
  await right.getByRole('link', { name: 'en línea Beto Cruz' }).waitFor()

  await other.page.getByRole('button', { name: 'Menú de Beto Cruz' }).click()
  await other.page.getByRole('menuitem', { name: 'Poner un estado' }).click()
  await other.page.getByRole('button', { name: 'Emoji del estado' }).click()
  await other.screenshot('status-picker')
  await other.page.getByRole('button', { name: 'Emoji del estado' }).click()
  await other.page.getByRole('button', { name: 'En una reunión' }).click()
  await other.page.getByRole('button', { name: 'Guardar' }).click()
  await right.getByText('En una reunión').waitFor()

  await right.getByRole('button', { name: 'Tarjeta de Beto Cruz' }).click()
  const card = page.getByRole('dialog', { name: 'Tarjeta de Beto Cruz' })
  await card.getByText('En línea ahora').waitFor()
  await opened.screenshot('card')
  await opened.checkAccessibility()
  await card.getByRole('button', { name: 'Ver el perfil' }).click()
  await page.waitForURL(`**/console/user/${beto.id}`)
  await page.getByRole('tab', { name: 'Canales' }).click()
  await page.getByRole('tabpanel').getByRole('link', { name: 'compras' }).waitFor()
  await opened.screenshot('profile')
  await opened.checkAccessibility()

  await page.keyboard.press('w')
  await page.keyboard.type('car di')
  await right.getByRole('link', { name: /Beto/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/narrow/dm/${carla.id}`)
})

test('who does not want to be seen is not seen', async () => {
  const { page } = await client.openAs(carla, '/inbox')
  await page.getByRole('button', { name: 'Menú de Carla Díaz' }).click()
  await page.getByRole('menuitem', { name: 'Ponerte invisible' }).click()
  await page.getByRole('button', { name: 'Menú de Carla Díaz desconectado' }).waitFor()
  const { json } = await carla.post('/register', { event_types: ['user_settings'] })
  assert.equal(json.user_settings.presence_enabled, false)
})

test('a person chooses which views stand in the sidebar', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  const left = page.getByRole('navigation', { name: 'Conversaciones' })
  await left.getByRole('button', { name: 'Opciones de Destacados' }).click()
  await page.getByRole('menuitem', { name: 'Quitar de la barra' }).click()
  await left.getByRole('link', { name: 'Destacados' }).waitFor({ state: 'detached' })
  await left.getByRole('button', { name: 'Elegir vistas' }).click()
  await opened.screenshot('views-menu')
  await page.getByRole('menuitemcheckbox', { name: 'En la barra: Reacciones' }).click()
  await left.getByRole('link', { name: 'Reacciones' }).click()
  await page.waitForURL('**/console/narrow/has/reaction/sender/me')
})

test('on a phone both sidebars are sheets over the page, in the dark and in English too', async () => {
  const opened = await client.openAs(ana, '/inbox', {
    ...PHONE_SIZE,
    colorScheme: 'dark',
    locale: 'en-US',
  })
  const { page } = opened
  await page.getByRole('heading', { name: 'Inbox' }).waitFor()
  await opened.screenshot('phone-inbox')
  await opened.checkAccessibility()
  await page.getByRole('button', { name: 'Open views and channels' }).click()
  await page.getByRole('link', { name: 'compras' }).waitFor()
  await opened.screenshot('phone-left')
  await opened.checkAccessibility()
  await page.getByRole('link', { name: 'Drafts' }).click()
  await page.getByRole('heading', { name: 'Drafts' }).waitFor()
  await page.getByRole('button', { name: 'Open the list of people' }).click()
  await page.getByRole('link', { name: /Beto Cruz/ }).waitFor()
  await opened.screenshot('phone-right')
  await opened.checkAccessibility()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Gear menu' }).click()
  await page.getByRole('menuitem', { name: 'About Oficina' }).click()
  await page.getByRole('dialog', { name: 'About Oficina' }).waitFor()
  await opened.checkAccessibility()
})
