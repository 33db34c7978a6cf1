import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { enqueueReport } from '../../src/actions/report-mails/send-reports.ts'
import { claimDueReport } from '../../src/store/report-mail-store.ts'
import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { companyOf, type Company, type Person } from '../rights/rights-fixture.ts'
import { books } from './entry-fixture.ts'
import { DOCUMENTS_KEY, documentsStub, type DocumentsStub } from './joined/joined-stubs.ts'
import { API, verdict } from './purchase-fixture.ts'

// A service of its own: it moves the clock.

const BOOKS = ['PolizaPartida.leer', 'Poliza.leer', 'CuentaContable.leer']
const PATH = `${API}/reportes/envios`
const HOUR_MS = 3_600_000

let documents: DocumentsStub
let erp: ErpTest
let company: Company
let profile: number
/** Who reads the books, and may name others. */
let ana: Person
/** Who reads the books in English. */
let eva: Person

before(async () => {
  documents = await documentsStub()
  erp = await startOwnErp({
    joined: { documentsUrl: documents.url, documentsApiKey: DOCUMENTS_KEY },
  })
  company = companyOf(erp)
  const ledger = await books(erp, erp.admin)
  const entry = await ledger.simple('1234.50')
  assert.equal((await ledger.actOn('aplicar', entry)).status, 200)
  profile = await company.profile('LIBROS', { grants: [...BOOKS, 'Usuario.leer'] })
  ana = await company.person('ana', [profile], { correo: 'ana@example.org', nombre: 'Ana' })
  const readers = await company.profile('LECTORES', { grants: BOOKS })
  eva = await company.person('eva', [readers], { correo: 'eva@example.org', nombre: 'Eva' })
  const english = await eva.client.send('PUT', `${API}/auth/preferencias/idioma`, {
    body: { valor: 'en' },
  })
  assert.equal(english.status, 200, english.text)
})

beforeEach(async () => {
  documents.fault = undefined
  await erp.owner.execute(sql`delete from oficina.envio_reporte`)
  await erp.owner.execute(sql`delete from oficina.salida`)
})

after(async () => {
  await erp.stop()
  await documents.close()
})

const MONTHLY = {
  nombre: 'Balanza del mes',
  reporte: 'trial-balance',
  rango: 'mes_actual',
  frecuencia: 'mensual',
  dia: 31,
  hora: 7,
}

async function sending(more: object = {}, by: Person = ana): Promise<number> {
  const answer = await by.client.post(PATH, { ...MONTHLY, ...more })
  assert.equal(answer.status, 201, answer.text)
  return answer.json.data.id
}

async function readOf(id: number, by: Person = ana) {
  const { json } = await by.client.get(PATH)
  return json.data.find((one: { id: number }) => one.id === id)
}

interface Mail {
  readonly id: string
  readonly estado: string
  readonly destino: string
  readonly intentos: number
  readonly asunto: string
  readonly texto: string
}

async function mailsOf(id: number): Promise<readonly Mail[]> {
  return await erp.owner.query<Mail>(
    sql`select id::text as id, estado, destino, intentos, contenido->>'asunto' as asunto, contenido->>'texto' as texto
        from oficina.salida where contenido->'reporte'->>'envio' = ${String(id)} order by id`,
  )
}

async function sentOf(id: number, count: number): Promise<readonly Mail[]> {
  return await eventually('the mails are sent', async () => {
    const mails = await mailsOf(id)
    const isDone = mails.length === count && mails.every(({ estado }) => estado !== 'pendiente')
    return isDone ? mails : undefined
  })
}

/** Makes it due, without a month in which everybody would be signed out. */
async function passTo(id: number): Promise<void> {
  const due = new Date(erp.clock.now() - 1_000)
  await erp.owner.execute(
    sql`update oficina.envio_reporte set siguiente = ${due} where id = ${id}::int8`,
  )
}

test('a report is sent at its hour by the company’s clock, once, to each in his own language', async () => {
  const id = await sending({ destinatarios: [ana.usuario, eva.usuario] })
  const planned = (await readOf(id)).siguiente
  assert.match(planned, /^2026-\d\d-(28|29|30|31)T13:00:00\.000Z$/, 'seven o’clock in Mexico City')
  const second = await erp.secondServer()
  try {
    await passTo(id)
    const mails = await sentOf(id, 2)
    assert.deepEqual(
      mails.map(({ destino, asunto, estado }) => [destino, asunto, estado]),
      [
        ['ana@example.org', 'Reporte: Balanza del mes', 'enviada'],
        ['eva@example.org', 'Report: Balanza del mes', 'enviada'],
      ],
    )
    assert.match(
      String(mails[0]?.texto),
      /Va adjunto «Balanza del mes» \(Balanza de comprobación\)/,
    )
    const file = `1-${String(mails[1]?.id).padStart(8, '0')}.eml`
    const text = await readFile(join(erp.dataDir, 'mail', file), 'utf8')
    assert.match(text, /spreadsheetml\.sheet/)
    assert.match(text, /Trial balance/)
    const now = await readOf(id)
    assert.equal(now.siguiente, planned, 'the next one is in the future again')
    assert.ok(now.ultimo_envio)
    assert.equal(now.ultimo_error, null)
    assert.equal((await mailsOf(id)).length, 2)
  } finally {
    await second.stop()
  }
})

