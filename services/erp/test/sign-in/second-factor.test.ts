import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { base32, totpCode, totpStep } from '../../src/identity/totp.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, create, outcome, PASSWORD, put, tryLogin, user, withToken } from './people.ts'

// A service of its own: it moves the clock.

let erp: ErpTest

const STEP_MS = 30_000

before(async () => {
  erp = await startOwnErp({ http: { trustProxy: ['127.0.0.1'] } })
})

after(() => erp.stop())

/** An authenticator app: what it shows now, or some steps from now. */
interface App {
  readonly id: number
  code(steps?: number): string
}

function appOf({ id, secreto }: { readonly id: number; readonly secreto: string }): App {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
  const bits = [...secreto]
    .map((sign) => alphabet.indexOf(sign).toString(2).padStart(5, '0'))
    .join('')
  const bytes = bits.match(/.{8}/g) ?? []
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
  return { id, code: (steps = 0) => totpCode(secret, totpStep(erp.clock.now()) + steps) }
}

interface Enrolled {
  readonly client: HttpClient
  readonly app: App
  readonly codes: readonly string[]
}

async function enrol(client: HttpClient): Promise<Enrolled> {
  const begun = await client.post(`${API}/auth/factores`, { etiqueta: 'Teléfono' })
  assert.equal(begun.status, 201, begun.text)
  const app = appOf(begun.json.data)
  const path = `${API}/auth/factores/${app.id}/verificar`
  const confirmed = await client.post(path, { codigo: app.code() })
  assert.equal(confirmed.status, 200, confirmed.text)
  erp.clock.advance(STEP_MS)
  return { client, app, codes: confirmed.json.data.codigos_respaldo }
}

/** A user with a second factor. */
async function enrolled(usuario: string): Promise<Enrolled> {
  await user(erp.admin, usuario)
  return await enrol(await erp.logIn(usuario, PASSWORD))
}

test('codes are those of RFC 6238, shortened to six digits', () => {
  const secret = Buffer.from('12345678901234567890')
  const vectors = [
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ] as const
  for (const [seconds, code] of vectors) {
    assert.equal(totpCode(secret, totpStep(seconds * 1_000)), code)
  }
})

test('secrets are told in the base32 of RFC 4648', () => {
  for (const [text, encoded] of [
    ['', ''],
    ['f', 'MY'],
    ['foobar', 'MZXW6YTBOI'],
  ] as const) {
    assert.equal(base32(Buffer.from(text)), encoded)
  }
})

test('with a confirmed factor a login needs its code, once for each', async () => {
  const { app } = await enrolled('doble')
  const missing = await tryLogin(erp.client, 'doble', PASSWORD)
  assert.deepEqual(
    [...outcome(missing), missing.json.errors[0].field],
    [401, 'SECOND_FACTOR_REQUIRED', 'codigo'],
  )
  const unknown = await tryLogin(erp.client, 'doble', 'no-es', { codigo: app.code() })
  assert.deepEqual(outcome(unknown), [401, 'INVALID_CREDENTIALS'])
  const codigo = app.code()
  assert.equal((await tryLogin(erp.client, 'doble', PASSWORD, { codigo })).status, 200)
  const again = await tryLogin(erp.client, 'doble', PASSWORD, { codigo })
  assert.deepEqual(outcome(again), [401, 'INVALID_SECOND_FACTOR'])
})

test('a code of the step before or after is right, one of two steps off is not', async () => {
  const { app } = await enrolled('reloj')
  const with_ = async (steps: number) =>
    outcome(await tryLogin(erp.client, 'reloj', PASSWORD, { codigo: app.code(steps) }))[0]
  erp.clock.advance(10 * STEP_MS)
  const found = []
  for (const steps of [-2, 2, -1, 0, 1]) found.push(await with_(steps))
  assert.deepEqual(found, [401, 401, 200, 200, 200])
  // A later step was used, so no earlier one counts any more.
  assert.equal(await with_(0), 401)
})

test('one code opens one session, however many logins send it at once', async () => {
  const { app } = await enrolled('unavez')
  const codigo = app.code()
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => tryLogin(erp.client, 'unavez', PASSWORD, { codigo })),
  )
  const found = answers.map(({ status }) => status).toSorted((a, b) => a - b)
  assert.deepEqual(found, [200, 401, 401, 401, 401])
})

test('wrong codes close the door as wrong passwords do', async () => {
  const { app } = await enrolled('codigos')
  const statuses = []
  for (let guess = 0; guess < 11; guess += 1) {
    statuses.push(
      (await tryLogin(erp.client, 'codigos', PASSWORD, { codigo: `00000${guess}` })).status,
    )
  }
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
  const right = await tryLogin(erp.client, 'codigos', PASSWORD, { codigo: app.code() })
  assert.equal(right.status, 429)
  erp.clock.advance(15 * 60_000)
})

