import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'

import { DICTIONARY_DIR, loadRegistry } from '../../src/dictionary-files.ts'
import type { TextForm } from '../../src/dictionary/text-forms.ts'
import { isClabe } from '../../src/fiscal/clabe.ts'
import { isNss } from '../../src/fiscal/nss.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

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

interface WrongText {
  readonly value: string
  readonly message: RegExp
}

/** What is wrong in a field of each form, of which record, and what the answer says. */
const FORMED: readonly {
  readonly model: string
  readonly field: string
  readonly rest: object
  readonly right: readonly (readonly [sent: string, kept: string])[]
  readonly wrong: readonly WrongText[]
}[] = [
  {
    model: 'Candidato',
    field: 'curp',
    rest: { nombre: 'Ana', apellidos: 'López', correo: 'ana@empresa.mx' },
    right: [['hegg-560427 mvzrrl04', 'HEGG560427MVZRRL04']],
    wrong: ['HEGG560427MVZRRL05', 'HEGG561327MVZRRL04', 'HEGG560427', 'x'].map((value) => ({
      value,
      message:
        /^curp must be a CURP: 18 characters with a day that exists and the right last digit/,
    })),
  },
  {
    model: 'ProveedorCuentaBancaria',
    field: 'clabe',
    rest: {},
    right: [
      ['032 180 00011835971 9', '032180000118359719'],
      ['032180000118359719', '032180000118359719'],
    ],
    wrong: ['032180000118359718', '03218000011835971', 'AAA180000118359719'].map((value) => ({
      value,
      message: /^clabe must be a CLABE: eighteen digits with the right last one/,
    })),
  },
  {
    model: 'CfdiRelacionado',
    field: 'uuid_relacionado',
    rest: {},
    right: [['6128396f-c09b-4ec6-8699-43c5f7e3b230', '6128396F-C09B-4EC6-8699-43C5F7E3B230']],
    wrong: [
      '6128396F',
      '6128396F-C09B-4EC6-8699-43C5F7E3B23G',
      '6128396FC09B4EC6869943C5F7E3B230',
    ].map((value) => ({
      value,
      message: /^uuid_relacionado must be a UUID: 32 hexadecimal digits/,
    })),
  },
  {
    model: 'TurnoProduccion',
    field: 'hora_inicio',
    rest: { clave: 'T', nombre: 'Turno', hora_fin: '15:00' },
    right: [
      ['7:30', '07:30'],
      ['23:59', '23:59'],
    ],
    wrong: ['24:00', '12:60', '7pm', '0730'].map((value) => ({
      value,
      message: /^hora_inicio must be a time of day as HH:MM, from 00:00 to 23:59/,
    })),
  },
  {
    model: 'CodigoPostal',
    field: 'clave',
    rest: {},
    right: [],
    wrong: ['6600', '066A0', ' '].map((value) => ({
      value,
      message: /^clave (?:must be a postal|is required)/,
    })),
  },
]

for (const { model, field, rest, right, wrong } of FORMED) {
  for (const { value, message } of wrong) {
    test(`${model}.${field} ${JSON.stringify(value)} is 422 by call and by file alike`, async () => {
      const single = await erp.admin.post(`/api/v1/${model}`, { ...rest, [field]: value })
      assert.equal(single.status, 422)
      const problems = single.json.errors.filter((one: { field: string }) => one.field === field)
      assert.equal(problems.length, 1, single.text)
      assert.match(problems[0].message, message)
      const header = Object.keys({ ...rest, [field]: value })
      const row = Object.values({ ...rest, [field]: value })
      const file = await erp.admin.send('POST', `/api/v1/${model}/import?mode=all`, {
        body: `${header.join(',')}\n${row.join(',')}\n`,
        headers: { 'content-type': 'text/csv' },
      })
      assert.equal(file.status, 422)
      assert.ok(
        file.json.errors.some((one: { field: string }) => one.field === field),
        file.text,
      )
    })
  }
  for (const [sent, kept] of right) {
    test(`${model}.${field} takes ${sent} as ${kept}`, async () => {
      const { json, text } = await erp.admin.post(`/api/v1/${model}`, { ...rest, [field]: sent })
      const problems = (json.errors ?? []).map((one: { field: string }) => one.field)
      // What is missing besides is not this test's: the field itself is not complained about.
      assert.ok(!problems.includes(field), text)
      if (json.data !== null) assert.equal(json.data[field], kept)
    })
  }
}

