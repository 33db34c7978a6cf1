import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { eventually } from '@oficina/testkit/eventually.ts'

import { OWNER_PASSWORD } from '../chat-server.ts'
import { type Person } from '../chat-service.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let client: SmallConsole
let owner: Person
let ana: Person

before(async () => {
  client = await startSmallConsole()
  owner = client.chat.owner
  ana = await client.chat.person('Ana')
  await client.chat.person('Carla')
})
after(() => client.stop())

for (const address of ['/settings', '/organization']) {
  test(`every section below ${address} opens from the list of them`, async () => {
    const { page } = await client.openAs(owner, address)
    const links = page.locator('.settings-nav > a')
    await links.first().waitFor()
    const names = await links.allInnerTexts()
    assert.ok(names.length > 9, names.join(', '))
    for (const name of names) {
      await links.filter({ hasText: name }).first().click()
      await page.locator('.settings-body').getByRole('heading', { level: 1, name }).waitFor()
      await page.locator('.settings-section, .key-settings').first().waitFor()
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
  const shown = other.page.getByLabel('Vista de inicio', { exact: true })
  const recent = await shown
    .locator('option', { hasText: 'Conversaciones recientes' })
    .getAttribute('value')
  await eventually('the other tab shows it', async () => (await shown.inputValue()) === recent)
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
  // An account begins with English, which leaves each browser its own language until another is chosen.
  await page.getByLabel('Idioma').selectOption({ label: 'English' })
  await page.getByRole('heading', { name: 'Preferences' }).waitFor()
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

test('a person changes the password, sees the key and makes another one', async () => {
  const { page } = await client.openAs(owner, '/settings/account-and-privacy')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByLabel('Contraseña actual').fill('wrong')
  await page.getByLabel('Contraseña nueva', { exact: false }).first().fill('otra-clave-larga')
  await page.getByLabel('Repite la contraseña nueva').fill('otra-clave-larga')
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar', exact: true }).click()
  await page.getByText('Wrong password!').waitFor()
  await page.getByLabel('Contraseña actual').fill(OWNER_PASSWORD)
  await page.getByRole('dialog').getByRole('button', { name: 'Cambiar', exact: true }).click()
  await page.getByText('Tu contraseña cambió').waitFor()
  await page.getByRole('button', { name: 'Ver clave de API' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Contraseña actual').fill('otra-clave-larga')
  await dialog.getByRole('button', { name: 'Ver clave de API' }).click()
  await dialog.getByRole('button', { name: 'Mostrar' }).click()
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
  const { page } = await client.openAs(ana, '/settings/alert-words')
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
  const { page } = await client.openAs(ana, '/settings/bots')
  await page.getByRole('button', { name: 'Crear bot' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: false }).first().fill('Avisos de obra')
  await dialog.getByLabel('Nombre de usuario').fill('avisos')
  await dialog.getByRole('button', { name: 'Crear bot' }).click()
  const key = page.getByRole('textbox', { name: 'Clave de API' })
  await page.getByRole('button', { name: 'Mostrar' }).click()
  const before = await key.inputValue()
  await page.getByRole('button', { name: 'Generar otra clave' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Generar otra clave' }).click()
  const shown = page.locator(`input:not([value="${before}"])`)
  await shown.first().waitFor()
  await page.getByRole('button', { name: 'Editar Avisos de obra' }).click()
  await page.getByRole('dialog').getByLabel('Nombre', { exact: false }).first().fill('Avisos')
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('button', { name: 'Desactivar a Avisos', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await page.getByText('No tienes bots').waitFor()
})
