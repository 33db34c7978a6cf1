import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { DEMO_FACES } from '../../src/actions/demo/demo-faces.ts'
import { drawnFace } from '../../src/actions/demo/drawn-face.ts'
import { attaching } from '../attachments/attachment-fixture.ts'
import { API, companyOf, PASSWORD } from '../rights/rights-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole

before(async () => {
  console = await startSmallConsole()
})

after(() => console.stop())

const FACE = DEMO_FACES['compras'] ?? assert.fail('she is of the demonstration')

test('people are shown by their picture in the head and in the trail, by initials where they have none', async () => {
  const { erp } = console
  const rights = companyOf(erp)
  const profile = await rights.profile('MONEDAS', {
    grants: ['Departamento.leer', 'Departamento.crear', 'RegistroAuditoria.leer', 'Usuario.leer'],
  })
  const ana = await rights.person('retratada', [profile], { nombre: 'Ana Ávila' })
  const made = await ana.client.post(`${API}/Departamento`, { clave: 'D1', nombre: 'Ventas' })
  assert.equal(made.status, 201, made.text)
  const { id } = made.json.data
  const login = { usuario: 'retratada', password: PASSWORD }
  const shown = async () => {
    const { page, settled } = await console.openAs(`/m/Departamento/${id}`, login)
    await page
      .getByRole('region', { name: 'Actividad' })
      .getByText(/Ana Ávila/)
      .waitFor()
    await settled()
    return { head: page.locator('.who .avatar'), trail: page.locator('.activity .avatar') }
  }
  const without = await shown()
  assert.equal(await without.head.innerText(), 'AÁ')
  assert.equal(await without.trail.innerText(), 'AÁ')
  const files = await attaching(erp)
  const content = new Uint8Array(drawnFace(FACE))
  const to = `Usuario/${ana.usuario}`
  const foto = await files.attached({ name: 'ana.png', content }, { to })
  const given = await erp.admin.send('PUT', `${API}/${to}`, { body: { foto } })
  assert.equal(given.status, 200, given.text)
  const withPhoto = await shown()
  assert.match((await withPhoto.head.locator('img').getAttribute('src')) ?? '', /^blob:/)
  assert.match((await withPhoto.trail.locator('img').getAttribute('src')) ?? '', /^blob:/)
})
