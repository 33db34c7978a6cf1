import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { ACTIONS } from '../../src/actions/business/action-list.ts'
import { readTrades, readyProfiles } from '../../src/actions/profiles/ready-profiles.ts'
import { startErp, type ErpTest } from '../erp-service.ts'
import { shippedRegistry } from '../shipped-registry.ts'
import { API, companyOf, refusal, type Company } from './rights-fixture.ts'

const registry = shippedRegistry()
const trades = readTrades()
const profiles = readyProfiles(registry)

let erp: ErpTest
let company: Company

before(async () => {
  erp = await startErp()
  company = companyOf(erp)
})

after(() => erp.stop())

interface Row {
  readonly id: number
  readonly clave: string
  readonly oficio: string | null
}

const PATH = `${API}/Perfil/actions/agregar_perfiles`
const rowsOf = async (): Promise<readonly Row[]> =>
  (await erp.admin.get(`${API}/Perfil?per_page=100`)).json.data

test('ready profiles name only modules, models and actions that there are', () => {
  const modules = new Set(registry.modules.map(({ name }) => name))
  const unknown = trades.profiles.flatMap(({ clave, module, reads, writes, acts }) => [
    ...[module, ...reads, ...writes]
      .filter((name) => !modules.has(name) && !registry.models.has(name))
      .map((name) => `${clave}: ${name}`),
    ...[...acts].flatMap(([model, actions]) =>
      actions
        .filter((action) => registry.models.get(model)?.actions.includes(action) !== true)
        .map((action) => `${clave}: ${model}.${action}`),
    ),
  ])
  assert.deepEqual(unknown, [])
  assert.ok(trades.everybody.every((name) => modules.has(name)))
})

test('each business action is the work of some trade, but for giving a company its profiles', () => {
  const done = new Set(profiles.flatMap(({ permisos }) => permisos))
  assert.deepEqual(
    ACTIONS.all.map(({ model, name }) => `${model}.${name}`).filter((key) => !done.has(key)),
    ['Perfil.agregar_perfiles'],
  )
})

/** What is entered, and what is decided about it by somebody else. */
const APART: readonly (readonly [string, string])[] = [
  ['Compra.crear', 'Compra.autorizar_compra'],
  ['Compra.crear', 'Compra.recibir_compra'],
  ['Compra.crear', 'CuentaPorPagar.registrar_factura'],
  ['Compra.recibir_compra', 'CuentaPorPagar.registrar_factura'],
  ['RequisicionCompra.crear', 'RequisicionCompra.autorizar_requisicion'],
  ['SolicitudMaterial.crear', 'SolicitudMaterial.autorizar_solicitud'],
  ['Proveedor.crear', 'PagoProveedor.pagar'],
  ['ProveedorCuentaBancaria.crear', 'ProveedorCuentaBancaria.validar_cuenta'],
  ['CuentaPorPagar.registrar_factura', 'CuentaPorPagar.autorizar_factura'],
  ['CuentaPorPagar.registrar_factura', 'PagoProveedor.pagar'],
  ['PagoProveedor.crear', 'PagoProveedor.autorizar_pago'],
  ['PagoProveedor.crear', 'PagoProveedor.pagar'],
  ['Empleado.cambiar_salario', 'Nomina.calcular_nomina'],
  ['Nomina.calcular_nomina', 'Nomina.autorizar_nomina'],
  ['Nomina.autorizar_nomina', 'Nomina.pagar_nomina'],
  ['ProgramacionPago.programar_pago', 'ProgramacionPago.autorizar_programacion'],
  ['ProgramacionPago.autorizar_programacion', 'ProgramacionPago.pagar_programacion'],
  ['AjusteInventario.crear', 'AjusteInventario.autorizar_ajuste'],
  ['MermaInventario.crear', 'MermaInventario.autorizar_merma'],
  ['RevaluacionInventario.crear', 'RevaluacionInventario.autorizar_revaluacion'],
  ['DevolucionCompra.crear', 'DevolucionCompra.autorizar_devolucion'],
  ['DevolucionVenta.crear', 'DevolucionVenta.autorizar_devolucion'],
  ['Venta.crear', 'VentaAutorizacion.autorizar_excepcion'],
  ['Venta.crear', 'Venta.timbrar_venta'],
  ['Venta.crear', 'CobroCliente.cobrar'],
  ['Cliente.crear', 'LineaCreditoCliente.autorizar_linea'],
  ['CobroCliente.crear', 'CobroCliente.devolver_cobro'],
  ['CobroCliente.crear', 'CuentaPorCobrar.declarar_incobrable'],
  ['Poliza.crear', 'PagoProveedor.pagar'],
  ['Usuario.crear', 'PagoProveedor.pagar'],
]

test('whoever enters something decides nothing about it', () => {
  const has = (keys: readonly string[], key: string) => {
    const [model = '', right = ''] = key.split('.')
    const module = `modulo:${registry.models.get(model)?.module}.${right}`
    return keys.includes(key) || keys.includes(module)
  }
  for (const pair of APART) {
    for (const key of pair)
      assert.ok(
        profiles.some(({ permisos }) => has(permisos, key)),
        `nobody has ${key}`,
      )
    const both = profiles.filter(({ permisos }) => pair.every((key) => has(permisos, key)))
    assert.deepEqual(
      both.map(({ clave }) => clave),
      [],
      pair.join(' and '),
    )
  }
})

