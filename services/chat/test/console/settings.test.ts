import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { PHONE_SIZE } from '@oficina/testkit/browser.ts'

import { OWNER_PASSWORD } from '../chat-server.ts'
import { type Person } from '../chat-service.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: a browser draws each step; one flow of each page is in the contract tier.

let client: ConsoleTest
let owner: Person
let ana: Person
let PNG: Buffer

before(async () => {
  client = await startConsole()
  owner = client.chat.owner
  ana = await client.chat.person('Ana')
  await client.chat.person('Carla')
  PNG = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
after(() => client.stop())

for (const address of ['/settings', '/organization']) {
  test(`every section below ${address} opens from the list of them`, async () => {
    const opened = await client.openAs(owner, address)
    const { page } = opened
    const links = page.locator('.settings-nav > a')
    await links.first().waitFor()
    const names = await links.allInnerTexts()
    assert.ok(names.length > 9, names.join(', '))
    for (const name of names) {
      await links.filter({ hasText: name }).first().click()
      await page.locator('.settings-body').getByRole('heading', { level: 1, name }).waitFor()
      await page.locator('.settings-section, .key-settings').first().waitFor()
      await opened.screenshot(
        `${address.slice(1)}-${new URL(page.url()).pathname.split('/').at(-1)}`,
      )
    }
  })
}

test('what a person sets holds at once, in another tab too', async () => {
  const one = await client.openAs(ana, '/settings/preferences')
  const other = await client.openAs(ana, '/settings/preferences')
  await one.page.getByLabel('Enviar con Intro').check()
  await one.page.getByText('Guardado').waitFor()
  await other.page.locator('input:checked + label', { hasText: 'Enviar con Intro' }).waitFor()
  await one.page
    .getByLabel('Vista de inicio', { exact: true })
    .selectOption({ label: 'Conversaciones recientes' })
  await other.page
    .getByLabel('Vista de inicio', { exact: true })
    .locator('option:checked', { hasText: 'Conversaciones recientes' })
    .waitFor({ state: 'attached' })
  const { json } = await ana.post('/register', { fetch_event_types: ['user_settings'] })
  assert.deepEqual(
    [json.user_settings.enter_sends, json.user_settings.web_home_view],
    [true, 'recent'],
  )
})

test('the page is read as the person wants it: language, size, contrast, theme', async () => {
  const beto = await client.chat.person('Beto')
  const one = await client.openAs(beto, '/settings/preferences')
  const other = await client.openAs(beto, '/inbox')
  const { page } = one
  await page.getByLabel('Tamaño del texto').selectOption({ label: 'Muy grande' })
  await page.getByLabel('Contraste alto').check()
  await page.getByLabel('Tema', { exact: true }).selectOption({ label: 'Oscuro' })
  const shown = 'html[data-contrast=high][data-theme=dark][style*="--reading-size: 18px"]'
  await other.page.locator(shown).waitFor()
  await one.checkAccessibility()
  await one.screenshot('flow-contrast')
  // An account begins with English, which leaves each browser its own language until another is chosen.
  await page.getByLabel('Idioma').selectOption({ label: 'English' })
  await page.getByRole('heading', { name: 'Preferences' }).waitFor()
  await one.checkAccessibility()
  await page.getByLabel('Language').selectOption({ label: 'Español' })
  await page.getByRole('heading', { name: 'Preferencias' }).waitFor()
  await page.getByLabel('Idioma').selectOption({ label: 'English' })
  await other.page.locator('html[lang=en]').waitFor()
})

test('what the service refuses is taken back, with what it said', async () => {
  const { page } = await client.openAs(ana, '/settings/preferences')
  await page.route('**/api/v1/settings', (route) =>
    route.fulfill({
      status: 400,
      json: { result: 'error', msg: 'Not today.', code: 'BAD_REQUEST' },
    }),
  )
  await page.getByLabel('Contraste alto').click()
  await page.getByText('Not today.').waitFor()
  assert.equal(await page.getByLabel('Contraste alto').isChecked(), false)
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

test('a person changes the password, sees the key and makes another one', async () => {
  const opened = await client.openAs(owner, '/settings/account-and-privacy')
  const { page } = opened
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByLabel('Contraseña actual').fill('wrong')
  await page.getByLabel('Contraseña nueva', { exact: false }).first().fill('otra-clave-larga')
  await page.getByLabel('Repite la contraseña nueva').fill('otra-clave-larga')
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar', exact: true }).click()
  await page.getByText('Wrong password!').waitFor()
  await opened.checkAccessibility()
  await page.getByLabel('Contraseña actual').fill(OWNER_PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar', exact: true }).click()
  await page.getByText('Tu contraseña cambió').waitFor()
  await page.getByRole('button', { name: 'Ver clave de API' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Contraseña actual').fill('otra-clave-larga')
  await dialog.getByRole('button', { name: 'Ver clave de API' }).click()
  await dialog.getByRole('button', { name: 'Mostrar' }).click()
  await opened.screenshot('flow-key')
  assert.equal(await dialog.getByRole('textbox', { name: 'Clave de API' }).inputValue(), owner.key)
})

test('a person changes their address, and deactivates the account', async () => {
  const dora = await client.chat.person('Dora')
  await owner.patch('/realm', { email_changes_disabled: true })
  const fixed = await client.openAs(dora, '/settings/account-and-privacy')
  await fixed.page.getByText('Tu organización no te permite cambiar esto.').waitFor()
  assert.equal(await fixed.page.getByRole('button', { name: 'Cambiar correo' }).isDisabled(), true)
  await owner.patch('/realm', { email_changes_disabled: false })
  await fixed.page.getByRole('button', { name: 'Cambiar correo', disabled: false }).click()
  const dialog = fixed.page.getByRole('dialog')
  await dialog.getByLabel('Correo nuevo').fill('dorotea@example.com')
  await dialog.getByLabel('Contraseña actual').fill('unknown')
  await dialog.getByRole('button', { name: 'Cambiar', exact: true }).click()
  await dialog.getByText('Wrong password!').waitFor()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await fixed.page.getByRole('button', { name: 'Desactivar mi cuenta' }).click()
  await fixed.page.getByRole('dialog').getByRole('button', { name: 'Desactivar mi cuenta' }).click()
  await fixed.page.getByRole('heading', { name: 'Entrar' }).waitFor()
  const { json } = await owner.get(`/users/${dora.id}`)
  assert.equal(json.user.is_active, false)
})

test('alert words and muted people are added and taken away', async () => {
  const opened = await client.openAs(ana, '/settings/alert-words')
  const { page } = opened
  await page.getByLabel('Palabra o frase').fill('urgente')
  await page.getByLabel('Palabra o frase').press('Enter')
  await page.getByRole('button', { name: 'Quitar urgente' }).click()
  await page.getByText('Aún no tienes palabras de alerta').waitFor()
  await page.getByRole('link', { name: 'Personas silenciadas' }).click()
  await page.getByRole('combobox', { name: 'Silenciar a alguien' }).fill('owner')
  await page.getByRole('option', { name: /owner/ }).click()
  await page.getByRole('button', { name: 'Dejar de silenciar a owner' }).click()
  await page.getByText('No has silenciado a nadie').waitFor()
})

test('a bot is made, its key is made anew, and it is deactivated', async () => {
  const opened = await client.openAs(ana, '/settings/bots')
  const { page } = opened
  await page.getByRole('button', { name: 'Crear bot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: false }).first().fill('Avisos de obra')
  await dialog.getByLabel('Nombre de usuario').fill('avisos')
  await opened.checkAccessibility()
  await dialog.getByRole('button', { name: 'Crear bot' }).click()
  const key = page.getByRole('textbox', { name: 'Clave de API' })
  await page.getByRole('button', { name: 'Mostrar' }).click()
  const before = await key.inputValue()
  await page.getByRole('button', { name: 'Generar otra clave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generar otra clave' }).click()
  const shown = page.locator(`input:not([value="${before}"])`)
  await shown.first().waitFor()
  await opened.screenshot('flow-bot')
  await opened.checkAccessibility()
  await page.getByRole('button', { name: 'Editar Avisos de obra' }).click()
  await page.getByRole('dialog').getByLabel('Nombre', { exact: false }).first().fill('Avisos')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Desactivar a Avisos', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await page.getByText('No tienes bots').waitFor()
})

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
