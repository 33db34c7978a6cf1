import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { API, companyOf, PASSWORD, type Company, type Person } from '../rights/rights-fixture.ts'
import { startSmallConsole, type SmallConsole } from './small-console.ts'

let console: SmallConsole
let company: Company
let ana: Person
let base: number
let buyers: number

before(async () => {
  console = await startSmallConsole()
  company = companyOf(console.erp)
  base = await company.profile('BASE', {
    grants: ['Proveedor.leer'],
    refusals: ['Compra.eliminar'],
  })
  buyers = await company.profile('COMPRADORES', {
    grants: ['Compra.leer', 'modulo:inventario.leer'],
    padre: base,
  })
  ana = await company.person('ana', [buyers])
})

after(() => console.stop())

const ofPerson = { usuario: 'ana', password: PASSWORD }

test('the administration is there for those who have something to administer', async () => {
  const { page } = await console.openAs('/')
  await page.getByRole('link', { name: 'Administración' }).click()
  const parts = page.getByRole('navigation', { name: 'Administración' }).getByRole('link')
  await parts.filter({ hasText: 'Salida' }).waitFor()
  assert.deepEqual(await parts.allInnerTexts(), [
    'Usuarios',
    'Perfiles',
    'Sesiones',
    'Claves de API',
    'Salida',
    'Importar',
    'Diccionario',
  ])
  const keeper = await company.profile('CUSTODIA', {
    grants: ['Usuario.leer', 'Usuario.modificar', 'SesionUsuario.leer'],
  })
  await company.person('custodia', [keeper])
  const some = await console.openAs('/', { usuario: 'custodia', password: PASSWORD })
  await some.page.getByRole('link', { name: 'Administración' }).click()
  const own = some.page.getByRole('navigation', { name: 'Administración' }).getByRole('link')
  await own.first().waitFor()
  assert.deepEqual(await own.allInnerTexts(), ['Usuarios', 'Sesiones', 'Importar', 'Diccionario'])
  const other = await console.openAs('/', ofPerson)
  await other.page.getByRole('link', { name: 'Reportes' }).waitFor()
  assert.equal(await other.page.getByRole('link', { name: 'Administración' }).count(), 0)
  await other.page.goto(`${console.erp.url}/console/admin/users`)
  await other.page.getByText('No administras nada').waitFor()
})

test('an administrator sets a password, locks a person out and lets them in again', async () => {
  const person = await company.person('berta', [buyers])
  const { page } = await console.openAs('/admin/users?q=berta')
  const menu = page.getByRole('button', { name: 'Acciones de berta' })
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: 'Cambiar contraseña' }).press('Enter')
  await page.getByLabel('Contraseña nueva').fill('corta')
  await page.getByLabel('Contraseña nueva').fill('otra-clave-larga')
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('La contraseña de berta cambió').waitFor()
  assert.equal((await person.client.get(`${API}/auth/permissions`)).status, 401)
  const client = await console.erp.logIn('berta', 'otra-clave-larga')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Bloquear' }).click()
  await page.getByRole('button', { name: 'Bloquear' }).click()
  await page.getByText('berta quedó bloqueado').waitFor()
  assert.equal((await client.get(`${API}/auth/permissions`)).status, 401)
  await page.getByRole('cell', { name: 'Bloqueado' }).waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Desbloquear' }).click()
  await page.getByText('berta puede entrar otra vez').waitFor()
  const again = await console.erp.logIn('berta', 'otra-clave-larga')
  await page.getByRole('cell', { name: 'Activo' }).waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Cerrar sus sesiones' }).click()
  await page.getByRole('button', { name: 'Cerrar sus sesiones' }).click()
  await page.getByText('1 sesión cerrada').waitFor()
  assert.equal((await again.get(`${API}/auth/permissions`)).status, 401)
})

test('an administrator sees all open sessions and ends one', async () => {
  const { page } = await console.openAs('/admin/sessions')
  const rows = page.getByRole('table').getByRole('row')
  await rows.filter({ hasText: 'Esta' }).waitFor()
  const row = rows.filter({ hasText: 'ana ana' }).first()
  const before = await rows.filter({ hasText: 'ana ana' }).count()
  await row.getByRole('button').click()
  await page.getByText('1 sesión cerrada').waitFor()
  await rows
    .filter({ hasText: 'ana ana' })
    .nth(before - 1)
    .waitFor({ state: 'detached' })
})