test('who reads what a form refers to sees names, and who only looks changes nothing', () => {
  for (const { clave, permisos, ocultos } of profiles) {
    const seesPeople = permisos.includes('Empleado.leer') && clave !== 'RECURSOS-HUMANOS'
    const hides = ocultos.some(({ campo }) => campo === 'salario_diario')
    assert.equal(hides, seesPeople, clave)
  }
  const looking = profiles.find(({ clave }) => clave === 'CONSULTA')
  assert.ok(looking)
  assert.ok(looking.permisos.every((key) => key.endsWith('.leer')))
  for (const module of ['nomina', 'recursos-humanos', 'seguridad'])
    assert.ok(!looking.permisos.includes(`modulo:${module}.leer`), module)
})

test('a company is given the ready profiles that it lacks, and keeps those that it has', async () => {
  const own = await company.profile('VENDEDOR', { grants: ['Moneda.leer'] })
  const answer = await erp.admin.post(PATH, {})
  assert.equal(answer.status, 200, answer.text)
  const others = profiles.map(({ clave }) => clave).filter((clave) => clave !== 'VENDEDOR')
  assert.deepEqual(answer.json.data, { agregados: others })
  const rows = await rowsOf()
  const kept = rows.find(({ clave }) => clave === 'VENDEDOR')
  assert.deepEqual([kept?.id, kept?.oficio], [own, null])
  const granted = await erp.admin.get(`${API}/PerfilPermiso?perfil=${own}`)
  assert.equal(granted.json.meta.total, 1)
  const [buyer] = rows.filter(({ oficio }) => oficio === 'COMPRADOR')
  assert.ok(buyer)
  const rights = await erp.admin.get(`${API}/PerfilPermiso?perfil=${buyer.id}`)
  assert.equal(
    rights.json.meta.total,
    profiles.find(({ clave }) => clave === 'COMPRADOR')?.permisos.length,
  )
})

test('asked again it adds nothing, but for a profile that was deleted', async () => {
  await erp.admin.post(PATH, {})
  const [buyer] = (await rowsOf()).filter(({ oficio }) => oficio === 'COMPRADOR')
  assert.ok(buyer)
  await company.create('PerfilPermiso', {
    perfil: buyer.id,
    permiso: await company.permission('Nomina.leer'),
    concedido: true,
  })
  const count = async () =>
    (await erp.admin.get(`${API}/PerfilPermiso?perfil=${buyer.id}`)).json.meta.total
  const before = await count()
  assert.deepEqual((await erp.admin.post(PATH, {})).json.data, { agregados: [] })
  assert.equal(await count(), before)
  const [gone] = (await rowsOf()).filter(({ oficio }) => oficio === 'CONSULTA')
  assert.ok(gone)
  for (const model of ['PerfilPermiso', 'PerfilCampo']) {
    const of = await erp.admin.get(`${API}/${model}?perfil=${gone.id}&per_page=100`)
    for (const { id } of of.json.data)
      assert.equal((await erp.admin.send('DELETE', `${API}/${model}/${id}`)).status, 200)
  }
  const deleted = await erp.admin.send('DELETE', `${API}/Perfil/${gone.id}`)
  assert.equal(deleted.status, 200, deleted.text)
  assert.deepEqual((await erp.admin.post(PATH, {})).json.data, { agregados: ['CONSULTA'] })
})

test('only an administrator adds them, and where a profile comes from is nobody’s to write', async () => {
  const helper = await company.profile('AYUDANTE', { grants: ['Perfil.agregar_perfiles'] })
  const { client } = await company.person('ayudante', [helper])
  assert.deepEqual(refusal(await client.post(PATH, {})), [403, 'FORBIDDEN', null])
  const nobody = await company.person('nadie', [])
  assert.deepEqual(refusal(await nobody.client.post(PATH, {})), [403, 'FORBIDDEN', null])
  const written = await erp.admin.post(`${API}/Perfil`, {
    clave: 'X',
    nombre: 'X',
    oficio: 'VENDEDOR',
  })
  assert.deepEqual(refusal(written), [422, 'READ_ONLY_FIELD', 'oficio'])
})

test('every trade reads what its forms refer to', async () => {
  await erp.admin.post(PATH, {})
  interface Listed {
    readonly name: string
    readonly read: boolean
    readonly create: boolean
  }
  for (const { id, clave, oficio } of await rowsOf()) {
    if (oficio === null) continue
    const { client } = await company.person(`de-${clave.toLowerCase()}`, [id])
    const { modules } = (await client.get(`${API}/auth/permissions`)).json.data
    const models: readonly Listed[] = modules.flatMap(
      ({ models: of }: { models: readonly Listed[] }) => of,
    )
    const readable = new Set(models.filter(({ read }) => read).map(({ name }) => name))
    const unreadable = models
      .filter(({ create }) => create)
      .flatMap(({ name }) => registry.models.get(name)?.references ?? [])
      .map(({ target }) => target)
      .filter((name) => !readable.has(name))
    assert.deepEqual([...new Set(unreadable)], [], clave)
    const first = modules[0]?.name
    const trade = trades.profiles.find((one) => one.clave === clave)
    if (clave !== 'ADMINISTRACION') assert.equal(first, trade?.module, clave)
  }
})

test('the first company of an installation has them from its first hour', async () => {
  const [first] = await erp.asOwner.query<{ cuantos: number }>(sql`
    select count(*)::int4 as cuantos from public.perfil
    where empresa_id = (select min(id) from public.empresa) and oficio is not null`)
  assert.equal(first?.cuantos, profiles.length)
})
