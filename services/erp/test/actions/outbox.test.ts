import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { join } from 'node:path'
import { after, before, test } from 'node:test'

import { sql } from '@oficina/kit/sql.ts'
import { eventually } from '@oficina/testkit/eventually.ts'

import { startOwnErp, type ErpTest } from '../erp-service.ts'
import { API, purchasing, verdict, type Purchasing } from './purchase-fixture.ts'

// A service of its own: it moves the clock.

let erp: ErpTest
let company: Purchasing

before(async () => {
  erp = await startOwnErp()
  company = await purchasing(erp, erp.admin)
})

after(() => erp.stop())

interface Call {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A subscriber on a loopback port that answers as it is told and keeps what it was sent. */
async function subscriber(): Promise<{
  url: string
  calls: Call[]
  answer: { status: number }
  server: Server
}> {
  const calls: Call[] = []
  const answer = { status: 200 }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      calls.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
      response.writeHead(answer.status).end()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  return { url: `http://127.0.0.1:${address.port}/avisos`, calls, answer, server }
}

async function eventId(nombre: string): Promise<number> {
  const [row] = await erp.owner.query<{ id: number }>(sql`
    select e.id from public.evento_sistema e join public.modelo_sistema m on m.id = e.modelo
    where m.nombre = 'Compra' and e.nombre = ${nombre}`)
  assert.ok(row, nombre)
  return row.id
}

interface Message {
  readonly id: number
  readonly tipo: string
  readonly estado: string
  readonly intentos: number
  readonly registro: string
  readonly ultimo_error: string | null
}

async function messagesOf(compra: number, estado = ''): Promise<readonly Message[]> {
  const query = estado === '' ? '' : `&estado=${estado}`
  const answer = await erp.admin.get(`${API}/outbox?per_page=100${query}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json.data.filter((one: Message) => one.registro === String(compra))
}

test('the order becomes a mail that a mail program opens', async () => {
  const id = await company.purchase('1234.50')
  await company.actOn('autorizar_compra', id)
  const [sent] = await eventually('the mail is sent', async () => {
    const found = await messagesOf(id, 'enviada')
    return found.length > 0 ? found : undefined
  })
  const file = `1-${String(sent?.id).padStart(8, '0')}.eml`
  assert.ok((await readdir(join(erp.dataDir, 'mail'))).includes(file))
  const text = await readFile(join(erp.dataDir, 'mail', file), 'utf8')
  assert.match(text, /^To: ventas@aceros\.example$/m)
  assert.match(text, /^Subject: Orden de compra OC-\d+$/m)
  assert.match(text, /1,234\.50 MXN/)
})

test('a subscriber is told of what it subscribed to, signed with its secret', async () => {
  const receiver = await subscriber()
  const subscription = await company.create('SuscripcionEvento', {
    nombre: 'avisos',
    evento: await eventId('autorizada'),
    url: receiver.url,
    filtro: { estado: 'autorizada' },
    activo: true,
  })
  const secret = (await erp.admin.get(`${API}/webhooks/${subscription}/secret`)).json.data.secreto
  const id = await company.purchase('10.00')
  await company.actOn('autorizar_compra', id)
  await company.actOn('cancelar_compra', id, { motivo: 'Prueba de avisos' })
  const call = await eventually('the subscriber is called', () => receiver.calls[0])
  const [, t = '', v1 = ''] =
    /^t=(\d+),v1=([\da-f]{64})$/.exec(String(call.headers['x-oficina-signature'])) ?? []
  assert.equal(v1, createHmac('sha256', secret).update(`${t}.${call.body}`).digest('hex'))
  const body = JSON.parse(call.body)
  assert.deepEqual(
    [body.evento, body.id, body.datos.estado],
    ['Compra.autorizada', id, 'autorizada'],
  )
  await eventually('nothing waits any more', async () => {
    const waiting = await messagesOf(id, 'pendiente')
    return waiting.length === 0
  })
  assert.equal(receiver.calls.length, 1, 'the cancellation was not subscribed to')
  await company.update('SuscripcionEvento', subscription, { activo: false })
  receiver.server.close()
})

test('what cannot be sent is tried again later and at last given up, and an administrator can revive it', async () => {
  const receiver = await subscriber()
  receiver.answer.status = 500
  await company.create('SuscripcionEvento', {
    nombre: 'roto',
    evento: await eventId('en_autorizacion'),
    url: receiver.url,
    reintentos_maximos: 1,
    activo: true,
  })
  const rosa = await company.buyer('rosa', '1.00')
  const id = await company.purchase('10.00')
  await rosa.post(`${API}/Compra/${id}/actions/autorizar_compra`, {})
  const webhook = async (estado: string) =>
    (await messagesOf(id, estado)).find(({ tipo }) => tipo === 'webhook')
  const failed = await eventually('the first attempt fails', async () => {
    const one = await webhook('pendiente')
    return one?.intentos === 1 ? one : undefined
  })
  assert.equal(failed.ultimo_error, 'answered 500')
  assert.deepEqual(verdict(await erp.admin.post(`${API}/outbox/${failed.id}/retry`)), [
    409,
    'INVALID_STATE',
  ])
  erp.clock.advance(31_000)
  const dead = await eventually('it is given up', () => webhook('muerta'))
  assert.equal(dead.intentos, 2)
  receiver.answer.status = 204
  assert.equal((await erp.admin.post(`${API}/outbox/${dead.id}/retry`)).status, 200)
  await eventually('it is sent after all', () => webhook('enviada'))
  receiver.server.close()
})

test('a webhook to an address that is not public is not dialled', async () => {
  await company.create('SuscripcionEvento', {
    nombre: 'interno',
    evento: await eventId('iniciada'),
    url: 'http://169.254.169.254/latest/meta-data',
    activo: true,
  })
  const id = await company.purchase('10.00')
  await company.actOn('autorizar_compra', id)
  await company.actOn('cambiar_iniciada', id)
  const refused = await eventually('it is refused', async () =>
    (await messagesOf(id)).find(({ tipo, intentos }) => tipo === 'webhook' && intentos === 1),
  )
  assert.equal(refused.ultimo_error, 'the address is not a public one')
})

test('messages that were sent are forgotten after 90 days, those that were given up are not', async () => {
  const id = await company.purchase('10.00')
  await company.actOn('autorizar_compra', id)
  await eventually('the mail is sent', async () => (await messagesOf(id, 'enviada')).length > 0)
  const given = await company.purchase('10.00')
  await company.actOn('autorizar_compra', given)
  await erp.owner.execute(
    sql`update oficina.salida set estado = 'muerta' where registro = ${String(given)}`,
  )
  erp.clock.advance(91 * 24 * 60 * 60_000)
  await eventually(
    'what was sent is forgotten',
    async () => (await outboxCount(id)) === 0 && (await outboxCount(given)) === 1,
  )
  erp.clock.set('2026-03-02T15:00:00Z')
})

async function outboxCount(compra: number): Promise<number> {
  const rows = await erp.owner.query(
    sql`select 1 from oficina.salida where registro = ${String(compra)}`,
  )
  return rows.length
}

test('the outbox is for administrators, and shows no other company’s messages', async () => {
  const tomas = await company.buyer('tomas', null)
  const other = await erp.otherCompany()
  const [message] = (await erp.admin.get(`${API}/outbox`)).json.data
  assert.deepEqual(verdict(await tomas.get(`${API}/outbox`)), [403, 'FORBIDDEN'])
  assert.deepEqual(verdict(await tomas.post(`${API}/outbox/${message.id}/retry`)), [
    403,
    'FORBIDDEN',
  ])
  assert.deepEqual(verdict(await tomas.get(`${API}/webhooks/1/secret`)), [403, 'FORBIDDEN'])
  assert.deepEqual((await other.get(`${API}/outbox`)).json.data, [])
  assert.deepEqual(verdict(await other.post(`${API}/outbox/${message.id}/retry`)), [
    404,
    'NOT_FOUND',
  ])
  assert.deepEqual(verdict(await other.get(`${API}/webhooks/1/secret`)), [404, 'NOT_FOUND'])
  assert.deepEqual(verdict(await erp.admin.get(`${API}/outbox?estado=perdida`)), [
    422,
    'INVALID_PARAMETER',
  ])
})
