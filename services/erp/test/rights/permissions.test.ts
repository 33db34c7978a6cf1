import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { ROUTES } from '../../src/routes.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { assertAllRefused } from './all-refused.ts'

let erp: ErpTest
let noRights: HttpClient

const API = '/api/v1'

before(async () => {
  erp = await startErp()
  noRights = await newUser('sin-derechos')
})

after(() => erp.stop())

async function create(model: string, body: object): Promise<number> {
  const answer = await erp.admin.post(`${API}/${model}`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.json.data.id
}

async function newUser(usuario: string): Promise<HttpClient> {
  await create('Usuario', {
    usuario,
    nombre: usuario,
    password: 'secreto-de-prueba',
    estado: 'activo',
  })
  return await erp.logIn(usuario, 'secreto-de-prueba')
}

async function permissionId(clave: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(
    sql`select id from public.permiso_sistema where clave = ${clave}`,
  )
  assert.ok(row, clave)
  return row.id
}

/** A user whose profile grants and refuses these rights. */
async function userWith(
  name: string,
  rights: { readonly grants: readonly string[]; readonly refusals?: readonly string[] },
): Promise<{ client: HttpClient; perfil: number }> {
  const perfil = await create('Perfil', { clave: name, nombre: name })
  for (const clave of rights.grants) {
    await create('PerfilPermiso', { perfil, permiso: await permissionId(clave), concedido: true })
  }
  for (const clave of rights.refusals ?? []) {
    await create('PerfilPermiso', { perfil, permiso: await permissionId(clave), concedido: false })
  }
  const usuario = await create('Usuario', {
    usuario: name,
    nombre: name,
    password: 'secreto-de-prueba',
    estado: 'activo',
  })
  await create('UsuarioPerfil', { usuario, perfil, inicio_vigencia: '2026-01-01' })
  return { client: await erp.logIn(name, 'secreto-de-prueba'), perfil }
}

test('every route but the public ones refuses a request without a token', async () => {
  for (const route of ROUTES.filter(({ auth }) => auth === 'bearer')) {
    const path = route.path.replace(':modelo', 'Moneda').replace(':id', '1').replace(':accion', 'x')
    const answer = await erp.client.send(route.method, path)
    assert.deepEqual([route.path, answer.status], [route.path, 401])
  }
})

test('a user without any right sees no model and may do nothing on any', async () => {
  const listing = await noRights.get(`${API}/auth/permissions`)
  assert.deepEqual(listing.json.data.modules, [])
  const { modules } = (await erp.client.get(`${API}/metadata`)).json.data
  // One model of each module; `every-model-refused.test.ts` asks for all of them.
  await assertAllRefused(
    noRights,
    modules.map(({ models: [first] }: { models: { name: string }[] }) => first?.name ?? ''),
  )
})

test('a right on a model holds for that model and that operation only', async () => {
  const { client } = await userWith('lector', { grants: ['Departamento.leer'] })
  assert.equal((await client.get(`${API}/Departamento`)).status, 200)
  assert.equal((await client.post(`${API}/Departamento`, { clave: 'X', nombre: 'X' })).status, 403)
  assert.equal((await client.get(`${API}/Puesto`)).status, 403)
  const { modules } = (await client.get(`${API}/auth/permissions`)).json.data
  assert.equal(modules.length, 1)
  assert.partialDeepStrictEqual(modules[0].models, [
    { name: 'Departamento', read: true, create: false, update: false, delete: false, actions: [] },
  ])
})

interface MenuModule {
  readonly name: string
  readonly kind: string
  readonly models: readonly { readonly name: string; readonly document: boolean }[]
}

test('the permissions tell which modules work, which serve others, and which only keep records', async () => {
  const { modules } = (await erp.admin.get(`${API}/auth/permissions`)).json.data
  const kinds = Map.groupBy<string, MenuModule>(modules, ({ kind }) => kind)
  assert.deepEqual([...kinds.keys()], ['works', 'serves', 'catalogs', 'records'])
  const namesOf = (kind: string) => kinds.get(kind)?.map(({ name }) => name)
  assert.deepEqual(namesOf('works')?.slice(0, 4), [
    'ventas',
    'punto-de-venta',
    'compras',
    'inventario',
  ])
  assert.deepEqual(namesOf('serves'), ['presupuestos'])
  assert.ok(namesOf('works')?.includes('nomina'))
  for (const name of ['activo-fijo', 'crm', 'produccion', 'proyectos', 'mantenimiento'])
    assert.ok(namesOf('records')?.includes(name), name)
  for (const name of ['geografia', 'cfdi', 'carta-porte'])
    assert.ok(namesOf('catalogs')?.includes(name), name)
  const sales: readonly MenuModule['models'][number][] = kinds.get('works')?.[0]?.models ?? []
  const isDocument = (name: string) => sales.find((model) => model.name === name)?.document
  assert.deepEqual(['Venta', 'Cotizacion', 'Cliente', 'ZonaVenta'].map(isDocument), [
    true,
    true,
    false,
    false,
  ])
})

test('the permissions begin with the module in which the person may do most', async () => {
  const modulesOf = async (client: HttpClient) =>
    (await client.get(`${API}/auth/permissions`)).json.data.modules.map(
      ({ name }: MenuModule) => name,
    )
  const { client } = await userWith('almacenista', {
    grants: [
      ...['ventas', 'compras', 'inventario', 'nomina'].map((name) => `modulo:${name}.leer`),
      ...['recibir_compra', 'cancelar_recepcion'].map((name) => `RecepcionCompra.${name}`),
      ...['enviar_traspaso', 'recibir_traspaso', 'cancelar_traspaso'].map(
        (name) => `TraspasoAlmacen.${name}`,
      ),
      ...['iniciar_conteo', 'cerrar_conteo', 'ajustar_conteo'].map(
        (name) => `InventarioFisico.${name}`,
      ),
    ],
  })
  assert.deepEqual(await modulesOf(client), ['inventario', 'compras', 'ventas', 'nomina'])
})

test('a right on a module holds for its models, but for those that are refused', async () => {
  const { client } = await userWith('modulo', {
    grants: ['modulo:seguridad.leer'],
    refusals: ['ClaveApi.leer'],
  })
  assert.equal((await client.get(`${API}/Perfil`)).status, 200)
  assert.equal((await client.get(`${API}/ClaveApi`)).status, 403)
})

test('a changed profile holds at the next request, in the listing too, and invalidate does no harm', async () => {
  const { client, perfil } = await userWith('cambia', { grants: ['Departamento.leer'] })
  assert.equal((await client.get(`${API}/Puesto`)).status, 403)
  const grant = await create('PerfilPermiso', {
    perfil,
    permiso: await permissionId('Puesto.leer'),
    concedido: true,
  })
  assert.equal((await client.get(`${API}/Puesto`)).status, 200)
  assert.deepEqual(await namesShown(client), ['Departamento', 'Puesto'])
  assert.equal((await client.post(`${API}/auth/permissions/invalidate`)).status, 200)
  assert.equal((await client.get(`${API}/Puesto`)).status, 200)
  await erp.admin.send('DELETE', `${API}/PerfilPermiso/${grant}`)
  assert.equal((await client.get(`${API}/Puesto`)).status, 403)
  assert.deepEqual(await namesShown(client), ['Departamento'])
})

async function namesShown(client: HttpClient): Promise<readonly string[]> {
  const { modules } = (await client.get(`${API}/auth/permissions`)).json.data
  return modules.flatMap(({ models }: { models: { name: string }[] }) =>
    models.map(({ name }) => name),
  )
}

test('the catalogs that all companies share are changed by the operator only', async () => {
  const other = await erp.otherCompany()
  assert.equal((await other.get(`${API}/Moneda`)).status, 200)
  assert.equal((await other.post(`${API}/Moneda`, { clave: 'QQQ', nombre: 'Q' })).status, 403)
  assert.equal((await erp.admin.post(`${API}/Moneda`, { clave: 'QQQ', nombre: 'Q' })).status, 201)
})

test('what the service itself writes cannot be written through the API, not even by an administrator', async () => {
  const answer = await erp.admin.post(`${API}/RegistroAuditoria`, {})
  assert.equal(answer.status, 403)
})
