import { after, before, test } from 'node:test'

import { inTurn } from '@oficina/testkit/turns.ts'

import { API, companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { authenticator } from './authenticator.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

// Deep: axe looks at the sign-in in a theme a turn and in both languages, and at all that it may ask for.

let console: ConsoleTest

before(async () => {
  console = await startConsole()
})

after(() => console.stop())

for (const colorScheme of inTurn(['light', 'dark'] as const, 2)) {
  test(`the sign-in is accessible when it is ${colorScheme}, in both languages`, async () => {
    const opened = await console.open('/', { colorScheme })
    await opened.checkAccessibility()
    await opened.screenshot(`sign-in-${colorScheme}`)
    await opened.page.getByRole('button', { name: 'English' }).click()
    await opened.page.getByRole('button', { name: 'Sign in' }).waitFor()
    await opened.checkAccessibility()
  })
}

test('what the sign-in asks for beside the password can be used by everybody', async () => {
  await companyOf(console.erp).person('obligada', [], { doble_factor: true })
  const usuario = `obligada@${console.erp.adminLogin.usuario.split('@')[1]}`
  const opened = await console.open('/')
  const { page } = opened
  const type = async () => {
    await page.getByLabel('Usuario').fill(usuario)
    await page.getByLabel('Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }
  const path = '**/api/v1/auth/login'
  await page.route(path, (route) =>
    route.fulfill({
      status: 403,
      json: {
        data: null,
        meta: null,
        errors: [{ code: 'PASSWORD_EXPIRED', field: 'nueva', message: 'Venció.' }],
      },
    }),
  )
  await type()
  await page.getByLabel('Contraseña nueva', { exact: true }).fill('corta')
  await page.getByLabel('Repite la contraseña nueva').fill('otra')
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByText('Las dos contraseñas no son iguales').waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('expired-password')
  await page.unroute(path)
  await page.reload()
  await type()
  await page.getByRole('img', { name: 'Código QR' }).locator('path').waitFor({ state: 'attached' })
  await opened.checkAccessibility()
  await opened.screenshot('enrol')
  const app = authenticator(await page.locator('code.secret').innerText(), console.erp.clock)
  await page.getByLabel('Código de verificación').fill(app.nextCode())
  await page.getByRole('button', { name: 'Confirmar código' }).click()
  const kept = page.getByRole('button', { name: 'Ya los guardé' })
  await kept.waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('recovery-codes')
  await kept.click()
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  const again = await console.open('/')
  await again.page.getByLabel('Usuario').fill(usuario)
  await again.page.getByLabel('Contraseña').fill(PASSWORD)
  await again.page.getByRole('button', { name: 'Entrar' }).click()
  await again.page.getByLabel('Código de verificación').fill('123456')
  await again.page.keyboard.press('Enter')
  await again.page.getByText('Ese código no es correcto').waitFor()
  await again.checkAccessibility()
  await again.screenshot('code')
})

test('the sign-in over a page whose session ended can be used by everybody', async () => {
  const { client } = await companyOf(console.erp).person('olvidada', [])
  const person = { usuario: 'olvidada', password: PASSWORD }
  const opened = await console.openAs('/account', person)
  const { page } = opened
  await client.post(`${API}/auth/logout?all=true`, {})
  await page.reload()
  await page.getByRole('dialog', { name: 'Tu sesión terminó' }).waitFor()
  await opened.checkAccessibility()
  await opened.screenshot('session-ended')
})
