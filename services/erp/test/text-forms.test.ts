import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { DICTIONARY_DIR, loadRegistry } from '../src/dictionary-files.ts'
import { startErp, type ErpTest } from './erp-service.ts'

let erp: ErpTest
let made = 0

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

async function createSupplier(more: object) {
  made += 1
  const body = { clave: `P${made}`, razon_social: 'Aceros', rfc: 'ANO010101AB1', ...more }
  return await erp.admin.post('/api/v1/Proveedor', body)
}

const NO_RFC = [
  'XX',
  'no es rfc',
  'ABC991399AAA',
  'ABC990230AA1',
  'AB990228AA1',
  'ABCDE990228A',
  'ABC990228AAB',
  '1BC990228AA1',
]

for (const rfc of NO_RFC) {
  test(`the RFC ${rfc} is 422 in every way of writing`, async () => {
    const single = await createSupplier({ rfc })
    assert.deepEqual([single.status, single.json.errors[0].field], [422, 'rfc'])
    assert.match(single.json.errors[0].message, /^rfc must (?:be an RFC|have at most 13)/)
    const file = await erp.admin.send('POST', '/api/v1/Proveedor/import?mode=all', {
      body: `clave,razon_social,rfc\nI-${rfc},Aceros,${rfc}\n`,
      headers: { 'content-type': 'text/csv' },
    })
    assert.deepEqual([file.status, file.json.errors[0].field], [422, 'rfc'])
    const { json } = await createSupplier({})
    const changed = await erp.admin.send('PUT', `/api/v1/Proveedor/${json.data.id}`, {
      body: { rfc },
    })
    assert.deepEqual([changed.status, changed.json.errors[0].field], [422, 'rfc'])
  })
}

test('an RFC is kept in capitals without the hyphens of people, the generic ones too', async () => {
  const kept: string[] = []
  for (const rfc of ['ano-010101-ab1', 'Ñañ 010101 ab1', 'xaxx010101000', 'GOMJ800229H41']) {
    const { status, json, text } = await createSupplier({ rfc })
    assert.equal(status, 201, text)
    kept.push(json.data.rfc)
  }
  assert.deepEqual(kept, ['ANO010101AB1', 'ÑAÑ010101AB1', 'XAXX010101000', 'GOMJ800229H41'])
})

const NO_ADDRESS = [
  'no-es-correo',
  'a@b',
  'a b@empresa.mx',
  'a@empresa.mx,b@empresa.mx',
  'a@empresa.mx\r\nBcc: b@empresa.mx',
  '.a@empresa.mx',
  'a..b@empresa.mx',
  'a@empresa..mx',
  'a@-empresa.mx',
  'Ana <a@empresa.mx>',
  `${'a'.repeat(65)}@empresa.mx`,
]

for (const correo of NO_ADDRESS) {
  test(`${JSON.stringify(correo).slice(0, 40)} is no mail address`, async () => {
    const { status, json } = await createSupplier({ correo })
    assert.equal(status, 422)
    assert.deepEqual(json.errors, [
      {
        code: 'VALIDATION',
        field: 'correo',
        message: 'correo must be one mail address, such as ventas@empresa.example.',
      },
    ])
  })
}

test('a mail address may be what people have, or none', async () => {
  for (const correo of ["o'hara+compras@a-b.com.mx", ' ventas@empresa.mx ', '', null]) {
    const { status, json, text } = await createSupplier({ correo })
    assert.equal(status, 201, text)
    assert.equal(json.data.correo, correo?.trim() ?? null)
  }
})

test('every RFC and mail address of the dictionary has its form', () => {
  const loaded = loadRegistry(DICTIONARY_DIR, null)
  assert.ok(loaded.ok)
  const plain = [...loaded.value.models.values()].flatMap(({ name, fields }) =>
    fields.flatMap((field) => {
      const isMeant = /^(?:rfc|correo)(?:_|$)/.test(field.name) && field.type === 'text'
      return isMeant && field.form === undefined ? [`${name}.${field.name}`] : []
    }),
  )
  // The callback of Asociado looks at the check digit too.
  assert.deepEqual(plain, ['Asociado.rfc'])
})
