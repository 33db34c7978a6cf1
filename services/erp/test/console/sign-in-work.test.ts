import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { HttpClient } from '@oficina/testkit/http-client.ts'
import type { OpenedPage } from '@oficina/testkit/small-page.ts'

import { ADMIN } from '../admin.ts'
import { create, PASSWORD, put, user } from '../sign-in/people.ts'
import { authenticator } from './authenticator.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

// A service of its own: it moves the clock.

let console: SmallConsole

before(async () => {
  console = await startSmallConsole({})
})

after(() => console.stop())

/** Signed in anew, since these tests let sessions end. */
async function admin(): Promise<HttpClient> {
  return await console.erp.logIn(ADMIN.usuario, ADMIN.password)
}

async function typeCredentials({ page }: OpenedPage, usuario: string): Promise<void> {
  await page.getByLabel('Usuario').fill(usuario)
  await page.getByLabel('Contraseña').fill(PASSWORD)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

/** The secret that the page shows for those who cannot scan it. */
async function shownSecret({ page }: OpenedPage): Promise<string> {
  return await page.locator('code.secret').innerText()
}

const DAY_MS = 24 * 60 * 60 * 1000

test('a person who must have a second factor enrols one, and signs in with its codes', async () => {
  await user(await admin(), 'obligada', { doble_factor: true })
  const opened = await console.open('/')
  const { page } = opened
  await typeCredentials(opened, 'obligada')
  await page.getByRole('img', { name: 'Código QR' }).locator('path').waitFor({ state: 'attached' })
  const app = authenticator(await shownSecret(opened), console.erp.clock)
  await page.getByLabel('Código de verificación').fill('000000')
  await page.getByRole('button', { name: 'Confirmar código' }).click()
  await page.getByText('Ese código no es correcto').waitFor()
  await page.getByLabel('Código de verificación').fill(app.nextCode())
  await page.getByRole('button', { name: 'Confirmar código' }).click()
  await page.getByRole('button', { name: 'Ya los guardé' }).waitFor()
  const codes = await page.locator('.recovery-codes code').allInnerTexts()
  assert.equal(codes.length, 10)
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()

  const again = await console.open('/')
  await typeCredentials(again, 'obligada')
  await again.page.getByLabel('Código de verificación').fill('123456')
  await again.page.keyboard.press('Enter')
  await again.page.getByText('Ese código no es correcto').waitFor()
  await again.page.getByLabel('Código de verificación').fill(app.nextCode())
  await again.page.keyboard.press('Enter')
  await again.page.getByRole('heading', { name: /^Hola/ }).waitFor()

  const withoutPhone = await console.open('/')
  await typeCredentials(withoutPhone, 'obligada')
  await withoutPhone.page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await withoutPhone.page.getByLabel('Código de recuperación').fill(codes[0] ?? '')
  await withoutPhone.page.keyboard.press('Enter')
  await withoutPhone.page.getByRole('heading', { name: /^Hola/ }).waitFor()
})

test('a person whose password is too old chooses another', async () => {
  const policy = await create(await admin(), 'PoliticaAcceso', {
    clave: 'VENCE',
    nombre: 'Vence',
    dias_vigencia: 1,
    longitud_minima: 8,
    intentos_maximos: 10,
    minutos_inactividad: 100_000,
  })
  await user(await admin(), 'vencida', { politica: policy.id })
  console.erp.clock.advance(2 * DAY_MS)
  const opened = await console.open('/')
  const { page } = opened
  await typeCredentials(opened, 'vencida')
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('corta')
  await page.getByLabel('Repite la contraseña nueva').fill('otra')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText('Las dos contraseñas no son iguales').waitFor()
  await page.getByLabel('Repite la contraseña nueva').fill('corta')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText('no cumple las reglas').waitFor()
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('otra-clave-larga')
  await page.getByLabel('Repite la contraseña nueva').fill('otra-clave-larga')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
})

test('a session that ends while somebody types is opened again over the page, which then goes on', async () => {
  await user(await admin(), 'tecleando')
  const person = { usuario: 'tecleando', password: PASSWORD }
  const opened = await console.openAs('/account', person)
  const { page } = opened
  await page.getByRole('button', { name: 'Agregar aplicación de códigos' }).click()
  await page.getByLabel('Nombre').fill('Mi teléfono')
  console.erp.clock.advance(2 * DAY_MS)
  await page.getByRole('button', { name: 'Continuar' }).click()
  const again = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await again.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await again.getByLabel('Contraseña').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  // The request that was refused has been sent again by itself, with what was typed.
  const app = authenticator(await shownSecret(opened), console.erp.clock)
  await page.getByLabel('Código de verificación').fill(app.nextCode())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Ya los guardé' }).click()
  await page.getByText('Mi teléfono', { exact: true }).waitFor()
})

test('a person ends their other sessions and changes the password, which ends the rest', async () => {
  await user(await admin(), 'cuidadosa')
  const person = { usuario: 'cuidadosa', password: PASSWORD }
  const elsewhere = await console.erp.logIn('cuidadosa', PASSWORD)
  const { page } = await console.openAs('/account', person)
  await page.getByRole('button', { name: /^Cerrar la sesión de/ }).click()
  await page.getByText('La sesión se cerró.').waitFor()
  assert.equal((await elsewhere.get('/api/v1/auth/sesiones')).status, 401)
  const third = await console.erp.logIn('cuidadosa', PASSWORD)
  await page.getByLabel('Contraseña actual').fill('no-es-esta')
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('clave-nueva-larga')
  await page.getByLabel('Repite la contraseña nueva').fill('clave-nueva-larga')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByText('contraseña no son correctos').waitFor()
  await page.getByLabel('Contraseña actual').fill(PASSWORD)
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await page.getByText('Tu contraseña cambió').waitFor()
  assert.equal((await third.get('/api/v1/auth/sesiones')).status, 401)
  await page.getByRole('button', { name: 'Salir en todas partes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salir en todas partes' }).click()
  await page.getByLabel('Usuario').waitFor()
})

test('who loses the right to go on without a second factor is led to enrol one', async () => {
  const id = await user(await admin(), 'despues')
  const { page } = await console.openAs('/', { usuario: 'despues', password: PASSWORD })
  await put(await admin(), `Usuario/${id}`, { doble_factor: true })
  const openAccount = async () => {
    await page.getByRole('button', { name: 'Menú de despues' }).click()
    await page.getByRole('menuitem', { name: 'Mi cuenta' }).click()
  }
  const isLed = page.getByRole('heading', { name: 'Activa la verificación en dos pasos' }).waitFor()
  // What the page still asks on its own leads there as well, and takes the menu away.
  await Promise.race([isLed, openAccount()])
  await isLed
})