test('the matrix tells what holds and why, and saves changes together', async () => {
  const { page } = await console.openAs('/admin/profiles')
  await page.getByRole('link', { name: 'COMPRADORES' }).click()
  const search = page.getByRole('searchbox', { name: 'Buscar un modelo o un módulo' })
  await search.fill('compra')
  const right = (name: string) => page.getByRole('button', { name, exact: true })
  await right('Compra, Leer: concedido').waitFor()
  await right('Compra, Eliminar: negado por BASE').waitFor()
  await right('Proveedor, Leer: concedido por BASE').waitFor()
  await right('Compra, Crear: sin permiso').press('Enter')
  await right('Compra, Crear: concedido').press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await right('Compra, Modificar: negado').waitFor()
  await page.getByRole('button', { name: /^Acciones de Compra:/ }).click()
  await right('Compra, Autorizar compra: sin permiso').click()
  await right('Compra, Leer: concedido').click()
  await right('Compra, Leer: negado').click()
  await page.getByText('4 cambios sin guardar').waitFor()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('4 permisos guardados').waitFor()
  await right('Compra, Leer: sin permiso').waitFor()
  const rows = await console.erp.admin.get(
    `${API}/PerfilPermiso?perfil=${buyers}&permiso__clave__like=Compra.%25&per_page=50`,
  )
  const stored = rows.json.data.map((row: { permiso_str: string; concedido: boolean }) => [
    row.permiso_str.split(' ')[0],
    row.concedido,
  ])
  assert.deepEqual(Object.fromEntries(stored), {
    'Compra.crear': true,
    'Compra.modificar': false,
    'Compra.autorizar_compra': true,
  })
  const { modules } = (await ana.client.get(`${API}/auth/permissions`)).json.data
  const purchases = modules
    .flatMap((module: { models: object[] }) => module.models)
    .find((model: { name?: string }) => model.name === 'Compra')
  assert.deepEqual([purchases.read, purchases.create], [false, true])
})

test('a company adds the ready profiles, which are told from its own', async () => {
  const { page } = await console.openAs('/admin/profiles')
  await page.getByRole('button', { name: 'Agregar perfiles listos' }).click()
  await page.getByText(/^Perfiles agregados: \d+$/).waitFor()
  const row = page.getByRole('row').filter({ hasText: 'TESORERO' })
  await row.getByText('Listo').waitFor()
  assert.equal(
    await page.getByRole('row').filter({ hasText: 'COMPRADORES' }).getByText('Listo').count(),
    0,
  )
  await page.getByRole('button', { name: 'Agregar perfiles listos' }).click()
  await page.getByText('La empresa ya tiene todos los perfiles listos.').waitFor()
})

