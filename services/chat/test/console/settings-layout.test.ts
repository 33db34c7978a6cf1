import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import type { Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: a browser lays these pages out; what they do is tried without one.

let client: ConsoleTest
let owner: Person
let ana: Person
let PNG: Buffer

before(async () => {
  client = await startConsole()
  owner = client.chat.owner
  ana = await client.chat.person('Ana')
  PNG = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
after(() => client.stop())

test('settings fit a phone: first the list, then the section', async () => {
  const opened = await client.openAs(ana, '/settings', PHONE_SIZE)
  const { page } = opened
  await page.getByRole('link', { name: 'Notificaciones' }).waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('settings-phone')
  await page.getByRole('link', { name: 'Notificaciones' }).click()
  await page.getByRole('heading', { name: 'Notificaciones' }).waitFor()
  await page.getByRole('table').first().waitFor()
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= 390, `the page is ${width} wide`)
  await opened.checkAccessibility()
  await opened.screenshot('settings-notifications-phone')
  await page.getByRole('link', { name: 'Ajustes' }).click()
  await page.getByRole('link', { name: 'Preferencias' }).waitFor()
})

test('a change of a domain that is refused is taken back in its row, with what was said', async () => {
  await owner.post('/realm/domains', { domain: 'example.net', allow_subdomains: false })
  for (const options of [{ colorScheme: 'dark' }, PHONE_SIZE] as const) {
    const opened = await client.openAs(owner, '/organization/permissions', options)
    const { page } = opened
    await page.route('**/api/v1/realm/domains/example.net', (route) =>
      route.fulfill({
        status: 400,
        json: { result: 'error', msg: 'Not today.', code: 'BAD_REQUEST' },
      }),
    )
    await page.getByRole('button', { name: 'Cambiar dominios' }).click()
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'example.net' })
    const box = row.getByLabel('y subdominios')
    await box.focus()
    await page.keyboard.press('Space')
    await row.getByText('Not today.').waitFor()
    assert.equal(await box.isChecked(), false)
    await opened.checkAccessibility()
    await opened.screenshot(`domain-refused-${'colorScheme' in options ? 'dark' : 'phone'}`)
  }
})

test('of many channels few are in the page, on a phone too', async () => {
  const names = Array.from({ length: 80 }, (_one, index) => ({ name: `proyecto ${index}` }))
  await owner.post('/users/me/subscriptions', { subscriptions: names })
  const opened = await client.openAs(owner, '/channels/all', PHONE_SIZE)
  const { page } = opened
  const links = page.getByRole('list', { name: 'Canales' }).getByRole('link')
  await links.filter({ hasText: 'proyecto 1' }).first().waitFor()
  const count = await links.count()
  assert.ok(count < 50, `${count} channels are in the page`)
  const width = await page.evaluate<number>('document.documentElement.scrollWidth')
  assert.ok(width <= 390, `the page is ${width} wide`)
  await opened.checkAccessibility()
  await opened.screenshot('channels-phone')
  await page.getByRole('searchbox', { name: 'Buscar canales' }).fill('proyecto 79')
  await links.filter({ hasText: 'proyecto 79' }).click()
  await page.getByRole('tab', { name: 'General' }).waitFor()
  await opened.screenshot('channel-phone')
  await page.getByRole('link', { name: 'Canales', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Buscar canales' }).waitFor()
})

test('a person tells of themselves: name, picture, fields of the profile', async () => {
  await owner.post('/realm/profile_fields', { name: 'Puesto', field_type: 1 })
  await owner.post('/realm/profile_fields', {
    name: 'Turno',
    field_type: 3,
    field_data: { a: { text: 'Mañana', order: '1' }, b: { text: 'Tarde', order: '2' } },
  })
  await owner.post('/realm/profile_fields', { name: 'Jefa', field_type: 6 })
  const opened = await client.openAs(ana, '/settings/profile')
  const { page } = opened
  await page.getByLabel('Nombre completo').fill('Ana García')
  await page.getByLabel('Nombre completo').press('Enter')
  await page.getByText('Guardado').first().waitFor()
  await page.getByLabel('Puesto').fill('Residente')
  await page.getByLabel('Puesto').press('Enter')
  await page.getByLabel('Turno').selectOption({ label: 'Tarde' })
  await page.getByRole('combobox', { name: 'Jefa' }).fill('owner')
  await page.getByRole('option', { name: /owner/ }).click()
  await page.getByRole('button', { name: 'Quitar owner' }).waitFor()
  await page.getByLabel('Subir foto').setInputFiles({
    name: 'ana.png',
    mimeType: 'image/png',
    buffer: PNG,
  })
  await page.locator('img[src^="/user_avatars/"]').first().waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('flow-profile')
  const { json } = await ana.get('/users/me', { include_custom_profile_fields: true })
  const said = Object.values<{ value: string }>(json.profile_data).map(({ value }) => value)
  assert.deepEqual([json.full_name, said], ['Ana García', ['Residente', 'b', `[${owner.id}]`]])
})
