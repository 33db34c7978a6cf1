import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import sharp from 'sharp'
import { eventually } from '@oficina/testkit/eventually.ts'

import type { Person } from '../chat-service.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let client: SmallConsole
let owner: Person
let ana: Person
let PNG: Buffer

before(async () => {
  client = await startSmallConsole()
  owner = client.chat.owner
  ana = await client.chat.person('Ana')
  await client.chat.person('Carla')
  PNG = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
after(() => client.stop())

test('settings of the organization are saved together, and others see them at once', async () => {
  const mine = await client.openAs(owner, '/organization/permissions')
  const hers = await client.openAs(ana, '/organization/permissions')
  await hers.page.getByText('Sólo la administración puede cambiar esto').first().waitFor()
  assert.equal(await hers.page.getByLabel('Permitir editar los mensajes').isDisabled(), true)
  const { page } = mine
  await page
    .getByLabel('Hasta cuándo se puede editar un mensaje')
    .selectOption({ label: 'Sin límite' })
  await page.getByLabel('Historial de cambios visible').selectOption({ label: 'Sólo movimientos' })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Guardado').waitFor()
  const shown = hers.page.getByLabel('Historial de cambios visible')
  const moves = await shown.locator('option', { hasText: 'Sólo movimientos' }).getAttribute('value')
  await eventually('others see it', async () => (await shown.inputValue()) === moves)
  await page.getByLabel('Nadie cambia su nombre').check()
  await page.getByRole('button', { name: 'Descartar' }).click()
  assert.equal(await page.getByLabel('Nadie cambia su nombre').isChecked(), false)
  const { json } = await owner.post('/register', { fetch_event_types: ['realm'] })
  assert.deepEqual(
    [
      json.realm_message_content_edit_limit_seconds,
      json.realm_message_edit_history_visibility_policy,
      json.realm_name_changes_disabled,
    ],
    [null, 'moves', false],
  )
})

test('an emoji, a linkifier, a playground and a folder are made', async () => {
  const { page } = await client.openAs(owner, '/organization/emoji')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Agregar emoji' }).click()
  await dialog
    .getByLabel('Imagen')
    .setInputFiles({ name: 'Obra.png', mimeType: 'image/png', buffer: PNG })
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await page.getByText(':obra:').waitFor()
  await page.getByRole('link', { name: 'Enlaces automáticos' }).click()
  await page.getByRole('button', { name: 'Agregar enlace' }).click()
  await dialog.getByLabel('Patrón').fill('OC-(?P<id>[0-9]+)')
  await dialog.getByLabel('Plantilla de la dirección').fill('https://erp.example.com/compra/{id}')
  await dialog.getByLabel('Probar con un texto').fill('La orden OC-099 llegó')
  await dialog.getByText('https://erp.example.com/compra/099').waitFor()
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await page.getByText('OC-(?P<id>[0-9]+)', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Editores de código' }).click()
  await page.getByRole('button', { name: 'Agregar editor' }).click()
  await dialog.getByLabel('Lenguaje').fill('Python')
  await dialog.getByLabel('Nombre').fill('Python 3')
  await dialog.getByLabel('Plantilla de la dirección').fill('https://example.com/?code={code}')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await page.getByText('Python 3').waitFor()
  await page.getByRole('link', { name: 'Carpetas de canales' }).click()
  for (const name of ['Obras', 'Oficina']) {
    await page.getByRole('button', { name: 'Crear carpeta' }).click()
    await dialog.getByLabel('Nombre de la carpeta').fill(name)
    await dialog.getByRole('button', { name: 'Crear' }).click()
    await page.getByRole('listitem').filter({ hasText: name }).waitFor()
  }
  await page.getByRole('button', { name: 'Subir Oficina' }).click()
  await page.getByRole('button', { name: 'Bajar Oficina' }).waitFor()
  await page
    .getByRole('main')
    .getByRole('listitem')
    .first()
    .filter({ hasText: 'Oficina' })
    .waitFor()
})

test('domains, what new people have set, and an export are made by the owner', async () => {
  const { page } = await client.openAs(owner, '/organization/permissions')
  await page.getByRole('button', { name: 'Cambiar dominios' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Dominio').fill('example.org')
  await dialog.getByRole('button', { name: 'Agregar' }).click()
  await dialog.getByLabel('y subdominios').check()
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByText('example.org').waitFor()
  await page.getByRole('link', { name: 'Preferencias iniciales' }).click()
  await page.getByLabel('Enviar con Intro').check()
  await page.getByText('Guardado').waitFor()
  await page.getByRole('link', { name: 'Exportar datos' }).click()
  await page.getByRole('button', { name: 'Exportar', exact: true }).click()
  await page.getByRole('link', { name: 'Descargar' }).waitFor()
  const { json } = await owner.post('/register', {
    fetch_event_types: ['realm_domains', 'realm_user_settings_defaults'],
  })
  assert.deepEqual(json.realm_domains, [{ domain: 'example.org', allow_subdomains: true }])
  assert.equal(json.realm_user_settings_defaults.enter_sends, true)
})

test('a field of the profile is made with its choices, and put first', async () => {
  const { page } = await client.openAs(owner, '/organization/profile-fields')
  await page.getByRole('button', { name: 'Agregar campo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tipo').selectOption({ label: 'Lista de opciones' })
  await dialog.getByLabel('Nombre').fill('Talla')
  await dialog.getByLabel('Opción 1').fill('Chica')
  await dialog.getByRole('button', { name: 'Agregar opción' }).click()
  await dialog.getByLabel('Opción 2').fill('Grande')
  await dialog.getByRole('button', { name: 'Agregar', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Talla' }).waitFor()
  const { json } = await owner.get('/realm/profile_fields')
  const made = json.custom_fields.find((one: { name: string }) => one.name === 'Talla')
  assert.deepEqual(
    Object.values<{ text: string }>(JSON.parse(made.field_data)).map(({ text }) => text),
    ['Chica', 'Grande'],
  )
})

test('people are found, given another role, deactivated and brought back', async () => {
  const { page } = await client.openAs(owner, '/organization/users')
  await page.getByRole('searchbox', { name: 'Nombre o correo' }).fill('carla')
  await page.getByRole('button', { name: 'Editar Carla' }).click()
  await page.getByRole('dialog').getByLabel('Rol').selectOption({ label: 'Moderadora' })
  await page.getByRole('dialog').getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('cell', { name: 'Moderadora' }).waitFor()
  await page.getByRole('button', { name: 'Desactivar a Carla' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Desactivar' }).click()
  await page.getByRole('tab', { name: /^Desactivadas/ }).click()
  await page.getByRole('button', { name: 'Reactivar a Carla' }).click()
  await page.getByRole('tab', { name: /^Activas/ }).click()
  await page.getByRole('cell', { name: 'Carla', exact: true }).waitFor()
})

test('people are invited by mail and with a link, and an invitation is revoked', async () => {
  const { page } = await client.openAs(owner, '/organization/invitations?new')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Direcciones de correo').fill('dora@example.com, elia@example.com')
  await dialog.getByLabel('Entran como').selectOption({ label: 'Invitada' })
  await dialog.getByRole('button', { name: 'Enviar invitaciones' }).click()
  await page.getByRole('cell', { name: 'dora@example.com', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Invitar' }).click()
  await dialog.getByRole('tab', { name: 'Con un enlace' }).click()
  await dialog.getByRole('button', { name: 'Crear enlace' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Enlace de invitación' }).inputValue()
  assert.match(link, /\/join\//)
  await dialog.getByRole('button', { name: 'Cerrar' }).last().click()
  await page.getByRole('cell', { name: 'Quien tenga el enlace', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Anular la invitación de dora@example.com' }).click()
  await dialog.getByRole('button', { name: 'Anular' }).click()
  await page
    .getByRole('cell', { name: 'dora@example.com', exact: true })
    .waitFor({ state: 'detached' })
  const { json } = await owner.get('/invites')
  assert.deepEqual(json.invites.map((one: { email?: string }) => one.email ?? 'link').toSorted(), [
    'elia@example.com',
    'link',
  ])
})

test('the organization gets a logo for the light and takes it away again', async () => {
  const { page } = await client.openAs(owner, '/organization/profile')
  const logo = page.getByRole('img', { name: 'Logotipo claro' })
  const before = await logo.getAttribute('src')
  const part = page.locator('.realm-picture').filter({ has: logo })
  await part
    .getByLabel('Subir imagen')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PNG })
  const remove = part.getByRole('button', { name: 'Quitar imagen' })
  await remove.waitFor()
  assert.notEqual(await logo.getAttribute('src'), before)
  const { json } = await owner.post('/register', { fetch_event_types: ['realm'] })
  assert.equal(json.realm_logo_source, 'U')
  await remove.click()
  await remove.waitFor({ state: 'detached' })
  assert.equal(await logo.getAttribute('src'), before)
})

test('who may do what waits for the names of groups', async () => {
  const { page } = await client.openAs(owner, '/inbox')
  const release: { groups?: () => void } = {}
  const held = new Promise<void>((resolve) => {
    release.groups = resolve
  })
  await page.route('**/api/v1/register', async (route) => {
    if ((route.request().postData() ?? '').includes('realm_user_groups')) await held
    await route.continue()
  })
  await page.goto(`${client.chat.baseUrl}/console/organization/permissions`)
  const mayInvite = page.locator('.field').filter({ hasText: 'Quién puede invitar' })
  await mayInvite.and(page.locator('[aria-busy=true]')).waitFor()
  assert.equal(await mayInvite.getByRole('combobox').count(), 0)
  release.groups?.()
  await mayInvite.getByText('Miembros', { exact: true }).waitFor()
  await mayInvite.getByRole('combobox').waitFor()
})
