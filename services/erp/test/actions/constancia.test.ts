import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { startErp, type ErpTest } from '../erp-service.ts'
import { API, companyOf } from '../rights/rights-fixture.ts'

let erp: ErpTest
/** The company's before anything was taken in. */
let rfc: string

before(async () => {
  erp = await startErp()
  rfc = (await company()).rfc
})

after(() => erp.stop())

const text = (rfc: string, regimes: readonly string[]): string =>
  [
    `RFC: ${rfc}`,
    'Denominación/Razón Social: ESCUELA KEMPER URGATE',
    'Régimen Capital: SOCIEDAD ANONIMA DE CAPITAL VARIABLE',
    'Nombre Comercial: KEMPER',
    'Código Postal:06000 Tipo de Vialidad: AVENIDA',
    'Nombre de Vialidad: FRANCISCO I. MADERO Número Exterior: 12',
    'Número Interior: Nombre de la Colonia: CENTRO',
    'Nombre de la Entidad Federativa: VERACRUZ DE IGNACIO DE LA LLAVE',
    'Regímenes:',
    ...regimes.map((name) => `${name} 17/03/1990`),
  ].join('\n')

const GENERAL = 'Régimen General de Ley Personas Morales'

const company = async () => (await erp.admin.get(`${API}/Empresa/${erp.empresaId}`)).json.data

const apply = (texto: string, client = erp.admin) =>
  client.send('POST', `${API}/Empresa/${erp.empresaId}/actions/aplicar_constancia`, {
    body: { texto },
  })

test('a company takes who it is from its constancia: RFC, name, regime and address', async () => {
  const { status, json, text: sent } = await apply(text('EKU9003173C9', [GENERAL]))
  assert.equal(status, 200, sent)
  const now = await company()
  assert.equal(now.rfc, 'EKU9003173C9')
  assert.equal(now.razon_social, 'ESCUELA KEMPER URGATE')
  assert.equal(now.nombre_comercial, 'KEMPER')
  const regime = (await erp.admin.get(`${API}/RegimenFiscal/${now.regimen_fiscal}`)).json.data
  assert.equal(regime.clave, '601')
  const address = (await erp.admin.get(`${API}/Direccion/${now.domicilio_fiscal}`)).json.data
  assert.equal(address.calle, 'FRANCISCO I. MADERO')
  assert.equal(address.numero_exterior, '12')
  assert.equal(address.numero_interior, null)
  const state = (await erp.admin.get(`${API}/Estado/${address.estado}`)).json.data
  assert.equal(state.clave, 'VER')
  // The catalog of postal codes is large, and loaded by who needs it.
  const known = (await erp.admin.get(`${API}/CodigoPostal?clave=06000`)).json.data.length > 0
  assert.equal(json.data.warnings === undefined, known)
  const steps = (await erp.admin.get(`${API}/start`)).json.data
  const own = steps.find(({ name }: { name: string }) => name === 'empresa')
  // It is whole with a postal code.
  assert.equal(own.done, known)
})

test('what the company was before stands in its audit log', async () => {
  await apply(text('EKU9003173C9', [GENERAL]))
  const { json } = await erp.admin.get(`${API}/reports/audit-trail/Empresa/${erp.empresaId}`)
  const before = json.data.map(({ antes }: { antes: object }) => antes)
  assert.ok(before.some((antes: { rfc?: string }) => antes.rfc === rfc))
})

test('a second constancia changes the address of the first', async () => {
  const before = await company()
  const moved = text('EKU9003173C9', [GENERAL]).replace('Exterior: 12', 'Exterior: 14')
  assert.equal((await apply(moved)).status, 200)
  const now = await company()
  assert.equal(now.domicilio_fiscal, before.domicilio_fiscal)
  const address = (await erp.admin.get(`${API}/Direccion/${now.domicilio_fiscal}`)).json.data
  assert.equal(address.numero_exterior, '14')
})

test('what a text that was copied in part lacks stays as it is in the address', async () => {
  const { domicilio_fiscal: id } = await company()
  const addressNow = async () => (await erp.admin.get(`${API}/Direccion/${id}`)).json.data
  const before = await addressNow()
  const part = text('EKU9003173C9', [GENERAL])
    .split('\n')
    .filter((line) => !/Código Postal|Entidad/.test(line))
  assert.equal((await apply(part.join('\n'))).status, 200)
  const { estado, codigo_postal: postal } = await addressNow()
  assert.notEqual(estado, null)
  assert.deepEqual([estado, postal], [before.estado, before.codigo_postal])
})

test('several regimes: the first is taken, and a warning names all', async () => {
  const { status, json } = await apply(
    text('EKU9003173C9', [GENERAL, 'Régimen Simplificado de Confianza']),
  )
  assert.equal(status, 200)
  const warning = json.data.warnings.find(
    ({ field }: { field: string }) => field === 'regimen_fiscal',
  )
  assert.match(warning.message, /General de Ley Personas Morales and Simplificado de Confianza/)
})

test('a text that is no constancia, or names no regime of the catalog, changes nothing', async () => {
  const before = await company()
  for (const texto of [
    'Hola, ¿cómo estás? No soy nada.',
    text('EKU9003173C9', ['Régimen Lunar']),
  ]) {
    const { status, json } = await apply(texto)
    assert.equal(status, 422)
    assert.equal(json.errors[0].field, 'texto')
  }
  assert.deepEqual(await company(), before)
})

test('the RFC of a company that issued CFDI is not changed by a constancia', async () => {
  const before = await company()
  await erp.owner.query(sql`
    insert into public.cfdi (empresa_id, id, creado_en, modificado_en, sentido, version_cfdi, tipo, fecha, rfc_emisor,
      nombre_emisor, rfc_receptor, nombre_receptor, moneda, estado)
    select ${erp.empresaId}, 990, now(), now(), 'emitido', '4.0', (select min(id) from public.tipo_comprobante), now(),
      ${before.rfc}, 'KEMPER', 'XAXX010101000', 'PUBLICO EN GENERAL', (select id from public.moneda where clave = 'MXN'),
      'por_timbrar'`)
  const { status, json } = await apply(text('AAA010101AAA', [GENERAL]))
  assert.equal(status, 409, JSON.stringify(json))
  assert.equal(json.errors[0].field, 'rfc')
  assert.deepEqual(await company(), before)
})

test('who may not, does not', async () => {
  const reader = await companyOf(erp).person('lectora', [
    await companyOf(erp).profile('LECTORA', { grants: ['Empresa.leer'] }),
  ])
  assert.equal((await apply(text('EKU9003173C9', [GENERAL]), reader.client)).status, 403)
})
