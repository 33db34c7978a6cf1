import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Person } from '../chat-service.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let client: SmallConsole
let owner: Person
let ana: Person

before(async () => {
  client = await startSmallConsole()
  owner = client.chat.owner
  ana = await client.chat.person('Ana')
})
after(() => client.stop())

test('a channel is created with its people, and its address shows it', async () => {
  const { page } = await client.openAs(owner, '/channels')
  await page.getByRole('link', { name: 'Crear canal' }).click()
  await page.getByLabel('Nombre').fill('obra-12')
  await page.getByLabel('Descripción').fill('La obra de la calle 12')
  await page.getByLabel('Privado, con historial').check()
  const people = page.getByRole('combobox', { name: 'Agregar personas' })
  await people.fill('ana')
  await page.getByRole('option', { name: /Ana/ }).click()
  await page.getByRole('button', { name: 'Crear canal' }).click()
  await page.waitForURL(/\/channels\/\d+$/)
  await page.getByRole('heading', { name: 'obra-12' }).waitFor()
  await page.getByRole('tab', { name: /^Personas/ }).click()
  await page.getByRole('list', { name: 'Personas' }).getByText('Ana').waitFor()
  const { json } = await owner.get('/users/me/subscriptions')
  const made = json.subscriptions.find((one: { name: string }) => one.name === 'obra-12')
  assert.deepEqual(
    [made.invite_only, made.history_public_to_subscribers, made.description],
    [true, true, 'La obra de la calle 12'],
  )
})

test('the list of channels says what a description says, without its Markdown', async () => {
  const { json } = await owner.post('/channels/create', {
    name: 'todo',
    description: 'Aquí va **todo**: [el plano](https://plano.example) & `más`\n\nY lo demás',
    subscribers: [owner.id],
  })
  await owner.post('/channels/create', { name: 'nada', subscribers: [owner.id] })
  const { page } = await client.openAs(owner, '/channels')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  await row('todo').getByText('Aquí va todo: el plano & más Y lo demás', { exact: true }).waitFor()
  await row('nada').getByText('1 persona').waitFor()
  await owner.patch(`/streams/${json.id}`, { description: 'Sólo *esto*' })
  await row('todo').getByText('Sólo esto', { exact: true }).waitFor()
})

test('what one person changes of a channel shows at once to another', async () => {
  const { json } = await owner.post('/channels/create', {
    name: 'compras',
    subscribers: [owner.id, ana.id],
  })
  const mine = await client.openAs(owner, `/channels/${json.id}`)
  const hers = await client.openAs(ana, `/channels/${json.id}`)
  await hers.page.getByText('Sólo la administración del canal').waitFor()
  assert.equal(await hers.page.getByLabel('Descripción').isDisabled(), true)
  await mine.page.getByLabel('Descripción').fill('Órdenes y facturas')
  await mine.page.getByLabel('Nombre').fill('adquisiciones')
  await mine.page.getByLabel('Nombre').press('Enter')
  await hers.page.getByRole('heading', { name: 'adquisiciones' }).waitFor()
  await mine.page.getByLabel('Privado, sin historial').check()
  await mine.page.getByRole('link', { name: 'Crear canal' }).click()
  await mine.page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await mine.page.getByRole('button', { name: 'Guardar' }).click()
  await mine.page.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' })
  const channel = await owner.get(`/streams/${json.id}`)
  assert.deepEqual(
    [channel.json.stream.invite_only, channel.json.stream.history_public_to_subscribers],
    [true, false],
  )
  assert.equal(channel.json.stream.description, 'Órdenes y facturas')
})