test('a record that was wrong before keeps it until it is changed, also when it is sent back whole', async () => {
  const { json } = await createSupplier({ correo: 'a@empresa.mx' })
  const { id } = json.data
  await erp.owner.execute(sql`
    update public.proveedor set rfc = 'sin rfc', correo = 'ventas arroba empresa' where id = ${id}`)
  const path = `/api/v1/Proveedor/${id}`
  const { json: read } = await erp.admin.get(path)
  const whole = { ...read.data, razon_social: 'Otros aceros' }
  const kept = await erp.admin.send('PUT', path, { body: whole })
  assert.equal(kept.status, 200, kept.text)
  const { razon_social: name, rfc, correo } = kept.json.data
  assert.deepEqual([name, rfc, correo], ['Otros aceros', 'sin rfc', 'ventas arroba empresa'])
  const { version: _, ...again } = whole
  const changed = await erp.admin.send('PUT', path, { body: { ...again, rfc: 'sin RFC' } })
  assert.deepEqual(
    [changed.status, changed.json.errors.map((one: { field: string }) => one.field)],
    [422, ['rfc']],
  )
  const mended = await erp.admin.send('PUT', path, { body: { rfc: 'ano 010101 ab1', correo: '' } })
  assert.deepEqual([mended.status, mended.json.data.rfc], [200, 'ANO010101AB1'])
})

test("one's own people keep a wrong number of before until it is changed", async () => {
  const person = { nombre: 'Ana', apellidos: 'López' }
  const { json, text } = await erp.admin.post('/api/v1/Asociado', person)
  assert.ok(json.data, text)
  await erp.owner.execute(sql`update public.asociado set nss = '123' where id = ${json.data.id}`)
  const path = `/api/v1/Asociado/${json.data.id}`
  const { json: read } = await erp.admin.get(path)
  const kept = await erp.admin.send('PUT', path, { body: { ...read.data, telefono: '5512345678' } })
  assert.deepEqual([kept.status, kept.json.data?.nss], [200, '123'], kept.text)
  const changed = await erp.admin.send('PUT', path, { body: { nss: '124' } })
  assert.deepEqual([changed.status, changed.json.errors[0].field], [422, 'nss'])
})

/** What a field's name says that it holds; `codigo_postal` is a reference to the SAT's catalog wherever it stands. */
const MEANT: readonly (readonly [RegExp, TextForm])[] = [
  [/^rfc(?:_|$)/, 'rfc'],
  [/^(?:correo|email)(?:_|$)/, 'email'],
  [/(?:^|_)curp(?:_|$)/, 'curp'],
  [/(?:^|_)(?:nss|numero_seguridad_social)$/, 'nss'],
  [/(?:^|_)clabe(?:_|$)/, 'clabe'],
  [/(?:^|_)uuid(?:_|$)/, 'uuid'],
  [/^(?:codigo_postal|cp)(?:_|$)/, 'postal_code'],
  [/^(?:hora|horario|ventana)(?:_inicio|_fin|_entrada|_salida|_corte|_limite)?$/, 'time'],
]

test('every text of the dictionary whose name says its form has it', () => {
  const loaded = loadRegistry(DICTIONARY_DIR, null)
  assert.ok(loaded.ok)
  const plain = [...loaded.value.models.values()].flatMap(({ name, fields }) =>
    fields.flatMap((field) => {
      if (field.type !== 'text' && field.type !== 'long_text') return []
      const meant = MEANT.find(([pattern]) => pattern.test(field.name))
      const form = field.type === 'text' ? field.form : undefined
      return meant === undefined || meant[1] === form ? [] : [`${name}.${field.name}`]
    }),
  )
  // The callback of Asociado looks at more: the check digit of the RFC, and one number against the other.
  assert.deepEqual(plain, ['Asociado.rfc', 'Asociado.curp', 'Asociado.nss'])
})

test("the check digits are Banco de México's, the IMSS's and RENAPO's", () => {
  const found = [
    isClabe('032180000118359719'),
    isClabe('002010077777777771'),
    isClabe('002010077777777772'),
    isNss('72795608040'),
    isNss('72795608041'),
  ]
  assert.deepEqual(found, [true, true, false, true, false])
})
