import { after, before, test } from 'node:test'

import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { channel, send, sendDirect, type Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: axe looks at a phone's sheets, and at cards and profiles.

let client: ConsoleTest
let ana: Person
let beto: Person
let carla: Person

before(async () => {
  client = await startConsole()
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
})
after(() => client.stop())

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

test('cards and profiles of people are read by everybody', async () => {
  const opened = await client.openAs(ana, '/inbox')
  const { page } = opened
  const right = page.getByRole('complementary', { name: 'Personas' })
  await right.getByRole('button', { name: 'Tarjeta de Beto Cruz' }).click()
  const card = page.getByRole('dialog', { name: 'Tarjeta de Beto Cruz' })
  await card.waitFor()
  await opened.screenshot('card')
  await opened.checkAccessibility()
  await card.getByRole('button', { name: 'Ver el perfil' }).click()
  await page.getByRole('tab', { name: 'Canales' }).click()
  await page.getByRole('tabpanel').getByRole('link', { name: 'compras' }).waitFor()
  await opened.screenshot('profile')
  await opened.checkAccessibility()
})