test('who may post is chosen among groups and people', async () => {
  const { json } = await owner.post('/channels/create', {
    name: 'avisos',
    subscribers: [owner.id],
  })
  const { page } = await client.openAs(owner, `/channels/${json.id}/permissions`)
  const field = page.getByRole('group', { name: 'Quién puede escribir' })
  await field.getByRole('button', { name: /^Quitar Todas las personas/ }).click()
  await field.getByText('Nadie').waitFor()
  await field.getByRole('combobox').fill('moder')
  await page.getByRole('option', { name: /Moderación/ }).click()
  await field.getByRole('combobox').fill('ana')
  await page.getByRole('option', { name: /Ana/ }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Guardado').waitFor()
  const channel = await owner.get(`/streams/${json.id}`)
  assert.deepEqual(channel.json.stream.can_send_message_group.direct_members, [ana.id])
  assert.equal(channel.json.stream.can_send_message_group.direct_subgroups.length, 1)
})

test('people subscribe, choose how they see a channel, and leave it', async () => {
  await owner.post('/channels/create', { name: 'general-2', subscribers: [owner.id] })
  const { page } = await client.openAs(ana, '/channels/available')
  await page.getByRole('searchbox', { name: 'Buscar canales' }).fill('general-2')
  await page.getByRole('button', { name: 'Suscribirme a #general-2' }).click()
  await page.getByRole('button', { name: 'Suscritos' }).click()
  await page.getByRole('button', { name: 'Salir de #general-2' }).waitFor()
  await page
    .getByRole('list', { name: 'Canales' })
    .getByRole('link', { name: /general-2/ })
    .click()
  await page.getByRole('tab', { name: 'Para mí' }).click()
  await page.getByLabel('Silenciar el canal').check()
  await page.getByLabel('En el escritorio').check()
  await page.getByRole('button', { name: '#e4523d' }).click()
  await page.getByRole('button', { name: '#e4523d', pressed: true }).waitFor()
  const { json } = await ana.get('/users/me/subscriptions')
  const own = json.subscriptions.find((one: { name: string }) => one.name === 'general-2')
  assert.deepEqual([own.is_muted, own.desktop_notifications, own.color], [true, true, '#e4523d'])
  await page.getByRole('button', { name: 'Salir', exact: true }).click()
  await page.getByRole('button', { name: 'Suscribirme', exact: true }).waitFor()
})

test('a channel is archived and restored', async () => {
  const { json } = await owner.post('/channels/create', { name: 'vieja', subscribers: [owner.id] })
  const { page } = await client.openAs(owner, `/channels/${json.id}`)
  await page.getByRole('button', { name: 'Archivar canal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Archivar canal' }).click()
  await page.getByRole('button', { name: 'Recuperar canal' }).click()
  await page.getByRole('button', { name: 'Archivar canal' }).waitFor()
})

test('a group is made, given people, another group and rights, and deactivated', async () => {
  const beto = await client.chat.person('Beto')
  const mine = await client.openAs(owner, '/groups/new')
  const { page } = mine
  await page.getByLabel('Nombre').fill('residentes')
  await page.getByLabel('Descripción').fill('Quienes están en obra')
  await page.getByRole('combobox', { name: 'Agregar personas' }).fill('ana')
  await page.getByRole('option', { name: /Ana/ }).click()
  await page.getByRole('button', { name: 'Crear grupo' }).click()
  await page.waitForURL(/\/groups\/\d+$/)
  const id = Number(new URL(page.url()).pathname.split('/').at(-1))
  const hers = await client.openAs(ana, `/groups/${id}/people`)
  await hers.page.getByRole('list', { name: 'Personas' }).getByText('Ana (tú)').waitFor()
  await page.getByRole('tab', { name: /^Personas/ }).click()
  await page.getByRole('combobox', { name: 'Agregar personas' }).fill('beto')
  await page.getByRole('option', { name: /Beto/ }).click()
  await page.getByRole('button', { name: 'Agregar', exact: true }).click()
  await hers.page.getByRole('list', { name: 'Personas' }).getByText('Beto').waitFor()
  await page.getByRole('combobox', { name: 'Incluir un grupo' }).fill('moder')
  await page.getByRole('option', { name: /Moderación/ }).click()
  await page.getByRole('link', { name: 'Moderación' }).last().waitFor()
  await page.getByRole('tab', { name: 'Permisos' }).click()
  const mention = page.getByRole('group', { name: 'Quién puede mencionar el grupo' })
  await mention.getByRole('button', { name: /^Quitar/ }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Guardar' }).waitFor({ state: 'detached' })
  await hers.page.getByRole('button', { name: 'Salir del grupo' }).click()
  await hers.page
    .getByRole('list', { name: 'Personas' })
    .getByText('Ana (tú)')
    .waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: 'General' }).click()
  await page.getByRole('button', { name: 'Desactivar grupo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar grupo' }).click()
  await hers.page.getByText('Desactivado', { exact: true }).waitFor()
  const { json } = await owner.get('/user_groups', { include_deactivated_groups: true })
  const made = json.user_groups.find((one: { id: number }) => one.id === id)
  assert.deepEqual(
    [made.deactivated, made.members, made.direct_subgroup_ids.length],
    [true, [owner.id, beto.id], 1],
  )
})

test('a group of the system says what it is, and is changed by nobody', async () => {
  const { page } = await client.openAs(owner, '/groups')
  await page
    .getByRole('list', { name: 'Grupos' })
    .getByRole('link', { name: /Miembros/ })
    .first()
    .click()
  await page.getByText('Grupo del sistema').waitFor()
  assert.equal(await page.getByLabel('Nombre').isDisabled(), true)
})