test('whoever has the password has ten codes an hour, wherever from, also when the owner logs in meanwhile', async () => {
  const { app } = await enrolled('adivinado')
  const guessed = async (guess: number, codigo: string) => {
    const elsewhere = erp.client.with({ 'x-forwarded-for': `198.51.100.${guess}` })
    return outcome(await tryLogin(elsewhere, 'adivinado', PASSWORD, { codigo }))
  }
  const found = []
  for (let guess = 0; guess < 5; guess += 1) found.push(await guessed(guess, '000000'))
  assert.equal((await guessed(5, app.code()))[0], 200)
  for (let guess = 6; guess < 11; guess += 1) found.push(await guessed(guess, 'abcde-fghij'))
  assert.deepEqual(
    found,
    Array.from({ length: 10 }, () => [401, 'INVALID_SECOND_FACTOR']),
  )
  erp.clock.advance(20 * 60_000)
  assert.deepEqual(await guessed(11, app.code()), [429, 'TOO_MANY_ATTEMPTS'])
  const asked = await tryLogin(erp.client, 'adivinado', PASSWORD)
  assert.deepEqual(outcome(asked), [401, 'SECOND_FACTOR_REQUIRED'])
  erp.clock.advance(40 * 60_000)
  assert.equal((await guessed(12, app.code()))[0], 200)
})

test('codes and passwords that a session gives are counted too', async () => {
  const { client, app } = await enrolled('sesion')
  const path = `${API}/auth/factores/codigos`
  const statuses = []
  for (let guess = 0; guess < 11; guess += 1) {
    const body = guess % 2 === 0 ? { codigo: '000000' } : { password: 'no-es-esa' }
    statuses.push((await client.post(path, body)).status)
  }
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
  assert.equal((await client.post(path, { codigo: app.code() })).status, 429)
  erp.clock.advance(15 * 60_000)
  assert.equal((await client.post(path, { codigo: app.code() })).status, 200)
})

test('each recovery code stands once for the factor, however it is typed', async () => {
  const { codes } = await enrolled('respaldo')
  assert.equal(new Set(codes).size, 10)
  const [one = '', two = ''] = codes
  const use = async (codigo: string) =>
    outcome(await tryLogin(erp.client, 'respaldo', PASSWORD, { codigo }))[0]
  const found = []
  const typed = two.toLowerCase().replace('-', ' ')
  for (const code of [one, one, typed, 'AAAAA-AAAAA']) found.push(await use(code))
  assert.deepEqual(found, [200, 401, 200, 401])
})

test('new recovery codes void those before', async () => {
  const { client, app, codes } = await enrolled('renueva')
  const refused = await client.post(`${API}/auth/factores/codigos`, {})
  assert.deepEqual(outcome(refused), [422, 'VALIDATION'])
  const wrong = await client.post(`${API}/auth/factores/codigos`, { password: 'no-es-esa' })
  assert.deepEqual(outcome(wrong), [401, 'INVALID_CREDENTIALS'])
  const fresh = await client.post(`${API}/auth/factores/codigos`, { codigo: app.code() })
  assert.equal(fresh.status, 200, fresh.text)
  const [old = ''] = codes
  const [renewed = ''] = fresh.json.data.codigos_respaldo
  assert.equal((await tryLogin(erp.client, 'renueva', PASSWORD, { codigo: old })).status, 401)
  assert.equal((await tryLogin(erp.client, 'renueva', PASSWORD, { codigo: renewed })).status, 200)
})

test('factors are listed without their secrets, which the database holds encrypted', async () => {
  await user(erp.admin, 'lista')
  const client = await erp.logIn('lista', PASSWORD)
  const begun = await client.post(`${API}/auth/factores`, {})
  const { id, secreto, otpauth } = begun.json.data
  assert.equal(begun.headers.get('cache-control'), 'no-store')
  const account = `Oficina:${encodeURIComponent('lista@EMPRESA')}`
  const query = `secret=${secreto}&issuer=Oficina&algorithm=SHA1&digits=6&period=30`
  assert.equal(otpauth, `otpauth://totp/${account}?${query}`)
  const listed = await client.get(`${API}/auth/factores`)
  assert.deepEqual(listed.json.data, [
    { id, tipo: 'totp', etiqueta: 'Aplicación de códigos', verificado_en: null, ultimo_uso: null },
  ])
  const [row] = await erp.owner.query<{ texto: string; largo: number }>(sql`
    select encode(secreto, 'escape') as texto, length(secreto) as largo from oficina.factor_totp
    where empresa_id = 1 and factor_id = ${id}`)
  assert.equal(row?.largo, 12 + 16 + 20)
  assert.ok(!row.texto.includes(secreto))
  // Until it is confirmed a login does not ask for it.
  assert.equal((await tryLogin(erp.client, 'lista', PASSWORD)).status, 200)
  const wrong = await client.post(`${API}/auth/factores/${id}/verificar`, { codigo: '000000' })
  assert.deepEqual(outcome(wrong), [401, 'INVALID_SECOND_FACTOR'])
})

