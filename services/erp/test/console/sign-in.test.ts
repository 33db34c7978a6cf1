import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { API, companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { startConsole, type ConsoleTest } from './console-fixture.ts'

let console: ConsoleTest

before(async () => {
  console = await startConsole()
})

after(() => console.stop())

test('a person signs in with user and password, and is told in words when they are wrong', async () => {
  const { page } = await console.open('/')
  await page.getByLabel('Usuario').fill(console.erp.adminLogin.usuario)
  await page.getByLabel('Contraseña').fill('wrong-password')
  await page.keyboard.press('Enter')
  assert.match(await page.getByRole('alert').innerText(), /contraseña no son correctos/)
  await page.getByLabel('Contraseña').fill(console.erp.adminLogin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /^Hola/ }).waitFor()
  assert.equal(await page.title(), 'Inicio · Oficina ERP')
})

test('a session that another tab opened again is taken over, and one that it ended is left', async () => {
  const person = { usuario: 'pestanas', password: PASSWORD }
  const { client } = await companyOf(console.erp).person('pestanas', [])
  const { page } = await console.openAs('/account', person)
  const other = await page.context().newPage()
  await other.goto(`${console.erp.url}/console/`)
  await other.getByRole('heading', { name: /^Hola/ }).waitFor()
  await client.post(`${API}/auth/logout?all=true`, {})
  await page.reload()
  const again = page.getByRole('dialog', { name: 'Tu sesión terminó' })
  await again.getByLabel('Contraseña').fill(PASSWORD)
  await again.getByRole('button', { name: 'Continuar' }).click()
  await again.waitFor({ state: 'detached' })
  await other.getByRole('button', { name: 'Menú de pestanas' }).click()
  await other.getByRole('menuitem', { name: 'Mi cuenta' }).click()
  await other.getByText('esta', { exact: true }).waitFor()
  await other.getByRole('button', { name: 'Menú de pestanas' }).click()
  await other.getByRole('menuitem', { name: 'Salir', exact: true }).click()
  await other.getByLabel('Usuario').waitFor()
  await page.getByLabel('Usuario').waitFor()
})

test('a page of the console allows nothing but its own service', async () => {
  const response = await fetch(`${console.erp.url}/console/m/Moneda`)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/)
})
