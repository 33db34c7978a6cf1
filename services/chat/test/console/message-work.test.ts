import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Person } from '../chat-service.ts'
import { uploaded } from '../files/files.ts'
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

test('two people vote in a poll and work through a list of tasks', async () => {
  const channel = await channelOfAll('acuerdos', [ana, beto])
  await sendTo(beto, channel, 'comida', '/poll ¿Qué comemos?\nTacos\nTortas')
  await sendTo(beto, channel, 'comida', '/todo Pendientes\nComprar clavos: de 2 pulgadas\nLlamar')
  const address = `/narrow/channel/${channel}/topic/comida`
  const opened = await client.openAs(ana, address)
  const other = await client.openAs(beto, address)
  await opened.page.getByRole('button', { name: 'Votar por Tacos, 0 votos' }).click()
  await other.page.getByRole('button', { name: 'Votar por Tacos, 1 voto' }).click()
  await opened.page.getByRole('button', { name: 'Votar por Tacos, 2 votos' }).waitFor()
  await opened.page.getByRole('textbox', { name: 'Opción nueva' }).fill('Pozole')
  await opened.page.keyboard.press('Enter')
  await other.page.getByRole('button', { name: 'Votar por Pozole, 0 votos' }).waitFor()
  await opened.page.getByRole('checkbox', { name: /Comprar clavos/ }).click()
  await other.page.getByRole('checkbox', { name: /Comprar clavos/, checked: true }).waitFor()
})

test('words that were looked for are marked where they were found alone', async () => {
  const channel = await channelOfAll('busca', [ana, beto])
  await sendTo(beto, channel, 'varilla', 'Llegó la varilla corrugada')
  await sendTo(beto, channel, 'varilla', 'Y el cemento')
  const { page } = await client.openAs(ana, '/narrow/search/corrugada')
  await page.locator('.content .highlight', { hasText: 'corrugada' }).waitFor()
  assert.equal(await page.getByRole('article').count(), 1)
  await page.getByRole('link', { name: 'varilla' }).first().click()
  await page.getByText('Y el cemento').waitFor()
  assert.equal(await page.locator('.content .highlight').count(), 0)
})

test('a group that is mentioned shows its people, and theirs', async () => {
  const channel = await channelOfAll('cuadrillas', [ana, beto])
  await client.chat.owner.post('/user_groups/create', {
    name: 'albañiles',
    description: 'Los de la obra 12',
    members: [ana.id, beto.id],
  })
  await sendTo(beto, channel, 'turnos', 'Va @*albañiles* mañana')
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/turnos`)
  await page.getByRole('button', { name: '@albañiles' }).and(page.locator('.is-me')).click()
  const card = page.getByRole('dialog', { name: 'Tarjeta de albañiles' })
  await card.getByText('Los de la obra 12').waitFor()
  await card.getByText('2 personas').waitFor()
  await card.getByRole('button', { name: 'Beto Ruiz' }).click()
  await page.getByRole('dialog', { name: 'Tarjeta de Beto Ruiz' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '@albañiles' }).focus()
  await page.keyboard.press('Enter')
  await card.getByRole('button', { name: 'Ver el grupo' }).click()
  await page.waitForURL('**/console/groups/*')
  await page.getByRole('heading', { name: 'albañiles' }).waitFor()
})

test('what muted people write is hidden until it is asked for', async () => {
  const channel = await channelOfAll('silencio', [ana, beto])
  await sendTo(beto, channel, 'ruido', 'Compren mi coche')
  await sendTo(ana, channel, 'ruido', 'Aquí no')
  await ana.post(`/users/me/muted_users/${beto.id}`)
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/ruido`)
  await page.getByText('Aquí no').waitFor()
  assert.equal(await page.getByText('Compren mi coche').count(), 0)
  assert.equal(await page.getByRole('article', { name: 'Beto Ruiz' }).count(), 0)
  await page.getByRole('button', { name: 'Mostrar', exact: true }).click()
  await page.getByText('Compren mi coche').waitFor()
  await ana.delete(`/users/me/muted_users/${beto.id}`)
  await sendTo(beto, channel, 'ruido', 'Ya me callo')
  await page.getByText('Ya me callo').waitFor()
})

test('a video is played over the page', async () => {
  const channel = await channelOfAll('videos', [ana, beto])
  const file = new File(['not really one'], 'obra.mp4', { type: 'video/mp4' })
  const path = await uploaded(client.chat, beto, file)
  await sendTo(beto, channel, 'avance', `[obra.mp4](${path})`)
  const { page } = await client.openAs(ana, `/narrow/channel/${channel}/topic/avance`)
  await page.getByRole('link', { name: 'Video: obra.mp4' }).click()
  const player = page.getByRole('dialog', { name: 'Imágenes y videos' }).locator('video[controls]')
  // It is asked for where it lies only when the player opens.
  await player.and(page.locator('[src^="/user_uploads/temporary/"]')).waitFor()
  await page.keyboard.press('Escape')
  await player.waitFor({ state: 'detached' })
})