test('beside a confirmed factor another is enrolled only with a proof', async () => {
  const { client, app } = await enrolled('segundo-aparato')
  const path = `${API}/auth/factores`
  const found = []
  for (const proof of [
    {},
    { password: 'no-es-esa' },
    { password: PASSWORD },
    { codigo: app.code() },
  ]) {
    found.push((await client.post(path, { etiqueta: 'Otro', ...proof })).status)
  }
  assert.deepEqual(found, [422, 401, 201, 201])
  const listed = (await client.get(path)).json
  // The one that was never confirmed made room for the next.
  assert.deepEqual([listed.data.length, listed.meta.codigos_respaldo], [2, 10])
})

test('one’s own factor goes with a proof, another’s only by an administrator', async () => {
  const { app, client } = await enrolled('quita')
  const path = `${API}/auth/factores/${app.id}`
  await user(erp.admin, 'vecina')
  const neighbour = await erp.logIn('vecina', PASSWORD)
  const foreign = await (await erp.otherCompany()).send('DELETE', path)
  const found = [
    outcome(await client.send('DELETE', path)),
    outcome(await client.send('DELETE', path, { body: { password: 'no-es-esa' } })),
    outcome(await client.send('DELETE', path, { body: { codigo: '000000' } })),
    outcome(await neighbour.send('DELETE', path, { body: { password: PASSWORD } })),
    outcome(foreign),
  ]
  assert.deepEqual(found, [
    [422, 'VALIDATION'],
    [401, 'INVALID_CREDENTIALS'],
    [401, 'INVALID_SECOND_FACTOR'],
    [404, 'NOT_FOUND'],
    [404, 'NOT_FOUND'],
  ])
  assert.equal((await client.send('DELETE', path, { body: { password: PASSWORD } })).status, 200)
  assert.equal((await tryLogin(erp.client, 'quita', PASSWORD)).status, 200)
  const other = await enrolled('perdida')
  const reset = await erp.admin.send('DELETE', `${API}/auth/factores/${other.app.id}`)
  assert.equal(reset.status, 200)
  assert.equal((await tryLogin(erp.client, 'perdida', PASSWORD)).status, 200)
  const [left] = await erp.owner.query<{ n: number }>(
    sql`select count(*) as n from oficina.codigo_respaldo where empresa_id = 1 and usuario_id in
      (select id from public.usuario where empresa_id = 1 and usuario in ('quita', 'perdida'))`,
  )
  assert.equal(left?.n, 0)
})

test('the operator’s factor is removed by the operator alone', async () => {
  const operator = await enrol(erp.admin)
  await user(erp.admin, 'segunda', { es_administrador: true })
  const second = await erp.logIn('segunda', PASSWORD)
  const path = `${API}/auth/factores/${operator.app.id}`
  assert.deepEqual(outcome(await second.send('DELETE', path)), [403, 'FORBIDDEN'])
  const body = { codigo: operator.app.code() }
  assert.equal((await operator.client.send('DELETE', path, { body })).status, 200)
})

test('who must have a second factor and has none gets a session that can only enrol one', async () => {
  const { id: politica } = await create(erp.admin, 'PoliticaAcceso', {
    clave: 'DOBLE',
    nombre: 'Doble factor',
    longitud_minima: 8,
    intentos_maximos: 100,
    minutos_inactividad: 525_600,
    exige_doble_factor: true,
  })
  for (const [usuario, more] of [
    ['exigido', { doble_factor: true }],
    ['politica', { politica }],
  ] as const) {
    await user(erp.admin, usuario, { es_administrador: true, ...more })
    const login = await tryLogin(erp.client, usuario, PASSWORD)
    assert.equal(login.json.data.debe_enrolar_factor, true)
    const client = withToken(erp.client, login)
    for (const path of ['/Moneda', '/auth/permissions', '/auth/sesiones']) {
      const refused = await client.get(API + path)
      assert.deepEqual(outcome(refused), [403, 'FACTOR_ENROLMENT_REQUIRED'], path)
    }
    const { app } = await enrol(client)
    assert.equal((await client.get(`${API}/Moneda`)).status, 200)
    const again = await tryLogin(erp.client, usuario, PASSWORD, { codigo: app.code() })
    assert.deepEqual([again.status, again.json.data.debe_enrolar_factor], [200, undefined])
  }
})

test('a second factor that is required from now on is required of the open sessions too', async () => {
  const id = await user(erp.admin, 'despues')
  const client = await erp.logIn('despues', PASSWORD)
  assert.equal((await client.get(`${API}/auth/permissions`)).status, 200)
  await put(erp.admin, `Usuario/${id}`, { doble_factor: true })
  const refused = await client.get(`${API}/auth/permissions`)
  assert.deepEqual(outcome(refused), [403, 'FACTOR_ENROLMENT_REQUIRED'])
  assert.equal((await client.post(`${API}/auth/logout?all=true`)).status, 204)
  assert.equal((await client.get(`${API}/auth/factores`)).status, 401)
})