test('a process that dies in the middle of a run leaves it to the next, whole', async () => {
  const id = await sending()
  const { siguiente } = await readOf(id)
  await erp.owner
    .transaction(async (tx) => {
      const due = await claimDueReport(tx, new Date(siguiente))
      assert.ok(due)
      await enqueueReport(tx, due, erp.clock.now())
      throw new Error('killed')
    })
    .catch(() => undefined)
  assert.deepEqual(await mailsOf(id), [])
  await passTo(id)
  assert.equal((await sentOf(id, 1)).length, 1)
})

test('whoever lost the right, is disabled or gone gets nothing, and the owner is told why', async () => {
  const other = await company.profile('OTROS', { grants: BOOKS })
  const lost = await company.person('pia', [other], { correo: 'pia@example.org', nombre: 'Pía' })
  const id = await sending({ destinatarios: [ana.usuario, lost.usuario] })
  const [granted] = (await erp.admin.get(`${API}/PerfilPermiso?perfil=${other}&per_page=1`)).json
    .data
  await erp.admin.send('DELETE', `${API}/PerfilPermiso/${granted.id}`)
  await ana.client.post(`${PATH}/${id}/enviar`)
  const [own, told] = await sentOf(id, 2)
  assert.equal(own?.asunto, 'Reporte: Balanza del mes')
  assert.deepEqual(
    [told?.destino, told?.asunto],
    ['ana@example.org', 'Reporte no enviado: Balanza del mes'],
  )
  assert.match(
    String(told?.texto),
    /«Balanza del mes» no se envió a Pía: el usuario no tiene permiso de ver el reporte\.\n/,
  )
  assert.match((await readOf(id)).ultimo_error, /permiso/)
  await erp.owner.execute(
    sql`update public.usuario set estado = 'baja' where id = ${lost.usuario}::int8 and empresa_id = ${erp.empresaId}::int8`,
  )
  await ana.client.post(`${PATH}/${id}/enviar`)
  const mails = await sentOf(id, 4)
  assert.match(String(mails[3]?.texto), /no se envió a Pía: el usuario no está activo/)
  await erp.owner.execute(
    sql`update public.usuario set estado = 'activo' where id = ${lost.usuario}::int8 and empresa_id = ${erp.empresaId}::int8`,
  )
})

test('one whose PDF cannot be made is tried again, and shows why', async () => {
  documents.fault = { status: 503, code: 'OFFICE_UNAVAILABLE' }
  const id = await sending({ formato: 'pdf' })
  await ana.client.post(`${PATH}/${id}/enviar`)
  const failed = await eventually('it fails once', async () => {
    const [mail] = await mailsOf(id)
    return mail !== undefined && mail.intentos > 0 ? mail : undefined
  })
  assert.equal(failed.estado, 'pendiente')
  assert.match((await readOf(id)).ultimo_error, /OFFICE_UNAVAILABLE/)
  const again = await ana.client.post(`${PATH}/${id}/enviar`)
  assert.deepEqual(verdict(again), [409, 'INVALID_STATE'], 'one at a time')
  documents.fault = undefined
  erp.clock.advance(HOUR_MS)
  await sentOf(id, 1)
  assert.equal((await readOf(id)).ultimo_error, null)
})

test('a sending is paused, changed and deleted by its owner or an administrator alone', async () => {
  const id = await sending({ destinatarios: [eva.usuario] })
  assert.equal((await readOf(id, eva)).editable, false, 'who receives it sees it')
  const foreign = await erp.otherCompany()
  for (const client of [eva.client, foreign]) {
    const change = await client.send('PUT', `${PATH}/${id}`, { body: { activo: false } })
    assert.deepEqual(verdict(change), [404, 'NOT_FOUND'])
    assert.deepEqual(verdict(await client.send('DELETE', `${PATH}/${id}`)), [404, 'NOT_FOUND'])
    assert.deepEqual(verdict(await client.post(`${PATH}/${id}/enviar`)), [404, 'NOT_FOUND'])
  }
  assert.deepEqual((await foreign.get(PATH)).json.data, [])
  const paused = await ana.client.send('PUT', `${PATH}/${id}`, { body: { activo: false } })
  assert.equal(paused.status, 200, paused.text)
  await passTo(id)
  const later = await sending({ nombre: 'Después' })
  await passTo(later)
  await sentOf(later, 1)
  assert.deepEqual(await mailsOf(id), [], 'nothing while it is paused')
  const weekly = { frecuencia: 'semanal', dia: 1, activo: true }
  await erp.admin.send('PUT', `${PATH}/${id}`, { body: weekly })
  const changed = await readOf(id)
  assert.equal(new Date(changed.siguiente).getUTCDay(), 1)
  assert.equal((await ana.client.send('DELETE', `${PATH}/${id}`)).status, 204)
  assert.equal(await readOf(id), undefined)
})

