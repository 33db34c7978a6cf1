import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { channel, send, sendDirect, type Person } from '../chat-service.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let client: SmallConsole
let ana: Person
let beto: Person
let carla: Person
const ids: Record<string, number> = {}

before(async () => {
  client = await startSmallConsole()
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
  const { page } = await client.openAs(ana, '/inbox')
  const left = page.getByRole('navigation', { name: 'Conversaciones' })
  await left.getByRole('link', { name: /^obra-12 ?te mencionaron ?3 sin leer/ }).waitFor()
  await left.getByRole('link', { name: /^Menciones ?1 sin leer/ }).waitFor()
  await left.getByRole('link', { name: /Beto Cruz, Carla Díaz ?1 sin leer/ }).waitFor()
  await send(carla, 'obra-12', 'cimbra', 'Ya van en camino')
  await left.getByRole('link', { name: /^obra-12 ?te mencionaron ?4 sin leer/ }).waitFor()

  await left.getByRole('button', { name: 'Opciones de #obra-12' }).click()
  await page.getByRole('menuitem', { name: 'Fijar arriba' }).click()
  await left.getByRole('button', { name: 'Canales fijados' }).waitFor()
  await left.getByRole('button', { name: 'Opciones de #ruido' }).click()
  await page.getByRole('menuitem', { name: 'Silenciar el canal' }).click()
  await left.getByRole('button', { name: '1 inactivo o silenciado' }).click()
  await left.getByRole('link', { name: /^ruido ?silenciado/ }).waitFor()

  await left.getByRole('button', { name: 'Opciones de #obra-12' }).click()
  await page.getByRole('menuitem', { name: 'Marcar todo como leído' }).click()
  await left.getByRole('link', { name: 'obra-12', exact: true }).waitFor()
  await left.getByRole('button', { name: 'Mensajes directos', exact: true }).click()
  await page.reload()
  const folded = left.getByRole('button', { name: /^Mensajes directos ?2 sin leer/ })
  await folded.waitFor()
  assert.equal(await folded.getAttribute('aria-expanded'), 'false')
  await folded.click()
})

test('people of a channel come first, with who is there and what they say of themselves', async () => {
  const { page } = await client.openAs(ana, `/narrow/channel/${ids['compras']}-compras`)
  const right = page.getByRole('complementary', { name: 'Personas' })
  await right.getByRole('heading', { name: /En este canal · 3|En este canal 3/ }).waitFor()
  const other = await client.openAs(beto, '/inbox')
  await right.getByRole('link', { name: /^en línea ?Beto Cruz/ }).waitFor()

  await other.page.getByRole('button', { name: 'Menú de Beto Cruz' }).click()
  await other.page.getByRole('menuitem', { name: 'Poner un estado' }).click()
  await other.page.getByRole('button', { name: 'Emoji del estado' }).click()
  await other.page.getByRole('button', { name: 'Emoji del estado' }).click()
  await other.page.getByRole('button', { name: 'En una reunión' }).click()
  await other.page.getByRole('button', { name: 'Guardar' }).click()
  await right.getByText('En una reunión').waitFor()

  await right.getByRole('button', { name: 'Tarjeta de Beto Cruz' }).click()
  const card = page.getByRole('dialog', { name: 'Tarjeta de Beto Cruz' })
  await card.getByText('En línea ahora').waitFor()
  await card.getByRole('button', { name: 'Ver el perfil' }).click()
  await page.waitForURL(`**/console/user/${beto.id}`)
  await page.getByRole('tab', { name: 'Canales' }).click()
  await page.getByRole('tabpanel').getByRole('link', { name: 'compras' }).waitFor()

  await page.keyboard.press('w')
  await page.keyboard.type('car di')
  await right.getByRole('link', { name: /Beto/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/narrow/dm/${carla.id}`)
})
