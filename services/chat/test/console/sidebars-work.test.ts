import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, send, sendDirect, type Person } from '../chat-service.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let client: SmallConsole
let ana: Person
let beto: Person
let carla: Person

before(async () => {
  client = await startSmallConsole()
  const { chat } = client
  ana = await chat.person('Ana Torres')
  beto = await chat.person('Beto Cruz')
  carla = await chat.person('Carla Díaz')
  for (const name of ['obra-12', 'compras', 'general', 'ruido']) {
    await channel(ana, name, [ana, beto, carla])
  }
  await send(beto, 'obra-12', 'cimbra', 'Llegó el lote de cimbra')
  await send(carla, 'obra-12', 'cimbra', 'Faltan 12 tarimas')
  await send(beto, 'obra-12', 'pagos a destajo', '@**Ana Torres** ¿autorizas?')
  await send(beto, 'compras', '✔ proveedor nuevo', 'Alta lista')
  await send(carla, 'ruido', 'todo', 'ruido')
  await sendDirect(beto, [ana], 'Hola Ana')
  await sendDirect(carla, [ana, beto], 'Junta a las 10')
  await send(carla, 'obra-12', 'cimbra', 'Ya van en camino')
  await ana.post('/mark_all_as_read')
})
after(() => client.stop())

test('topics stand below their channel, with what the person thinks of them', async () => {
  const { page } = await client.openAs(ana, '/inbox')
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
  await left.getByRole('link', { name: /^pagos a destajo\s*seguido/ }).waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Marcar como resuelto' }).click()
  await left.getByRole('link', { name: /^✔ ?pagos a destajo/ }).waitFor()
})

test('Q filters views, conversations, channels and topics, and Enter opens the first', async () => {
  const { page } = await client.openAs(ana, '/inbox')
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
  const { page } = await client.openAs(ana, '/inbox')
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

test('who does not want to be seen is not seen', async () => {
  const { page } = await client.openAs(carla, '/inbox')
  await page.getByRole('button', { name: 'Menú de Carla Díaz' }).click()
  await page.getByRole('menuitem', { name: 'Ponerte invisible' }).click()
  await page.getByRole('button', { name: /^Menú de Carla Díaz.*desconectado/ }).waitFor()
  const { json } = await carla.post('/register', { event_types: ['user_settings'] })
  assert.equal(json.user_settings.presence_enabled, false)
})

test('a person chooses which views stand in the sidebar', async () => {
  const { page } = await client.openAs(ana, '/inbox')
  const left = page.getByRole('navigation', { name: 'Conversaciones' })
  await left.getByRole('button', { name: 'Opciones de Destacados' }).click()
  await page.getByRole('menuitem', { name: 'Quitar de la barra' }).click()
  await left.getByRole('link', { name: 'Destacados' }).waitFor({ state: 'detached' })
  await left.getByRole('button', { name: 'Elegir vistas' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'En la barra: Reacciones' }).click()
  await left.getByRole('link', { name: 'Reacciones' }).click()
  await page.waitForURL('**/console/narrow/has/reaction/sender/me')
})