test('what cannot be sent is refused when it is asked for', async () => {
  const ask = async (more: object, by: Person = ana) =>
    verdict(await by.client.post(PATH, { ...MONTHLY, ...more }))
  const nobody = await company.person('sin', [], { correo: 'sin@example.org' })
  assert.deepEqual(await ask({}, nobody), [403, 'FORBIDDEN'])
  assert.deepEqual(await ask({ destinatarios: [ana.usuario] }, eva), [403, 'FORBIDDEN'])
  assert.deepEqual(await ask({ destinatarios: [999_999] }), [422, 'VALIDATION'])
  assert.deepEqual(await ask({ reporte: 'diot' }), [422, 'VALIDATION'])
  assert.deepEqual(await ask({ rango: null, parametros: {} }), [422, 'INVALID_PARAMETER'])
  assert.deepEqual(await ask({ parametros: { desde: '2026-01-01' } }), [422, 'VALIDATION'])
  assert.deepEqual(await ask({ parametros: { otra: 'x' } }), [422, 'UNKNOWN_FIELD'])
  assert.deepEqual(await ask({ frecuencia: 'semanal', dia: 8 }), [422, 'VALIDATION'])
  assert.deepEqual(await ask({ hora: 24 }), [422, 'VALIDATION'])
  assert.deepEqual(await ask({ formato: 'csv' }), [422, 'VALIDATION'])
  await erp.owner.execute(
    sql`insert into oficina.envio_reporte (empresa_id, dueno, nombre, reporte, parametros, formato, frecuencia, hora,
          destinatarios, activo, siguiente, creado_en)
        select ${erp.empresaId}::int8, 1, 'x', 'cash', '{}', 'xlsx', 'diaria', 8, '{1}', false, now(), now()
        from generate_series(1, 100)`,
  )
  assert.deepEqual(await ask({}), [422, 'VALIDATION'], 'a company has a hundred')
})

test('whoever receives a report takes himself off it, without any right, and his record tells so', async () => {
  const lia = await company.person('lia', [], { correo: 'lia@example.org', nombre: 'Lía' })
  const id = await sending({ destinatarios: [ana.usuario, eva.usuario, lia.usuario] })
  await passTo(id)
  const [, mail] = await sentOf(id, 3)
  assert.match(
    String(mail?.texto),
    new RegExp(`no longer: https://erp\\.example\\.org/console/reports/sent\\?baja=${id}\n`),
  )
  const nobody = await company.person('nadie-recibe', [])
  const leave = (by: Person) => by.client.post(`${PATH}/${id}/baja`, {})
  assert.deepEqual(verdict(await leave(nobody)), [404, 'NOT_FOUND'])
  assert.equal((await readOf(id, lia)).recibe, true)
  assert.equal((await leave(lia)).status, 204)
  assert.equal(await readOf(id, lia), undefined)
  assert.deepEqual(verdict(await leave(lia)), [404, 'NOT_FOUND'])
  const { destinatarios, activo } = await readOf(id)
  assert.deepEqual(
    [destinatarios.map((one: { id: number }) => one.id), activo],
    [[ana.usuario, eva.usuario], true],
  )
  const trail = await erp.admin.get(`${API}/reports/audit-trail/Usuario/${lia.usuario}`)
  assert.deepEqual(
    [trail.json.data[0].antes, trail.json.data[0].despues, trail.json.data[0].usuario],
    [{ reporte_por_correo: 'Balanza del mes' }, { reporte_por_correo: null }, lia.usuario],
  )
})

test('a report that nobody receives any more rests until it has a receiver', async () => {
  const id = await sending()
  assert.equal((await ana.client.post(`${PATH}/${id}/baja`, {})).status, 204)
  const { destinatarios, activo } = await readOf(id)
  assert.deepEqual([destinatarios, activo], [[], false])
  const change = (body: object) => ana.client.send('PUT', `${PATH}/${id}`, { body })
  assert.deepEqual(verdict(await change({ activo: true })), [422, 'VALIDATION'])
  assert.equal((await change({ activo: true, destinatarios: [ana.usuario] })).status, 200)
})

test('a mail that is on its way to whom takes the report no longer is not sent', async () => {
  const id = await sending({ formato: 'pdf', destinatarios: [ana.usuario, eva.usuario] })
  documents.fault = { status: 503, code: 'OFFICE_UNAVAILABLE' }
  await passTo(id)
  await eventually('it was tried', async () => {
    const mails = await mailsOf(id)
    return mails.length === 2 && mails.every(({ intentos }) => intentos > 0) ? mails : undefined
  })
  assert.equal((await eva.client.post(`${PATH}/${id}/baja`, {})).status, 204)
  documents.fault = undefined
  erp.clock.advance(HOUR_MS)
  const mails = await sentOf(id, 2)
  assert.deepEqual(
    mails.map(({ destino, estado }) => [destino, estado]),
    [
      ['ana@example.org', 'enviada'],
      ['eva@example.org', 'muerta'],
    ],
  )
  assert.match((await readOf(id)).ultimo_error, /no longer|ya no recibe/)
})