test('rights are copied from another profile, and who leaves without saving is asked', async () => {
  const target = await company.profile('NUEVO', {})
  const { page } = await console.openAs(`/admin/profiles/${target}`)
  await page.getByRole('button', { name: 'Copiar de otro perfil' }).click()
  await page.getByRole('combobox', { name: 'Perfil' }).fill('base')
  await page.getByRole('option', { name: /BASE/ }).click()
  await page.getByRole('button', { name: 'Copiar', exact: true }).click()
  await page.getByText('2 cambios sin guardar').waitFor()
  await page.getByLabel('Solo con permisos').check()
  await page.getByRole('button', { name: 'Proveedor, Leer: concedido', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Usuarios' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await page.getByRole('link', { name: 'Usuarios' }).click()
  await page.getByRole('heading', { name: 'Usuarios' }).waitFor()
})

test('a right that the service refuses stays as it was chosen, with what it said', async () => {
  const { page } = await console.openAs(`/admin/profiles/${base}?q=moneda`)
  await page.route('**/api/v1/PerfilPermiso', (route) =>
    route.fulfill({
      status: 403,
      json: { data: null, meta: {}, errors: [{ code: 'FORBIDDEN', message: 'Not yours.' }] },
    }),
  )
  await page.getByRole('button', { name: 'Moneda, Leer: sin permiso', exact: true }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByText('Moneda.leer: Not yours.').waitFor()
  await page.getByText('1 cambio sin guardar').waitFor()
})

test('a key is made, shown once, and revoked', async () => {
  const { page } = await console.openAs('/admin/keys')
  await page.getByRole('button', { name: 'Nueva clave' }).click()
  await page.getByLabel('Para qué es').fill('Tienda en línea')
  await page.getByRole('combobox', { name: 'Perfil' }).fill('BASE')
  await page.getByRole('option', { name: /BASE/ }).click()
  await page.getByLabel('Solo estos permisos').fill('Nada.leer')
  await page.getByRole('button', { name: 'Crear clave' }).click()
  await page.getByText('no hay ningún derecho Nada.leer').waitFor()
  await page.getByLabel('Solo estos permisos').fill('Proveedor.leer')
  await page.getByRole('button', { name: 'Crear clave' }).click()
  const key = await page.getByRole('textbox', { name: 'Esta es la clave' }).inputValue()
  const client = console.erp.client.with({ authorization: `Bearer ${key}` })
  assert.equal((await client.get(`${API}/Proveedor`)).status, 200)
  assert.equal((await client.get(`${API}/Compra`)).status, 403)
  await page.getByRole('button', { name: 'Ya la copié' }).click()
  await page.getByRole('button', { name: 'Revocar Tienda en línea' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revocar' }).click()
  await page.getByText('La clave Tienda en línea ya no sirve').waitFor()
  assert.equal((await client.get(`${API}/Proveedor`)).status, 401)
  await page.getByRole('cell', { name: 'Revocada' }).waitFor()
})

test('messages that failed are sent again, one or all', async () => {
  await failedMail(3)
  const { page } = await console.openAs('/admin/outbox', undefined, { colorScheme: 'dark' })
  await page.getByRole('radio', { name: 'Fallido' }).check({ force: true })
  const failed = page.getByRole('row').filter({ hasText: 'No such host' })
  await failed.nth(2).waitFor()
  assert.match(page.url(), /estado=muerta$/)
  await failed.first().getByRole('button').click()
  await page.getByText('1 mensaje se volverá a enviar').waitFor()
  await failed.nth(2).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Reintentar los fallidos' }).click()
  await page.getByText('2 mensajes se volverán a enviar').waitFor()
  await page.getByText('No hay mensajes').waitFor()
})

test('the dictionary is read model by model', async () => {
  const { page } = await console.openAs('/admin/dictionary', undefined, { locale: 'en-US' })
  await page.getByRole('searchbox', { name: 'Search' }).fill('moneda')
  await page.getByRole('link', { name: 'Moneda', exact: true }).click()
  await page.getByRole('heading', { name: 'Moneda' }).waitFor()
  await page.getByRole('row').filter({ hasText: 'clave' }).first().waitFor()
  await page.getByRole('tab', { name: 'Relations' }).click()
  await page.getByRole('row').filter({ hasText: 'referred to by' }).first().waitFor()
  assert.equal(
    await page.getByRole('link', { name: 'OpenAPI' }).getAttribute('href'),
    '/openapi/Moneda.json',
  )
  await page.goto(`${console.erp.url}/console/admin/imports?q=proveedor`)
  const link = page.getByRole('main').getByRole('link', { name: 'Proveedor', exact: true })
  assert.match((await link.getAttribute('href')) ?? '', /\/m\/Proveedor\/import$/)
})

/** Mails that were given up. */
async function failedMail(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await console.erp.owner.execute(sql`
      insert into oficina.salida (empresa_id, tipo, destino, contenido, modelo, registro, estado, intentos, creada_en, proximo_intento,
        ultimo_error)
      values (${console.erp.empresaId}, 'correo', ${`a${index}@example.com`}, '{"asunto":"Su factura"}', 'Cliente', '1', 'muerta', 10, now(), now(),
        'No such host')`)
  }
}
