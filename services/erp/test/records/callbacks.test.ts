import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import fc from 'fast-check'
import { sql } from '@oficina/kit/sql.ts'

import { curpCheckDigit, parseCurp } from '../../src/fiscal/curp.ts'
import { isNss, nssCheckDigit } from '../../src/fiscal/nss.ts'
import { checkDigit, parseRfc } from '../../src/fiscal/rfc.ts'
import { startErp, type ErpTest } from '../erp-service.ts'

let erp: ErpTest
const API = '/api/v1'

before(async () => {
  erp = await startErp()
})

after(() => erp.stop())

function rfcOf(body: string): string {
  return body + checkDigit(`${body}0`)
}

function curpOf(body: string): string {
  return body + curpCheckDigit(`${body}0`)
}

const RFC = rfcOf('LOAA850203H2')
const CURP = curpOf('LOAA850203MDFPNN0')
const NSS = `1234567890${nssCheckDigit('12345678900')}`
const ANA = { nombre: 'Ana', apellidos: 'López Aguilar', rfc: RFC, curp: CURP, nss: NSS }

function rejection(answer: {
  status: number
  json: { errors: { code: string; field: string }[] }
}) {
  return [answer.status, answer.json.errors[0]?.code, answer.json.errors[0]?.field]
}

test('a known RFC, CURP and NSS pass, and no other last character does', () => {
  assert.equal(parseRfc('GODE561231GR8')?.kind, 'persona')
  assert.equal(parseRfc('XAXX010101000')?.kind, 'generico')
  assert.ok(parseCurp(CURP) && isNss(NSS))
  fc.assert(
    fc.property(fc.constantFrom(...'0123456789A'), (last) => {
      assert.equal(parseRfc(RFC.slice(0, -1) + last) !== undefined, last === RFC.at(-1))
      assert.equal(isNss(NSS.slice(0, -1) + last), last === NSS.at(-1))
    }),
  )
  for (const wrong of ['GODE561331GR8', 'GODE560231GR8', 'GOD561231GR', 'X'])
    assert.equal(parseRfc(wrong), undefined)
})

test('creating an Asociado normalizes its identity, composes its name and makes its Empleado', async () => {
  const written = {
    ...ANA,
    rfc: RFC.toLowerCase(),
    curp: CURP.toLowerCase(),
    es_empleado: true,
  }
  const answer = await erp.admin.post(`${API}/Asociado`, written)
  assert.equal(answer.status, 201, answer.text)
  const { data } = answer.json
  assert.deepEqual(
    [data.rfc, data.curp, data.nss, data.nombre_completo],
    [RFC, CURP, NSS, 'Ana López Aguilar'],
  )
  const employees = await erp.admin.get(`${API}/Empleado?asociado=${data.id}`)
  assert.equal(employees.json.meta.total, 1)
  const again = await erp.admin.post(`${API}/Asociado`, ANA)
  assert.equal(again.json.errors[0].code, 'DUPLICATE')
})

test('an identity that is wrong or contradicts itself is 422 CALLBACK_REJECTED with its field, and nothing stays', async () => {
  const faults = [
    [{ rfc: `${RFC.slice(0, -1)}${RFC.endsWith('1') ? '2' : '1'}` }, 'rfc'],
    [{ curp: 'LOAA850203MDFPNN00' === CURP ? 'LOAA850203MDFPNN01' : 'LOAA850203MDFPNN00' }, 'curp'],
    [{ nss: '12345678901' === NSS ? '12345678902' : '12345678901' }, 'nss'],
    [{ rfc: rfcOf('LOAA850204H2') }, 'rfc'],
    [{ rfc: rfcOf('GOAA850203H2') }, 'rfc'],
  ] as const
  const total = async () => (await erp.admin.get(`${API}/Asociado`)).json.meta.total
  const before = await total()
  for (const [fault, field] of faults) {
    const answer = await erp.admin.post(`${API}/Asociado`, { ...ANA, ...fault })
    assert.deepEqual(rejection(answer), [422, 'CALLBACK_REJECTED', field], answer.text)
  }
  assert.equal(await total(), before)
})

test('updating an Asociado takes the name of its user along', async () => {
  const user = await erp.admin.post(`${API}/Usuario`, {
    usuario: 'luis',
    nombre: 'L',
    password: 'secreto-largo',
    estado: 'activo',
  })
  const person = await erp.admin.post(`${API}/Asociado`, {
    nombre: 'Luis',
    apellidos: 'Mora',
    usuario: user.json.data.id,
  })
  await erp.admin.send('PUT', `${API}/Asociado/${person.json.data.id}`, {
    body: { apellidos: 'Mora Ruiz' },
  })
  const read = await erp.admin.get(`${API}/Usuario/${user.json.data.id}`)
  assert.equal(read.json.data.nombre, 'Luis Mora Ruiz')
})

async function satForm(clave: string, more: object): Promise<number> {
  const known = await erp.admin.get(`${API}/FormaPagoSat?clave=${clave}`)
  if (known.json.data.length > 0) {
    const { id } = known.json.data[0]
    await erp.admin.send('PUT', `${API}/FormaPagoSat/${id}`, { body: more })
    return id
  }
  const answer = await erp.admin.post(`${API}/FormaPagoSat`, { clave, descripcion: clave, ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.json.data.id
}

test('a FormaPago needs a form of the SAT in force, and a bank account when that one is banked', async () => {
  const ended = await satForm('98', { bancarizado: false, fin_vigencia: '2020-01-01' })
  const banked = await satForm('97', { bancarizado: true, fin_vigencia: null })
  const base = { clave: 'T', nombre: 'Transferencia' }
  assert.deepEqual(
    rejection(await erp.admin.post(`${API}/FormaPago`, { ...base, forma_pago_sat: ended })),
    [422, 'CALLBACK_REJECTED', 'forma_pago_sat'],
  )
  assert.deepEqual(
    rejection(await erp.admin.post(`${API}/FormaPago`, { ...base, forma_pago_sat: banked })),
    [422, 'CALLBACK_REJECTED', 'cuenta_bancaria'],
  )
})

test('setting the default on one FormaPago clears it on the other, and the default cannot be deactivated', async () => {
  const cash = await satForm('96', { bancarizado: false, fin_vigencia: null })
  const create = async (clave: string) => {
    const answer = await erp.admin.post(`${API}/FormaPago`, {
      clave,
      nombre: clave,
      forma_pago_sat: cash,
      es_predeterminada: true,
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.json.data.id
  }
  const [one, two] = [await create('E1'), await create('E2')]
  const rows = await erp.owner.query<{ id: number }>(
    sql`select id from public.forma_pago where es_predeterminada order by id`,
  )
  assert.deepEqual(rows, [{ id: two }])
  const off = await erp.admin.send('PUT', `${API}/FormaPago/${two}`, { body: { activo: false } })
  assert.deepEqual(rejection(off), [422, 'CALLBACK_REJECTED', 'activo'])
  assert.equal(
    (await erp.admin.send('PUT', `${API}/FormaPago/${one}`, { body: { activo: false } })).status,
    200,
  )
})
