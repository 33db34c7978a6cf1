import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import type { Database } from '@oficina/kit/database.ts'
import { sql } from '@oficina/kit/sql.ts'
import type { HttpClient } from '@oficina/testkit/http-client.ts'

import { tidy } from '../../src/actions/housekeeping.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, create, outcome, PASSWORD, profile, tryLogin, user } from './people.ts'

// A service of its own: it moves the clock.

// What SesionUsuario and IntentoAcceso tell of sign-ins.

let erp: ErpTest
let app: Database

const DAY_MS = 24 * 60 * 60 * 1_000

before(async () => {
  erp = await startOwnErp()
  app = erp.asService()
})

after(() => erp.stop())

interface Session {
  readonly id: number
  readonly actual: boolean
}

async function ownSessions(client: HttpClient): Promise<readonly Session[]> {
  const answer = await client.get(`${API}/auth/sesiones`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data
}

async function record(id: number): Promise<Readonly<Record<string, unknown>>> {
  const admin = await erp.logIn('admin', 'correcto-caballo')
  return (await admin.get(`${API}/SesionUsuario/${id}?lean=true`)).json.data
}

test('each login is a session that its user sees, with where it came from', async () => {
  await user(erp.admin, 'sesiones')
  const client = (await erp.logIn('sesiones', PASSWORD)).with({ 'user-agent': 'Aparato' })
  const login = await tryLogin(client, 'sesiones', PASSWORD)
  assert.equal(login.status, 200)
  const [newest, own, ...rest] = await ownSessions(client)
  assert.deepEqual(rest, [])
  assert.deepEqual([newest?.actual, own?.actual], [false, true])
  assert.partialDeepStrictEqual(newest, {
    direccion_ip: '127.0.0.1',
    agente: 'Aparato',
    metodo: 'contrasena',
    inicio: new Date(erp.clock.now()).toISOString(),
  })
})

test('a session that one’s own user ends is over at once, and stays on record', async () => {
  await user(erp.admin, 'termina')
  const [one, two] = [await erp.logIn('termina', PASSWORD), await erp.logIn('termina', PASSWORD)]
  const mine = (await ownSessions(one)).find(({ actual }) => actual)
  assert.ok(mine)
  assert.equal((await two.send('DELETE', `${API}/auth/sesiones/${mine.id}`)).status, 200)
  assert.equal((await one.get(`${API}/auth/permissions`)).status, 401)
  assert.equal((await two.get(`${API}/auth/permissions`)).status, 200)
  const { estado, fin } = await record(mine.id)
  assert.deepEqual([estado, new Date(String(fin)).getTime()], ['revocada', erp.clock.now()])
  const again = await two.send('DELETE', `${API}/auth/sesiones/${mine.id}`)
  assert.deepEqual(outcome(again), [404, 'NOT_FOUND'])
})

test('another’s session is there only for who has the right', async () => {
  const perfil = await profile(erp, 'VIGILA', ['SesionUsuario.leer', 'SesionUsuario.eliminar'])
  const guard = await user(erp.admin, 'vigila')
  await create(erp.admin, 'UsuarioPerfil', {
    usuario: guard,
    perfil,
    inicio_vigencia: '2026-01-01',
  })
  for (const name of ['mirona', 'mirada']) await user(erp.admin, name)
  const [curious, seen, watching] = [
    await erp.logIn('mirona', PASSWORD),
    await erp.logIn('mirada', PASSWORD),
    await erp.logIn('vigila', PASSWORD),
  ]
  const [session] = await ownSessions(seen)
  assert.ok(session)
  const path = `${API}/auth/sesiones/${session.id}`
  assert.deepEqual(outcome(await curious.send('DELETE', path)), [404, 'NOT_FOUND'])
  assert.deepEqual(outcome(await curious.get(`${API}/SesionUsuario`)), [403, 'FORBIDDEN'])
  assert.deepEqual(outcome(await curious.get(`${API}/IntentoAcceso`)), [403, 'FORBIDDEN'])
  const foreign = await erp.otherCompany()
  assert.deepEqual(outcome(await foreign.send('DELETE', path)), [404, 'NOT_FOUND'])
  assert.equal((await seen.get(`${API}/auth/permissions`)).status, 200)
  const listed = await watching.get(`${API}/SesionUsuario?id=${session.id}`)
  assert.equal(listed.json.meta.total, 1)
  assert.equal((await watching.send('DELETE', path)).status, 200)
  assert.equal((await seen.get(`${API}/auth/permissions`)).status, 401)
})

test('nobody writes sessions, attempts or factors through the API', async () => {
  for (const model of ['SesionUsuario', 'IntentoAcceso', 'FactorAutenticacion']) {
    const found = [
      await erp.admin.post(`${API}/${model}`, {}),
      await erp.admin.send('PUT', `${API}/${model}/1`, { body: {} }),
      await erp.admin.send('DELETE', `${API}/${model}/1`),
    ].map(outcome)
    assert.deepEqual(
      found,
      Array.from({ length: 3 }, () => [403, 'FORBIDDEN']),
      model,
    )
  }
})

test('the last activity of a session is noted at most once a minute, whatever it asks', async () => {
  await user(erp.admin, 'activa', { es_administrador: true })
  const client = await erp.logIn('activa', PASSWORD)
  const [session] = await ownSessions(client)
  assert.ok(session)
  const activity = async () => {
    const [row] = await erp.owner.query<{ ultima_actividad: Date }>(
      sql`select ultima_actividad from public.sesion_usuario where empresa_id = 1 and id = ${session.id}`,
    )
    return row?.ultima_actividad.getTime()
  }
  const start = erp.clock.now()
  erp.clock.advance(59_000)
  for (const path of ['Moneda', 'Moneda', 'auth/permissions']) await client.get(`${API}/${path}`)
  assert.equal(await activity(), start)
  erp.clock.advance(1_000)
  for (const path of ['Moneda', 'Moneda']) await client.get(`${API}/${path}`)
  assert.equal(await activity(), start + 60_000)
})

test('a refresh stays in its session, and a logout ends both of its tokens', async () => {
  await user(erp.admin, 'refresca')
  const client = await erp.logIn('refresca', PASSWORD)
  erp.clock.advance(20 * 3_600_000 + 1_000)
  const { token } = (await client.post(`${API}/auth/refresh`)).json.data
  const next = erp.client.with({ authorization: `Bearer ${token}` })
  assert.equal((await ownSessions(next)).length, 1)
  const [session] = await ownSessions(client)
  assert.ok(session)
  assert.equal((await next.post(`${API}/auth/logout`)).status, 204)
  assert.equal((await client.get(`${API}/auth/permissions`)).status, 401)
  assert.equal((await record(session.id))['estado'], 'cerrada')
})

test('every attempt is written down with its outcome, and no secret is', async () => {
  const admin = await erp.logIn('admin', 'correcto-caballo')
  const id = await user(admin, 'intentos', { correo: 'i@empresa.example' })
  await tryLogin(erp.client.with({ 'user-agent': 'Aparato' }), 'intentos', 'clave-secreta-mala')
  await tryLogin(erp.client, 'intentos', PASSWORD)
  await tryLogin(erp.client, 'clave-escrita-como-usuario', 'x')
  const listed = await admin.get(`${API}/IntentoAcceso?usuario=${id}&sort=id&lean=true`)
  assert.deepEqual(
    listed.json.data.map((row: Readonly<Record<string, unknown>>) => [
      row['resultado'],
      row['correo'],
      row['direccion_ip'],
      row['agente'],
    ]),
    [
      ['contrasena_incorrecta', 'i@empresa.example', '127.0.0.1', 'Aparato'],
      ['exitoso', 'i@empresa.example', '127.0.0.1', 'oficina-test'],
    ],
  )
  const [secrets] = await erp.owner.query<{ n: number }>(sql`
    select count(*) as n from public.intento_acceso i
    where i::text like '%clave-secreta-mala%' or i::text like '%clave-escrita%'`)
  assert.equal(secrets?.n, 0)
  const seen = (await admin.get(`${API}/Usuario/${id}`)).json.data.ultimo_acceso
  assert.equal(new Date(seen).getTime(), erp.clock.now())
})

test('the service itself can neither change nor delete what was written down of attempts', async () => {
  for (const statement of [
    sql`update intento_acceso set resultado = 'exitoso'`,
    sql`delete from intento_acceso`,
  ]) {
    await assert.rejects(app.execute(statement), { code: '42501' })
  }
})

test('sessions that ran out are closed, and after half a year sessions and attempts are forgotten', async () => {
  await user(await erp.logIn('admin', 'correcto-caballo'), 'antigua')
  const client = await erp.logIn('antigua', PASSWORD)
  const [session] = await ownSessions(client)
  assert.ok(session)
  const run = () => tidy(app, erp.owner, erp.clock.now())
  await run()
  assert.equal((await record(session.id))['estado'], 'activa')
  erp.clock.advance(DAY_MS)
  await run()
  assert.equal((await record(session.id))['estado'], 'expirada')
  erp.clock.advance(180 * DAY_MS + 1)
  await run()
  const [left] = await erp.owner.query<{ n: number }>(sql`
    select (select count(*) from public.sesion_usuario where id = ${session.id})
      + (select count(*) from public.intento_acceso) as n`)
  assert.equal(left?.n, 0)
})
